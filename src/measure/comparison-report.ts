import { type Block, cellTable, noteBlock, textBlock } from "../core/document/blocks.ts";
import { probabilityText } from "../core/document/cell-text.ts";
import { shortenName } from "../core/text/display-width.ts";
import { counted, sayGroup, signed } from "../core/text/wording.ts";
import type { Warning } from "../core/warnings.ts";
import type { Segmentation } from "../lists/segment-queries.ts";
import { type EvaluationRules, sayRules } from "./measure-report.ts";
import { engineOrders, type OrderAgreement } from "./measures/compare-engines.ts";
import {
  type ComparedMeasure,
  type CompareRunsOptions,
  compareRuns,
  type MeasureComparison,
  type PairComparison,
} from "./measures/compare-runs.ts";

/** Maximum width of a query in the table of changed queries, in terminal columns. */
const MAX_QUERY_WIDTH = 40;
/** Source: docs/trust.md. If labels from one reference put an engine ahead, it was better in 72 % of the cases. */
export const HINT =
  "Labels can be wrong: on public collections, labels from one reference pointed to the better engine in only 7 of 10 cases.";

export function comparisonBlocks(report: ComparisonReport, withTests: boolean): Block[] {
  const { column, groups = [] } = report.segments ?? {};
  return [
    ...headline(report),
    ...report.measures.flatMap((measure) => measureBlocks(measure, report, withTests)),
    ...groups.flatMap(({ segment, queries, measures }) =>
      measures.flatMap((measure) => {
        const caption = `${measure.measure} where ${sayGroup(column, segment)} (${counted(queries, "query", "queries")})`;
        return meansBlocks(measure, { queries, rule: report.rule }, caption);
      }),
    ),
    ...(report.orders.length > 0 ? [orderTable(report)] : []),
  ];
}

export function* comparisonRows(report: ComparisonReport): Iterable<readonly string[]> {
  yield (
    "segment,measure,run,baseline,queries,mean,baseline_mean,difference,relative,t,t_p,t_low,t_high,wilcoxon_p,sign_p," +
    "randomisation_p,holm_p,benjamini_hochberg_p,bonferroni_p,tukey_p,tukey_low,tukey_high,bootstrap_low," +
    "bootstrap_high,effect_size,wins,ties,losses,smallest_detectable,verdict"
  ).split(",");
  yield* rowsOf("", report.measures);
  for (const { segment, measures } of report.segments?.groups ?? []) yield* rowsOf(segment, measures);
}

function* rowsOf(segment: string, measures: readonly MeasureComparison[]): Iterable<readonly string[]> {
  for (const { measure, means, pairs } of measures) {
    const meanOf = (name: string) => means.find(({ run }) => run === name)?.mean;
    for (const pair of pairs) {
      const { tTest, tukey, bootstrap, adjusted, winsTiesLosses: counts } = pair;
      yield [
        ...[segment, measure, pair.run, pair.baseline, String(pair.queries)],
        ...[
          ...[meanOf(pair.run), meanOf(pair.baseline), pair.difference, pair.relative],
          ...[tTest?.t, tTest?.p, tTest?.interval[0], tTest?.interval[1], pair.wilcoxon.p, pair.sign.p],
          ...[pair.randomisation?.p, adjusted?.holm, adjusted?.benjaminiHochberg, adjusted?.bonferroni],
          ...[tukey?.p, tukey?.interval[0], tukey?.interval[1], bootstrap?.low, bootstrap?.high, pair.effectSize],
          ...[counts.wins, counts.ties, counts.losses, pair.smallestDetectable],
        ].map(cell),
        pair.verdict,
      ];
    }
  }
}

function headline(report: ComparisonReport): Block[] {
  const weighted = report.weights === undefined ? "" : ` Means are weighted by ${report.weights}.`;
  const rules = report.rules === undefined ? "" : sayRules(report.rules);
  return [
    textBlock(`${counted(report.queries, "query", "queries")}, ${report.runs.length} runs.${weighted}${rules}`),
    noteBlock(
      "A verdict needs at least ten queries, and a difference that chance alone would produce in fewer than 5 of 100 cases (paired randomisation test; Holm's correction over the pairs of runs, for each measure).",
    ),
    ...(report.rule.evidence === "labels" ? [noteBlock(`Verdicts from labels are hints. ${HINT}`)] : []),
  ];
}

type Compared = Pick<ComparisonReport, "queries" | "rule">;

function measureBlocks(comparison: MeasureComparison, compared: Compared, withTests: boolean): Block[] {
  const { measure, pairs, lowerIsBetter } = comparison;
  const moved = pairs.flatMap((pair) =>
    pair.moved.map(({ query, baseline, run, difference }) => {
      const values = [shown(baseline), shown(run), signed(difference, 4)];
      return [pairName(pair, pairs), shortenName(query, MAX_QUERY_WIDTH), ...values];
    }),
  );
  const header = ["run", "query", "baseline", "run", "difference"];
  return [
    ...meansBlocks(comparison, compared, `${measure}${lowerIsBetter ? " (lower is better)" : ""}`),
    ...(withTests ? [testsTable(comparison)] : []),
    ...(moved.length === 0 ? [] : [cellTable(`${measure}: queries with the largest differences`, header, moved)]),
  ];
}

function meansBlocks(comparison: MeasureComparison, { queries, rule }: Compared, caption: string): Block[] {
  const { means, best, pairs } = comparison;
  const compared = new Set(pairs.map(({ run }) => run));
  const isWhole = means.every(({ count }) => count === queries);
  const meanCell = (name: string) => {
    const { mean = null, count = 0 } = means.find(({ run }) => run === name) ?? {};
    const star = best.includes(name) && means.length > 1 ? "*" : " ";
    return `${mean === null ? "-" : shown(mean)}${star}${isWhole ? "" : ` (${count})`}`;
  };
  const others = means.filter(({ run }) => !compared.has(run));
  const rows = pairs.map((pair) => {
    const { difference, relative, bootstrap, adjusted, winsTiesLosses: counts, effectSize, verdict } = pair;
    const interval = bootstrap === null ? "" : ` [${signed(bootstrap.low, 4)}, ${signed(bootstrap.high, 4)}]`;
    const isHint = rule.evidence === "labels" && ["better", "worse"].includes(verdict);
    return [
      pairName(pair, pairs),
      meanCell(pair.run),
      difference === null ? "-" : `${signed(difference, 4)}${interval}`,
      relative === null ? "-" : `${signed(relative * 100, 1)} %`,
      adjusted === null ? "-" : probabilityText(adjusted.holm),
      `${counts.wins}/${counts.ties}/${counts.losses}`,
      effectSize === null ? "-" : signed(effectSize, 2),
      isHint ? `hint: ${verdict}` : verdict,
    ];
  });
  // Leaves out 0: it only means that all differences are equal, not that tiny differences can be detected.
  const smallest = pairs.flatMap(({ smallestDetectable }) => (smallestDetectable ? [smallestDetectable] : []));
  const [low, high] = [shown(Math.min(...smallest)), shown(Math.max(...smallest))];
  const range = low === high ? low : `${low} to ${high} (depending on the run)`;
  const paired = pairs.map((pair) => pair.queries);
  const [fewest, most] = [Math.min(...paired), Math.max(...paired)];
  const counted = `${fewest === most ? fewest : `${fewest} to ${most}`} of ${queries}`;
  return [
    cellTable(
      caption,
      ["run", "mean", "difference [95 %]", "relative", "p (Holm)", "won/tied/lost", "effect", "verdict"],
      [...others.map(({ run }) => [run, meanCell(run), "", "", "", "", "", "baseline"]), ...rows],
    ),
    fewest < queries && noteBlock(`Differences only use queries that count for both runs: ${counted}.`),
    smallest.length > 0 &&
      noteBlock(`With this number of queries, a difference of ${range} or more is likely to be detected.`),
  ].filter((block) => block !== false);
}

function pairName(pair: PairComparison, pairs: readonly PairComparison[]): string {
  return pairs.every(({ baseline }) => baseline === pair.baseline) ? pair.run : `${pair.run} - ${pair.baseline}`;
}

function testsTable({ measure, pairs }: MeasureComparison): Block {
  const corrected = ["run", "randomisation", "Holm", "Benjamini-Hochberg", "Bonferroni"];
  return cellTable(
    `${measure}: p of every test`,
    [...corrected, "t", "Wilcoxon (zeros left out)", "sign", "Tukey HSD"],
    pairs.map((pair) => {
      const { randomisation, adjusted, tTest, wilcoxon, sign, tukey } = pair;
      const ps = [randomisation?.p, adjusted?.holm, adjusted?.benjaminiHochberg, adjusted?.bonferroni, tTest?.p];
      const cells = [...ps, wilcoxon.p, sign.p, tukey?.p].map((p) => (p === undefined ? "-" : probabilityText(p)));
      return [pairName(pair, pairs), ...cells];
    }),
  );
}

function orderTable({ orders }: ComparisonReport): Block {
  return cellTable(
    "Order of the runs under two measures",
    ["measures", "tau-b", "tau-AP"],
    orders.map(({ measure, other, tauB, tauAp }) => [
      `${measure} and ${other}`,
      tauB === null ? "-" : tauB.toFixed(2),
      tauAp === null ? "-" : tauAp.toFixed(2),
    ]),
  );
}

function shown(value: number): string {
  return value.toFixed(4);
}

function cell(value: number | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}

/** The document that `semqrel compare --json` prints. */
export interface ComparisonReport {
  readonly schema: "semqrel.compare/1";
  readonly queries: number;
  readonly runs: readonly string[];
  /** How verdicts are made. Verdicts from labels are only hints. */
  readonly rule: {
    readonly test: string;
    readonly correction: string;
    readonly level: number;
    readonly seed: number;
    readonly evidence: "judgments" | "labels";
  };
  /** How the runs were measured. Absent for folders of labels, because their manifests record the rules. */
  readonly rules?: EvaluationRules;
  /** Name of the column with the weights of queries; absent without weights. */
  readonly weights?: string;
  readonly measures: readonly MeasureComparison[];
  /** Agreement of each pair of measures on the order of the runs; empty for fewer than three runs. */
  readonly orders: readonly OrderAgreement[];
  readonly segments?: {
    readonly column: string;
    readonly groups: readonly {
      /** Value of `column`; "" for queries without a value. */
      readonly segment: string;
      readonly queries: number;
      readonly measures: readonly MeasureComparison[];
    }[];
  };
  readonly warnings: readonly Warning[];
}

export interface ComparisonInput extends CompareRunsOptions {
  readonly measures: readonly ComparedMeasure[];
  readonly weightColumn: string | null;
  readonly segmentation: Segmentation | null;
  readonly rules?: EvaluationRules | null;
  readonly warnings: readonly Warning[];
}

export function comparisonReport(input: ComparisonInput): ComparisonReport {
  const { measures, segmentation } = input;
  const compared = compareRuns(measures, input);
  return {
    schema: "semqrel.compare/1",
    queries: input.queries.length,
    runs: input.runs,
    rule: {
      test: "paired randomisation",
      correction: "Holm, over the pairs of runs, for each measure",
      level: 0.05,
      seed: input.seed,
      evidence: input.rules == null ? "labels" : "judgments",
    },
    ...(input.rules == null ? {} : { rules: input.rules }),
    ...(input.weightColumn === null ? {} : { weights: input.weightColumn }),
    measures: compared,
    orders: engineOrders(compared),
    ...(segmentation && {
      segments: {
        column: segmentation.column,
        groups: segmentation.segments.map((segment, index) => ({
          segment,
          queries: segmentation.segmentOfQuery.filter((of) => of === index).length,
          measures: compareRuns(insideOf(measures, segmentation.segmentOfQuery, index), input),
        })),
      },
    }),
    warnings: input.warnings,
  };
}

function insideOf(measures: readonly ComparedMeasure[], segmentOfQuery: Int32Array, segment: number) {
  const inside = (value: number, query: number) => (segmentOfQuery[query] === segment ? value : Number.NaN);
  return measures.map((measure) => ({ ...measure, values: measure.values.map((ofRun) => ofRun.map(inside)) }));
}
