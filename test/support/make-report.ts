/** Makes all inputs of a report, and a report with everything that can be shown. */

import type { ReportPlot, ReportTable } from "../../src/core/document/blocks.ts";
import type { Plot } from "../../src/core/document/plot.ts";
import {
  type LabelFolderOrigin,
  type LabelledEngine,
  type LabelRun,
  MATCH_EXACT,
  MATCH_NONE,
  MATCH_SEMANTIC,
  type Matches,
  measureNames,
  type Query,
  REASON,
  type StoredLabels,
} from "../../src/core/types.ts";
import { concludedEstimate } from "../../src/estimate/estimate-standing.ts";
import { raterAgreement } from "../../src/gold/agreement/rater-agreement.ts";
import { segmentLabelRun } from "../../src/label/folder/label-summary.ts";
import { measuredRun } from "../../src/label/folder/measured-run.ts";
import { referenceBias } from "../../src/label/folder/reference-bias.ts";
import { referencePoints } from "../../src/label/match/reference-points.ts";
import { measureEngine } from "../../src/label/stages/measure-engine.ts";
import { seededRandom } from "../../src/maths/random.ts";
import type { ReportDocuments, ReportInputs, ReportMeasures } from "../../src/report/content/report-inputs.ts";
import type { ReportQuery, ReportResult, ReportSection, RunReport } from "../../src/report/content/run-report.ts";
import { rerankReport } from "../../src/rerank/rerank-report.ts";
import { fidelityReport } from "../../src/trust/fidelity/fidelity-report.ts";
import { type PoliciesReport, policiesReport } from "../../src/trust/policies/policies-report.ts";
import { defaultPolicy, notebookPolicy } from "../../src/trust/policies/policy-values.ts";
import { estimatesToReport } from "./estimates-to-report.ts";
import { carryOut, simulateRows } from "./experiment.ts";
import { makeLabelledTwice } from "./make-labelling.ts";
import { makeLists, makeQueries, type Row } from "./make-lists.ts";
import { makeRatingSet } from "./make-rating-set.ts";
import { chanceLabels, makeValidationReport, noisyLabels, someEngines, validateOptions } from "./make-validation.ts";
import { summariseLabelRun } from "./summarise-run.ts";

/** Text that must stay text wherever it is shown. */
export const awkwardTexts = {
  html: `<script>window.ran = true</script><img src=x onerror="window.ran = true"> & "quoted" 'single'`,
  closing: "</script></style></title></textarea>--><!-- ]]> <b>bold",
  markdown: "| a | b |\n# heading `code` [link](javascript:alert(1)) *bold*",
  formula: '=HYPERLINK("https://example.org")',
  bidirectional: "invoice \u202egnp.exe\u202c and \u2066isolate\u2069",
  control: "bell \u0007 null \u0000 line\u2028separator \u001b[31mred",
  long: `start ${"x".repeat(9_984)} end of it`,
  hebrew: "מנועי חיפוש לספריות",
  arabic: "تقييم محركات البحث",
  japanese: "図書館の検索エンジンの評価",
  emoji: "👩‍👩‍👧‍👦 e\u0301 café ﬁ",
} as const;

const THRESHOLD = 0.4;
const QUERIES = 14;
const RESULTS = 6;
const engineNames = ["explorer", "quickfind <b>beta</b>", "plain"] as const;

/** Query 12 has no reference; the second engine returns nothing for query 13; the third matches nothing in query 11. */
const queries: readonly Query[] = Array.from({ length: QUERIES }, (_, query) => {
  const text = Object.values(awkwardTexts)[query] ?? `question ${query}`;
  return { id: `q${query}`, text, name: text };
});

function titleOf(query: number, rank: number): string {
  return rank === 1 ? `${Object.values(awkwardTexts)[query] ?? "title"} (${query})` : `title ${rank} of ${query}`;
}

function makeReference(name: string, seed: number) {
  const random = seededRandom(seed);
  const rows = queries.flatMap((_, query) =>
    query === 12
      ? []
      : Array.from({ length: 4 + Math.floor(4 * random()) }, (__, rank): Row => [query, rank, titleOf(query, rank)]),
  );
  return makeLists(name, rows, QUERIES);
}

/** Matches are random, whatever the titles: later engines match worse. */
function makeReportEngine(reference: LabelRun["reference"], name: string, place: number): LabelledEngine {
  const points = referencePoints(reference, (row) => reference.titles[row] ?? "");
  const random = seededRandom(31 + place);
  const rows: Row[] = queries.flatMap((_, query) =>
    query === 13 && place === 1
      ? []
      : Array.from(
          { length: RESULTS },
          (__, rank): Row => [...([query, rank, `${titleOf(query, rank)} by ${place}`, `d${query}-${rank}`] as const)],
        ),
  );
  const drawn = rows.map(([query, rank]) => {
    const [begin, end] = [points.offsets[query] ?? 0, points.offsets[query + 1] ?? 0];
    if (begin === end) return { kind: MATCH_NONE, row: -1, similarity: Number.NaN, margin: Number.NaN };
    const similarity = 0.2 + 0.8 * random();
    const isMissed = similarity < THRESHOLD || (query === 11 && place === 2);
    const noise = Math.floor(random() * (place + 1) * 2);
    const row = points.rows[begin + Math.min(end - begin - 1, rank + noise)] ?? -1;
    const margin = 0.2 * random();
    if (isMissed) return { kind: MATCH_NONE, row: -1, similarity: Math.min(similarity, 0.39), margin };
    return similarity > 0.95
      ? { kind: MATCH_EXACT, row, similarity: 1, margin }
      : { kind: MATCH_SEMANTIC, row, similarity, margin };
  });
  const matches: Matches = {
    kinds: Uint8Array.from(drawn, ({ kind }) => kind),
    reasons: Uint8Array.from(drawn, ({ kind, similarity }) => {
      if (kind !== MATCH_NONE) return 0;
      return Number.isNaN(similarity) ? REASON["no-reference"] : REASON["too-far"];
    }),
    referenceRows: Int32Array.from(drawn, ({ row }) => row),
    similarities: Float64Array.from(drawn, ({ similarity }) => similarity),
    margins: Float64Array.from(drawn, ({ margin }) => margin),
  };
  const lists = makeLists(name, rows, QUERIES);
  const matched = { lists, nearest: matches, oneToOne: null, veto: null };
  return measureEngine(matched, reference, points, labelsOf(reference), { matched: false });
}

function labelsOf({ ranks }: LabelRun["reference"]): Float64Array {
  return Float64Array.from(ranks, (rank) => 5 / (rank + 1));
}

function makeReportRun(reference: LabelRun["reference"], names: readonly string[]): LabelRun {
  return {
    queries,
    reference,
    points: referencePoints(reference, (row) => reference.titles[row] ?? ""),
    referenceLabels: labelsOf(reference),
    labelRule: "inverse(top=5)",
    engines: names.map((name, place) => makeReportEngine(reference, name, place)),
    model: { name: "mini", sha256: "a".repeat(64), dimensions: 2, precision: "float32", maxTokens: 256 },
    titles: { distinct: 300, computed: 300, computedTokens: 900 },
    timings: {
      ...{ readSeconds: 0, embeddingSeconds: 0, matchingSeconds: 0, measuringSeconds: 0 },
      ...{ embeddingSecondsOfQuery: new Float64Array(QUERIES), lookupSecondsOfQuery: new Float64Array(QUERIES) },
    },
    warnings: [
      { kind: "queries-without-reference", count: 1, queries: QUERIES, examples: [awkwardTexts.html] },
      { kind: "control-characters", count: 2, examples: [awkwardTexts.control] },
    ],
  };
}

/** What a folder would contain of a run. */
export function storedLabelsOf({ queries: named, reference, referenceLabels, engines, model }: LabelRun): StoredLabels {
  return {
    source: "labels",
    queries: named,
    queryKeys: named.map((_, query) => `q${query}`),
    engines: engines.map(({ lists, labels, matches }) => ({
      ...{ lists, labels, kinds: matches.kinds, similarities: matches.similarities, margins: matches.margins },
      referenceRanks: matches.referenceRows.map((row) => (row < 0 ? -1 : (reference.ranks[row] ?? -1))),
    })),
    reference: { lists: reference, labels: referenceLabels, pointRanks: reference.ranks },
    model,
  };
}

/** What measures.csv would contain of a run. */
export function reportMeasuresOf({ engines }: LabelRun): ReportMeasures[] {
  return engines.map(({ lists: { engine }, measures: { values, reasons } }) => ({
    engine,
    values: new Map(measureNames.map((name) => [name, values[name]])),
    reasons,
  }));
}

export const madeOrigin: LabelFolderOrigin = {
  versions: { semqrel: "0.1.0", node: "20.0.0" },
  options: { labelFunction: "inverse(top=5)", labelColumn: null, threshold: THRESHOLD, oneToOne: false, depth: null },
  inputs: ["library", "explorer", "<i>quickfind"].map((name, place) => ({
    ...{ path: `lists/${name}.csv`, format: "csv", rows: 80 + place, sha256: String(place).repeat(64) },
  })),
  model: { name: "mini", sha256: "a".repeat(64), precision: "float32" },
  reference: { engine: "library", sha256: "b".repeat(64) },
  calibration: null,
  counts: { distinctTitles: 300, candidateRows: { explorer: 84 } },
};

export const noDocuments: ReportDocuments = {
  ...{ validation: null, estimate: null, policies: null, fidelity: null, agreement: null, rerank: null },
  ...{ gold: null, judging: null, suggestion: null },
};

function makePoliciesDocument(): PoliciesReport {
  const precision = { averagePrecision: 0.5, prevalence: 0.25 };
  return policiesReport({
    ...{ engines: engineNames, reference: "library", queries: 13, samples: 200, seed: 1 },
    policies: [
      { policy: notebookPolicy, isPredeclared: true, means: Float64Array.of(0.5, 0.25, 0.1), precision },
      { policy: defaultPolicy, isPredeclared: true, means: Float64Array.of(0.5, 0.5, 0.1), precision },
    ],
    truth: {
      choice: {
        policies: [
          { tauB: 0.75, interval: [0.5, 1], gain: 0.25, standardErrorOfGain: 0.125 },
          { tauB: 0.5, interval: [0.25, 0.75], gain: 0, standardErrorOfGain: null },
        ],
        ...{ chosen: 0, best: 0, reason: "gain", eligible: 8, apparent: 0.75, heldOut: 0.5, optimism: 0.25 },
      },
      ...{ gold: "gold.qrels", measure: "nDCG@10", queries: 12 },
      leftOut: { unjudged: 1, nothingRelevant: 0, unlabelled: 0 },
    },
    sensitivity: {
      ...{ policies: 2, withoutOrder: 0, tauB: { median: 0.5, lowest: 0.5 } },
      factors: [{ factor: "ideal", tauB: 0.5, pairs: 1 }],
      engines: [
        { best: 1, worst: 1.5, wins: 0.75 },
        { best: 1.5, worst: 2, wins: 0.25 },
        { best: 3, worst: 3, wins: 0 },
      ],
    },
  });
}

function makeDocuments(run: LabelRun): ReportDocuments {
  const lists = someEngines({ engines: 6, queries: 16, names: engineNames });
  const random = seededRandom(3);
  const experiment = simulateRows({ queries: 12, results: 6, seed: 1, effect: 1 });
  const twice = makeLabelledTwice(
    engineNames[0],
    { rows: [[0, 5, 0.25], [1, 2.5, 0.0001], [-1]], values: [1, 0.5] },
    {
      rows: [
        [1, 2.5, 0.125],
        [1, 2.5],
        [0, 5],
      ],
      values: [0.5, 0.5],
    },
  );
  return {
    validation: makeValidationReport(lists, [noisyLabels(lists, 2), chanceLabels(lists, 7, "clicks")], {
      options: validateOptions({ draws: 50 }),
    }),
    estimate: concludedEstimate(
      estimatesToReport({
        engines: engineNames,
        values: run.engines.map(({ measures }) => {
          const proxy = measures.values["ndcg_reference@10"].map((value) => (Number.isNaN(value) ? 0 : value));
          const human = proxy.map((value, query) => (query < 11 ? 0.8 * value + 0.1 * random() : Number.NaN));
          return { proxy, human };
        }),
        ...{ ratedQueries: 11, ratings: 90 },
      }),
    ),
    ...{ gold: null, judging: null, suggestion: null },
    policies: makePoliciesDocument(),
    fidelity: fidelityReport(
      {
        before: { labels: "labels", model: run.model },
        after: { labels: null, model: { ...run.model, precision: "int8", sha256: "c".repeat(64) } },
        ...{ queries: [awkwardTexts.html, awkwardTexts.hebrew], answered: 2, engines: [twice] },
        referenceTitleOf: (query, rank) => `reference ${rank} of ${query}`,
      },
      10,
    ),
    agreement: raterAgreement(
      makeRatingSet({
        first: { anna: [1, 2, 3, 4, 5, 5, 3, 2, 1, 4, 4, 2], "bo <i>": [1, 3, 3, 5, 5, 4, 3, 2, 2, 4, 3, 2] },
        again: { anna: [1, 3] },
      }),
      { seed: 1, samples: 50 },
    ),
    rerank: rerankReport(experiment, carryOut(experiment, { models: ["ridge", "forest"] }), {
      ...{ engine: engineNames[0], split: { by: "queries", folds: 3 }, seed: 1 },
    }),
  };
}

let made: ReportInputs | null = null;

/** Complete: three engines, 14 queries, awkward titles, and each document that another command prints. */
export function makeReportInputs(more: Partial<ReportInputs> = {}): ReportInputs {
  made ??= makeAll();
  return { ...made, ...more };
}

function makeAll(): ReportInputs {
  const reference = makeReference("library", 5);
  const run = makeReportRun(reference, engineNames);
  const alone = ["library", "museum"].map((engine, place) => ({
    ...{ kind: "alone" as const, engine },
    run: makeReportRun(makeReference(engine, 5 + place), engineNames),
  }));
  const segmentation = {
    ...{ column: "kind", segments: ["short", ""] },
    segmentOfQuery: Int32Array.from(queries, (_, query) => query % 2),
  };
  const weighting = { column: "visits", weights: Float64Array.from(queries, (_, query) => query + 1) };
  return {
    name: "labels",
    stored: storedLabelsOf(run),
    measures: reportMeasuresOf(run),
    summary: {
      ...summariseLabelRun(run),
      ...segmentLabelRun(measuredRun(run), segmentation, weighting),
      references: referenceBias(
        measuredRun(run),
        alone.map((subset) => ({ ...subset, run: measuredRun(subset.run) })),
        60,
      ),
    },
    origin: madeOrigin,
    documents: makeDocuments(run),
    ...{ resultsShown: 10, seed: 1 },
  };
}

/** Title, rank of its reference title (null: none), similarity and margin. */
export type LabelledTitle = readonly [
  title: string,
  rank: number | null,
  similarity?: number,
  margin?: number,
  kind?: "exact",
];

/**
 * Labels 4, 2, 1, … by rank, each half of the one before.
 *
 * @param reference - by query: its titles
 * @param engines   - by name, then by query: its results
 */
export function makeLabelledInputs(
  reference: readonly (readonly string[])[],
  engines: Readonly<Record<string, readonly (readonly LabelledTitle[])[]>>,
  more: Partial<ReportInputs> = {},
): ReportInputs {
  const count = reference.length;
  const rowsOf = (titles: readonly (readonly string[])[]) =>
    titles.flatMap((ofQuery, query) => ofQuery.map((title, rank): Row => [query, rank, title]));
  const lists = makeLists("old", rowsOf(reference), count);
  const inputs = makeMeasuredInputs(
    Object.fromEntries(Object.keys(engines).map((name) => [name, reference.map((_, query) => 1 - query / 8)])),
  );
  return {
    ...inputs,
    stored: {
      ...inputs.stored,
      reference: { lists, labels: Float64Array.from(lists.ranks, (rank) => 4 / 2 ** rank), pointRanks: lists.ranks },
      engines: Object.entries(engines).map(([name, queriesOfEngine]) => {
        const rows = queriesOfEngine.flatMap((ofQuery, query) => ofQuery.map((result) => ({ query, result })));
        const hasReference = (query: number) => (reference[query]?.length ?? 0) > 0;
        const numbers = (read: (result: LabelledTitle) => number) =>
          Float64Array.from(rows, ({ query, result }) => (hasReference(query) ? read(result) : Number.NaN));
        return {
          lists: makeLists(name, rowsOf(queriesOfEngine.map((ofQuery) => ofQuery.map(([title]) => title))), count),
          labels: numbers(([, rank]) => (rank === null ? 0 : 4 / 2 ** rank)),
          kinds: Uint8Array.from(rows, ({ result: [, rank, , , kind] }) =>
            rank === null ? MATCH_NONE : kind === "exact" ? MATCH_EXACT : MATCH_SEMANTIC,
          ),
          referenceRanks: Int32Array.from(rows, ({ result: [, rank] }) => rank ?? -1),
          similarities: numbers(([, , similarity = 0.9]) => similarity),
          margins: numbers(([, , , margin = 0.5]) => margin),
        };
      }),
    },
    ...more,
  };
}

/** The same inputs, but labels of the first engine have origins: `origins` is by row. */
export function withOrigins(inputs: ReportInputs, origins: readonly string[]): ReportInputs {
  const engines = inputs.stored.engines.map((engine, place) => (place === 0 ? { ...engine, origins } : engine));
  return { ...inputs, stored: { ...inputs.stored, engines } };
}

/** One measure of each engine by query, without results, reference or documents. */
export function makeMeasuredInputs(
  values: Readonly<Record<string, readonly number[]>>,
  more: Partial<ReportInputs> = {},
): ReportInputs {
  const count = Math.max(0, ...Object.values(values).map((ofEngine) => ofEngine.length));
  const empty = { labels: new Float64Array(0), similarities: new Float64Array(0), margins: new Float64Array(0) };
  return {
    name: "labels",
    stored: {
      ...{ source: "labels", queries: makeQueries(count), reference: null },
      engines: Object.keys(values).map((engine) => ({
        ...{ lists: makeLists(engine, [], count), kinds: new Uint8Array(0), referenceRanks: new Int32Array(0) },
        ...empty,
      })),
    },
    measures: Object.entries(values).map(([engine, ofEngine]) => ({
      engine,
      values: new Map([["ndcg_reference@10", Float64Array.from(ofEngine)]]),
      reasons: ofEngine.map((value) => (Number.isNaN(value) ? "no-reference" : null)),
    })),
    ...{ summary: null, origin: madeOrigin, documents: noDocuments, resultsShown: 10, seed: 1 },
    ...more,
  };
}

const tableOf = (id: string, more: Partial<ReportTable> = {}): ReportTable => ({
  ...{ kind: "table", id, caption: `Table of ${id}`, folded: false },
  columns: [
    { name: "engine", as: "text" },
    { name: "queries", as: "count" },
    { name: "nDCG", as: "measure" },
    { name: "share", as: "share" },
    { name: "number", as: "number" },
  ],
  rows: [
    [awkwardTexts.html, 24, 0.98765, 0.125, 0.1],
    [awkwardTexts.hebrew, 1234567, null, null, 1e-9],
    [null, 0, -0.00001, 1, -12],
    [true, 3, 1.25, 0, 3],
  ],
  ...more,
});

const axis = (title: string, from: number | null = null, to: number | null = null) => ({ title, from, to });
const marks = [{ value: 0.4, label: "threshold <0.4>" }];

/** One of each shape, each with an awkward name. */
export const madePlots: readonly Plot[] = [
  {
    ...{ shape: "histogram", title: "Similarities", description: "How near results are to <their> titles.", marks },
    ...{ axis: axis("similarity", 0, 1), firstBin: 0, binWidth: 0.25 },
    series: [
      { name: awkwardTexts.html, counts: [0, 3, 10, 4] },
      { name: awkwardTexts.arabic, counts: [1, 0, 2, 8] },
    ],
  },
  {
    ...{ shape: "distribution", title: "nDCG by query", description: "Boxes over strips.", marks: [] },
    axis: axis("nDCG", 0, null),
    groups: [
      { name: awkwardTexts.long, values: [0.1, 0.5, 0.5, 0.9, 1.2] },
      { name: "empty", values: [] },
      { name: "one", values: [0.3] },
    ],
  },
  {
    ...{ shape: "intervals", title: "Means", description: "Means with 95 % intervals.", marks },
    axis: axis("mean", 0, 1),
    groups: [
      {
        name: "explorer",
        points: [
          { series: "reference", value: 0.9, interval: [0.8, 1] },
          { series: "returned", value: 0.7, interval: null },
        ],
      },
      { name: awkwardTexts.bidirectional, points: [{ series: "reference", value: 0.5, interval: [0.4, 0.6] }] },
      { name: "nothing", points: [] },
    ],
  },
  {
    ...{ shape: "curves", title: "Precision and recall", description: "Two curves.", diagonal: true },
    ...{ x: axis("recall", 0, 1), y: axis("precision", 0, 1) },
    series: [
      { name: "explorer", points: [0, 0.5, 1].map((recall) => [recall, 1 - recall / 2] as const) },
      { name: awkwardTexts.japanese, points: [[0, 0.5]] },
      { name: "empty", points: [] },
    ],
  },
  {
    ...{ shape: "scatter", title: "Query by query", description: "A point a query.", diagonal: true },
    ...{ x: axis("explorer"), y: axis("quickfind") },
    points: [
      { x: 0.5, y: 0.25, name: awkwardTexts.html, target: "query-1" },
      { x: 1, y: 1.5, name: "no link", target: null },
    ],
  },
  {
    ...{ shape: "timeline", title: "Over time", description: "Two engines in three runs.", y: axis("nDCG", 0, 1) },
    steps: [
      { name: "first", notes: [] },
      { name: awkwardTexts.closing, notes: ["model: mini, now <other>", "another reference"] },
      { name: "third", notes: [] },
    ],
    series: [
      {
        name: "explorer",
        points: [{ value: 0.5, interval: [0.4, 0.6] }, null, { value: 0.7, interval: null }],
      },
      { name: awkwardTexts.formula, points: [null, null, null] },
    ],
  },
];

const madeResult = (rank: number, more: Partial<ReportResult> = {}): ReportResult => ({
  ...{ rank, title: `title ${rank}`, id: `d${rank}`, label: 5 / (rank + 1), match: "semantic", referenceRank: rank },
  ...{ similarity: 0.75, margin: 0.125, origin: "proxy", doubt: null },
  ...more,
});

const madeQuery = (number: number, name: string, more: Partial<ReportQuery> = {}): ReportQuery => ({
  ...{ anchor: `query-${number}`, name, id: `q${number}`, listed: true, hiddenReference: 3 },
  reference: Object.values(awkwardTexts).map((title, rank) => ({
    ...{ rank, title, id: rank === 0 ? null : `r${rank}`, label: 5 / (rank + 1) },
    ...{ engine: "library", pointRank: rank === 4 ? 1 : rank },
  })),
  engines: [
    {
      ...{ engine: "explorer", reason: null, values: [0.5 + number / 100, null], hidden: 2 },
      results: [
        ...Object.values(awkwardTexts).map((title, rank) => madeResult(rank, { title })),
        madeResult(11, { match: "exact", similarity: 1, referenceRank: 0, label: 5 }),
        madeResult(12, {
          ...{ match: "none", label: 0, referenceRank: null, similarity: 0.39 },
          doubt: "refused by little: similarity 0.390 <threshold 0.4>",
        }),
      ],
    },
    {
      ...{ engine: awkwardTexts.html, reason: "no-candidate-results", values: [null, null], hidden: 0, results: [] },
    },
  ],
  ...more,
});

/** Every kind of block, every shape of plot, awkward text everywhere, and queries in each state. */
export function makeRunReport(more: Partial<RunReport> = {}): RunReport {
  const plots = madePlots.map(
    (plot): ReportPlot => ({ kind: "plot", id: `plot-${plot.shape}`, plot, table: tableOf(`table-${plot.shape}`) }),
  );
  const sections: ReportSection[] = [
    {
      ...{ id: "blocks", title: `Texts and tables ${awkwardTexts.html}` },
      blocks: [
        { kind: "text", tone: "plain", text: `Plain: ${awkwardTexts.closing}` },
        { kind: "text", tone: "verdict", text: `Verdict: ${awkwardTexts.markdown}` },
        { kind: "text", tone: "caution", text: `Caution: ${awkwardTexts.control}` },
        tableOf("open-table", { links: ["query-1", null, "query-2", null] }),
        tableOf("folded-table", { folded: true, caption: awkwardTexts.html }),
        tableOf("empty-table", { rows: [] }),
      ],
    },
    { id: "plots", title: "Plots", blocks: plots },
    { id: "nothing", title: "An empty section", blocks: [] },
  ];
  const awkward = Object.values(awkwardTexts).map((text, place) => madeQuery(place + 1, text));
  return {
    schema: "semqrel.report/1",
    title: `labels ${awkwardTexts.html}`,
    headline: [
      { kind: "text", tone: "verdict", text: "These labels prefer explorer." },
      { kind: "text", tone: "caution", text: `Nobody rated anything. ${awkwardTexts.html}` },
    ],
    sections,
    measures: ["ndcg_reference@10", "precision"],
    engines: ["explorer", awkwardTexts.html],
    reference: "library",
    labelRule: "inverse(top=5)",
    queries: [
      ...awkward,
      madeQuery(20, "without reference", {
        ...{ reference: [], hiddenReference: 0, id: null },
        engines: [
          {
            ...{ engine: "explorer", reason: "no-reference", values: [null, null], hidden: 0 },
            results: [
              madeResult(0, {
                ...{ label: null, match: "no-reference", referenceRank: null, similarity: null, margin: null },
                ...{ id: null, title: "", origin: "" },
              }),
            ],
          },
          { engine: awkwardTexts.html, reason: "no-reference", values: [null, null], hidden: 0, results: [] },
        ],
      }),
      madeQuery(21, "nothing relevant", {
        engines: [
          { engine: "explorer", reason: "no-positive-label", values: [null, 0], hidden: 0, results: [] },
          { engine: awkwardTexts.html, reason: "not-rated", values: [null, null], hidden: 0, results: [] },
        ],
      }),
    ],
    ...more,
  };
}

/** A table of a section, alone or after a plot. */
export function tableOfSection(section: ReportSection | null, id: string): ReportTable {
  const tables = section?.blocks.flatMap((block) =>
    block.kind === "table" ? [block] : block.kind === "plot" ? [block.table] : [],
  );
  const found = tables?.find((table) => table.id === id);
  if (found === undefined) throw new Error(`no table ${id}`);
  return found;
}

export function plotOfSection(section: ReportSection | null, id: string): Plot {
  const found = section?.blocks.find((block) => block.kind === "plot" && block.id === id);
  if (found?.kind !== "plot") throw new Error(`no plot ${id}`);
  return found.plot;
}

/** All its paragraphs. */
export function textOfSection(section: ReportSection | null): string {
  return (section?.blocks ?? []).flatMap((block) => (block.kind === "text" ? [block.text] : [])).join("\n");
}
