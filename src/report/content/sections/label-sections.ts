/** Sections about the labels: doubtful ones, how results matched, and the reference. */
import { at } from "../../../core/at.ts";
import { type Block, type BlockPart, column, plotOf, tableOf, textBlock } from "../../../core/document/blocks.ts";
import type { PlotMark } from "../../../core/document/plot.ts";
import { counted, sayNames } from "../../../core/text/wording.ts";
import { MATCH_EXACT, MATCH_NONE, MATCH_SEMANTIC, type MeasureName, measureNames } from "../../../core/types.ts";
import { sayAlsoReferences } from "../../../label/folder/label-run-blocks.ts";
import type { EngineSummary } from "../../../label/folder/label-summary.ts";
import { biasMeasures, type OrderByReference } from "../../../label/folder/reference-bias.ts";
import { pointLabels } from "../../../lists/group-judgments.ts";
import { rowsOfQuery } from "../../../lists/group-results.ts";
import { countValues } from "../../../maths/agreement/coefficients.ts";
import { FEWEST_ENGINES } from "../../../maths/correlation/rank-correlation.ts";
import { describe } from "../../../maths/summary.ts";
import { elevenRecalls, interpolatePrecision, precisionRecallCurve } from "../../../measure/measures/evaluate-run.ts";
import { FEW_ENGINES } from "../../../trust/say.ts";
import { binValues } from "../../plots/axes.ts";
import {
  DOUBTS_OF_QUERY,
  type DoubtfulMatch,
  isMatched,
  missedTitles,
  referenceRowOf,
  TOP_OF_REFERENCE,
} from "../doubtful-titles.ts";
import {
  isCalibrated,
  plottedEngines,
  quartileColumns,
  type ReportEngine,
  type ReportInputs,
  type ReportReference,
  sayPlotted,
} from "../report-inputs.ts";
import { linkTo } from "../report-queries.ts";
import type { ReportSection } from "../run-report.ts";
import { reportSection, type SharedFindings } from "../shared-findings.ts";

export function doubtsSection(inputs: ReportInputs, shared: SharedFindings): ReportSection | null {
  if (inputs.stored.reference === null) return null;
  const blocks = [...matchBlocks(inputs, shared), ...missedBlocks(inputs, shared)];
  return blocks.length === 0 ? null : reportSection("doubts", "Where labels may be wrong", blocks);
}

function matchBlocks(inputs: ReportInputs, { listed, doubts: { count, first } }: SharedFindings): Block[] {
  if (count === 0) {
    // Omits the sentence for calibrated labels. They may come from weak matches, although they never count as doubtful.
    if (isCalibrated(inputs)) return [];
    return [
      textBlock(
        "No label comes from a weak match, from two almost equally near titles, or from a similarity just below the threshold.",
      ),
    ];
  }
  const table = tableOf(
    "doubts-matches",
    "The most doubtful labels",
    first,
    [
      column("query", "text", ({ match }) => at(inputs.stored.queries, match.query).name),
      column("title", "text", ({ match }) => match.title),
      column("matched reference title", "text", ({ match }) => referenceTitleOf(inputs, match)),
      column("reference rank (from 0)", "count", ({ match }) => match.referenceRank),
      column("similarity", "measure", ({ match }) => match.similarity),
      column("margin", "measure", ({ match }) => match.margin),
      column("label", "number", ({ match }) => match.label && shortLabel(match.label)),
      column("engines", "text", ({ engines }) => sayNames(engines)),
      column("why", "text", ({ match }) => match.doubt.reason),
    ],
    { folded: true },
  );
  return [
    textBlock(
      `${counted(count, "title is", "titles are")} doubtful: a high label on a weak match, two reference titles that are almost equally near, or a similarity just below the threshold. ` +
        `Here are the ${first.length} most doubtful, at most ${DOUBTS_OF_QUERY} for each query. If a reference title is shown and is not about the same thing, the label is wrong. ` +
        `To rate the most doubtful ones, make a separate pool: semqrel pool ${inputs.name} --doubtful -o doubtful.jsonl.`,
    ),
    { ...table, links: first.map(({ match }) => linkTo(match.query, listed)) },
  ];
}

function referenceTitleOf({ stored: { reference } }: ReportInputs, { query, referenceRank }: DoubtfulMatch) {
  if (reference === null || referenceRank === null) return null;
  return reference.lists.titles[referenceRowOf(reference, query, referenceRank)];
}

function missedBlocks(inputs: ReportInputs, { listed }: SharedFindings): Block[] {
  const { queries, reference } = inputs.stored;
  const missed = missedTitles(inputs);
  if (reference === null || missed === null || missed.count === 0) return [];
  const { lists, labels } = reference;
  const { top, count, first } = missed;
  const some = first.length < count ? `, ${first.length} of ${count}` : "";
  const table = tableOf(
    "doubts-missed",
    `Top reference titles without a match${some}`,
    first,
    [
      column("query", "text", ({ query }) => at(queries, query).name),
      column("rank (from 0)", "count", ({ row }) => lists.ranks[row]),
      column("reference title", "text", ({ row }) => lists.titles[row] ?? ""),
      column("label", "number", ({ row }) => shortLabel(at(labels, row))),
    ],
    { folded: true },
  );
  return [
    textBlock(
      `For ${count} of the ${top} reference titles at the first ${TOP_OF_REFERENCE} ranks, no engine has a matching result. Either no engine returned ${count === 1 ? "it" : "them"}, or matching failed.`,
    ),
    { ...table, links: first.map(({ query }) => linkTo(query, listed)) },
  ];
}

/** Rounds to four digits, like measures, because a label such as 5 / 3 has too many digits to read. */
function shortLabel(label: number): number {
  return Number(label.toFixed(4));
}

/** Number of bars that fit side by side. Longer ranges have wider bins. */
const MOST_BINS = 50;

export function matchesSection(inputs: ReportInputs): ReportSection | null {
  const { engines, reference, queries } = inputs.stored;
  const matched = engines.map(({ referenceRanks }) => referenceRanks.filter((rank) => rank >= 0));
  const bins = binsOf(Math.max(0, ...matched.map(afterLargest)));
  if (bins.names.length === 0) return null;
  const series = engines.map(({ lists }, place) => ({ name: lists.engine, counts: bins.count(matched[place] ?? []) }));
  const drawn = plottedEngines(inputs);
  return reportSection("matches", "Reference ranks of the matched titles", [
    textBlock(
      `The matched rank determines a result's label. Many matches at rank 0 mean high labels.${sayPlotted(inputs)}`,
    ),
    plotOf(
      "matches-ranks",
      {
        shape: "histogram",
        title: "Matched reference ranks",
        ...bins.scale,
        marks: [],
        description: "Results by the rank of the reference title that they are matched to; 0 is the top.",
        axis: { title: "rank in the reference", from: null, to: null },
        series: series.filter(({ name }) => drawn.includes(name)),
      },
      bins.names,
      [
        column("ranks", "text", (name) => name),
        ...series.map(({ name, counts }) => column<string>(name, "count", (_, bin) => counts[bin])),
      ],
    ),
    reference && lengthBlocks(reference, queries.length),
  ]);
}

function lengthBlocks({ lists }: ReportReference, queries: number): Block[] {
  const lengths = Int32Array.from({ length: queries }, (_, query) => rowsOfQuery(lists, query).length);
  const bins = binsOf(afterLargest(lengths));
  const counts = bins.count(lengths);
  return [
    plotOf(
      "matches-lengths",
      {
        shape: "histogram",
        title: "Lengths of the reference's lists",
        ...bins.scale,
        marks: [],
        description: "Number of queries by the number of reference results (0: no reference results).",
        axis: { title: "results of the reference", from: null, to: null },
        series: [{ name: lists.engine, counts }],
      },
      bins.names,
      [column("results", "text", (name) => name), column("queries", "count", (_, bin) => counts[bin])],
    ),
    textBlock(sayLengths(lengths)),
  ];
}

/** Returns the largest value + 1; 0 for no values. */
function afterLargest(values: Int32Array): number {
  return values.reduce((largest, value) => Math.max(largest, value + 1), 0);
}

/** Returns bins over 0, 1, … , `values` - 1, so wide that there are at most `MOST_BINS`. */
function binsOf(values: number) {
  const width = Math.max(1, Math.ceil(values / MOST_BINS));
  const names = Array.from({ length: Math.ceil(values / width) }, (_, bin) =>
    width === 1 ? String(bin) : `${bin * width} to ${(bin + 1) * width - 1}`,
  );
  return {
    names,
    /** A bar of width 1 is centred on its number. */
    scale: { firstBin: width === 1 ? -0.5 : 0, binWidth: width },
    count: (numbers: ArrayLike<number>) => {
      const counts = countValues(Int32Array.from(numbers, (value) => Math.floor(value / width)));
      return names.map((_, bin) => counts[bin] ?? 0);
    },
  };
}

function sayLengths(lengths: Int32Array): string {
  const answered = lengths.filter((length) => length > 0);
  const { mean, min, max } = describe(Float64Array.from(answered));
  const without = lengths.length - answered.length;
  return `The reference has results for ${answered.length} of ${lengths.length} queries, with ${min ?? 0} to ${max ?? 0} results, ${mean === null ? "none" : mean.toFixed(1)} on average.${
    without > 0 ? ` The other ${without === 1 ? "query" : `${without} queries`} cannot be measured.` : ""
  }`;
}

type NamedSummary = EngineSummary & { readonly name: string };

export function matchingSection({ summary }: ReportInputs): ReportSection | null {
  const engines = (summary?.order ?? []).flatMap((name): NamedSummary[] => {
    const found = summary?.engines[name];
    return found === undefined ? [] : [{ name, ...found }];
  });
  const blocks = [...oneToOneBlocks(engines), ...vetoBlocks(engines)];
  return blocks.length === 0 ? null : reportSection("matching", "What one-to-one matching and vetoes change", blocks);
}

const matchingColumn = column<MeasureName>("measure", "text", (measure) => measure);

function oneToOneBlocks(engines: readonly NamedSummary[]): Block[] {
  const known = engines.flatMap(({ name, one_to_one: means }) => (means === undefined ? [] : [{ name, means }]));
  if (known.length === 0) return [];
  return [
    textBlock("One-to-one: each reference title is used at most once per list."),
    tableOf("matching-one-to-one", "Means with nearest matching, and how one-to-one changes them", measureNames, [
      matchingColumn,
      ...known.flatMap(({ name, means }) => [
        column<MeasureName>(`${name}: nearest`, "measure", (measure) => means[measure].nearest),
        column<MeasureName>("change", "measure", (measure) => means[measure].change),
      ]),
    ]),
  ];
}

function vetoBlocks(engines: readonly NamedSummary[]): Block[] {
  const known = engines.flatMap(({ name, veto }) => (veto === undefined ? [] : [{ name, ...veto }]));
  if (known.length === 0) return [];
  return [
    tableOf("matching-veto", "Matches by meaning that a veto refused", known, [
      column("engine", "text", ({ name }) => name),
      column("columns", "text", ({ columns }) => columns.join(", ")),
      column("refused", "count", ({ refused }) => refused),
      column("another title now", "count", ({ moved }) => moved),
      column("none now", "count", ({ unmatched }) => unmatched),
    ]),
    tableOf("matching-veto-measures", "Means without the veto, and how the veto changes them", measureNames, [
      matchingColumn,
      ...known.flatMap(({ name, measures }) => [
        column<MeasureName>(`${name}: without`, "measure", (measure) => measures[measure].without),
        column<MeasureName>("change", "measure", (measure) => measures[measure].change),
      ]),
    ]),
  ];
}

const BINS = 40;

export function similaritySection(inputs: ReportInputs): ReportSection | null {
  const { engines } = inputs.stored;
  if (engines.every((engine) => numbersOf(engine, "similarities").length === 0)) return null;
  const threshold = inputs.origin.options["threshold"];
  const marks = typeof threshold === "number" ? [{ value: threshold, label: `threshold ${threshold}` }] : [];
  const quartiles = engines.flatMap((engine) =>
    (["similarities", "margins"] as const).map((column) => ({
      engine: engine.lists.engine,
      of: column === "similarities" ? "similarity" : "margin",
      ...describe(numbersOf(engine, column)),
    })),
  );
  const countOf = ({ kinds, labels }: ReportEngine, kind: number) =>
    kinds.filter((one, row) => one === kind && !Number.isNaN(labels[row])).length;
  return reportSection("similarity", "Similarity and margin", [
    textBlock(
      `For every result without an exact match, the plots show the cosine to the nearest reference title and the margin to the next one. ${
        marks.length === 0
          ? "No threshold was set, so every result is matched, no matter how far its nearest title is."
          : `A result with a similarity below the threshold ${threshold} has no match.`
      }${sayPlotted(inputs)}`,
    ),
    histogramOf(inputs, "similarities", "Similarity to the nearest title", marks),
    histogramOf(inputs, "margins", "Margin to the next title", []),
    tableOf("similarity-quartiles", "Similarities and margins in numbers", quartiles, [
      column("engine", "text", ({ engine }) => engine),
      column("value", "text", ({ of }) => of),
      column("results", "count", ({ count }) => count),
      ...quartileColumns,
    ]),
    tableOf("similarity-kinds", "How results were matched", engines, [
      column("engine", "text", ({ lists }) => lists.engine),
      column("results", "count", ({ kinds }) => kinds.length),
      column("exact", "count", (engine) => countOf(engine, MATCH_EXACT)),
      column("by meaning", "count", (engine) => countOf(engine, MATCH_SEMANTIC)),
      column("not matched", "count", (engine) => countOf(engine, MATCH_NONE)),
      column("query without reference", "count", ({ labels }) => labels.filter(Number.isNaN).length),
    ]),
  ]);
}

function histogramOf(inputs: ReportInputs, of: "similarities" | "margins", title: string, marks: readonly PlotMark[]) {
  const { engines } = inputs.stored;
  const drawn = plottedEngines(inputs);
  const values = engines.map((engine) => numbersOf(engine, of));
  const { firstBin, binWidth, counts } = binValues(values, BINS);
  const series = engines.map(({ lists }, place) => ({ name: lists.engine, counts: counts[place] ?? [] }));
  const edge = (bin: number) => Number((firstBin + bin * binWidth).toPrecision(6));
  return plotOf(
    `similarity-${of}`,
    {
      shape: "histogram",
      title,
      firstBin,
      binWidth,
      marks,
      description: `Results by ${title.toLowerCase()}, one row per engine; exact matches are left out.`,
      axis: { title: of === "similarities" ? "cosine" : "difference of cosines", from: null, to: null },
      series: series.filter(({ name }) => drawn.includes(name)),
    },
    counts[0] ?? [],
    [
      column("from", "number", (_, bin) => edge(bin)),
      column("to", "number", (_, bin) => edge(bin + 1)),
      ...series.map((one) => column<number>(one.name, "count", (_, bin) => one.counts[bin])),
    ],
  );
}

function numbersOf(engine: ReportEngine, column: "similarities" | "margins"): Float64Array {
  return engine[column].filter((value, row) => !Number.isNaN(value) && engine.kinds[row] !== MATCH_EXACT);
}

/** Number of the reference's best titles that count as relevant. Titles that tie with the last one also count. */
const BEST = 10;

export function recallSection(inputs: ReportInputs): ReportSection | null {
  const { engines, reference, queries } = inputs.stored;
  if (reference === null || isCalibrated(inputs)) return null;
  const curves = engines.map((engine) => averageCurve(engine, reference, queries.length));
  const answered = curves[0]?.answered ?? 0;
  if (answered === 0) return null;
  const drawn = plottedEngines(inputs);
  return reportSection("recall", "Precision and recall of the reference's best titles", [
    textBlock(
      `Here, the best ${BEST} reference titles (by label, with ties) count as relevant. A result is relevant if it matches one of them, and no earlier result of its list matches the same title. ` +
        `Precision at a recall level is the largest precision at this level or beyond. The mean is over ${counted(answered, "query", "queries")} with such titles. This precision is not precision_exact of the tables above.${sayPlotted(inputs)}`,
    ),
    plotOf(
      "recall-curves",
      {
        shape: "curves",
        title: "Precision by recall",
        diagonal: false,
        description: "Mean interpolated precision of each engine at recall 0, 0.1 … 1.",
        x: { title: "recall", from: 0, to: 1 },
        y: { title: "precision", from: 0, to: 1 },
        series: curves
          .filter(({ name }) => drawn.includes(name))
          .map(({ name, average }) => ({
            name,
            points: elevenRecalls.map((recall, step) => [recall, at(average, step)] as const),
          })),
      },
      curves,
      [
        column("engine", "text", ({ name }) => name),
        ...elevenRecalls.map((recall, step) =>
          column<(typeof curves)[number]>(String(recall), "measure", ({ average }) => average[step]),
        ),
      ],
    ),
  ]);
}

function averageCurve(engine: ReportEngine, reference: ReportReference, queries: number) {
  const sums = new Float64Array(elevenRecalls.length);
  let answered = 0;
  for (let query = 0; query < queries; query++) {
    const labels = pointLabels(reference, query).sort().reverse();
    const level = labels[Math.min(BEST, labels.length) - 1] ?? 0;
    const relevant = labels.filter((label) => label >= level && label > 0).length;
    if (relevant === 0) continue;
    answered++;
    const seen = new Set<number>();
    const found = Float64Array.from(rowsOfQuery(engine.lists, query), (row) => {
      const rank = engine.referenceRanks[row] ?? -1;
      const label = engine.labels[row] ?? 0;
      if (!isMatched(engine, row) || label < level || label <= 0 || seen.has(rank)) return 0;
      seen.add(rank);
      return 1;
    });
    const list = {
      labels: found,
      judgedLabels: new Float64Array(relevant).fill(1),
      scores: found,
      documents: new Int32Array(found.length),
    };
    interpolatePrecision(precisionRecallCurve(list, 1), elevenRecalls).forEach((precision, step) => {
      sums[step] = at(sums, step) + precision;
    });
  }
  return { name: engine.lists.engine, answered, average: sums.map((sum) => sum / answered) };
}

export function referenceSection({ summary }: ReportInputs): ReportSection | null {
  if (summary?.references === undefined) return null;
  const { references, order } = summary;
  const { engines, fusion, also_candidates: both, measures } = references;
  const blocks = biasMeasures.flatMap((measure, place): BlockPart[] => {
    const { fused, alone, without } = measures[measure];
    const orders = [
      { name: "fused", found: fused },
      ...engines.flatMap((engine) => named(`${engine} alone`, alone[engine])),
      ...engines.flatMap((engine) => named(`without ${engine}`, without?.[engine])),
    ];
    const changed = orders.filter(({ found }) => found.winner_changes);
    const winners = ({ engines: places }: OrderByReference) =>
      sayNames(order.filter((engine) => places[engine]?.place === 1)) || "no engine";
    return [
      // `null` is the last row, which has τ-b.
      tableOf(
        `reference-${place + 1}`,
        `Mean ${measure} and place by reference`,
        [...order, null],
        [
          column("engine", "text", (engine) => engine ?? "τ-b with fused"),
          ...orders.flatMap(({ name, found: { engines: places, tau_b } }) => [
            column<string | null>(name, "measure", (engine) => (engine === null ? tau_b : places[engine]?.mean)),
            column<string | null>("place", "count", (engine) => (engine === null ? null : places[engine]?.place)),
          ]),
        ],
      ),
      changed.length > 0 &&
        order.length > 1 &&
        textBlock(
          `By ${measure}, the first place changes. fused: ${winners(fused)}; ${changed.map(({ name, found }) => `${name}: ${winners(found)}`).join("; ")}.`,
          "caution",
        ),
    ];
  });
  return reportSection("reference", "What depends on the reference", [
    textBlock(
      `The labels come from ${engines.length} references, fused into one list by ${fusion}: ${sayNames(engines, 8)}.`,
    ),
    both.length > 0 && textBlock(sayAlsoReferences(both), "caution"),
    ...blocks,
    order.length < FEWEST_ENGINES && textBlock(FEW_ENGINES),
  ]);
}

function named(name: string, found: OrderByReference | undefined) {
  return found === undefined ? [] : [{ name, found }];
}

/** Maximum number of positions in the plot. The table has all positions. */
const MOST_PLACES = 50;

export function holesSection(inputs: ReportInputs): ReportSection | null {
  const { summary } = inputs;
  const engines = (summary?.order ?? []).map((name) => {
    const places = summary?.engines[name]?.holes_by_rank ?? [];
    return { name, shares: places.map(({ holes, results }) => (results === 0 ? null : holes / results)) };
  });
  if (engines.every(({ shares }) => shares.every((share) => !share))) return null;
  const drawn = plottedEngines(inputs);
  const longest = Math.max(...engines.map(({ shares }) => shares.length));
  return reportSection("holes", "Results without a match, by position", [
    textBlock(
      `These results match no reference title, so they count as 0. They may be irrelevant, or relevant and missing from the reference. Only people can tell.${sayPlotted(inputs)}`,
    ),
    plotOf(
      "holes-shares",
      {
        shape: "curves",
        title: "Share of results without a match",
        diagonal: false,
        description: "At each position of the lists, the share of results that match no reference title.",
        x: { title: "position", from: 1, to: null },
        y: { title: "share without a match", from: 0, to: 1 },
        series: engines
          .filter(({ name }) => drawn.includes(name))
          .map(({ name, shares }) => ({
            name,
            points: shares
              .slice(0, MOST_PLACES)
              .flatMap((share, rank) => (share === null ? [] : [[rank + 1, share] as const])),
          })),
      },
      [...Array(longest).keys()],
      [
        column("position", "count", (rank) => rank + 1),
        ...engines.map(({ name, shares }) => column<number>(name, "share", (rank) => shares[rank])),
      ],
    ),
  ]);
}
