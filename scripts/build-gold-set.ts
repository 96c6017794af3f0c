/**
 * A starting point for gold sets: pools what engines return, takes ratings from a file (or, without one, serves the page
 * where people give them), says how far raters agree, writes the judgments and measures the engines on them.
 * Run: npx tsx scripts/build-gold-set.ts gold data/samples/ratings.csv
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  goldFiles,
  importRatings,
  parseRatingScale,
  poolFiles,
  RatingStore,
  raterAgreement,
  readRatingSet,
  serveRatings,
  writePool,
} from "semqrel";

const [folder = "gold", ratings] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const database = join(folder, "ratings.db");

// 1. Twelve whole queries drawn at random, ten results deep: what is drawn by hand says nothing about other queries.
const results = ["library", "explorer", "quickfind"].map((engine) => ({ path: `data/samples/${engine}.csv`, engine }));
const { pairs } = await poolFiles(
  {
    ...{ results, queries: "data/samples/queries.tsv", titles: null, existing: null },
    // No ids: quickfind has none, so everywhere a document is known by its title.
    read: { format: null, rankBase: null, columns: { id: [] } },
  },
  { depth: 10, seed: 1, near: null, queries: 12, perQuery: null, by: "uniform" },
);
writePool(join(folder, "pool.jsonl"), pairs);

// 2. The database remembers which engine returned what; raters never see it.
const store = RatingStore.open(database, { create: true });
store.addPool(pairs, { scale: parseRatingScale("1-5"), seed: 1, guidelines: "", fingerprint: "build-gold-set" });
if (ratings === undefined) {
  const { address } = await serveRatings(store);
  console.log(`${pairs.length} pairs to rate: ${address}`);
} else {
  store.close();
  await importRatings({ files: [ratings], database, pool: null, scale: "1-5", labels: null, queries: null });

  // 3. Below an ordinal alpha of .67 mend the guidelines first.
  const { krippendorff } = raterAgreement(readRatingSet(database), { seed: 1, samples: 1000 });
  console.log(`Krippendorff's alpha, ordinal: ${krippendorff.ordinal?.toFixed(3)}`);

  // 4. One label for each pair, and the engines on them.
  const output = join(folder, "gold.qrels");
  const rule = { by: "median", keepStars: false, minRaters: 1, flagged: "majority", maxIterations: 100 } as const;
  const { gold, measurement } = await goldFiles(database, {
    ...{ ...rule, output, to: null, depth: 10, runs: [], seed: 1 },
    write: { index: null, field: "title", spreadsheetSafe: false },
  });
  console.log(`${gold.queries.length} queries, ${gold.pairs.length} pairs`);
  for (const { name, measures } of measurement.engines) console.log(`${name}\tnDCG@10 ${measures[0]?.mean.toFixed(4)}`);
}
