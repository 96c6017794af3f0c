/** Is a manifest read as it was written, and are manifests of other programs ignored? */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  filesOfEarlierRun,
  labelFolderOf,
  policyDifferences,
  readLabelManifest,
} from "../../../src/io/labels/label-manifest.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const read = (manifest: unknown) =>
  readLabelManifest(
    temporaryFolder({ "manifest.json": typeof manifest === "string" ? manifest : JSON.stringify(manifest) }),
  );
const sound = {
  schema: "semqrel.manifest/1",
  queries: [{ query: "heat", id: "q1", text: "heat", qrels: "q1", more: 1 }],
  model: { name: "mini", sha256: "aa" },
  reference: { engine: "library+museum", sha256: "bb" },
  options: { spreadsheetSafe: true, depth: 3 },
};

describe("readLabelManifest", () => {
  it("returns the queries, the model and the reference", () => {
    expect(read(sound)).toEqual({
      queries: [{ name: "heat", id: "q1", text: "heat", qrels: "q1" }],
      ...{ model: { name: "mini", sha256: "aa" }, reference: "library+museum" },
    });
  });

  it("returns null for missing fields", () => {
    expect(read({ schema: sound.schema, queries: [] })).toEqual({
      ...{ queries: [], model: null, reference: null },
    });
  });

  it.each([
    ["with another schema", { ...sound, schema: "semqrel.rate/1" }],
    ["without queries", { ...sound, queries: undefined }],
    ["that is not JSON", "{"],
    ["that contains null", "null"],
  ])("returns null for a file %s", (_, manifest) => {
    expect(read(manifest)).toBeNull();
  });

  it("returns null if the folder has no manifest", () => {
    expect(readLabelManifest(temporaryFolder())).toBeNull();
  });
});

describe("labelFolderOf", () => {
  it("returns the folder for a folder, and for labels.csv or a report beside a manifest", () => {
    const folder = temporaryFolder({ "labels.csv": "", "report.html": "", "manifest.json": "{}", "measures.csv": "" });
    expect(labelFolderOf(folder)).toBe(folder);
    expect(labelFolderOf(join(folder, "labels.csv"))).toBe(folder);
    expect(labelFolderOf(join(folder, "report.html"))).toBe(folder);
    expect(labelFolderOf(join(folder, "measures.csv"))).toBeNull();
  });

  it("returns null if the path does not exist or its folder has no manifest", () => {
    const folder = temporaryFolder({ "labels.csv": "", "a.run": "" });
    for (const name of ["labels.csv", "a.run", "none/labels.csv", "a.run/labels.csv"]) {
      expect(labelFolderOf(join(folder, name))).toBeNull();
    }
    expect(labelFolderOf("-")).toBeNull();
  });
});

const withFiles = (files: unknown, schema = "semqrel.manifest/1") => JSON.stringify({ schema, files });

describe("filesOfEarlierRun", () => {
  it("returns the manifest and the files named in it that still exist", () => {
    const folder = temporaryFolder({
      "manifest.json": withFiles(["a.csv", "gone.csv", "b.csv"]),
      "a.csv": "",
      "b.csv": "",
    });
    expect(filesOfEarlierRun(folder)).toEqual(["manifest.json", "a.csv", "b.csv"]);
  });

  it("never returns folders, values that are not paths, or paths outside the folder", () => {
    const folder = join(temporaryFolder({ "mine.txt": "" }), "labels");
    mkdirSync(join(folder, "runs"), { recursive: true });
    expect(filesOfEarlierRun(folder)).toEqual([]);
    const other = temporaryFolder({ "manifest.json": withFiles(["..", "../mine.txt", 7, null, "runs"]) });
    mkdirSync(join(other, "runs"));
    expect(filesOfEarlierRun(other)).toEqual(["manifest.json"]);
  });

  it.each([
    ["with another schema", withFiles(["a.csv"], "other/1")],
    ["that is incomplete", "{"],
    ["without files", withFiles(null)],
  ])("returns no files for a manifest %s", (_, text) => {
    expect(filesOfEarlierRun(temporaryFolder({ "manifest.json": text, "a.csv": "" }))).toEqual([]);
  });
});

const conditions = (options: readonly (readonly [string, unknown])[]) => ({
  ...{ reference: "a", model: "b", calibration: null },
  policy: JSON.stringify(options),
});

describe("policyDifferences", () => {
  it("returns the options that differ, in their order in the manifest, with both values", () => {
    const one = conditions([
      ["matchOn", ["title"]],
      ["threshold", null],
      ["depth", 10],
    ]);
    const other = conditions([
      ["matchOn", ["id", "title"]],
      ["threshold", 0.5],
      ["depth", 10],
    ]);
    expect(policyDifferences(one, other)).toEqual([
      { name: "matchOn", values: [["title"], ["id", "title"]] },
      { name: "threshold", values: [null, 0.5] },
    ]);
    expect(policyDifferences(one, one)).toEqual([]);
  });
});
