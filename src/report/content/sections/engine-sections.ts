import { at, atKey } from "../../../core/at.ts";
import {
  type Block,
  type BlockPlot,
  type BlockTable,
  blocksOf,
  column,
  plotOf,
  type ReportText,
  tableOf,
  textBlock,
} from "../../../core/document/blocks.ts";
import { counted, sayGroup, sayNames } from "../../../core/text/wording.ts";
import { type MeasureName, measureNames } from "../../../core/types.ts";
import type { EngineMeans } from "../../../label/folder/label-summary.ts";
import { winsTiesLosses } from "../../../maths/significance/paired-tests.ts";
import { describe } from "../../../maths/summary.ts";
import { type EngineMean, meanInterval } from "../../../measure/measures/compare-engines.ts";
import {
  calibratedScore,
  enginesByMean,
  isCalibrated,
  MOST_PLOTTED,
  measuresOf,
  quartileColumns,
  type ReportInputs,
  type Summary,
  valuesOf,
  valuesOfEngine,
} from "../report-inputs.ts";
import { linkTo } from "../report-queries.ts";
import type { ReportSection } from "../run-report.ts";
import { reportSection, type SharedFindings } from "../shared-findings.ts";

export function enginesSection(inputs: ReportInputs, { comparison }: SharedFindings): ReportSection | null {
  if (comparison === null) return null;
  const { measure, pairs, order } = comparison;
  const best = order[0]?.engine ?? "";
  const verdictOf = (engine: string) => {
    if (engine === best) return "";
    const pair = pairs.find(({ better, worse }) => [better, worse].includes(engine) && [better, worse].includes(best));
    if (pair === undefined) return "not compared";
    if (pair.verdict !== "better") return pair.verdict;
    return pair.worse === engine ? "significantly lower" : "significantly higher";
  };
  const unmeasured = inputs.measures.filter((one) => order.every(({ engine }) => engine !== one.engine));
  const rows = [
    ...order.map((one, place) => ({ ...one, place: place + 1, verdict: verdictOf(one.engine) })),
    ...unmeasured.map(({ engine }) => ({
      engine,
      place: null,
      mean: null,
      interval: null,
      queries: 0,
      verdict: "not measured",
    })),
  ];
  return reportSection("engines", isRated(inputs) ? "The engines by the labels" : "The engines", [
    plotOf(
      "engines-means",
      {
        shape: "intervals",
        title: `Mean ${measure}`,
        axis: { title: measure, from: 0, to: null },
        marks: [],
        description:
          "Best first. Bars show 95 % intervals over queries. " +
          (isRated(inputs)
            ? "These means come from the labels, which are guesses. The verdict at the top gives priority to people's ratings."
            : "Bars can overlap even when one engine is better. Differences query by query, as in the chart at the top, are more precise."),
        groups: order.map(({ engine, mean, interval }) => ({
          name: engine,
          points: [{ series: measure, value: mean, interval }],
        })),
      },
      rows,
      [
        column("engine", "text", ({ engine }) => engine),
        column("place", "count", ({ place }) => place),
        column("mean", "measure", ({ mean }) => mean),
        column("95 %", "interval", ({ interval }) => interval),
        column("queries", "count", ({ queries }) => queries),
        column(`against ${best}`, "text", ({ verdict }) => verdict),
      ],
    ),
  ]);
}

export function isRated({ documents: { estimate, gold, validation } }: ReportInputs): boolean {
  return estimate !== null || gold?.comparison != null || validation?.people != null;
}

export function testsSection(_: ReportInputs, { comparison }: SharedFindings): ReportSection | null {
  if (comparison === null || comparison.pairs.length === 0) return null;
  const { measure, pairs, allPairs } = comparison;
  return reportSection("tests", "Tests of the differences by labels", [
    tableOf("engines-pairs", `Differences in ${measure}, paired by query`, pairs, [
      column("engine", "text", ({ better }) => better),
      column("is ahead of", "text", ({ worse }) => worse),
      column("by", "measure", ({ difference }) => difference),
      column("95 %", "interval", ({ interval }) => interval),
      column("p (Holm)", "probability", ({ p }) => p),
      column("queries", "count", ({ queries }) => queries),
      column("smallest detectable", "measure", ({ smallestDetectable }) => smallestDetectable),
      column("verdict", "text", ({ verdict }) => verdict),
    ]),
    textBlock(
      `Paired randomisation test, Holm's correction over ${counted(allPairs, "pair")}, level .05. Fewer than ten queries are too few. "no difference shown" does not prove that there is none. This test only rules out chance. A verdict from labels also needs a control: each list is measured again with the labels of another query. The lead with the right labels must be larger than the lead with these.` +
        (pairs.length < allPairs ? " With this many engines, only the best is tested against the others." : "") +
        (allPairs > 1
          ? " semqrel compare corrects only for the pairs that you ask for, so its p may be smaller; with --all-pairs it is the same."
          : ""),
    ),
    textBlock(
      '"smallest detectable" is the smallest true difference that the test would detect with this many queries in four of five cases.',
    ),
  ]);
}

const pairsOfIdeals = [
  ["ndcg_reference@10", "ndcg_returned@10"],
  ["ndcg_reference", "ndcg_returned"],
] as const;

export function idealsSection(inputs: ReportInputs): ReportSection | null {
  const known = measuresOf(inputs);
  const shown = pairsOfIdeals.filter((pair) => pair.every((name) => known.includes(name)));
  if (shown.length === 0 || isCalibrated(inputs)) return null;
  return reportSection("ideals", "The two ideals side by side", [
    textBlock(
      "ndcg_reference compares a list with the best list of the reference's titles, so it falls if an engine misses titles of the reference. ndcg_returned compares a list with the same results in their best order, so it shows how well they are sorted, but not what is missing. An engine that returns few results in a good order does well only in ndcg_returned.",
    ),
    ...shown.flatMap(([reference, returned], place) => pairBlocks(inputs, reference, returned, place)),
    sayAboveOne(inputs),
  ]);
}

function pairBlocks(inputs: ReportInputs, reference: string, returned: string, place: number): Block[] {
  const meansBy = (measure: string) =>
    enginesByMean(inputs.measures, measure).map((one) => ({ ...one, interval: meanInterval(one.values, inputs) }));
  const [ofReference, ofReturned] = [meansBy(reference), meansBy(returned)];
  const returnedOf = new Map(ofReturned.map((one) => [one.engine, one]));
  const rows = ofReference.map((one) => [one, atKey(returnedOf, one.engine)] as const);
  return [
    plotOf(
      `ideals-${place + 1}`,
      {
        shape: "intervals",
        title: `${reference} and ${returned}`,
        marks: [],
        description: "Means of each engine by both measures, with 95 % intervals over queries (bootstrap).",
        axis: { title: "mean over queries", from: 0, to: null },
        groups: rows.map(([one, other]) => ({
          name: one.engine,
          points: [
            { series: reference, ...one },
            { series: returned, ...other },
          ].flatMap(({ series, mean, interval }) => (mean === null ? [] : [{ series, value: mean, interval }])),
        })),
      },
      rows,
      [
        column("engine", "text", ([{ engine }]) => engine),
        column(reference, "measure", ([{ mean }]) => mean),
        column("95 %", "interval", ([{ interval }]) => interval),
        column("queries", "count", ([{ queries }]) => queries),
        column(returned, "measure", ([, { mean }]) => mean),
        column("95 %", "interval", ([, { interval }]) => interval),
        column("queries", "count", ([, { queries }]) => queries),
      ],
    ),
    ...sayOrders(ofReference, ofReturned, [reference, returned]),
  ];
}

function sayOrders(
  ofReference: readonly EngineMean[],
  ofReturned: readonly EngineMean[],
  [reference, returned]: readonly [string, string],
): Block[] {
  const names = (engines: readonly EngineMean[]) =>
    engines.flatMap(({ engine, mean }) => (mean === null ? [] : [engine]));
  const [one, other] = [names(ofReference), names(ofReturned)];
  const shared = one.filter((name) => other.includes(name));
  if (shared.length < 2) return [];
  const swapped = shared.flatMap((name, place) =>
    shared.slice(place + 1).filter((later) => other.indexOf(later) < other.indexOf(name)),
  ).length;
  if (swapped === 0) return [textBlock(`Both measures put the engines in the same order (${reference}, ${returned}).`)];
  const pairs = (shared.length * (shared.length - 1)) / 2;
  return [
    textBlock(
      `The orders differ: ${one[0] === other[0] ? `both measures put ${one[0]} first` : `${reference} puts ${one[0]} first, ${returned} ${other[0]}`}, and they disagree on ${swapped} of ${counted(pairs, "pair")} of engines.`,
      "caution",
    ),
  ];
}

function sayAboveOne({ summary }: ReportInputs): ReportText | null {
  const most = (summary?.order ?? [])
    .flatMap((name) => {
      const found = summary?.engines[name];
      return found?.above_one ? [{ name, count: found.above_one, queries: found.ndcg_reference.count }] : [];
    })
    .sort((one, other) => other.count - one.count)
    .map(({ name, count, queries }) => `${name} on ${count} of ${counted(queries, "query", "queries")}`);
  if (most.length === 0) return null;
  return textBlock(
    `ndcg_reference exceeds 1: ${sayNames(most)}. Several results may match one reference title and get its label, which the ideal counts once. The values then still order engines, but are not between 0 and 1. label --one-to-one prevents this.`,
    "caution",
  );
}

const LONG_TABLE = 15;

/** Maximum number of queries in a pair's table. If there are more, shows the 500 lowest and 500 highest differences. */
const MOST_ROWS = 1000;

export function pairsSection(inputs: ReportInputs, { comparison, listed }: SharedFindings): ReportSection | null {
  if (comparison === null || comparison.order.length < 2) return null;
  const { measure } = comparison;
  const names = comparison.order.map(({ engine }) => engine);
  const pairs = names.flatMap((one, place) =>
    names.slice(place + 1).map((other) => ({ one, other, shared: sharedQueries(inputs, measure, one, other) })),
  );
  // If there are many engines, draws only the best engine against each of the next MOST_PLOTTED engines.
  const drawn = names.length <= 4 ? pairs : pairs.filter(({ one }) => one === names[0]).slice(0, MOST_PLOTTED);
  const rows = pairs.map((pair) => ({
    ...pair,
    ...winsTiesLosses(
      pair.shared.map(({ first }) => first),
      pair.shared.map(({ second }) => second),
    ),
  }));
  const wins = [
    column<(typeof rows)[number]>("engine", "text", ({ one }) => one),
    column<(typeof rows)[number]>("against", "text", ({ other }) => other),
    column<(typeof rows)[number]>("won", "count", ({ wins }) => wins),
    column<(typeof rows)[number]>("tied", "count", ({ ties }) => ties),
    column<(typeof rows)[number]>("lost", "count", ({ losses }) => losses),
  ];
  return reportSection("pairs", "Engine against engine", [
    textBlock(
      `Each point is a query. On the line, both engines have the same ${measure}.` +
        (drawn.length < pairs.length ? ` The plots show the first engine and the next ${drawn.length}.` : ""),
    ),
    ...drawn.map((pair, place) => scatter(inputs, listed, measure, pair, place)),
    tableOf("pairs-wins", `Queries won, tied and lost by ${measure}`, rows, wins, {
      folded: rows.length > LONG_TABLE,
    }),
  ]);
}

function sharedQueries({ stored, measures }: ReportInputs, measure: string, one: string, other: string) {
  const ofOne = valuesOfEngine(measures, one, measure);
  const ofOther = valuesOfEngine(measures, other, measure);
  return stored.queries.flatMap((_, query) => {
    const [first = Number.NaN, second = Number.NaN] = [ofOne[query], ofOther[query]];
    return Number.isNaN(first) || Number.isNaN(second) ? [] : [{ query, first, second }];
  });
}

type PairOfEngines = {
  readonly one: string;
  readonly other: string;
  readonly shared: ReturnType<typeof sharedQueries>;
};

function scatter(
  inputs: ReportInputs,
  listed: ReadonlySet<number>,
  measure: string,
  { one, other, shared }: PairOfEngines,
  place: number,
): BlockPlot {
  const nameOf = (query: number) => at(inputs.stored.queries, query).name;
  const all = shared.toSorted((a, b) => a.first - a.second - (b.first - b.second));
  const sorted = all.length <= MOST_ROWS ? all : [...all.slice(0, MOST_ROWS / 2), ...all.slice(-MOST_ROWS / 2)];
  const block = plotOf(
    `pairs-scatter-${place + 1}`,
    {
      shape: "scatter",
      title: `${one} against ${other}`,
      diagonal: true,
      description: `${measure} of ${shared.length} queries: ${one} on the horizontal axis, ${other} on the vertical axis. Above the line, ${other} is better.`,
      x: { title: `${measure} of ${one}`, from: 0, to: null },
      y: { title: `${measure} of ${other}`, from: 0, to: null },
      points: shared.map(({ query, first, second }) => ({
        x: first,
        y: second,
        name: nameOf(query),
        target: linkTo(query, listed),
      })),
    },
    sorted,
    [
      column("query", "text", ({ query }) => nameOf(query)),
      column(one, "measure", ({ first }) => first),
      column(other, "measure", ({ second }) => second),
      column("difference", "measure", ({ first, second }) => first - second),
    ],
  );
  return { ...block, table: { ...block.table, links: sorted.map(({ query }) => linkTo(query, listed)) } };
}

const statistics = ["mean", "std", "min", "25%", "50%", "75%", "max"] as const;

const MANY_ENGINES = 4;

export function describeSection(inputs: ReportInputs): ReportSection | null {
  const names = measuresOf(inputs);
  if (names.length === 0) return null;
  const tables = inputs.measures.map((engine, place) => {
    const rows = names.map((name) => ({ name, ...describe(valuesOf(engine, name)) }));
    return tableOf(
      `describe-${place + 1}`,
      engine.engine,
      rows,
      [
        column("measure", "text", ({ name }) => name),
        column("count", "count", ({ count }) => count),
        ...statistics.map((name) => column<Summary>(name, "measure", (row) => row[name])),
      ],
      { folded: inputs.measures.length >= MANY_ENGINES },
    );
  });
  return reportSection("describe", "Every measure in numbers", [
    textBlock(
      "count: queries on which the measure is defined. std: sample standard deviation (n - 1). Quartiles are of type 7, as pandas prints them." +
        (names.includes(calibratedScore)
          ? ` ${calibratedScore} only orders engines; its value means nothing by itself. Do not read it as nDCG.`
          : ""),
    ),
    ...tables,
    unmeasuredTable(inputs),
  ]);
}

const sayReason: Readonly<Record<string, string>> = {
  "no-reference": "without reference results",
  "no-candidate-results": "nothing returned",
  "no-positive-label": "no result with a label above 0",
  "not-rated": "not rated by people",
};

function unmeasuredTable({ measures, stored }: ReportInputs): BlockTable | null {
  const reasons = [...new Set(measures.flatMap((engine) => engine.reasons.filter((reason) => reason !== null)))].sort();
  if (reasons.length === 0) return null;
  return tableOf("describe-unmeasured", `Queries that are not measured, of ${stored.queries.length}`, measures, [
    column("engine", "text", ({ engine }) => engine),
    ...reasons.map((reason) =>
      column<(typeof measures)[number]>(
        sayReason[reason] ?? reason,
        "count",
        ({ reasons: ofEngine }) => ofEngine.filter((one) => one === reason).length,
      ),
    ),
  ]);
}

/** With many engines, only these measures and the deciding measure are drawn, to keep the file small. */
const drawnOfMany = ["ndcg_reference@10", "ndcg_returned@10", "recall"];

export function distributionsSection(inputs: ReportInputs): ReportSection | null {
  const all = measuresOf(inputs);
  const isMany = inputs.measures.length > MOST_PLOTTED;
  const drawn = isMany ? all.filter((name, place) => place === 0 || drawnOfMany.includes(name)) : all;
  const plots = drawn.flatMap((measure, place) => plotOfMeasure(inputs, measure, place) ?? []);
  if (plots.length === 0) return null;
  return reportSection("distributions", "The queries behind the means", [
    textBlock(
      "Each point is a query. Boxes extend from the lower to the upper quartile, and the line in them is the median. A mean may be high because most queries are good, or because a few are very good." +
        (isMany && drawn.length < all.length
          ? " With this many engines, only the first measures are plotted; the tables above have all."
          : ""),
    ),
    ...plots,
  ]);
}

function plotOfMeasure({ measures }: ReportInputs, measure: string, place: number): BlockPlot | null {
  const groups = measures.map((engine) => ({
    name: engine.engine,
    values: Array.from(valuesOf(engine, measure)).filter((value) => !Number.isNaN(value)),
  }));
  if (groups.every(({ values }) => values.length === 0)) return null;
  const scale = measure === calibratedScore ? " (only orders engines)" : "";
  const from = groups.some(({ values }) => values.some((value) => value < 0)) ? null : 0;
  const rows = groups.map(({ name, values }) => ({ name, ...describe(Float64Array.from(values)) }));
  return plotOf(
    `distributions-${place + 1}`,
    {
      shape: "distribution",
      title: `${measure} by query${scale}`,
      groups,
      marks: [],
      description: `The ${measure} of every query for which it is defined; one row per engine.`,
      axis: { title: measure, from, to: null },
    },
    rows,
    [
      column("engine", "text", ({ name }) => name),
      column("queries", "count", ({ count }) => count),
      ...quartileColumns,
    ],
  );
}

export function segmentsSection({ summary }: ReportInputs): ReportSection | null {
  if (summary === null) return null;
  const { segments, weighted, order } = summary;
  const table = (id: string, caption: string, means: EngineMeans) =>
    tableOf(id, caption, measureNames, [
      column("measure", "text", (measure) => measure),
      ...order.flatMap((engine) => [
        column<MeasureName>(engine, "measure", (measure) => means[engine]?.[measure].mean),
        column<MeasureName>("queries", "count", (measure) => means[engine]?.[measure].count ?? 0),
      ]),
    ]);
  const tables = blocksOf(
    weighted !== undefined && table("segments-weighted", `Means weighted by ${weighted.column}`, weighted.engines),
    (segments?.groups ?? []).map(({ segment, queries, engines }, place) => {
      const caption = `Means where ${sayGroup(segments?.column, segment)}: ${counted(queries, "query", "queries")}`;
      return table(`segments-${place + 1}`, caption, engines);
    }),
  );
  if (tables.length === 0) return null;
  return reportSection("segments", "Kinds of queries", [
    textBlock(
      "Means of segments are based on fewer queries and are not tested here, so small differences prove nothing. The verdicts above weigh all queries equally.",
    ),
    ...tables,
  ]);
}
