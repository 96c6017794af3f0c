/**
 * What does a user see of compared runs?
 */

import { signed } from "../core/text/numbers.ts";
import { renderBlocks } from "../core/text/render-blocks.ts";
import { renderMarkdownTable, renderTable, type TextTable } from "../core/text/render-table.ts";
import { counted } from "../core/text/wording.ts";
import type { ComparisonReport } from "./comparison-report.ts";
import { sayRules } from "./evaluation-rules.ts";
import type { MeasureComparison, PairComparison } from "./measures/compare-runs.ts";

/** All of it for a terminal of `width` columns. */
export function renderComparison(report: ComparisonReport, withTests: boolean, width?: number): string {
  return asText(report, withTests, ({ heading, table, notes }) => [heading, ...renderTable(table, width), ...notes]);
}

/** The same for a pull request. */
export function renderComparisonAsMarkdown(report: ComparisonReport, withTests: boolean): string {
  return asText(report, withTests, ({ heading, table, notes }) => [
    `**${heading}**`,
    "",
    ...renderMarkdownTable(table),
    ...notes.flatMap((note) => ["", note]),
  ]);
}

/** One row a measure and pair, full precision, for CSV and TSV. */
export function* comparisonRows(report: ComparisonReport): Iterable<readonly string[]> {
  yield [
    ...["segment", "measure", "run", "baseline", "queries", "mean", "baseline_mean", "difference", "relative"],
    ...[
      "t",
      "t_p",
      "t_low",
      "t_high",
      "wilcoxon_p",
      "sign_p",
      "randomisation_p",
      "holm_p",
      "benjamini_hochberg_p",
      "bonferroni_p",
    ],
    ...["tukey_p", "tukey_low", "tukey_high", "bootstrap_low", "bootstrap_high", "effect_size"],
    ...["wins", "ties", "losses", "smallest_detectable", "verdict"],
  ];
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

interface Section {
  readonly heading: string;
  readonly table: TextTable;
  readonly notes: readonly string[];
}

function asText(
  report: ComparisonReport,
  withTests: boolean,
  linesOf: (section: Section) => readonly string[],
): string {
  const sections = [
    ...report.measures.flatMap((measure) => measureSections(measure, report.queries, withTests)),
    ...(report.segments?.groups ?? []).flatMap(({ segment, queries, measures }) =>
      measures.map((measure) => {
        const name = `${report.segments?.column} = ${segment === "" ? "(not said)" : segment}`;
        return {
          ...meansSection(measure, queries),
          heading: `${measure.measure} where ${name} (${counted(queries, "query", "queries")})`,
        };
      }),
    ),
    ...(report.orders.length > 0 ? [orderSection(report)] : []),
  ];
  const blocks = [headline(report), ...sections.map(linesOf)];
  return renderBlocks(blocks);
}

function headline(report: ComparisonReport): string[] {
  const weighted = report.weights === undefined ? "" : ` Means are weighted by ${report.weights}.`;
  const rules = report.rules === undefined ? "" : sayRules(report.rules);
  return [
    `${counted(report.queries, "query", "queries")}, ${report.runs.length} runs.${weighted}${rules}`,
    "Verdicts: paired randomisation test, Holm's correction over the pairs of a measure, level .05; below 10 queries none.",
  ];
}

function measureSections(comparison: MeasureComparison, queries: number, withTests: boolean): Section[] {
  const { measure, pairs } = comparison;
  const moved = pairs.flatMap((pair) => pair.moved.map((query) => ({ pair, query })));
  return [
    meansSection(comparison, queries),
    ...(withTests ? [testsSection(comparison)] : []),
    ...(moved.length === 0
      ? []
      : [
          {
            heading: `${measure}: the queries that moved most`,
            table: {
              header: ["run", "query", "baseline", "run", "difference"],
              rows: moved.map(({ pair, query }) => [
                pairName(pair, pairs),
                query.query,
                shown(query.baseline),
                shown(query.run),
                signed(query.difference, 4),
              ]),
            },
            notes: [],
          },
        ]),
  ];
}

/** @param queries in all: the number stands beside what fewer make up */
function meansSection(comparison: MeasureComparison, queries: number): Section {
  const { measure, means, best, pairs, lowerIsBetter } = comparison;
  const compared = new Set(pairs.map(({ run }) => run));
  const isWhole = means.every(({ count }) => count === queries);
  const meanCell = (name: string) => {
    const { mean = null, count = 0 } = means.find(({ run }) => run === name) ?? {};
    const star = best.includes(name) && means.length > 1 ? "*" : " ";
    return `${mean === null ? "-" : shown(mean)}${star}${isWhole ? "" : ` (${count})`}`;
  };
  const others = means.filter(({ run }) => !compared.has(run));
  // Where no query differs nothing is known of how they vary.
  const smallest = pairs.flatMap(({ smallestDetectable }) => (smallestDetectable ? [smallestDetectable] : []));
  const paired = pairs.map((pair) => pair.queries);
  const [fewest, most] = [Math.min(...paired), Math.max(...paired)];
  return {
    heading: `${measure}${lowerIsBetter ? " (lower is better)" : ""}`,
    table: {
      header: ["run", "mean", "difference [95 %]", "relative", "p (Holm)", "won/tied/lost", "effect", "verdict"],
      rows: [
        ...others.map(({ run }) => [run, meanCell(run), "", "", "", "", "", "baseline"]),
        ...pairs.map((pair) => [
          pairName(pair, pairs),
          meanCell(pair.run),
          differenceCell(pair),
          pair.relative === null ? "-" : `${signed(pair.relative * 100, 1)} %`,
          pair.adjusted === null ? "-" : probability(pair.adjusted.holm),
          `${pair.winsTiesLosses.wins}/${pair.winsTiesLosses.ties}/${pair.winsTiesLosses.losses}`,
          pair.effectSize === null ? "-" : signed(pair.effectSize, 2),
          pair.verdict,
        ]),
      ],
    },
    notes: [
      ...(fewest < queries
        ? [
            `Differences are over the queries that count for both runs: ${fewest === most ? fewest : `${fewest} to ${most}`} of ${queries}.`,
          ]
        : []),
      ...(smallest.length > 0
        ? [`Smallest difference that as many queries would show in four of five tries: ${range(smallest)}.`]
        : []),
    ],
  };
}

/** The run, and what it is compared with where that is not the same for all. */
function pairName(pair: PairComparison, pairs: readonly PairComparison[]): string {
  return pairs.every(({ baseline }) => baseline === pair.baseline) ? pair.run : `${pair.run} - ${pair.baseline}`;
}

function differenceCell({ difference, bootstrap }: PairComparison): string {
  if (difference === null) return "-";
  return `${signed(difference, 4)}${bootstrap === null ? "" : ` [${signed(bootstrap.low, 4)}, ${signed(bootstrap.high, 4)}]`}`;
}

function testsSection({ measure, pairs }: MeasureComparison): Section {
  return {
    heading: `${measure}: p of every test`,
    table: {
      header: [
        ...["run", "randomisation", "Holm", "Benjamini-Hochberg", "Bonferroni"],
        ...["t", "Wilcoxon (zeros left out)", "sign", "Tukey HSD"],
      ],
      rows: pairs.map((pair) => [
        pairName(pair, pairs),
        ...[
          pair.randomisation?.p,
          pair.adjusted?.holm,
          pair.adjusted?.benjaminiHochberg,
          pair.adjusted?.bonferroni,
          pair.tTest?.p,
          pair.wilcoxon.p,
          pair.sign.p,
          pair.tukey?.p,
        ].map((p) => (p === undefined ? "-" : probability(p))),
      ]),
    },
    notes: [],
  };
}

function orderSection({ orders }: ComparisonReport): Section {
  return {
    heading: "Order of the runs under two measures",
    table: {
      header: ["measures", "tau-b", "tau-AP"],
      rows: orders.map(({ measure, other, tauB, tauAp }) => [
        `${measure} and ${other}`,
        tauB === null ? "-" : tauB.toFixed(2),
        tauAp === null ? "-" : tauAp.toFixed(2),
      ]),
    },
    notes: [],
  };
}

function range(values: readonly number[]): string {
  const [low, high] = [shown(Math.min(...values)), shown(Math.max(...values))];
  return low === high ? low : `${low} to ${high}, by run`;
}

function shown(value: number): string {
  return value.toFixed(4);
}

function probability(p: number): string {
  return p < 0.0001 ? "<.0001" : p.toFixed(4);
}

function cell(value: number | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}
