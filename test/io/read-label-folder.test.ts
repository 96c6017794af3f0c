/** Are the measures and conditions of an earlier run found in its folder? */
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLabelFolder } from "../../src/io/read-label-folder.ts";
import { temporaryFolder } from "../support/run-cli.ts";

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

  it("has NaN where an engine lacks a query", async () => {
    const read = await readLabelFolder(
      folderWith({ manifest, measures: "engine,query,recall\na,x,1\na,y,0.5\nb,y,0.25\n" }),
    );
    expect(read.values.get("b")?.get("recall")).toEqual(Float64Array.of(Number.NaN, 0.25));
  });

  it("names a folder by its own name, however it is written", async () => {
    const folder = folderWith({ manifest, measures });
    expect((await readLabelFolder(`${folder}/`)).name).toBe(basename(folder));
    expect((await readLabelFolder(join(folder, "..", basename(folder)))).name).toBe(basename(folder));
  });

  describe("conditions", () => {
    it("are equal for equal reference, model and options that decide labels", async () => {
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
    ] as const)("differ by the %s alone", async (name, changed) => {
      const one = await conditionsOf(manifest);
      const other = await conditionsOf(changed);
      expect(other[name]).not.toBe(one[name]);
      expect({ ...other, [name]: one[name] }).toEqual(one);
    });
  });

  describe("errors", () => {
    it("says that a folder has no manifest", async () => {
      const folder = folderWith({ measures });
      await expect(readLabelFolder(folder)).rejects.toMatchObject({
        code: "FILE_NOT_FOUND",
        details: { file: join(folder, "manifest.json") },
      });
    });

    it("says the same of what is no folder", async () => {
      const file = join(temporaryFolder({ "labels.qrels": "q1 0 d1 1\n" }), "labels.qrels");
      for (const path of [file, "nowhere"]) {
        await expect(readLabelFolder(path)).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
      }
    });

    it("refuses a manifest that is no JSON", async () => {
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
    ])("refuses a manifest with %s", async (_, wrong) => {
      await expect(readLabelFolder(folderWith({ manifest: wrong, measures }))).rejects.toMatchObject({
        code: "INVALID_FORMAT",
      });
    });

    it("wants measures.csv", async () => {
      await expect(readLabelFolder(folderWith({ manifest }))).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    });
  });
});
