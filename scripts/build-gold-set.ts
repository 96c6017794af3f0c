/**
 * A starting point for gold sets: pools the results of engines, imports ratings from a file or serves the page where
 * people rate, prints how well the raters agree, writes judgments, and measures the engines with these judgments.
 * Run: npx tsx scripts/build-gold-set.ts ENGINE... [--ratings FILE] [--out FOLDER]; --help shows all options
 * If semqrel is installed as a package, the script is node_modules/semqrel/scripts/build-gold-set.ts.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { agree, gold, pool, SemqrelError } from "semqrel";

const usage = `Usage: npx tsx scripts/build-gold-set.ts ENGINE... [options]

Each ENGINE is a file of result lists (query, rank, title).
  --ratings FILE  ratings (query, title or id, rater, rating); without it, people rate on a page until Ctrl-C
  --queries FILE  the queries (id TAB text)           --sample N    queries to draw (default: all)
  --id COLUMN     ids of documents (default: titles)  --scale RANGE grades (default: 1-5)
  --out FOLDER    where everything is written (default: gold)`;
const command = fileURLToPath(new URL("dist/cli/main.js", import.meta.resolve("semqrel/package.json")));
const [text, flag] = [{ type: "string" }, { type: "boolean", short: "h" }] as const;
const options = { help: flag, ratings: text, queries: text, sample: text, id: text, scale: text, out: text };

// A reader such as `head` may close the pipe before everything is printed. That is not an error.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? process.exitCode : 1));
await main().catch((error: unknown) => {
  // Wrong arguments and files are reported without a stack trace. Any other error is a bug.
  if (!(error instanceof SemqrelError) && !(error instanceof TypeError && "code" in error)) throw error;
  console.error(`build-gold-set.ts: ${error.message}`);
  process.exitCode = 2;
});

async function main(): Promise<void> {
  const { values, positionals: engines } = parseArgs({ allowPositionals: true, options });
  if (values.help) return console.log(usage);
  if (engines.length === 0)
    throw new SemqrelError("INVALID_OPTION", `Give the lists of at least one engine.\n${usage}`);
  const { ratings, queries, sample, id = [], scale = "1-5", out = "gold" } = values;
  const [file, database] = [join(out, "pool.jsonl"), join(out, "ratings.db")];
  // 1. A pool of random queries, because queries chosen by hand show nothing about other queries.
  const drawn = [queries ?? [], sample === undefined ? [] : Number(sample)].flat();
  await pool(engines, { queries: drawn, depth: 10, idColumn: [id].flat(), out: file, force: true });
  // 2. Ratings: runs `semqrel rate`. The database records which engine returned a result, but raters never see this.
  const known = queries === undefined ? [] : ["--queries", queries];
  const how = ratings === undefined ? [] : ["--import", ratings, ...known];
  process.on("SIGINT", () => {}); // Ctrl-C ends the page, not this script.
  const rate = [command, "rate", file, "--db", database, "--scale", scale, ...how];
  const output = ratings === undefined ? "inherit" : "ignore";
  const { status } = spawnSync(process.execPath, rate, { stdio: ["inherit", output, "inherit"] });
  if (status !== 0 && status !== 130) process.exit(2);
  // 3. Agreement, one label for each pair, and the engines. If alpha is below .67, improve the guidelines first.
  const { krippendorff } = (await agree(database, { samples: 1000 })).report;
  console.log(`Krippendorff's alpha, ordinal: ${krippendorff.ordinal?.toFixed(3) ?? "-"}`);
  const { report, measurement } = await gold(database, { out: join(out, "gold.qrels"), flagged: "majority" });
  console.log(`${report.queries} queries, ${report.pooled} pairs`);
  for (const { name, measures } of measurement.engines) console.log(`${name}\tnDCG@10 ${measures[0]?.mean.toFixed(4)}`);
}
