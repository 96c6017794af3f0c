/**
 * How close is the estimated order of engines to the true order if people rate pairs that `pool --by spread` draws?
 * Uses judged collections: draws pairs, takes their ratings from the judgments, and compares the result of `estimate`
 * with all judgments. Also counts decided pairs of engines and wrong decisions. Prints Markdown for docs/estimates.md.
 * The data folder contains cranfield and discernatron (with its split).
 * Run: npm run build && npx tsx scripts/pair-figures.ts DATA-FOLDER [--draws N, for each reference] [--collection NAME]
 *   [--efforts 5,10,20,40] [--second RATINGS] [--whole QUERIES]
 * --second also rates a second draw of that many pairs, and --whole that many whole queries, to test combined draws.
 * A draw takes 2 to 6 seconds on an idle machine.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { parseMeasures } from "semqrel/measures";
import { defaultCacheFolder } from "../src/core/files/cache-folder.ts";
import { calibrateFiles, estimateFiles } from "../src/estimate/estimate-files.ts";
import { poolFiles, writePool } from "../src/gold/pool-files.ts";
import { randomRows } from "../src/maths/regression/prediction-errors.ts";
import { openTools } from "../src/model/open-tools.ts";
import { countDecisions } from "./count-decisions.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    draws: { type: "string", default: "6" },
    collection: { type: "string" },
    efforts: { type: "string", default: "5,10,20,40" },
    second: { type: "string" },
    whole: { type: "string" },
  },
});
const [data = ""] = positionals;
const collections = [
  {
    name: "cranfield",
    folders: { queries: "cranfield", engines: "cranfield/engines", references: "cranfield/engines" },
    gold: "cranfield/qrels.txt",
    references: ["bm25_titletext_k.9_b.4", "real_lucene_english_bm25", "lsi300_titletext"],
  },
  ...[
    { name: "discernatron", engines: "discernatron/engines", references: "discernatron/engines", gold: "qrels.txt" },
    {
      name: "split",
      engines: "discernatron/split/candidates_B",
      references: "discernatron/split/reference_A",
      gold: "split/qrels_B.txt",
    },
  ].map(({ name, gold, ...folders }) => ({
    name,
    folders: { queries: "discernatron", ...folders },
    gold: `discernatron/${gold}`,
    references: ["pool_bm25_title", "all_bm25_plus_popularity", "pool_char4gram_title"],
  })),
].filter(({ name }) => name === (flags.collection ?? name));
/** A draw has as many ratings as this many whole queries. */
const efforts = flags.efforts.split(",").map(Number);
const isArtificial = (engine: string) => /^(deg|synth)_|_random$/.test(engine);
const measureOf = (name: string) => {
  const [measure] = parseMeasures([name]);
  if (measure === undefined) throw new Error(`There is no measure ${name}.`);
  return measure;
};
const [ndcg, dcg] = [measureOf("nDCG@10"), measureOf("DCG@10")];
const common = { target: "these", method: "ridge", depth: 10, unjudged: "nonrelevant", seed: 1 } as const;
const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "pair-figures-"));
const opened = await openTools({ cacheFolder: defaultCacheFolder(process.env) });

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function tauB(one: readonly number[], other: readonly number[]): number {
  const signs = (scores: readonly number[]) =>
    scores.flatMap((score, at) =>
      scores.slice(0, at).map((before) => (Math.abs(score - before) < 1e-12 ? 0 : Math.sign(score - before))),
    );
  const [x, y] = [signs(one), signs(other)];
  const untied = (pairs: readonly number[]) => pairs.filter((sign) => sign !== 0).length;
  return x.reduce((sum, sign, pair) => sum + sign * (y[pair] ?? 0), 0) / Math.sqrt(untied(x) * untied(y));
}

type Figures = Readonly<Record<string, number>>;

async function drawsOf({ folders, gold, references }: (typeof collections)[number], reference: string) {
  const [goldFile, queries] = [join(data, gold), join(data, folders.queries, "queries.tsv")];
  const engines = readdirSync(join(data, folders.engines))
    .map((name) => basename(name, ".csv"))
    .filter((name) => !isArtificial(name) && (folders.engines !== folders.references || name !== reference))
    .sort();
  const fileOf = (engine: string) => join(data, folders.engines, `${engine}.csv`);
  const labels = join(work, "labels");
  const given = ["--reference", `reference=${join(data, folders.references, `${reference}.csv`)}`, "--candidates"];
  const args = ["label", ...given, ...engines.map(fileOf), "--queries", queries, "--out", labels, "--force", "-q"];
  await promisify(execFile)(process.execPath, [main, ...args], { maxBuffer: 2 ** 30 });
  const valuesBy = async (measure: typeof ndcg) => {
    const study = await calibrateFiles(
      { labels, gold: goldFile, proxies: [], pools: [] },
      { ...common, measure },
      opened.tools,
    );
    return study.values.map(({ human }) => Array.from(human, (value) => value || 0));
  };
  const [ofNdcg, ofDcg] = [await valuesBy(ndcg), await valuesBy(dcg)];
  const [truth, truthOfSums] = [ofNdcg.map(mean), ofDcg.map(mean)];
  const lines = readFileSync(goldFile, "utf8").trim().split("\n");
  const grades = new Map(lines.map((line) => line.split(/\s+/)).map(([q, , d, grade]) => [`${q} ${d}`, Number(grade)]));
  const files = {
    results: engines.map((engine) => ({ path: fileOf(engine), engine: null })),
    queries,
    titles: null,
    existing: null,
    read: { format: null, rankBase: null, columns: {}, titleField: null },
  };
  const sampling = { depth: 10, near: null, queries: null, perQuery: null, by: "uniform" } as const;
  const whole = await poolFiles(files, { ...sampling, seed: 1 });
  const perQuery = whole.pairs.length / new Set(whole.pairs.map(({ query }) => query)).size;
  const found: { effort: number; figures: Figures }[] = [];
  for (const effort of efforts) {
    const ratings = Math.round(effort * perQuery);
    for (let draw = 1; draw <= Number(flags.draws); draw++) {
      const seed = 10_000 * references.indexOf(reference) + draw;
      const further = 5000 + seed;
      const pools = [
        await poolFiles(files, { ...sampling, seed, spread: { ratings } }),
        ...(flags.second
          ? [await poolFiles(files, { ...sampling, seed: further, spread: { ratings: Number(flags.second) } })]
          : []),
        ...(flags.whole ? [await poolFiles(files, { ...sampling, seed: further, queries: Number(flags.whole) })] : []),
      ].map(({ pairs }) => pairs);
      const rated = join(work, "rated.qrels");
      const paths = pools.map((_, place) => join(work, `pool-${place}.jsonl`));
      for (const [place, pairs] of pools.entries()) writePool(paths[place] ?? "", pairs);
      const gradeOf = ({ queryId, id, merged }: (typeof whole.pairs)[number]) =>
        Math.max(0, ...[id, ...merged.map((one) => one.id)].map((one) => grades.get(`${queryId} ${one}`) ?? 0));
      const ratedLines = pools.flat().map((pair) => `${pair.queryId} 0 ${pair.id} ${gradeOf(pair)}\n`);
      writeFileSync(rated, [...new Set(ratedLines)].join(""));
      const inputs = { labels, gold: rated, proxies: [], pools: paths };
      const { report } = await estimateFiles(inputs, { ...common, measure: ndcg }, opened.tools);
      const truthOf = (engine: string) => truthOfSums[engines.indexOf(engine)] ?? Number.NaN;
      const holds = (interval: readonly [number, number] | null, a: string, b: string) =>
        Number(interval !== null && interval[0] <= truthOf(a) - truthOf(b) && interval[1] >= truthOf(a) - truthOf(b));
      // The usual way to spend the same effort: random whole queries, without labels.
      const drawn = randomRows(ofNdcg[0]?.length ?? 0, effort / (ofNdcg[0]?.length ?? 1), seed);
      found.push({
        effort,
        figures: {
          ratings: report.ratings,
          minutes: (report.ratings * 12 + report.ratedQueries * 10) / 60,
          order: tauB(
            engines.map((engine) => -report.order.indexOf(engine)),
            truth,
          ),
          wholeQueries: tauB(
            ofNdcg.map((values) => mean(Array.from(drawn, (query) => values[query] ?? 0))),
            truth,
          ),
          held: mean(report.pairs.map(({ a, b, interval }) => holds(interval, a, b))),
          width: mean(report.pairs.map(({ interval }) => (interval === null ? Number.NaN : interval[1] - interval[0]))),
          heldTogether: Math.min(...report.pairs.map(({ a, b, simultaneous }) => holds(simultaneous, a, b))),
          ...countDecisions(
            report.pairs.map((pair) => {
              const inNdcg = (engine: string) => truth[engines.indexOf(engine)] ?? Number.NaN;
              const claimed = truthOf(pair.a) - truthOf(pair.b);
              return { ...pair, claimed, asked: inNdcg(pair.a) - inNdcg(pair.b) };
            }),
            // The same seed draws in the same order, so each effort is another look at a growing draw.
            efforts.indexOf(effort) + 1,
          ),
        },
      });
    }
  }
  return found;
}

const columns: readonly (readonly [title: string, figure: string, digits: number])[] = [
  ["ratings", "ratings", 0],
  ["minutes", "minutes", 0],
  ["τ-b, whole queries, people alone", "wholeQueries", 3],
  ["τ-b, pairs by spread", "order", 3],
  ["95 % intervals of differences (DCG@10) that are right", "held", 3],
  ["their width", "width", 2],
  ["all of them at once", "heldTogether", 3],
];
const decided = ["together", "holm", "fdr", "paid"];
const sums = decided.flatMap((name) => [name, `${name}Wrong`, `${name}Open`]);
try {
  const lines: string[] = [];
  console.log(`| collection | as many ratings as | ${columns.map(([title]) => title).join(" | ")} |`);
  console.log(`|---|---|${columns.map(() => "---").join("|")}|`);
  for (const collection of collections) {
    const found = [];
    for (const reference of collection.references) found.push(...(await drawsOf(collection, reference)));
    for (const effort of efforts) {
      const own = found.filter((one) => one.effort === effort);
      const of = (figure: string) => own.map(({ figures }) => figures[figure] ?? Number.NaN);
      const cells = columns.map(([, figure, digits]) => mean(of(figure)).toFixed(digits));
      console.log(`| ${collection.name} | ${effort} queries | ${cells.join(" | ")} |`);
      const counts = ["pairs", ...sums].map((figure) => of(figure).reduce((sum, one) => sum + one, 0));
      const wrongBy = Math.max(...of("fdrWrongBy")).toFixed(3);
      lines.push(`| ${collection.name} | ${effort} queries | ${counts.join(" | ")} | ${wrongBy} |`);
    }
  }
  const titles = [
    "all pairs together (Bonferroni)",
    "Holm",
    "false discovery rate",
    "the same, each effort is another look",
  ];
  const heads = [
    ...titles.flatMap((title) => [`${title}: decided`, "wrong", "open, .10 or more apart"]),
    "wrong by false discovery rate: most apart in nDCG@10",
  ];
  console.log(`\n| collection | as many ratings as | pairs | ${heads.join(" | ")} |`);
  console.log(`|---|---|---|${heads.map(() => "---").join("|")}|`);
  console.log(lines.join("\n"));
} finally {
  await opened.close();
  rmSync(work, { recursive: true });
}
