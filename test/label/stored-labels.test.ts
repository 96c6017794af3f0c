/** Are lists, labels and measures the same after they were written and read? */

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  MATCH_EXACT,
  MATCH_NONE,
  MATCH_SEMANTIC,
  measureNames,
  type ReferenceLists,
  type ResultLists,
  type StoredLabels,
} from "../../src/core/types.ts";
import { folderRun, writeLabelFolder } from "../../src/label/label-folder.ts";
import { parseLabelFunction } from "../../src/label/label-functions/label-function.ts";
import { matchRuleNames, rulesWithout } from "../../src/label/match/match-rules.ts";
import { labelLists } from "../../src/label/pipeline.ts";
import { readStoredLabels, withoutEngines } from "../../src/label/stored-labels.ts";
import { rowsOfQuery } from "../../src/lists/group-results.ts";
import { measureQueries } from "../../src/measure/measures/evaluate-run.ts";
import { setOverlap } from "../../src/measure/measures/graded/compatibility.ts";
import { hashEmbedder } from "../../src/model/embed/hash-embedder.ts";
import { openTools } from "../../src/model/open-tools.ts";
import { makeLists, makeRaw, type Row } from "../support/make-lists.ts";
import { runs } from "../support/property.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { summariseLabelRun } from "../support/summarise-run.ts";

const titles = ["pear", "Pear", "pears", "plum", "plums", "=fig", "a fig", "quince, ripe", 'the "date"'];

/** Labels the lists, writes the folder and reads it. Rows are query and title. */
async function roundTrip(
  references: readonly (readonly Row[])[],
  candidates: readonly (readonly Row[])[],
  oneToOne = false,
) {
  const folder = join(temporaryFolder(), "out");
  const opened = await openTools({ embedder: "hash", exact: true });
  const options = {
    ...{ depth: null, referenceDepth: null, labelColumn: null, matchOn: ["title"], threshold: 0.4, oneToOne, veto: [] },
    ...{ labelFunction: parseLabelFunction("inverse"), fusionK: 60 },
    rules: rulesWithout(matchRuleNames),
  };
  const input = {
    references: references.map((rows, place) => makeRaw(`reference ${place}`, rows)),
    candidates: candidates.map((rows, place) => makeRaw(`candidate ${place}`, rows)),
    queries: null,
  };
  const { run, indexes } = await labelLists(input, options, opened.tools);
  const versions = {};
  const content = {
    run: folderRun({ run, indexes }),
    versions,
    inputs: [],
    machineWarnings: [],
    summary: summariseLabelRun(run),
  };
  const layout = { spreadsheetSafe: true, integerQrels: false };
  writeLabelFolder(folder, { ...content, options: { ...layout } }, layout);
  const { stored } = await readStoredLabels(folder);
  return { run, stored, folder };
}

/** The expected values of `measures.csv`, from the folder's lists and labels alone. */
function measureAgain({ queries, engines }: StoredLabels, reference: ReferenceLists) {
  const { lists: of, labels: ofReference, pointRanks } = reference;
  const titleKeys = ({ titles }: ResultLists, rows: Int32Array) =>
    Array.from(rows, (row) => (titles[row] ?? "").toLowerCase());
  return engines.map(({ lists, labels }) =>
    measureQueries(
      queries.map((_, query) => {
        const points = Array.from(rowsOfQuery(of, query)).filter((row) => of.ranks[row] === pointRanks[row]);
        const overlap = setOverlap(titleKeys(lists, rowsOfQuery(lists, query)), titleKeys(of, rowsOfQuery(of, query)));
        return {
          overlap,
          exactOverlap: overlap,
          labels: Float64Array.from(rowsOfQuery(lists, query), (row) => labels[row] ?? Number.NaN),
          idealLabels: Float64Array.from(points, (row) => ofReference[row] ?? Number.NaN),
        };
      }),
    ),
  );
}

describe("readStoredLabels", () => {
  it("returns the run's lists, labels and queries, and the name of the only reference", async () => {
    const { run, stored } = await roundTrip(
      [
        [
          [0, 0, "pear", "r1"],
          [0, 1, "plum", "r2"],
          [1, 0, "=fig", ""],
        ],
      ],
      [
        [
          [0, 0, "Pear", "c1"],
          [0, 1, "zebra", ""],
          [2, 0, "date", ""],
        ],
      ],
    );
    expect(stored.queries).toEqual(run.queries);
    expect(stored.model).toEqual(hashEmbedder().model);
    const [engine] = stored.engines;
    expect(engine?.lists).toMatchObject({ engine: "candidate 0", titles: ["Pear", "zebra", "date"] });
    expect(engine?.labels).toEqual(run.engines[0]?.labels);
    expect(engine?.kinds).toEqual(run.engines[0]?.matches.kinds);
    expect(stored.reference?.lists).toMatchObject({ engine: "reference 0", titles: ["pear", "plum", "=fig"] });
    expect(stored.reference?.lists).not.toHaveProperty("origins");
    expect(stored.reference?.labels).toEqual(run.referenceLabels);
    expect([...(stored.reference?.pointRanks ?? [])]).toEqual([0, 1, 0]);
  });

  it("returns several references as one list, with the reference of each row", async () => {
    const { run, stored } = await roundTrip(
      [
        [
          [0, 0, "pear"],
          [0, 1, "plum"],
        ],
        [
          [0, 0, "Plum"],
          [0, 1, "quince, ripe"],
          [1, 0, "=fig"],
        ],
      ],
      [
        [
          [0, 0, "plum"],
          [1, 0, "=fig"],
        ],
      ],
    );
    const { lists } = stored.reference ?? { lists: null };
    expect(lists).toMatchObject({
      engine: "reference 0+reference 1",
      titles: ["Plum", "pear", "quince, ripe", "=fig"],
    });
    expect(lists?.origins?.map(({ engine }) => engine)).toEqual([
      ...["reference 1", "reference 0", "reference 1", "reference 1"],
    ]);
    expect([...(lists?.ranks ?? [])]).toEqual([...run.reference.ranks]);
    expect([...(lists?.offsets ?? [])]).toEqual([...run.reference.offsets]);
  });

  it("returns the lists and labels from which measures.csv was computed", async () => {
    const someRows = fc
      .tuple(...[0, 1].map(() => fc.array(fc.constantFrom(...titles), { maxLength: 6 })))
      .map((lists) => lists.flatMap((list, query) => list.map((title, rank): Row => [query, rank, title])))
      // Every list answers query 2, so that they have a query in common.
      .map((rows): Row[] => [...rows, [2, 0, "pear"]]);
    const some = fc.array(someRows, { minLength: 1, maxLength: 3 });
    let ideals = 0;
    await fc.assert(
      fc.asyncProperty(some, some, fc.boolean(), async (references, candidates, oneToOne) => {
        const { stored, folder } = await roundTrip(references, candidates, oneToOne);
        const { reference } = stored;
        if (reference === null) throw new TypeError("the folder has no reference");
        const written: Record<string, string>[] = parse(readFileSync(join(folder, "measures.csv"), "utf8"), {
          columns: true,
        });
        const found = measureAgain(stored, reference).flatMap(({ values }) =>
          stored.queries.map((_, query) => measureNames.map((name) => values[name][query] ?? Number.NaN)),
        );
        const wanted = written.map((row) => measureNames.map((name) => (row[name] ? Number(row[name]) : Number.NaN)));
        expect(found).toEqual(wanted);
        ideals += wanted.length;
      }),
      { ...runs, numRuns: 40 },
    );
    expect(ideals).toBeGreaterThan(100);
  });
});

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

/** Everything that the reader returns. */
async function read(path: string) {
  const { stored, ...more } = await readStoredLabels(path);
  return { ...stored, ...more };
}

describe("readStoredLabels, with files written by hand", () => {
  it("returns the rows of each engine with label, match, rank, similarity and margin", async () => {
    const { engines } = await read(temporaryFolder(files));
    expect(engines.map(({ lists }) => [lists.engine, lists.titles])).toEqual([
      ["one", ["Growing pears", "Zebras"]],
      ["two", ["Pear growing", "Dates"]],
    ]);
    const [one, two] = engines;
    expect([...(one?.labels ?? [])]).toEqual([5, 0]);
    expect([...(one?.kinds ?? [])]).toEqual([MATCH_EXACT, MATCH_NONE]);
    expect([...(one?.referenceRanks ?? [])]).toEqual([0, -1]);
    expect(one?.lists.ids).toEqual(["d1", ""]);
    // Dates has no reference, so its label is undefined, not 0.
    expect([...(two?.labels ?? [])]).toEqual([2.5, Number.NaN]);
    expect([...(two?.kinds ?? [])]).toEqual([MATCH_SEMANTIC, MATCH_NONE]);
    expect([...(two?.similarities ?? [])]).toEqual([0.8, Number.NaN]);
    expect([...(two?.margins ?? [])]).toEqual([-0.01, Number.NaN]);
  });

  it("returns the origin of each label if the file has it", async () => {
    const { engines } = await read(temporaryFolder(files));
    expect(engines.map(({ origins }) => origins)).toEqual([
      ["proxy", "proxy"],
      ["proxy", ""],
    ]);
    const without = labels.replaceAll(/,(origin|proxy|)$/gm, "");
    const old = await read(temporaryFolder({ ...files, "labels.csv": without }));
    expect(old.engines.map(({ origins }) => origins)).toEqual([undefined, undefined]);
  });

  it("returns several references as the fused list, with the reference of each row", async () => {
    const { reference: found } = await read(temporaryFolder(files));
    expect(found?.lists).toMatchObject({ engine: "scopus+wos", titles: ["Growing pears", "Pears", "Plums"] });
    expect([...(found?.lists.ranks ?? [])]).toEqual([0, 1, 0]);
    expect(found?.lists.origins?.map(({ engine }) => engine)).toEqual(["scopus", "wos", "wos"]);
    expect([...(found?.labels ?? [])]).toEqual([5, 2.5, 5]);
    expect([...(found?.pointRanks ?? [])]).toEqual([0, 1, 0]);
  });

  it("numbers the queries of the manifest first, then queries that only occur in rows", async () => {
    const all = await read(temporaryFolder(files));
    expect(all.queries.map(({ id, name }) => [id, name])).toEqual([
      ["q1", "pears"],
      [null, "plums"],
      [null, "dates"],
    ]);
    expect(all.queryKeys).toEqual(["q1", "0123", "dates"]);
    expect(all.model).toEqual(model);
    expect(all.files.map(({ rows }) => rows)).toEqual([4, 3]);
  });

  it("finds the other files of the folder beside labels.csv, but not beside another table", async () => {
    const folder = temporaryFolder({ ...files, "mine.csv": labels });
    const beside = await read(join(folder, "labels.csv"));
    expect([beside.model, beside.reference?.lists.engine]).toEqual([model, "scopus+wos"]);
    const alone = await read(join(folder, "mine.csv"));
    expect([alone.reference, alone.model]).toEqual([null, null]);
    expect(alone.queries.map(({ name }) => name)).toEqual(["pears", "dates"]);
  });

  it("reads any table with query, title and label, and treats all its matches as matches by meaning", async () => {
    const folder = temporaryFolder({ "judged.csv": "query,title,label\npears,Growing pears,3\npears,Zebras,0\n" });
    const { engines, reference: none } = await read(join(folder, "judged.csv"));
    expect(none).toBeNull();
    expect(engines[0]?.lists.engine).toBe("judged");
    expect([...(engines[0]?.kinds ?? [])]).toEqual([MATCH_SEMANTIC, MATCH_SEMANTIC]);
    expect([...(engines[0]?.referenceRanks ?? [])]).toEqual([-1, -1]);
    expect([...(engines[0]?.similarities ?? [])]).toEqual([Number.NaN, Number.NaN]);
  });

  it("treats rows without a reference rank as not matched if the table has ranks but no kinds of match", async () => {
    const table = "query,title,label,reference_rank\npears,Growing pears,5,0\npears,Zebras,0,\n";
    const { engines } = await read(join(temporaryFolder({ "judged.csv": table }), "judged.csv"));
    expect([...(engines[0]?.kinds ?? [])]).toEqual([MATCH_SEMANTIC, MATCH_NONE]);
  });

  describe("cells that were escaped for spreadsheets", () => {
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

    it("lose the quote that escapes them, but no other quotes", async () => {
      const { engines, reference: found, queries: numbered } = await read(withOption(true));
      expect(engines[0]?.lists).toMatchObject({ engine: "=one", titles: ["=1+1", "'tis"], ids: ["-d", "d2"] });
      expect(found?.lists).toMatchObject({ engine: "@ref", titles: ["=1+1"] });
      expect(numbered.map(({ name }) => name)).toEqual(["+q"]);
    });

    it("keep the quote if the manifest does not mention escaping", async () => {
      const { engines } = await read(withOption(false));
      expect(engines[0]?.lists.titles).toEqual(["'=1+1", "'tis"]);
    });
  });

  it("returns the same lists with and without a manifest", async () => {
    const folder = temporaryFolder(files);
    const beside = await read(folder);
    rmSync(join(folder, "manifest.json"));
    const alone = await read(folder);
    const namesOf = ({ queries, engines, reference }: StoredLabels) =>
      [...engines, ...(reference ? [reference] : [])].map(({ lists, labels }) => ({
        queries: Array.from(lists.queryOfRow, (query) => queries[query]?.name),
        texts: [lists.engine, lists.titles, lists.ids, lists.origins],
        numbers: [lists.ranks, lists.lines, labels],
      }));
    expect(namesOf(beside)).toEqual(namesOf(alone));
    expect([beside.warnings, beside.files]).toEqual([alone.warnings, alone.files]);
  });

  describe("readStoredLabels in edge cases", () => {
    it.each([
      ["is not JSON", "{"],
      ["has another schema", '{"schema":"other/1","queries":[]}'],
      ["has no queries", '{"schema":"semqrel.manifest/1"}'],
      ["is null", "null"],
    ])("uses only the tables if the manifest %s", async (_, text) => {
      const all = await read(temporaryFolder({ ...files, "manifest.json": text }));
      expect(all.model).toBeNull();
      expect(all.queries.map(({ name }) => name)).toEqual(["pears", "dates", "plums"]);
      expect(all.reference?.lists.engine).toBe("scopus+wos");
    });

    it("uses only the tables without a manifest, and returns no reference without reference.csv", async () => {
      const folder = temporaryFolder(files);
      rmSync(join(folder, "manifest.json"));
      rmSync(join(folder, "reference.csv"));
      const all = await read(folder);
      expect([all.reference, all.model, all.files.length]).toEqual([null, null, 1]);
    });

    it("returns one engine name and no origins if all rows are from one reference", async () => {
      const folder = temporaryFolder({ ...files, "reference.csv": reference.replaceAll("wos", "scopus") });
      rmSync(join(folder, "manifest.json"));
      const { reference: found } = await read(folder);
      expect([found?.lists.engine, found?.lists.origins]).toEqual(["scopus", undefined]);
    });
  });

  describe("readStoredLabels with invalid files", () => {
    it("rejects a folder without labels.csv", async () => {
      await expect(read(temporaryFolder())).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    });

    it.each(["labels.csv", "reference.csv"])("rejects a %s without labels", async (file) => {
      const folder = temporaryFolder(files);
      writeFileSync(join(folder, file), "query,rank,title\npears,0,Growing pears\n");
      await expect(read(folder)).rejects.toMatchObject({
        code: "MISSING_COLUMN",
        details: { file: join(folder, file), column: "label" },
      });
    });

    it.each([
      ["negative", "-1"],
      ["not a number", "much"],
    ])("rejects a label that is %s, and names the file and the line", async (_, cell) => {
      const folder = temporaryFolder({ ...files, "labels.csv": labels.replace(",2.5,semantic", `,${cell},semantic`) });
      await expect(read(folder)).rejects.toMatchObject({ code: "INVALID_ROW" });
      await expect(read(folder)).rejects.toThrow("labels.csv:4");
    });
  });
});

describe("withoutEngines", () => {
  const stored: StoredLabels = {
    ...{ source: "labels", queries: [], queryKeys: [], model: null, reference: null },
    engines: ["dense_title", "dense.title", "Dense_text", "bm25 (k=1)", "new\nline"].map((engine) => ({
      lists: makeLists(engine, [], 0),
      ...{ labels: new Float64Array(0), kinds: new Uint8Array(0), referenceRanks: new Int32Array(0) },
      ...{ similarities: new Float64Array(0), margins: new Float64Array(0) },
    })),
  };
  const left = (...patterns: readonly string[]) =>
    withoutEngines(stored, patterns, "Judging").engines.map(({ lists }) => lists.engine);

  it("leaves out engines by their whole name, in which * matches any characters", () => {
    expect(left("dense_*")).toEqual(["dense.title", "Dense_text", "bm25 (k=1)", "new\nline"]);
    expect(left("*title", "bm25 (k=1)")).toEqual(["Dense_text", "new\nline"]);
    expect(left("dense.title")).toEqual(["dense_title", "Dense_text", "bm25 (k=1)", "new\nline"]);
    expect(left("new*", "*(k=*", "*nse_t*t")).toEqual(["dense_title", "dense.title"]);
    expect(left("dense.title*")).toEqual(["dense_title", "Dense_text", "bm25 (k=1)", "new\nline"]);
  });

  it("changes only the list of engines, and keeps all engines if no pattern matches", () => {
    expect(withoutEngines(stored, [], "Judging")).toEqual(stored);
    expect(withoutEngines(stored, ["nobody*"], "Judging")).toEqual(stored);
    expect(withoutEngines(stored, ["new*"], "Judging")).toEqual({ ...stored, engines: stored.engines.slice(0, 4) });
  });

  it("rejects an unknown name, and rejects leaving out all engines", () => {
    const refused = (...patterns: readonly string[]) => expect(() => left(...patterns));
    const all = "dense_title, dense.title, Dense_text, bm25 (k=1), new\nline";
    const unknown = `Judging labels: --without names dense, but no engine has that name (${all}).`;
    refused("new*", "dense").toThrow(expect.objectContaining({ code: "INVALID_OPTION", message: unknown }));
    const none = `Judging labels: --without leaves out every engine (${all}). Keep at least one.`;
    refused("*e*", "bm*").toThrow(expect.objectContaining({ code: "INVALID_OPTION", message: none }));
  });
});
