/**
 * A starting point for benchmarks: labels several engines by a reference, compares each with the first, keeps labels and a
 * report, and ends with exit code 1 where one is worse. Run: npx tsx scripts/benchmark-engines.ts benchmark
 */
import { compare, label, report } from "semqrel";

const [out = "benchmark", reference = "data/samples/library.csv", ...others] = process.argv.slice(2);
const candidates = others.length > 0 ? others : ["data/samples/explorer.csv", "data/samples/quickfind.csv"];
const measure = "ndcg_reference@10";

// 1. Labels. `semqrel label --help` says what the settings mean: they are called like the options.
await label(reference, candidates, { label: "inverse(top=5)", out });

// 2. Each engine against the first, query by query.
const compared = await compare(out, measure);
for (const pair of compared.report.measures[0]?.pairs ?? []) {
  console.log(`${pair.run} against ${pair.baseline}\t${measure} ${pair.difference?.toFixed(4)}\t${pair.verdict}`);
  if (pair.verdict === "worse") process.exitCode = 1;
}
console.log(`Wrote ${(await report(out)).file}`);
