/**
 * What does a user see of how far labels can be trusted?
 */

import { signed, unsignedZero } from "../core/text/numbers.ts";
import { renderBlocks } from "../core/text/render-blocks.ts";
import { renderMarkdownTable, renderTable, type TextTable } from "../core/text/render-table.ts";
import { counted } from "../core/text/wording.ts";
import { roundScore } from "../maths/classification/round-score.ts";
import { FEWEST_ENGINES } from "../maths/correlation/fewest-engines.ts";
import type { SignStability } from "../maths/correlation/sign-stability.ts";
import { baselineTitles } from "./trust-verdict.ts";
import { baselineNames } from "./validate-labels.ts";
import type { SourceReport, ValidationReport } from "./validation-report.ts";

/** By name: that of the labels first, then the proxies. */
type Sources = readonly (readonly [name: string, source: SourceReport])[];

/** Reversed pairs that are written out. */
const SHOWN_PAIRS = 5;

interface Section {
  readonly heading: string;
  readonly table: TextTable;
  readonly notes: readonly string[];
}

/** All of it for a terminal of `width` columns; the last line is the verdict. */
export function renderValidation(report: ValidationReport, width?: number): string {
  return asText(report, ({ heading, table, notes }) => [heading, ...renderTable(table, width), ...notes]);
}

/** The same for a pull request. */
export function renderValidationAsMarkdown(report: ValidationReport): string {
  return asText(report, ({ heading, table, notes }) => [
    `**${heading}**`,
    "",
    ...renderMarkdownTable(table),
    ...notes.flatMap((note) => ["", note]),
  ]);
}

/** One row an engine, full precision, for CSV and TSV. */
export function* validationRows(report: ValidationReport): Iterable<readonly string[]> {
  yield ["engine", "labels", "grades", "hole_share", "lower", "upper", "same_embedder_score", "same_embedder"];
  for (const engine of Object.keys(report.sameEmbedderScores)) {
    const mean = report.means.find((one) => one.engine === engine);
    const hole = report.holes?.[engine];
    const numbers = [
      mean?.labels,
      mean?.grades,
      hole?.share,
      hole?.lower,
      hole?.upper,
      report.sameEmbedderScores[engine],
    ];
    yield [engine, ...numbers.map((number) => String(number ?? "")), String(report.sameEmbedder.includes(engine))];
  }
}

function asText(report: ValidationReport, linesOf: (section: Section) => readonly string[]): string {
  const sources = [["labels", report] as const, ...Object.entries(report.proxies)].flatMap(([name, source]) =>
    source.labels === null ? [] : [[name, source as SourceReport] as const],
  );
  const blocks = [
    introduction(report),
    ...(sources.length === 0
      ? []
      : [
          ...(report.tauB === null ? [] : [linesOf(orderSection(report, sources))]),
          linesOf(labelSection(report, sources)),
          ...(report.conclusions === null ? [] : [linesOf(conclusionSection(sources))]),
        ]),
    ...(report.pairs === null || report.pairs.length === 0 ? [] : [linesOf(pairSection(sources))]),
    linesOf(engineSection(report)),
    ...sources
      .slice(1)
      .flatMap(([name, { verdict, limits }]) => [[`${name}: ${verdict}`], ...limitLines(`${name}, limits:`, limits)]),
    ...limitLines("Limits:", report.limits),
    [report.verdict],
  ];
  return renderBlocks(blocks);
}

/** A list, also in Markdown. */
function limitLines(heading: string, limits: readonly string[]): string[][] {
  return limits.length === 0 ? [] : [[heading, ...limits.map((limit) => `- ${limit}`)]];
}

function introduction(report: ValidationReport): string[] {
  const { engines, queries, leftOut, gold, measure, draws, labels, taught } = report;
  const shownEngines = counted(engines, "engine", "engines");
  if (gold === null || labels === null) {
    const labelled =
      report.reference === null
        ? "labels without their reference (reference.csv)"
        : `${counted(queries, "query", "queries")} with labels by the reference ${report.reference}`;
    return [`${shownEngines}, ${labelled}, no judgments (--gold).`];
  }
  const leftTaught = taught.areJudged ? 0 : taught.queries;
  const left = [
    ...(leftTaught > 0 ? [`${leftTaught} with people's grades among the labels`] : []),
    ...(leftOut.unjudged > 0 ? [`${leftOut.unjudged} unrated`] : []),
    ...(leftOut.nothingRelevant > 0 ? [`${leftOut.nothingRelevant} without a relevant document`] : []),
    ...(leftOut.unlabelled > 0 ? [`${leftOut.unlabelled} without reference`] : []),
  ];
  const all = queries + leftTaught + leftOut.unjudged + leftOut.nothingRelevant + leftOut.unlabelled;
  return [
    left.length === 0
      ? `${shownEngines} on ${counted(queries, "query", "queries")}, all of them rated.`
      : `${shownEngines} on ${queries} of ${counted(all, "query", "queries")} (left out: ${left.join(", ")}).`,
    `Labels: ${ndcgOf(report)}${report.reference === null ? "" : ` by the reference ${report.reference}`}. People: ${measure} on ${gold}${sayUnjudged(report)}.`,
    ...(report.tauB === null
      ? []
      : [
          `Chance: ${counted(draws, "draw")}; "titles" deals the labels out anew to a query's titles, "lists" permutes them inside each list. Intervals are 95 %.`,
        ]),
  ];
}

function sayUnjudged(report: ValidationReport): string {
  const share = report.unjudgedShare;
  if (share === null) return "";
  if (share === 0) return `, which judge all of ${firstResults(report)}`;
  return `; ${percent(share)} of ${firstResults(report)} were judged by nobody and count as not relevant`;
}

function orderSection({ baselines, queries }: ValidationReport, sources: Sources): Section {
  return {
    heading: "Order of the engines: agreement with people's order",
    table: {
      header: ["", "queries", "τ-b", "95 %", "chance: titles", "chance: lists", "τ-AP", "Spearman", "upper half τ-b"],
      rows: [
        ...sources.map(([name, { queries, tauB, tauAp, spearman, upperHalfTauB }]) => [
          name,
          String(queries),
          shown(tauB?.observed),
          range(tauB?.interval),
          range(tauB?.nullTitle),
          range(tauB?.nullList),
          ...[tauAp, spearman, upperHalfTauB].map(shown),
        ]),
        ...baselineNames.map((name) => [
          `free: ${baselineTitles[name]}`,
          String(queries),
          shown(baselines?.[name]),
          ...Array.from({ length: 6 }, () => ""),
        ]),
      ],
    },
    notes: [
      "Above chance of titles: the labels say something. Above chance of lists: their ranks too. Above what is free: worth their price.",
    ],
  };
}

function labelSection({ unjudged }: ValidationReport, sources: Sources): Section {
  const [first] = sources;
  const share = first === undefined ? 0 : first[1].labels.unjudged / Math.max(1, first[1].labels.pairs);
  return {
    heading: "Labels of single results",
    table: {
      header: ["", "AUC", "average precision", "prevalence", "κ", "weighted κ", "calibration error"],
      rows: sources.map(([name, { labels }]) => [
        name,
        ...[
          labels.auc,
          labels.averagePrecision,
          labels.prevalence,
          labels.kappa,
          labels.weightedKappa,
          labels.calibrationError,
        ].map(shown),
      ]),
    },
    notes: [
      `Of all results, at any rank: ${percent(share)} of the titles were judged by nobody and ${unjudged === "skip" ? "are left out" : "count as not relevant"} here. κ at thresholds chosen on other queries.`,
    ],
  };
}

function conclusionSection(sources: Sources): Section {
  const reversed = sources[0]?.[1].conclusions?.wrong.filter(({ kind }) => kind === "reversed") ?? [];
  const worst = reversed.toSorted((one, other) => one.byGrades - other.byGrades).slice(0, SHOWN_PAIRS);
  const more = reversed.length - worst.length;
  return {
    heading: "Conclusions on pairs of engines (paired t tests, Holm, .05)",
    table: {
      header: ["", "pairs", "confirmed", "neither", "missed", "reversed", "invented"],
      rows: sources.map(([name, { conclusions }]) => [
        name,
        ...(["pairs", "agree", "agreeNot", "missed", "reversed", "invented"] as const).map((count) =>
          conclusions === null ? "-" : String(conclusions[count]),
        ),
      ]),
    },
    notes: [
      "Significant by labels and people: confirmed, or reversed; by people alone: missed; by labels alone: invented.",
      ...worst.map(
        ({ better, worse, byLabels, byGrades }) =>
          `Reversed: by labels ${better} is better than ${worse} (${signed(byLabels, 3)}), by people worse (${signed(byGrades, 3)}).`,
      ),
      ...(more > 0 ? [`… and ${more} more (--json has all).`] : []),
    ],
  };
}

function pairSection(sources: Sources): Section {
  const several = sources.length > 1;
  return {
    heading: "Pairs of engines: difference by labels, and by people",
    table: {
      header: ["pair", "labels", "95 %", "sign stays", "people", "95 %", "sign stays", "same sign"],
      rows: sources.flatMap(([name, { pairs }]) =>
        (pairs ?? []).map(({ first, second, byLabels, byGrades, signsAgree }) => [
          `${several ? `${name}: ` : ""}${first} - ${second}`,
          ...stabilityCells(byLabels),
          ...stabilityCells(byGrades),
          signsAgree === null ? "-" : signsAgree ? "yes" : "no",
        ]),
      ),
    },
    notes: [
      `Below ${FEWEST_ENGINES} engines a rank correlation says nothing. Sign stays: share of resampled queries that keep the sign of the difference.`,
    ],
  };
}

function stabilityCells(found: SignStability | null): string[] {
  if (found === null) return ["-", "-", "-"];
  return [signed(found.difference, 3), range([found.interval.low, found.interval.high]), shown(found.signStays)];
}

function engineSection(report: ValidationReport): Section {
  const { means, holes, sameEmbedderScores, sameEmbedder } = report;
  /** Equal means share the better place. */
  const placeBy = (read: (one: (typeof means)[number]) => number) => {
    const sorted = means.map((one) => roundScore(read(one))).sort((one, other) => other - one);
    return (engine: string) => {
      const own = means.find((one) => one.engine === engine);
      return own === undefined ? "-" : String(sorted.indexOf(roundScore(read(own))) + 1);
    };
  };
  const [byLabels, byGrades] = [placeBy(({ labels }) => labels), placeBy(({ grades }) => grades)];
  const engines = means.length === 0 ? Object.keys(sameEmbedderScores) : means.map(({ engine }) => engine);
  const meanOf = (engine: string) => means.find((one) => one.engine === engine);
  const hasMeans = means.length > 0;
  const ordered = engines.toSorted((one, other) => (meanOf(other)?.grades ?? 0) - (meanOf(one)?.grades ?? 0));
  return {
    heading: hasMeans ? "Engines, best by people first" : "Engines",
    table: {
      header: [
        "engine",
        ...(hasMeans ? ["labels", "place", "people", "place", "holes", "bounds"] : []),
        "same embedder",
      ],
      rows: ordered.map((engine) => [
        engine,
        ...(hasMeans
          ? [
              shown(meanOf(engine)?.labels),
              byLabels(engine),
              shown(meanOf(engine)?.grades),
              byGrades(engine),
              holes?.[engine]?.share == null ? "-" : percent(holes[engine].share),
              range(holes?.[engine] && [holes[engine].lower, holes[engine].upper]),
            ]
          : []),
        `${shown(sameEmbedderScores[engine])}${sameEmbedder.includes(engine) ? " !" : "  "}`,
      ]),
    },
    notes: [
      ...(hasMeans
        ? [
            `Holes: of ${firstResults(report)}, judged by nobody. Bounds: between which any judgments of what nobody judged would put people's ${ndcgOf(report)}.`,
          ]
        : []),
      ...(sameEmbedder.length === 0
        ? []
        : [
            `! ${sameEmbedder.join(", ")}: nearer to the query by the labelling model than shared words explain, or sorted by it. Labels favour engines that retrieve with the model that labels.`,
          ]),
      ...(engines.some((engine) => sameEmbedderScores[engine] != null)
        ? []
        : ["Same embedder: too few queries with texts to tell."]),
    ],
  };
}

/** What labels, baselines and bounds are counted by. */
function ndcgOf({ cutoff }: ValidationReport): string {
  return cutoff === null ? "nDCG" : `nDCG@${cutoff}`;
}

function firstResults({ cutoff }: ValidationReport): string {
  if (cutoff === null) return "all results";
  return cutoff === 1 ? "the first results" : `the first ${cutoff} results`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function shown(value: number | null | undefined): string {
  return value == null || Number.isNaN(value) ? "-" : value.toFixed(3);
}

function range(interval: readonly [number, number] | null | undefined): string {
  return interval == null ? "-" : `${unsignedZero(interval[0], 2)} … ${unsignedZero(interval[1], 2)}`;
}
