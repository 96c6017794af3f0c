import { describe, expect, it } from "vitest";
import { readLabelManifest } from "../../../src/io/labels/read-label-manifest.ts";
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
  it("has queries, model, reference and whether cells are guarded", () => {
    expect(read(sound)).toEqual({
      queries: [{ name: "heat", id: "q1", text: "heat", qrels: "q1" }],
      ...{ model: { name: "mini", sha256: "aa" }, reference: "library+museum", spreadsheetSafe: true },
    });
  });

  it("takes what is not said for not there", () => {
    expect(read({ schema: sound.schema, queries: [] })).toEqual({
      ...{ queries: [], model: null, reference: null, spreadsheetSafe: false },
    });
  });

  it.each([
    ["of another kind", { ...sound, schema: "semqrel.rate/1" }],
    ["without queries", { ...sound, queries: undefined }],
    ["no JSON", "{"],
    ["null", "null"],
  ])("is nothing where the file is %s", (_, manifest) => {
    expect(read(manifest)).toBeNull();
  });

  it("is nothing where there is no file", () => {
    expect(readLabelManifest(temporaryFolder())).toBeNull();
  });
});
