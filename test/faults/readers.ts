/** Reads each kind of file that users give or semqrel wrote before. One call per reader, with usual options. */
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { run } from "../../src/cli/run.ts";
import { SemqrelError } from "../../src/core/errors.ts";
import { makeNames, makeNumberedNames } from "../../src/core/titles/name-table.ts";
import { parseCalibration } from "../../src/estimate/calibration/calibration-model.ts";
import { importRatings } from "../../src/gold/import-ratings.ts";
import { readPool } from "../../src/gold/pools/pool-format.ts";
import { RatingStore, readRatingSet } from "../../src/gold/rating/rating-store.ts";
import { readJudgments } from "../../src/io/judgments/read-judgments.ts";
import { readLabelFolder } from "../../src/io/labels/label-tables.ts";
import { readQueries, readQueryColumns, readTitles } from "../../src/io/query-sets/read-pairs.ts";
import { readResults } from "../../src/io/results/read-results.ts";
import { readRuns } from "../../src/io/runs/read-run.ts";
import { readStoredLabels } from "../../src/label/stored-labels.ts";
import { convertFile, readGains } from "../../src/measure/convert/convert-file.ts";
import { readCatalogueSize } from "../../src/measure/measure-runs.ts";
import { readEdges, readFeatures, readNodeIds } from "../../src/rerank/read-features.ts";

export const readers = {
  results: (path: string) => readResults({ path, engine: null }, { ...resultOptions, further: ["year"] }),
  "results with titles": (path: string) => readResults({ path, engine: null }, { ...resultOptions, titles }),
  runs: (path: string) => readRuns({ path, engine: null }, makeNames(), null),
  judgments: (path: string) => readJudgments(path, makeNames(), { format: null, keepsIterations: true }),
  "table judgments": (path: string) =>
    readJudgments(path, makeNames(), { format: null, keepsIterations: false, columns: { label: ["rank", "grade"] } }),
  "import ratings": importInto,
  convert: (path: string) =>
    convertFile({
      ...{ input: path, output: `${path}.converted`, from: null, to: "csv", columns: {}, queries: null, gains: null },
      ...{ whole: null, engine: null, write: { index: null, field: "title", spreadsheetSafe: true } },
    }),
  queries: (path: string) => readQueries(path, ["kind"]),
  "query columns": (path: string) => readQueryColumns(path, ["kind"]),
  titles: (path: string) => readTitles(path),
  catalogue: (path: string) => readCatalogueSize(path),
  edges: (path: string) => readEdges(path, makeNumberedNames(), { type: null, weight: null }),
  "node ids": (path: string) => readNodeIds(path, null),
  features: (path: string) => readFeatures(path),
  pool: (path: string) => readPool(path),
  gains: (path: string) => readGains(path),
  "label folder": (path: string) => readStoredLabels(dirname(path)),
  "compare folder": (path: string) => readLabelFolder(dirname(path)),
  calibration: async (path: string) => parseCalibration(readFileSync(path, "utf8"), path),
  "ratings database": async (path: string) => {
    readRatingSet(path);
    RatingStore.open(path, { create: true }).close();
  },
  configuration: readConfiguration,
} satisfies Record<string, (path: string) => Promise<unknown>>;

export type ReaderName = keyof typeof readers;

const resultOptions = { format: null, columns: {}, rankBase: null, further: [], titles: null } as const;
const titles = new Map(["d1", "d2", "d3"].map((id) => [id, `Title of ${id}`]));

async function importInto(path: string): Promise<unknown> {
  const database = `${path}.ratings.db`;
  const store = RatingStore.open(database, { create: true });
  store.close();
  return importRatings(undefined, { db: database, import: [path], scale: "0-4" });
}

/** Reads the `semqrel.config.json` of the working folder as any command does, and returns its exit code and output. */
async function readConfiguration(path: string): Promise<unknown> {
  process.chdir(dirname(path));
  let said = "";
  const exitCode = await run(
    ["label", "--reference", "a.csv", "--candidates", "b.csv", "-o", "out", "--print-config"],
    {
      stdout: { write: () => {} },
      stderr: { write: (text) => (said += text) },
      environment: {},
      signal: new AbortController().signal,
    },
  );
  if (exitCode === 0) return said;
  if (exitCode !== 2) throw new Error(`exit code ${exitCode}: ${said}`);
  if (/bug|\n +at /.test(said)) throw new Error(said);
  throw new SemqrelError("INVALID_OPTION", said, { details: { file: path } });
}
