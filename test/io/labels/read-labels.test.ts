/** Does a folder of `label`, or its labels.csv alone, come back as it was written? */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MATCH_EXACT, MATCH_NONE, MATCH_SEMANTIC } from "../../../src/core/types.ts";
import { readLabels } from "../../../src/io/labels/read-labels.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const labels = [
  "engine,query,rank,id,title,label,match,reference_rank,reference_title,similarity,margin,reference,origin",
  "one,pears,0,d1,Growing pears,5,exact,0,Growing pears,1.000000,0.500000,scopus,proxy",
  "one,pears,1,,Zebras,0,none,,,0.100000,0.050000,scopus,proxy",
  "two,pears,0,d9,Pear growing,2.5,semantic,1,Pears,0.800000,-0.010000,wos,proxy",
  "two,dates,0,,Dates,,none,,,,,,",
  "",
].join("\n");
const reference = [
  "engine,query,rank,id,title,label,point_rank",
  "scopus,pears,0,s1,Growing pears,5,0",
  "wos,pears,1,,Pears,2.5,1",
  "wos,plums,0,,Plums,5,0",
  "",
].join("\n");
const model = { name: "mini", sha256: "a".repeat(64), dimensions: 2, precision: "fp32", maxTokens: 256 };
const manifest = {
  schema: "semqrel.manifest/1",
  options: { spreadsheetSafe: false },
  reference: { engine: "scopus+wos" },
  model,
  queries: [
    { query: "pears", id: "q1", text: "pears", qrels: "q1" },
    { query: "plums", id: null, text: "plums", qrels: "0123" },
  ],
};
const files = { "labels.csv": labels, "reference.csv": reference, "manifest.json": JSON.stringify(manifest) };

describe("readLabels", () => {
  it("gives the rows of each engine with label, match, rank, similarity and margin", async () => {
    const { engines } = await readLabels(temporaryFolder(files));
    expect(engines.map(({ results }) => [results.engine, results.titles])).toEqual([
      ["one", ["Growing pears", "Zebras"]],
      ["two", ["Pear growing", "Dates"]],
    ]);
    const [one, two] = engines;
    expect([...(one?.labels ?? [])]).toEqual([5, 0]);
    expect([...(one?.kinds ?? [])]).toEqual([MATCH_EXACT, MATCH_NONE]);
    expect([...(one?.referenceRanks ?? [])]).toEqual([0, -1]);
    expect(one?.results.ids).toEqual(["d1", ""]);
    // Dates has no reference: undefined, not zero.
    expect([...(two?.labels ?? [])]).toEqual([2.5, Number.NaN]);
    expect([...(two?.kinds ?? [])]).toEqual([MATCH_SEMANTIC, MATCH_NONE]);
    expect([...(two?.similarities ?? [])]).toEqual([0.8, Number.NaN]);
    expect([...(two?.margins ?? [])]).toEqual([-0.01, Number.NaN]);
  });

  it("says who gave each label, where the file does", async () => {
    const { engines } = await readLabels(temporaryFolder(files));
    expect(engines.map(({ origins }) => origins)).toEqual([
      ["proxy", "proxy"],
      ["proxy", ""],
    ]);
    const without = labels.replaceAll(/,(origin|proxy|)$/gm, "");
    const old = await readLabels(temporaryFolder({ ...files, "labels.csv": without }));
    expect(old.engines.map(({ origins }) => origins)).toEqual([undefined, undefined]);
  });

  it("gives several references as the one list they were fused to, each row with the reference that gave it", async () => {
    const { reference: found } = await readLabels(temporaryFolder(files));
    expect(found?.results).toMatchObject({ engine: "scopus+wos", titles: ["Growing pears", "Pears", "Plums"] });
    expect([...(found?.results.ranks ?? [])]).toEqual([0, 1, 0]);
    expect(found?.engines).toEqual(["scopus", "wos", "wos"]);
    expect([...(found?.labels ?? [])]).toEqual([5, 2.5, 5]);
    expect([...(found?.pointRanks ?? [])]).toEqual([0, 1, 0]);
  });

  it("numbers the queries of the manifest first, then those that only rows name", async () => {
    const read = await readLabels(temporaryFolder(files));
    expect(read.queries.map(({ id, name }) => [id, name])).toEqual([
      ["q1", "pears"],
      [null, "plums"],
      [null, "dates"],
    ]);
    expect(read.queryKeys.slice(0, 2)).toEqual(["q1", "0123"]);
    expect(read.queryKeys[2]).toMatch(/^[0-9a-f]+$/);
    expect(read.queryOfName.get("dates")).toBe(2);
    expect(read.model).toEqual(model);
    expect(read.files.map(({ rows }) => rows)).toEqual([4, 3]);
  });

  it("finds the rest of the folder beside a labels.csv, and nothing beside another table", async () => {
    const folder = temporaryFolder({ ...files, "mine.csv": labels });
    const beside = await readLabels(join(folder, "labels.csv"));
    expect([beside.folder, beside.reference?.results.engine]).toEqual([folder, "scopus+wos"]);
    const alone = await readLabels(join(folder, "mine.csv"));
    expect([alone.folder, alone.reference, alone.model]).toEqual([null, null, null]);
    expect(alone.queries.map(({ name }) => name)).toEqual(["pears", "dates"]);
  });

  it("reads any table with query, title and label: every label then counts as one by meaning", async () => {
    const folder = temporaryFolder({ "judged.csv": "query,title,label\npears,Growing pears,3\npears,Zebras,0\n" });
    const { engines, reference: none } = await readLabels(join(folder, "judged.csv"));
    expect(none).toBeNull();
    expect(engines[0]?.results.engine).toBe("judged");
    expect([...(engines[0]?.kinds ?? [])]).toEqual([MATCH_SEMANTIC, MATCH_SEMANTIC]);
    expect([...(engines[0]?.referenceRanks ?? [])]).toEqual([-1, -1]);
    expect([...(engines[0]?.similarities ?? [])]).toEqual([Number.NaN, Number.NaN]);
  });

  describe("cells that were guarded for spreadsheets", () => {
    const quoted = {
      ...files,
      "labels.csv": "engine,query,rank,id,title,label\n'=one,'+q,0,'-d,'=1+1,5\n'=one,'+q,1,d2,'tis,0\n",
      "reference.csv": "engine,query,rank,id,title,label,point_rank\n'@ref,'+q,0,,'=1+1,5,0\n",
    };
    const queries = [{ query: "+q", id: null, text: "+q", qrels: "x" }];
    const withOption = (spreadsheetSafe: boolean) =>
      temporaryFolder({
        ...quoted,
        "manifest.json": JSON.stringify({
          ...manifest,
          queries,
          reference: { engine: "@ref" },
          options: { spreadsheetSafe },
        }),
      });

    it("lose their quote, and others keep theirs", async () => {
      const { engines, reference: found, queries: numbered } = await readLabels(withOption(true));
      expect(engines[0]?.results).toMatchObject({ engine: "=one", titles: ["=1+1", "'tis"], ids: ["-d", "d2"] });
      expect(found?.engines).toEqual(["@ref"]);
      expect(numbered.map(({ name }) => name)).toEqual(["+q"]);
    });

    it("keep it in a folder whose manifest says nothing of it", async () => {
      const { engines } = await readLabels(withOption(false));
      expect(engines[0]?.results.titles).toEqual(["'=1+1", "'tis"]);
    });
  });

  describe("edges", () => {
    it.each([
      ["is no JSON", "{"],
      ["is of something else", '{"schema":"other/1","queries":[]}'],
      ["has no queries", '{"schema":"semqrel.manifest/1"}'],
      ["is null", "null"],
    ])("lets the tables stand for themselves where the manifest %s", async (_, text) => {
      const read = await readLabels(temporaryFolder({ ...files, "manifest.json": text }));
      expect(read.model).toBeNull();
      expect(read.queries.map(({ name }) => name)).toEqual(["pears", "dates", "plums"]);
      expect(read.reference?.results.engine).toBe("scopus+wos");
    });

    it("lets them stand for themselves without a manifest, and has no reference without reference.csv", async () => {
      const folder = temporaryFolder(files);
      rmSync(join(folder, "manifest.json"));
      rmSync(join(folder, "reference.csv"));
      const read = await readLabels(folder);
      expect([read.reference, read.model, read.files.length]).toEqual([null, null, 1]);
    });

    it("has one name for rows of one reference", async () => {
      const folder = temporaryFolder({ ...files, "reference.csv": reference.replaceAll("wos", "scopus") });
      rmSync(join(folder, "manifest.json"));
      const { reference: found } = await readLabels(folder);
      expect([found?.results.engine, found?.engines]).toEqual(["scopus", ["scopus", "scopus", "scopus"]]);
    });
  });

  describe("errors", () => {
    it("says what is missing in a folder without labels.csv", async () => {
      await expect(readLabels(temporaryFolder())).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    });

    it.each(["labels.csv", "reference.csv"])("refuses a %s without labels", async (file) => {
      const folder = temporaryFolder(files);
      writeFileSync(join(folder, file), "query,rank,title\npears,0,Growing pears\n");
      await expect(readLabels(folder)).rejects.toMatchObject({
        code: "MISSING_COLUMN",
        details: { file: join(folder, file), column: "label" },
      });
    });

    it.each([
      ["negative", "-1"],
      ["no number", "much"],
    ])("refuses a label that is %s, and says where", async (_, cell) => {
      const folder = temporaryFolder({ ...files, "labels.csv": labels.replace(",2.5,semantic", `,${cell},semantic`) });
      await expect(readLabels(folder)).rejects.toMatchObject({ code: "INVALID_ROW" });
      await expect(readLabels(folder)).rejects.toThrow("labels.csv:4");
    });
  });
});
