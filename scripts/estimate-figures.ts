/**
 * How good are labels and intervals from a few ratings? Uses judged collections: draws queries that count as rated,
 * estimates from them, and compares the result with all judgments, many times. Prints Markdown for docs/estimates.md.
 * The data folder contains cranfield and discernatron: queries.tsv, engines/*.csv, qrels.txt.
 * Run: npm run build && npx tsx scripts/estimate-figures.ts DATA-FOLDER [--only order,intervals,simultaneous,decided,chance]
 *      [--collection NAME] [--set real|dense] [--draws N, for each reference] [--json]
 * Takes 17 minutes on two busy cores.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { parseMeasures } from "semqrel/measures";
import { describe } from "semqrel/statistics";
import { defaultCacheFolder } from "../src/core/files/cache-folder.ts";
import { expectedVariances } from "../src/estimate/draw-next.ts";
import { calibrateFiles, estimateFiles } from "../src/estimate/estimate-files.ts";
import { rowsOfQuery } from "../src/lists/group-results.ts";
import { kendallTauB, pearson } from "../src/maths/correlation/rank-correlation.ts";
import { foldsByGroup, randomRows } from "../src/maths/regression/prediction-errors.ts";
import { learnPreparation, prepareFeatures } from "../src/maths/regression/prepare-features.ts";
import { chooseRidgeStrength, fitRidge } from "../src/maths/regression/ridge.ts";
import { combinedOrder } from "../src/maths/sampling/combined-order.ts";
import { type IntervalEstimate, intervalEstimate, type QueryValues } from "../src/maths/sampling/interval-estimate.ts";
import { engineDifferences } from "../src/maths/sampling/pair-sample-estimate.ts";
import { simultaneousIntervals } from "../src/maths/sampling/simultaneous-intervals.ts";
import { openTools } from "../src/model/open-tools.ts";
import { countDecisions } from "./count-decisions.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: "order,intervals,simultaneous,decided,chance" },
    collection: { type: "string" },
    set: { type: "string" },
    draws: { type: "string", default: "34" },
    json: { type: "boolean", default: false },
  },
});
const [data = ""] = positionals;
const draws = Number(flags.draws);
const parts = new Set(flags.only.split(","));

const ofCranfield = ["bm25_titletext_k.9_b.4", "real_lucene_english_bm25", "lsi300_titletext"];
const ofDiscernatron = ["pool_bm25_title", "all_bm25_plus_popularity", "pool_char4gram_title"];
const whole = { gold: "qrels.txt", engines: "engines", lists: "engines" };
const disjoint = { gold: "split/qrels_B.txt", engines: "split/candidates_B", lists: "split/reference_A" };
const collections = [
  { name: "cranfield", folder: "cranfield", ...whole, references: ofCranfield },
  { name: "discernatron", folder: "discernatron", ...whole, references: ofDiscernatron },
  { name: "split", folder: "discernatron", ...disjoint, references: ofDiscernatron },
].filter(({ name }) => name === (flags.collection ?? name));
type Collection = (typeof collections)[number];
const isArtificial = (engine: string) => /^(deg|synth)_|_random$/.test(engine);
const isDense = (engine: string) => /^(dense|hybrid|rerank)_|_dense_minilm$/.test(engine);
const engineSets = [
  { set: "real", title: "real, no dense", isIn: (engine: string) => !isArtificial(engine) && !isDense(engine) },
  { set: "dense", title: "real and dense", isIn: (engine: string) => !isArtificial(engine) },
].filter(({ set }) => set === (flags.set ?? set));
const ratedQueries = [10, 20, 40];
/** Samples from which simultaneous intervals are computed. `estimate` draws more. */
const samples = 2000;
const target = "these";
const depth = 10;
const [measure] = parseMeasures([`nDCG@${depth}`]);
if (measure === undefined) throw new Error("There is no measure.");
const options = { measure, target, method: "ridge", depth, unjudged: "nonrelevant" } as const;
const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "estimate-figures-"));
const opened = await openTools({ cacheFolder: defaultCacheFolder(process.env) });

type Study = Awaited<ReturnType<typeof calibrateFiles>>;
/** The figures of one draw. */
type Figures = Readonly<Record<string, number>>;
interface Draw extends Record<"collection" | "set" | "reference" | "part", string> {
  readonly rated: number;
  readonly figures: Figures;
}

const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
const meanOf = <Item>(items: readonly Item[], read: (item: Item) => number) => mean(items.map(read));

async function label({ folder, engines, lists }: Collection, reference: string, isIn: (engine: string) => boolean) {
  const out = join(work, "labels");
  const file = (engine: string) => join(data, folder, engines, `${engine}.csv`);
  const names = readdirSync(join(data, folder, engines)).map((name) => basename(name, ".csv"));
  const candidates = names.filter((engine) => isIn(engine) && (engine !== reference || engines !== lists)).sort();
  const given = ["label", "--reference", `reference=${join(data, folder, lists, `${reference}.csv`)}`, "--candidates"];
  given.push(...candidates.map(file), "--queries", join(data, folder, "queries.tsv"), "--out", out, "--force", "-q");
  await promisify(execFile)(process.execPath, [main, ...given], { maxBuffer: 2 ** 30 });
  return out;
}

/**
 * Returns the labels that `calibrate` and `estimate` compute (`requireSame` checks this), but computes features only
 * once. A rated query is labelled by the model that has not learned from its fold, other queries by the mean of all
 * models. Ridge is linear, so this mean is one weight for each feature. A missing value has a separate weight.
 */
function labelsFrom({ training, pool }: Study, isRated: Uint8Array, seed: number): Float64Array {
  const { features, targets, queryOfRow } = training;
  const queriesOf = (rows: Int32Array) => rows.map((row) => queryOfRow[row] ?? 0);
  const foldsOf = (rows: Int32Array, most: number) =>
    foldsByGroup(queriesOf(rows), Math.min(most, new Set(queriesOf(rows)).size), seed);
  const rows = training.rows.filter((row) => isRated[queryOfRow[row] ?? 0] === 1);
  const folds = foldsOf(rows, 10);
  const foldOfQuery = new Map(Array.from(rows, (row, place) => [queryOfRow[row] ?? 0, folds[place] ?? 0]));
  const models = Array.from({ length: new Set(folds).size }, (_, fold) => {
    const taught = rows.filter((_, place) => folds[place] !== fold);
    const preparation = learnPreparation(features, taught);
    const { strength } = chooseRidgeStrength(features, targets, taught, { foldOfRow: foldsOf(taught, 5) });
    const grades = Float64Array.from(taught, (row) => targets[row] ?? 0);
    return weightsOf(preparation, fitRidge(prepareFeatures(features, taught, preparation), grades, strength));
  });
  const all = models[0]?.map((_, term) => meanOf(models, (weights) => weights[term] ?? 0)) ?? [];
  const columns = features.columns;
  return Float64Array.from(pool.titles, (_, row) => {
    const weights = models[foldOfQuery.get(queryOfRow[row] ?? 0) ?? -1] ?? all;
    let sum = weights[0] ?? 0;
    for (let feature = 0; feature < columns.length; feature++) {
      const value = columns[feature]?.[row] ?? 0;
      const term = 1 + 3 * feature;
      sum += Number.isNaN(value) ? (weights[term] ?? 0) : (weights[term + 1] ?? 0) + (weights[term + 2] ?? 0) * value;
    }
    return Math.max(0, sum);
  });
}

type Preparation = ReturnType<typeof learnPreparation>;

/** Returns the intercept, then for each feature: the term of a missing value, and a and b of the term a + bx. */
function weightsOf(preparation: Preparation, { intercept, coefficients }: ReturnType<typeof fitRidge>): number[] {
  const { medians, indicators, means, deviations } = preparation;
  let next = 0;
  const takeColumn = () => ({ slope: (coefficients[next] ?? 0) / (deviations[next] ?? 1), center: means[next++] ?? 0 });
  const ofFeatures = medians.flatMap((median, feature) => {
    if (median === null) return [0, 0, 0];
    const own = takeColumn();
    const gap = indicators[feature] ? takeColumn() : { slope: 0, center: 0 };
    const ofGap = own.slope * (median - own.center) + gap.slope * (1 - gap.center);
    return [ofGap, -own.slope * own.center - gap.slope * gap.center, own.slope];
  });
  return [intercept, ...ofFeatures];
}

function valuesOf({ pool, queries }: Study, labels: Float64Array): Float64Array[] {
  const ofQuery = (query: number) => labels.slice(pool.offsets[query], pool.offsets[query + 1]);
  const best = Array.from(queries, (query) => ofQuery(query).sort().reverse());
  return pool.engines.map(({ lists, poolRows }) =>
    Float64Array.from(queries, (query, place) => {
      const documents = rowsOfQuery(lists, query).subarray(0, depth);
      const own = Float64Array.from(documents, (row) => labels[poolRows[row] ?? -1] ?? 0);
      const scores = own.map((_, rank) => -rank);
      return options.measure.compute({ labels: own, judgedLabels: best[place] ?? own, scores, documents }) || 0;
    }),
  );
}

/** Each engine's values from all judgments, and one draw of rated queries. */
interface Drawn {
  readonly engines: readonly string[];
  readonly people: readonly Float64Array[];
  readonly values: readonly QueryValues[];
  readonly estimates: readonly IntervalEstimate[];
  /** Input of `simultaneousIntervals`. */
  readonly expected: readonly number[];
  readonly seed: number;
}

function orderFigures({ engines, people, values, estimates }: Drawn): Figures {
  const truth = people.map(mean);
  const calibrated = estimates.map(({ proxyOnly }) => proxyOnly ?? 0);
  const noise = engineDifferences(values).map((pair) => ({ ...pair, ...intervalEstimate(pair.values, { target }) }));
  const engineEstimates = estimates.map(({ estimate, human }, engine) => {
    return { estimate, calibrated: calibrated[engine] ?? 0, human: human.estimate };
  });
  const placeIn = (scores: readonly number[], engine: number) =>
    scores.filter((score) => score > (scores[engine] ?? 0)).length;
  const dense = [...engines.keys()].filter((engine) => isDense(engines[engine] ?? ""));
  const tauHuman = tauB(
    estimates.map(({ human }) => human.estimate ?? 0),
    truth,
  );
  const tauCombined = tauB([...combinedOrder(engineEstimates, noise, values).scores], truth);
  return {
    tauHuman,
    tauCalibrated: tauB(calibrated, truth),
    tauCombined,
    gain: tauCombined - tauHuman,
    misplaced: meanOf(dense, (engine) => Math.abs(placeIn(calibrated, engine) - placeIn(truth, engine))),
  };
}

const tauB = (one: readonly number[], other: readonly number[]) => kendallTauB(one, other)?.tau ?? Number.NaN;

const isWithin = (interval: IntervalEstimate["interval"], value: number) =>
  interval === null || (interval[0] <= value + 1e-9 && interval[1] >= value - 1e-9);
const widthOf = (interval: IntervalEstimate["interval"]) => (interval === null ? 0 : interval[1] - interval[0]);

/** Returns figures of the intervals, as means over the engines. */
function intervalFigures({ people, values, estimates }: Drawn): Figures {
  const rows = estimates.map(({ interval, estimate, human, rho, lambda }, engine) => {
    const truth = mean(people[engine] ?? []);
    const width = widthOf(human.interval);
    const rhoOfAll = pearson(people[engine] ?? [], values[engine]?.proxy ?? []) ?? 0;
    return {
      covered: Number(isWithin(interval, truth)),
      coveredHuman: Number(isWithin(human.interval, truth)),
      width: widthOf(interval),
      widthHuman: width,
      bound: width * Math.sqrt(1 - (rho ?? 0) ** 2),
      boundOfAll: width * Math.sqrt(1 - rhoOfAll ** 2),
      square: ((estimate ?? 0) - truth) ** 2,
      squareHuman: ((human.estimate ?? 0) - truth) ** 2,
      lambda: lambda ?? 0,
      rho: rhoOfAll,
    };
  });
  const names = Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number])[];
  return Object.fromEntries(names.map((name) => [name, meanOf(rows, (row) => row[name])]));
}

/** Whether the intervals of all pairs are right: `held` from ratings and labels, `heldHuman` from ratings alone. */
function simultaneousFigures({ people, values, expected, seed }: Drawn): Figures {
  const held = (engines: readonly QueryValues[]) => {
    const pairs = engineDifferences(engines);
    const { intervals } = simultaneousIntervals(
      pairs.map((pair) => pair.values),
      { target, seed, samples, expected },
    );
    const truth = people.map(mean);
    const isHeld = pairs.every(({ first, second }, pair) =>
      isWithin(intervals[pair]?.interval ?? null, (truth[first] ?? 0) - (truth[second] ?? 0)),
    );
    return Number(isHeld);
  };
  const alone = values.map(({ human, proxy }) => ({ human, proxy: new Float64Array(proxy.length) }));
  return { held: held(values), heldHuman: held(alone) };
}

function decidedFigures({ people, values, expected, seed }: Drawn): Figures {
  const pairs = engineDifferences(values);
  const means = pairs.map((pair) => pair.values);
  const { intervals } = simultaneousIntervals(means, { target, seed, samples, expected });
  const truth = people.map(mean);
  const found = pairs.map(({ first, second, values: own }, place) => {
    const { estimate, interval } = intervalEstimate(own, { target });
    const { interval: simultaneous = null, p = null } = intervals[place] ?? {};
    const difference = (truth[first] ?? 0) - (truth[second] ?? 0);
    return { difference: estimate, interval, simultaneous, p, claimed: difference, asked: difference };
  });
  return countDecisions(found);
}

const figuresOf = {
  order: orderFigures,
  intervals: intervalFigures,
  simultaneous: simultaneousFigures,
  decided: decidedFigures,
};

/** @param rated - number of queries that count as rated */
function drawFrom(study: Study, rated: number, seed: number): Drawn {
  const { queries, values, stored } = study;
  const people = values.map(({ human }) => human);
  const isRated = new Uint8Array(study.pool.queries);
  for (const place of randomRows(queries.length, rated / queries.length, seed)) isRated[queries[place] ?? 0] = 1;
  const proxies = valuesOf(study, labelsFrom(study, isRated, seed));
  const drawn = people.map((human, engine) => ({
    human: human.map((value, place) => (isRated[queries[place] ?? 0] === 1 ? value : Number.NaN)),
    proxy: proxies[engine] ?? human,
  }));
  const estimates = drawn.map((own) => intervalEstimate(own, { target }));
  const expected = expectedVariances(study.pool, queries, depth);
  return { engines: stored.engines.map(({ lists }) => lists.engine), people, values: drawn, estimates, expected, seed };
}

/** @throws Error if `estimate`, which treats unjudged results as unrated, gives other results than this program */
async function requireSame(study: Study, labels: string, gold: string, { engines, values, seed }: Drawn) {
  const isRated = (name: string) => {
    const place = study.queries.findIndex((query) => study.stored.queryKeys[query] === name);
    return !Number.isNaN(values[0]?.human[place] ?? Number.NaN);
  };
  const few = join(work, "few.qrels");
  const lines = readFileSync(gold, "utf8").split("\n");
  writeFileSync(few, lines.filter((line) => isRated(line.split(/\s/)[0] ?? "")).join("\n"));
  const files = { labels, gold: few, proxies: [], pools: [] };
  const { report } = await estimateFiles(files, { ...options, seed }, opened.tools);
  const { ratedShare } = await calibrateFiles(files, { ...options, seed }, opened.tools);
  const estimates = values.map((own) => intervalEstimate(own, { target, ratedShare }));
  const differs = engines.filter((engine, place) => {
    const [theirs, ours] = [report.engines[engine], estimates[place]];
    const numbers = [theirs?.estimate, ...(theirs?.interval ?? []), theirs?.lambda];
    return [ours?.estimate, ...(ours?.interval ?? []), ours?.lambda].some(
      (value, at) => !(Math.abs((value ?? 0) - (numbers[at] ?? Number.NaN)) < 1e-9),
    );
  });
  if (differs.length > 0) throw new Error(`semqrel estimate and this program differ on ${differs.join(", ")}.`);
}

/** Writes judgments in which the grades of each query are shuffled over documents of its lists. Returns their file. */
function shuffled({ judged, stored }: Study, seed: number): string {
  const keyOf = (text: string) => createHash("sha256").update(`${seed} ${text}`).digest("hex");
  const lines = judged.grades.flatMap((grades, query) => {
    const name = stored.queryKeys[query] ?? "";
    const documents = judged.engines.flatMap(({ lists, documentKeys }) =>
      Array.from(rowsOfQuery(lists, query), (row) => documentKeys[row] ?? ""),
    );
    const dealt = [...new Set(documents)].map((document) => ({ document, key: keyOf(`${name} ${document}`) }));
    dealt.sort((one, other) => (one.key < other.key ? -1 : 1));
    return [...(grades?.values() ?? [])].map((grade, at) => `${name} 0 ${dealt[at]?.document ?? `none${at}`} ${grade}`);
  });
  const file = join(work, "shuffled.qrels");
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

/** Gives each query the judged values of another query, so that not even the length of a list predicts its value. */
function exchanged(drawn: Drawn): Drawn {
  const keyOf = (place: number) => createHash("sha256").update(`${drawn.seed} ${place}`).digest("hex");
  const order = drawn.people[0]?.map((_, place) => place).sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const people = drawn.people.map((human) => human.map((_, place) => human[order?.[place] ?? 0] ?? 0));
  const values = drawn.values.map(({ human, proxy }, engine) => ({
    human: human.map((value, place) => (Number.isNaN(value) ? value : (people[engine]?.[place] ?? 0))),
    proxy,
  }));
  return { ...drawn, people, values, estimates: values.map((own) => intervalEstimate(own, { target })) };
}

async function drawsOf(given: Collection, reference: string, { set, isIn }: (typeof engineSets)[number]) {
  const place = given.references.indexOf(reference);
  const gold = join(data, given.folder, given.gold);
  const labels = await label(given, reference, isIn);
  const read = async (file: string) =>
    await calibrateFiles({ labels, gold: file, proxies: [], pools: [] }, { ...options, seed: 1 }, opened.tools);
  const study = await read(gold);
  // Each reference has its own draws: with more distinct draws, the share of right intervals is more precise.
  const seedOf = (draw: number) => 10_000 * place + draw;
  const found: Draw[] = [];
  const add = (part: string, rated: number, figures: Figures) =>
    found.push({ collection: given.name, set, reference, part, rated, figures });
  if (place === 0) await requireSame(study, labels, gold, drawFrom(study, 20, 1));
  for (const rated of ratedQueries) {
    for (let draw = 1; draw <= draws; draw++) {
      const drawn = drawFrom(study, rated, seedOf(draw));
      for (const [part, figures] of Object.entries(figuresOf))
        if (parts.has(part) && (part === "order" || part === "decided" || rated >= 20))
          add(part, rated, figures(drawn));
    }
    progress(`${given.name}, ${set}, ${reference}, ${rated} rated queries`);
  }
  if (!parts.has("chance")) return found;
  const meaningless = await read(shuffled(study, place));
  for (let draw = 1; draw <= draws; draw++) {
    const drawn = drawFrom(meaningless, 20, seedOf(draw));
    add("chance", 20, intervalFigures(drawn));
    add("exchanged", 20, intervalFigures(exchanged(drawn)));
  }
  progress(`${given.name}, ${set}, ${reference}, shuffled grades`);
  return found;
}

const progress = (what: string) => console.error(`${what}: after ${(performance.now() / 1000).toFixed(0)} s`);

type Read = (draws: readonly Figures[]) => number;
const average =
  (name: string): Read =>
  (of) =>
    meanOf(of, (figures) => figures[name] ?? Number.NaN);
const total =
  (name: string): Read =>
  (of) =>
    of.reduce((sum, figures) => sum + (figures[name] ?? Number.NaN), 0);
const ratio =
  (name: string, other: string): Read =>
  (of) =>
    average(name)(of) / average(other)(of);
const root =
  (read: Read): Read =>
  (of) =>
    Math.sqrt(read(of));

interface Row extends Record<"part" | "name", string> {
  /** Whether the smallest or the largest value is the worst one. */
  readonly worst: "least" | "most";
  readonly read: Read;
}
/** Rows of the tables. For shares of draws, the deviation adds no information, because each draw is 0 or 1. */
const rows: readonly Row[] = [
  { part: "order", name: "τ-b, ratings alone", worst: "least", read: average("tauHuman") },
  { part: "order", name: "τ-b, calibrated labels alone", worst: "least", read: average("tauCalibrated") },
  { part: "order", name: "τ-b, combined order", worst: "least", read: average("tauCombined") },
  { part: "order", name: "combined less ratings alone", worst: "least", read: average("gain") },
  { part: "order", name: "places by which a dense engine is off", worst: "most", read: average("misplaced") },
  { part: "intervals", name: "95 % intervals that are right", worst: "least", read: average("covered") },
  { part: "intervals", name: "the same, ratings alone", worst: "least", read: average("coveredHuman") },
  { part: "intervals", name: "width / that of ratings alone", worst: "most", read: ratio("width", "widthHuman") },
  { part: "intervals", name: "width / bound by ρ of the rated queries", worst: "most", read: ratio("width", "bound") },
  { part: "intervals", name: "width / bound by ρ of all queries", worst: "most", read: ratio("width", "boundOfAll") },
  {
    part: "intervals",
    name: "RMSE / that of ratings alone",
    worst: "most",
    read: root(ratio("square", "squareHuman")),
  },
  { part: "intervals", name: "ρ over all queries", worst: "least", read: average("rho") },
  { part: "simultaneous", name: "all pairs right at once", worst: "least", read: average("held") },
  { part: "simultaneous", name: "all pairs right at once, ratings alone", worst: "least", read: average("heldHuman") },
  { part: "decided", name: "pairs of engines", worst: "least", read: total("pairs") },
  ...["together", "holm", "fdr"].flatMap((name): readonly Row[] => [
    { part: "decided", name: `decided (${name})`, worst: "least", read: total(name) },
    { part: "decided", name: "wrongly", worst: "most", read: total(`${name}Wrong`) },
    { part: "decided", name: "open, .10 or more apart", worst: "most", read: total(`${name}Open`) },
  ]),
  ...["chance", "exchanged"].flatMap((part): readonly Row[] => {
    const name = part === "chance" ? "shuffled grades" : "and queries";
    return [
      { part, name: `${name}: λ`, worst: "most", read: average("lambda") },
      {
        part,
        name: `${name}: RMSE / that of ratings alone`,
        worst: "most",
        read: root(ratio("square", "squareHuman")),
      },
      { part, name: `${name}: 95 % intervals that are right`, worst: "least", read: average("covered") },
      { part, name: `${name}: the same, ratings alone`, worst: "least", read: average("coveredHuman") },
    ];
  }),
];

function cellOf(all: readonly Draw[], { part, worst, read }: Row): string {
  const ofReferences = [...new Set(all.map(({ reference }) => reference))].map((name) =>
    read(all.filter(({ reference }) => reference === name).map(({ figures }) => figures)),
  );
  const { std } = describe(Float64Array.from(all, ({ figures }) => read([figures])));
  const extreme = worst === "least" ? Math.min(...ofReferences) : Math.max(...ofReferences);
  if (part === "decided") return read(all.map(({ figures }) => figures)).toFixed(0);
  const [center, spread, end] = [read(all.map(({ figures }) => figures)), std ?? Number.NaN, extreme].map(shown);
  return center === "–" ? center : `${center} ± ${spread} (${end})`;
}

const shown = (value: number) => (Number.isFinite(value) ? value.toFixed(3) : "–");

function tableOf(title: string, all: readonly Draw[]): string {
  const lines = rows
    .map((row) => [
      row.name,
      ...ratedQueries.map((count) => {
        const own = all.filter(({ rated, part }) => rated === count && part === row.part);
        return own.length === 0 ? "–" : cellOf(own, row);
      }),
    ])
    .filter(([, ...cells]) => cells.some((cell) => cell !== "–"));
  const columns = ["mean ± deviation of draws (worst reference)", ...ratedQueries.map((count) => `${count} rated`)];
  const table = [columns, columns.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`);
  return [`## ${title}\n`, ...table, ""].join("\n");
}

try {
  const found: Draw[] = [];
  for (const collection of collections) {
    for (const engineSet of engineSets) {
      const own: Draw[] = [];
      for (const reference of collection.references) own.push(...(await drawsOf(collection, reference, engineSet)));
      if (!flags.json)
        console.log(tableOf(`${collection.name}, ${engineSet.title}: ${draws} draws by each reference`, own));
      found.push(...own);
    }
  }
  if (flags.json) console.log(JSON.stringify(found));
} finally {
  await opened.close();
  rmSync(work, { recursive: true });
}
