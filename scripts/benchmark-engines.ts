/**
 * A starting point for benchmarks: labels several engines by a reference, compares each with the first, keeps labels and a
 * report, and ends with exit code 1 where one is worse. Run: npx tsx scripts/benchmark-engines.ts benchmark
 */
import {
  compareLabelFolders,
  comparisonReport,
  defaultCacheFolder,
  folderRun,
  labelFiles,
  openTools,
  parseLabelFunction,
  reportFiles,
  summariseLabelRun,
  writeLabelFolder,
  writeReportInto,
} from "semqrel";

const [folder = "benchmark", reference = "data/samples/library.csv", ...others] = process.argv.slice(2);
const candidates = others.length > 0 ? others : ["data/samples/explorer.csv", "data/samples/quickfind.csv"];
const measure = "ndcg_reference@10";

// 1. Labels. What is null takes the usual way; `semqrel label --help` says what the options mean.
const opened = await openTools({ cacheFolder: defaultCacheFolder(process.env) });
try {
  const file = (path: string) => ({ path, engine: null });
  const read = { format: null, rankBase: null, columns: {} };
  const labelFunction = parseLabelFunction("inverse(top=5)");
  const { run, inputs, indexes, machineWarnings } = await labelFiles(
    {
      ...{ references: [file(reference)], candidates: candidates.map(file), read },
      ...{ queries: null, titles: null, referenceEngine: null },
    },
    {
      ...{ labelFunction, labelColumn: null, matchOn: ["title"], oneToOne: false, veto: [], fusionK: 60 },
      ...{ threshold: null, depth: null, referenceDepth: null },
    },
    opened.tools,
  );
  writeLabelFolder(
    folder,
    {
      ...{ run: folderRun({ run, indexes }), summary: summariseLabelRun(run), inputs, machineWarnings },
      ...{ options: { script: "benchmark-engines.ts", reference, candidates }, versions: {} },
    },
    { integerQrels: false, spreadsheetSafe: false },
  );
} finally {
  await opened.close();
}

// 2. Each engine against the first, query by query.
const choice = { measures: [measure], queries: null, segment: null, weight: null, acrossConditions: false };
const values = await compareLabelFolders([folder], { ...choice, differentQueries: "intersection" });
const compared = { ...values, pairs: values.usualPairs, weightColumn: null, seed: 1, permutations: 100_000, moved: 0 };
for (const pair of comparisonReport(compared).measures[0]?.pairs ?? []) {
  console.log(`${pair.run} against ${pair.baseline}\t${measure} ${pair.difference?.toFixed(4)}\t${pair.verdict}`);
  if (pair.verdict === "worse") process.exitCode = 1;
}
console.log(`Wrote ${writeReportInto(folder, await reportFiles(folder))}`);
