/**
 * A starting point for benchmarks: labels the results of engines, compares each engine with the first one, and writes
 * the labels and a report. The exit code is 1 if an engine is worse than the first one.
 * Run: npx tsx scripts/benchmark-engines.ts REFERENCE BASELINE ENGINE... [--out FOLDER]
 * If semqrel is installed as a package, the script is node_modules/semqrel/scripts/benchmark-engines.ts.
 */
import { parseArgs } from "node:util";
import { compare, label, renderWarning, report, SemqrelError } from "semqrel";

const usage = `Usage: npx tsx scripts/benchmark-engines.ts REFERENCE BASELINE ENGINE... [--out FOLDER]

All are files of result lists (query, rank, title) in any format that semqrel label reads.
  --out FOLDER  where labels and report are written (default: benchmark)
Example: npx tsx scripts/benchmark-engines.ts reference.csv live.csv new.csv --out benchmark`;
const measure = "ndcg_reference@10";

// A reader such as `head` may close the pipe before everything is printed. That is not an error.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? process.exitCode : 1));
await main().catch((error: unknown) => {
  // Wrong arguments and files are reported without a stack trace. Any other error is a bug.
  if (!(error instanceof SemqrelError) && !(error instanceof TypeError && "code" in error)) throw error;
  console.error(`benchmark-engines.ts: ${error.message}`);
  process.exitCode = 2;
});

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h" }, out: { type: "string", default: "benchmark" } },
  });
  if (values.help) return console.log(usage);
  const [reference, ...engines] = positionals;
  if (reference === undefined || engines.length < 2) {
    const message = `Give a reference and at least two engines, not ${positionals.length} files.\n${usage}`;
    throw new SemqrelError("INVALID_OPTION", message);
  }

  // 1. Labels. The settings have the names of the options that `semqrel label --help` shows.
  const { warnings } = await label(reference, engines, { label: "inverse(top=5)", out: values.out });
  for (const warning of warnings) console.error(renderWarning(warning));

  // 2. Each engine against the first, query by query.
  const compared = await compare(values.out, measure);
  for (const pair of compared.report.measures[0]?.pairs ?? []) {
    console.log(`${pair.run} against ${pair.baseline}\t${measure} ${pair.difference?.toFixed(4)}\t${pair.verdict}`);
    if (pair.verdict === "worse") process.exitCode = 1;
  }
  console.log(`Wrote ${(await report(values.out)).file}`);
}
