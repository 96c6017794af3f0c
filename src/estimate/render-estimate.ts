/**
 * What does a user see of estimates from a few ratings?
 */

import { signed, unsignedZero } from "../core/text/numbers.ts";
import { renderBlocks } from "../core/text/render-blocks.ts";
import { renderMarkdownTable, renderTable, type TextTable } from "../core/text/render-table.ts";
import { counted } from "../core/text/wording.ts";
import type { EstimateReport, PairEstimate } from "./estimate-report.ts";

interface Section {
  readonly heading: string;
  readonly table: TextTable;
}

/** All of it for a terminal of `width` columns; the last line is the verdict. */
export function renderEstimate(report: EstimateReport, width?: number): string {
  return asText(report, ({ heading, table }) => [heading, ...renderTable(table, width)]);
}

/** The same for a pull request. */
export function renderEstimateAsMarkdown(report: EstimateReport): string {
  return asText(report, ({ heading, table }) => [`**${heading}**`, "", ...renderMarkdownTable(table)]);
}

/** One row an engine, then one a pair, full precision, for CSV and TSV. */
export function* estimateRows({ engines, pairs, order }: EstimateReport): Iterable<readonly string[]> {
  yield [
    "a",
    "b",
    "estimate",
    "low",
    "high",
    "simultaneous_low",
    "simultaneous_high",
    "human",
    "human_low",
    "human_high",
    "rho",
  ];
  const cells = (numbers: readonly (number | null | undefined)[]) => numbers.map((number) => String(number ?? ""));
  for (const name of order) {
    const one = engines[name];
    const { estimate, interval, human, rho } = one ?? {};
    yield [
      name,
      "",
      ...cells([
        estimate,
        interval?.[0],
        interval?.[1],
        null,
        null,
        human?.estimate,
        human?.interval?.[0],
        human?.interval?.[1],
        rho,
      ]),
    ];
  }
  for (const { a, b, difference, interval, simultaneous, human, rho } of pairs) {
    const own = [difference, interval?.[0], interval?.[1], simultaneous?.[0], simultaneous?.[1]];
    yield [a, b, ...cells([...own, human.estimate, human.interval?.[0], human.interval?.[1], rho])];
  }
}

/** Of many pairs those of neighbours in the order say most. */
const MOST_PAIRS = 12;

function asText(report: EstimateReport, linesOf: (section: Section) => readonly string[]): string {
  const { order, pairs } = report;
  const areNeighbours = ({ a, b }: PairEstimate) => Math.abs(order.indexOf(a) - order.indexOf(b)) === 1;
  const upper = ({ a, b }: PairEstimate) => Math.min(order.indexOf(a), order.indexOf(b));
  const shownPairs =
    pairs.length <= MOST_PAIRS
      ? pairs
      : pairs.filter(areNeighbours).toSorted((one, other) => upper(one) - upper(other));
  const blocks = [
    introduction(report),
    linesOf(engineSection(report)),
    ...(shownPairs.length === 0
      ? []
      : [
          linesOf(
            pairSection(
              shownPairs.map((pair) => turn(pair, order)),
              shownPairs.length < pairs.length,
            ),
          ),
        ]),
    report.cautions.map((caution) => `Caution: ${caution}`),
    [report.verdict],
  ];
  const filled = blocks.filter((lines) => lines.length > 0);
  return renderBlocks(filled);
}

function introduction(report: EstimateReport): string[] {
  const { queries, ratings, minutes, measure, target, weightOfLabels, method } = report;
  return [
    `${measure} over ${target === "these" ? `these ${counted(queries, "query", "queries")}` : `future queries like these ${queries}`}, from ${ratedOf(report)} (${counted(ratings, "rating")}, about ${counted(Math.ceil(minutes), "minute")}) and labels calibrated on them (${method}).`,
    `Order: ratings weigh ${(100 * (1 - weightOfLabels)).toFixed(0)} %, calibrated labels ${(100 * weightOfLabels).toFixed(0)} %. Intervals are 95 %.`,
  ];
}

function ratedOf({ sample, ratedQueries }: EstimateReport): string {
  const queries = counted(ratedQueries, "rated query", "rated queries");
  if (sample === null) return queries;
  const pools = sample.pools.map(({ path }) => path).join(", ");
  return sample.of === "queries"
    ? `${queries} that ${pools} drew`
    : `the pairs of ${counted(ratedQueries, "query", "queries")} that ${pools} drew`;
}

function engineSection({ order, engines, measure }: EstimateReport): Section {
  return {
    heading: `Engines, best first: ${measure}`,
    table: {
      header: ["engine", "estimate", "95 %", "ratings alone", "95 %", "ρ"],
      rows: order.map((name) => {
        const one = engines[name];
        return [
          name,
          shown(one?.estimate),
          range(one?.interval),
          shown(one?.human.estimate),
          range(one?.human.interval),
          one?.rho == null ? "-" : one.rho.toFixed(2),
        ];
      }),
    },
  };
}

function pairSection(pairs: readonly PairEstimate[], isPart: boolean): Section {
  return {
    heading: isPart ? "Differences of neighbours in the order" : "Differences",
    table: {
      header: ["pair", "difference", "95 %", "all pairs together", "ratings alone"],
      rows: pairs.map(({ a, b, difference, interval, simultaneous, human }) => [
        `${a} - ${b}`,
        change(difference),
        range(interval),
        range(simultaneous),
        range(human.interval),
      ]),
    },
  };
}

/** The better engine first. */
function turn(pair: PairEstimate, order: readonly string[]): PairEstimate {
  if (order.indexOf(pair.a) <= order.indexOf(pair.b)) return pair;
  const flip = (interval: PairEstimate["interval"]) => interval && ([-interval[1], -interval[0]] as const);
  return {
    ...pair,
    a: pair.b,
    b: pair.a,
    difference: pair.difference === null ? null : -pair.difference,
    interval: flip(pair.interval),
    simultaneous: flip(pair.simultaneous),
    human: {
      estimate: pair.human.estimate === null ? null : -pair.human.estimate,
      interval: flip(pair.human.interval),
    },
  };
}

function shown(value: number | null | undefined): string {
  return value == null ? "-" : unsignedZero(value, 3);
}

function change(value: number | null): string {
  return value === null ? "-" : signed(value, 3);
}

function range(interval: readonly [number, number] | null | undefined): string {
  return interval == null ? "-" : `${unsignedZero(interval[0], 3)} … ${unsignedZero(interval[1], 3)}`;
}
