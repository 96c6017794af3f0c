/**
 * A starting point for gold sets: pools what engines return, takes ratings from a file (or, without one, serves the page
 * where people give them), says how far raters agree, writes the judgments and measures the engines on them.
 * Run: npx tsx scripts/build-gold-set.ts gold data/samples/ratings.csv
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { agree, gold, pool } from "semqrel";
import { importRatings, parseRatingScale, RatingStore, serveRatings } from "semqrel/stages";

const [folder = "gold", ratings] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const database = join(folder, "ratings.db");

// 1. Twelve whole queries drawn at random, ten results deep: what is drawn by hand says nothing about other queries.
const engines = ["library", "explorer", "quickfind"].map((engine) => `data/samples/${engine}.csv`);
const { pairs } = await pool(engines, {
  ...{ depth: 10, queries: ["data/samples/queries.tsv", 12] },
  // No ids: quickfind has none, so everywhere a document is known by its title.
  idColumn: [],
  ...{ out: join(folder, "pool.jsonl"), force: true },
});

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
  const { krippendorff } = (await agree(database, { samples: 1000 })).report;
  console.log(`Krippendorff's alpha, ordinal: ${krippendorff.ordinal?.toFixed(3)}`);

  // 4. One label for each pair, and the engines on them.
  const { report, measurement } = await gold(database, { out: join(folder, "gold.qrels"), flagged: "majority" });
  console.log(`${report.queries} queries, ${report.pooled} pairs`);
  for (const { name, measures } of measurement.engines) console.log(`${name}\tnDCG@10 ${measures[0]?.mean.toFixed(4)}`);
}
