/** Are measures and conditions of an earlier run read from its folder? */
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLabelFolder } from "../../../src/io/labels/label-tables.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const manifest = {
  reference: { sha256: "r".repeat(64), path: "reference.csv" },
  model: { name: "mini", sha256: "m".repeat(64), precision: "fp32" },
  options: { labelFunction: "inverse(top=5)", threshold: 0.7, depth: null, out: "labels", concurrency: 2 },
};

const measures = `engine,query,state,reason,ndcg_returned,recall
bing,red apples,measured,,0.5,0.25
bing,"cars, fast",unmeasurable,no-reference,,
explorer,red apples,measured,,1,0
explorer,"cars, fast",measured,,0.125,1
`;

function folderWith(files: { readonly manifest?: unknown; readonly measures?: string }): string {
  return temporaryFolder({
    ...("manifest" in files ? { "manifest.json": JSON.stringify(files.manifest) } : {}),
    ...(files.measures === undefined ? {} : { "measures.csv": files.measures }),
  });
}

async function conditionsOf(changed: unknown) {
  return (await readLabelFolder(folderWith({ manifest: changed, measures }))).conditions;
}

describe("readLabelFolder", () => {
  it("reads the values of every engine, query and measure", async () => {
    const folder = folderWith({ manifest, measures });
    const read = await readLabelFolder(folder);
    expect(read).toMatchObject({
      folder,
      name: basename(folder),
      engines: ["bing", "explorer"],
      queries: ["red apples", "cars, fast"],
      measures: ["ndcg_returned", "recall"],
    });
    expect(read.values.get("bing")?.get("ndcg_returned")).toEqual(Float64Array.of(0.5, Number.NaN));
    expect(read.values.get("explorer")?.get("recall")).toEqual(Float64Array.of(0, 1));
  });

  it("returns NaN for a query that an engine does not have", async () => {
    const read = await readLabelFolder(
      folderWith({ manifest, measures: "engine,query,recall\na,x,1\na,y,0.5\nb,y,0.25\n" }),
    );
    expect(read.values.get("b")?.get("recall")).toEqual(Float64Array.of(Number.NaN, 0.25));
  });

  it("returns the name of the folder, however the path is written", async () => {
    const folder = folderWith({ manifest, measures });
    expect((await readLabelFolder(`${folder}/`)).name).toBe(basename(folder));
    expect((await readLabelFolder(join(folder, "..", basename(folder)))).name).toBe(basename(folder));
  });

  it("returns the reason why a query is not measured, even if the query has no row", async () => {
    const { reasons } = await readLabelFolder(
      folderWith({
        manifest,
        measures: "engine,query,recall,state,reason\na,x,1,measured,\na,y,,unmeasurable,not-rated\nb,y,0,measured,\n",
      }),
    );
    expect(reasons.get("a")).toEqual([null, "not-rated"]);
    expect(reasons.get("b")).toEqual(["no-row", null]);
  });

  it("unescapes names only if they were escaped for spreadsheets", async () => {
    const guarded = "engine,query,recall\n'-a,'=x,1\n";
    const safe = { schema: "semqrel.manifest/1", ...manifest, options: { ...manifest.options, spreadsheetSafe: true } };
    expect(await readLabelFolder(folderWith({ manifest: safe, measures: guarded }))).toMatchObject({
      engines: ["-a"],
      queries: ["=x"],
    });
    expect(await readLabelFolder(folderWith({ manifest, measures: guarded }))).toMatchObject({
      engines: ["'-a"],
      queries: ["'=x"],
    });
  });

  describe("the origin of a label folder", () => {
    it("contains the fields of the manifest", async () => {
      const inputs = [{ path: "a.csv", format: "csv", rows: 3, sizeBytes: 9, sha256: "a" }];
      const whole = {
        ...{ ...manifest, inputs, schema: "semqrel.manifest/1", versions: { semqrel: "0.1.0" } },
        ...{ counts: { queries: 2 } },
        ...{ calibration: { sha256: "c", method: "isotonic" } },
      };
      const { origin } = await readLabelFolder(folderWith({ manifest: whole, measures }));
      expect(origin).toEqual({
        versions: { semqrel: "0.1.0" },
        options: manifest.options,
        inputs: [{ path: "a.csv", format: "csv", rows: 3, sha256: "a" }],
        model: { name: "mini", sha256: "m".repeat(64), precision: "fp32" },
        reference: { engine: "", sha256: "r".repeat(64) },
        calibration: { sha256: "c", method: "isotonic" },
        counts: { queries: 2 },
      });
    });

    it("contains empty values or null for missing fields", async () => {
      const { origin } = await readLabelFolder(folderWith({ manifest, measures }));
      expect(origin).toMatchObject({ versions: {}, inputs: [], calibration: null, counts: {} });
    });
  });

  describe("the conditions of a label folder", () => {
    it("are equal if the reference, the model and all options that determine labels are equal", async () => {
      const one = await conditionsOf(manifest);
      expect(one).toMatchObject({ reference: "r".repeat(64), calibration: null });
      expect(await conditionsOf({ ...manifest, options: { ...manifest.options, concurrency: 8, out: "x" } })).toEqual(
        one,
      );
      expect(await conditionsOf({ ...manifest, options: { ...manifest.options, oneToOne: null } })).toEqual(one);
    });

    it.each([
      ["reference", { ...manifest, reference: { sha256: "other" } }],
      ["model", { ...manifest, model: { ...manifest.model, sha256: "other" } }],
      ["model", { ...manifest, model: { ...manifest.model, precision: "int8" } }],
      ["policy", { ...manifest, options: { ...manifest.options, threshold: 0.8 } }],
      ["policy", { ...manifest, options: { ...manifest.options, labelFunction: "flat" } }],
      ["policy", { ...manifest, options: { ...manifest.options, depth: 10 } }],
      ["calibration", { ...manifest, calibration: { sha256: "c" } }],
    ] as const)("differ only in the %s", async (name, changed) => {
      const one = await conditionsOf(manifest);
      const other = await conditionsOf(changed);
      expect(other[name]).not.toBe(one[name]);
      expect({ ...other, [name]: one[name] }).toEqual(one);
    });
  });

  describe("readLabelFolder with invalid files", () => {
    it("names the missing manifest of a folder", async () => {
      const folder = folderWith({ measures });
      await expect(readLabelFolder(folder)).rejects.toMatchObject({
        code: "FILE_NOT_FOUND",
        details: { file: join(folder, "manifest.json") },
      });
    });

    it("rejects a path that is not a folder of labels", async () => {
      const file = join(temporaryFolder({ "labels.qrels": "q1 0 d1 1\n" }), "labels.qrels");
      for (const path of [file, "nowhere"]) {
        await expect(readLabelFolder(path)).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
      }
    });

    it("rejects a manifest that is not JSON", async () => {
      await expect(readLabelFolder(temporaryFolder({ "manifest.json": "{" }))).rejects.toMatchObject({
        code: "INVALID_FORMAT",
      });
    });

    it.each([
      ["null", null],
      ["a list", []],
      ["no reference", { ...manifest, reference: undefined }],
      ["no model", { ...manifest, model: {} }],
      ["no options", { ...manifest, options: undefined }],
    ])("rejects a manifest with %s", async (_, wrong) => {
      await expect(readLabelFolder(folderWith({ manifest: wrong, measures }))).rejects.toMatchObject({
        code: "INVALID_FORMAT",
      });
    });

    it("rejects a manifest with another schema version, and names both versions", async () => {
      const folder = folderWith({ manifest: { ...manifest, schema: "semqrel.manifest/2" }, measures });
      await expect(readLabelFolder(folder)).rejects.toMatchObject({
        code: "INVALID_FORMAT",
        message: expect.stringMatching(/"semqrel\.manifest\/2".*reads semqrel\.manifest\/1.*label again/),
      });
    });

    it.each([
      ["inputs", { inputs: {} }],
      ["inputs[0].path", { inputs: [{ format: "csv", rows: 1, sha256: "a" }] }],
      ["versions.semqrel", { versions: { semqrel: [] } }],
    ])("rejects a manifest with an invalid %s", async (path, wrong) => {
      await expect(
        readLabelFolder(folderWith({ manifest: { ...manifest, ...wrong }, measures })),
      ).rejects.toMatchObject({
        code: "INVALID_FORMAT",
        details: { path },
      });
    });

    it("names the line of a value that is not a number", async () => {
      const folder = folderWith({ manifest, measures: "engine,query,recall\na,x,1\na,y,0.x\n" });
      await expect(readLabelFolder(folder)).rejects.toMatchObject({ code: "INVALID_ROW", details: { line: 3 } });
    });

    it("rejects a folder without measures.csv", async () => {
      await expect(readLabelFolder(folderWith({ manifest }))).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    });
  });
});
