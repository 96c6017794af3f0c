/** Do drawing, rating and estimating refer to the same documents, whatever ids and spellings the lists have? */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calibratedStudy } from "../../src/estimate/calibrated-study.ts";
import { goldFiles } from "../../src/gold/gold-files.ts";
import { importRatings } from "../../src/gold/import-ratings.ts";
import { poolFiles, writePool } from "../../src/gold/pool-files.ts";
import { parseOrderingMeasure } from "../../src/measure/measures/parse-measures.ts";
import { hashEmbedder } from "../../src/model/embed/hash-embedder.ts";
import { temporaryFolder } from "../support/run-cli.ts";

/** How an engine names its results. */
type Naming = "doi" | "catalogue" | "number" | "none";

interface Result {
  readonly work: number;
  readonly spelling: number;
}

const queries = ["q0", "q1", "q2", "q3"];
const spellings = [
  (title: string) => title,
  (title: string) => ` ${title}`,
  (title: string) => `${title}.`,
  (title: string) => `${title}: a revised edition`,
  (title: string) => `On ${title}`,
];

function idOf(naming: Naming, query: string, { work }: Result, place: number): string {
  // Every fifth document has no id.
  if (naming === "none" || work % 5 === 4) return "";
  if (naming === "doi") return `https://doi.org/10.1000/${query}.${work}`;
  return naming === "catalogue" ? `${query}-${work}` : String(place + 1);
}

const lists = fc.array(
  fc.uniqueArray(fc.record({ work: fc.nat(9), spelling: fc.nat(spellings.length - 1) }), {
    selector: ({ work }) => work,
    minLength: 3,
    maxLength: 6,
  }),
  { minLength: queries.length, maxLength: queries.length },
);
const engine = fc.record({ naming: fc.constantFrom<Naming>("doi", "catalogue", "number", "none"), lists });

async function drawRateAndEstimate(
  engines: readonly { readonly naming: Naming; readonly lists: readonly (readonly Result[])[] }[],
  { seed, ratings, byTitle }: { readonly seed: number; readonly ratings: number | null; readonly byTitle: boolean },
) {
  const rows = engines.flatMap(({ naming, lists: ofEngine }, number) =>
    ofEngine.flatMap((results, query) =>
      results.map((result, place) => {
        const name = queries[query] ?? "";
        const title = spellings[result.spelling]?.(`work ${result.work} of ${name}`) ?? "";
        const cells = [name, place, idOf(naming, name, result, place), `"${title}"`];
        return { engine: `e${number}`, line: cells.join(","), label: 5 / (place + 1) };
      }),
    ),
  );
  const header = "query,rank,id,title";
  const files = engines.map((_, number): [string, string] => {
    const own = rows.filter((row) => row.engine === `e${number}`).map(({ line }) => line);
    return [`e${number}.csv`, `${[header, ...own].join("\n")}\n`];
  });
  const labelled = rows.map(({ engine: name, line, label }) => `${line},${name},${label}`);
  const labels = `${[`${header},engine,label`, ...labelled].join("\n")}\n`;
  const folder = temporaryFolder({ ...Object.fromEntries(files), "labels.csv": labels });
  const at = (name: string) => join(folder, name);
  const { pairs } = await poolFiles(
    {
      results: files.map(([name]) => ({ path: at(name), engine: null })),
      ...{ queries: null, titles: null, existing: null },
      read: { format: null, rankBase: 0, columns: {}, titleField: null },
    },
    {
      ...{ depth: 10, seed, near: null, queries: null, perQuery: null, by: "uniform" },
      spread: ratings === null ? null : { ratings },
    },
  );
  writePool(at("pool.jsonl"), pairs);
  const given = pairs.map(({ query, id, title }, place) =>
    byTitle ? `${query},${place},"  ${title.toUpperCase()}",${place % 5}` : `${query},${id},,${place % 5}`,
  );
  writeFileSync(at("ratings.csv"), `${["query,id,title,rating", ...given].join("\n")}\n`);
  const imported = await importRatings(at("pool.jsonl"), {
    ...{ db: at("r.db"), import: [at("ratings.csv")], scale: "0-4" },
  });
  await goldFiles(at("r.db"), {
    ...{ out: at("g.qrels"), seed: 1, by: "median", minRaters: 1, maxIterations: 1000, flagged: "any" },
    field: "text",
  });
  const progress = { start: () => {}, update: () => {}, finish: () => {} };
  const study = await calibratedStudy(
    { labels: at("labels.csv"), gold: at("g.qrels"), proxies: [], pools: [at("pool.jsonl")] },
    {
      measure: parseOrderingMeasure("DCG@10"),
      target: "these",
      method: "ridge",
      depth: 10,
      unjudged: "nonrelevant",
      seed: 1,
    },
    { embedder: hashEmbedder(), progress, signal: new AbortController().signal },
  );
  return { pairs, imported, study };
}

describe("a document with several ids and spellings", () => {
  it.each([
    ["pairs drawn by spread", 12],
    ["whole queries", null],
  ])("is drawn, rated and estimated as one document: %s", { timeout: 300_000 }, async (_, ratings) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(engine, { minLength: 2, maxLength: 3 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.boolean(),
        async (engines, seed, byTitle) => {
          const { pairs, imported, study } = await drawRateAndEstimate(engines, { seed, ratings, byTitle });
          expect(imported).toMatchObject({ ratings: pairs.length, outsidePool: 0, ofDuplicates: 0 });
          expect(study.ratings).toBe(pairs.length);
          expect(study.movedPairs).toEqual({ moved: 0, gone: 0 });
          expect(study.newQueries).toBe(0);
          // All results of the pool are rated, and no rating was lost.
          if (ratings === null) expect(study.unratedResults).toBe(0);
        },
      ),
      { seed: 20_240_601, numRuns: 40 },
    );
  });
});
