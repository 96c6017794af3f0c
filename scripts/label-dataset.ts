/**
 * A starting point for your own labeling script: labels the results of one engine, with another engine as the
 * reference. For each query, prints the measure and the first three results with their labels and matched titles.
 * Run: npx tsx scripts/label-dataset.ts REFERENCE CANDIDATE
 * If semqrel is installed as a package, the script is node_modules/semqrel/scripts/label-dataset.ts.
 */
import { parseArgs } from "node:util";
import { label, renderWarning, SemqrelError } from "semqrel";

const usage = `Usage: npx tsx scripts/label-dataset.ts REFERENCE CANDIDATE

Both are files of result lists (query, rank, title) in any format that semqrel label reads.
Example: npx tsx scripts/label-dataset.ts data/samples/library.csv data/samples/explorer.csv`;

// A reader such as `head` may close the pipe before everything is printed. That is not an error.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? process.exitCode : 1));
await main().catch((error: unknown) => {
  // Wrong arguments and files are reported without a stack trace. Any other error is a bug.
  if (!(error instanceof SemqrelError) && !(error instanceof TypeError && "code" in error)) throw error;
  console.error(`label-dataset.ts: ${error.message}`);
  process.exitCode = 2;
});

async function main(): Promise<void> {
  const options = { help: { type: "boolean", short: "h" } } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  if (values.help) return console.log(usage);
  const [reference, candidate, another] = positionals;
  if (reference === undefined || candidate === undefined || another !== undefined) {
    throw new SemqrelError("INVALID_OPTION", `Give two files, not ${positionals.length}.\n${usage}`);
  }

  // 1. Labels. The settings have the names of the options that `semqrel label --help` shows.
  const { run, warnings } = await label(reference, candidate, { label: "inverse(top=5)" });
  for (const warning of warnings) console.error(renderWarning(warning));

  // 2. The results of each query. `run` has the data of all results as columns; a row is one result.
  for (const { lists, matches, labels, measures } of run.engines) {
    for (const [query, { name }] of run.queries.entries()) {
      const reached = measures.values["ndcg_reference@10"][query] ?? Number.NaN;
      console.log(`${lists.engine}\t${name}\tndcg_reference@10 ${Number.isNaN(reached) ? "-" : reached.toFixed(3)}`);
      const rows = lists.rowsInOrder.subarray(lists.offsets[query], lists.offsets[query + 1]);
      for (const row of rows.subarray(0, 3)) {
        const matched = run.reference.titles[matches.referenceRows[row] ?? -1] ?? "(nothing)";
        console.log(`\t${labels[row]?.toFixed(2)}\t${lists.titles[row]}\t~ ${matched}`);
      }
    }
  }
}
