/** The report of `pool --plan`: what rating would achieve, and what it would cost. */
import { type Block, column, noteBlock, tableOf } from "../../core/document/blocks.ts";
import { shellWord } from "../../core/text/escape.ts";
import { counted } from "../../core/text/wording.ts";
import type { PlannedDesign, RatingPlan } from "../../maths/sampling/plan.ts";
import { FEWEST_QUERIES } from "../../maths/significance/corrections.ts";

export type PlanReport = ReturnType<typeof planReport>;

interface PlanFacts {
  readonly measure: string;
  readonly target: "these" | "future";
  readonly engines: number;
  readonly queries: number;
  /** Correlation of labels and ratings over queries; `rhoSource` says where it comes from. */
  readonly rho: number;
  readonly rhoSource: "given" | "measured" | "assumed";
  readonly secondsPerRating: number;
  readonly ratedQueries: number;
  /** Compares rating whole queries with rating pairs; null if no known pair tells the engines apart. */
  readonly designs: PlannedDesigns | null;
}

/** Comparison of two ways to use the same number of ratings: on whole queries, or on pairs of `pool --by spread`. */
export interface PlannedDesigns {
  /** Measure of the differences: with ratings, a sum such as DCG@10; without ratings, nDCG@10 by labels. */
  readonly measure: string;
  /** Number of pairs of query and document that tell engines apart. */
  readonly possible: number;
  readonly secondsPerQuery: number;
  readonly rows: readonly {
    /** Total number of ratings, including existing ones. */
    readonly ratings: number;
    /** `minutes` is the time for ratings that do not exist yet. */
    readonly whole: PlannedDesign & { readonly minutes: number };
    readonly pairs: PlannedDesign & { readonly minutes: number };
  }[];
}

/** On judged collections, intervals were 0.72 to 1.3 times as wide as a plan without ratings had predicted. */
const WITHOUT_RATINGS = [0.72, 1.3] as const;

/**
 * @param plans - `queries` includes rated queries; `ratings` and `minutes` are for further queries only. If two engines
 * differ by `smallestDifference`, this is significant in four of five samples, corrected for all pairs of engines.
 */
export function planReport(plans: readonly RatingPlan[], facts: PlanFacts) {
  // The logarithm of a standard deviation of n values has a standard error of about 1 / √(2(n - 1)).
  const factor = Math.exp(1.96 / Math.sqrt(2 * (facts.ratedQueries - 1)));
  return {
    schema: "semqrel.plan/1" as const,
    ...facts,
    /** Widths and differences may be this many times the planned ones: [smallest, largest]. */
    uncertainty: facts.ratedQueries === 0 ? WITHOUT_RATINGS : ([1 / factor, factor] as const),
    options: plans.map(({ expectedHalfWidth, ...plan }) => ({
      ...plan,
      furtherQueries: plan.queries - facts.ratedQueries,
      /** Width of an engine's 95 % interval, from end to end. */
      expectedWidth: expectedHalfWidth === null ? null : 2 * expectedHalfWidth,
    })),
  };
}

export function planBlocks(report: PlanReport, labels: string): Block[] {
  return [
    ...(report.options.length === 0 ? [] : queryBlocks(report)),
    ...(report.designs === null ? [] : designBlocks(report, report.designs, labels)),
  ];
}

function queryBlocks(report: PlanReport): Block[] {
  const { measure, engines, target, queries, options, rho, rhoSource, secondsPerRating, ratedQueries } = report;
  const isUnderWay = ratedQueries > 0;
  const origin = {
    given: "as given",
    measured: "measured on the available ratings",
    assumed: "assumed, because no ratings are given",
  }[rhoSource];
  const [least, most] = report.uncertainty;
  const shown = (value: number | null) => {
    if (value === null) return null;
    // Values in 0..1 cannot differ by more than 1.
    if (value > 1) return "over 1";
    if (value === 0) return "0";
    return `${value.toFixed(3)} (${(value * least).toFixed(2)} … ${Math.min(1, value * most).toFixed(2)})`;
  };
  const few = ratedQueries < FEWEST_QUERIES ? ", too few to trust this plan: rate ten" : "";
  let spread = "How much the difference between engines varies from query to query is measured on the labels.";
  if (isUnderWay) {
    spread = `How much the difference between engines varies from query to query is measured on people's grades in ${counted(ratedQueries, "rated query", "rated queries")}${few}.`;
  } else if (options.every(({ expectedWidth }) => expectedWidth === null)) {
    spread =
      "The labels have no reference, so it is unknown how much the difference between engines varies from query to query. Give the whole folder that check or label wrote.";
  }
  type Option = PlanReport["options"][number];
  return [
    tableOf(
      "plan",
      `${measure} of ${counted(engines, "engine")} over ${target === "these" ? "these" : "future queries like these"} ${counted(queries, "query", "queries")}.`,
      options,
      [
        column<Option>("queries", "count", (option) => option.queries),
        ...(isUnderWay ? [column<Option>("further", "count", ({ furtherQueries }) => furtherQueries)] : []),
        column<Option>("depth", "count", ({ depth }) => depth),
        column<Option>("ratings", "count", ({ ratings }) => ratings),
        column<Option>("minutes", "measure", ({ minutes }) => minutes, { digits: 0 }),
        column<Option>("width (one engine)", "text", ({ expectedWidth }) => shown(expectedWidth)),
        column<Option>("smallest detectable difference", "text", ({ smallestDifference }) => shown(smallestDifference)),
      ],
    ),
    noteBlock(
      `Correlation of labels and ratings: ρ = ${rho.toFixed(2)} (${origin}). Time: ${secondsPerRating} s per rating. ${spread}`,
    ),
    noteBlock(
      isUnderWay
        ? "In brackets: the 95 % range."
        : "In brackets: the likely range. On judged collections, the actual intervals were 0.72 to 1.3 times as wide as such a plan predicted.",
    ),
  ];
}

function designBlocks(report: PlanReport, designs: PlannedDesigns, labels: string): Block[] {
  type Row = PlannedDesigns["rows"][number];
  const { measure, secondsPerQuery, possible } = designs;
  const shown = (value: number | null) => {
    if (value === null) return null;
    return measure.startsWith("nDCG") && value > 1 ? "over 1" : value.toFixed(3);
  };
  const columnsOf = (of: "whole" | "pairs") => [
    column<Row>(`${of}: queries`, "count", (row) => row[of].queries),
    column<Row>("minutes", "measure", (row) => row[of].minutes, { digits: 0 }),
    column<Row>("width (difference)", "text", (row) => shown(row[of].width)),
    column<Row>("smallest detectable", "text", (row) => shown(row[of].smallestDifference)),
  ];
  return [
    tableOf(
      "plan-designs",
      `Ratings of whole queries compared with ratings of single pairs: differences between ${counted(report.engines, "engine")} by ${measure} over ${counted(report.queries, "query", "queries")}.`,
      designs.rows,
      [column<Row>("ratings", "count", ({ ratings }) => ratings), ...columnsOf("whole"), ...columnsOf("pairs")],
    ),
    noteBlock(
      `Only ${counted(possible, "pair")} can tell the engines apart. Minutes are for what is still to be rated, with ${report.secondsPerRating} s a rating and ${secondsPerQuery} s to read a query.` +
        (report.ratedQueries > 0
          ? ""
          : " Without ratings, the plan assumes that the best possible list of each query is known."),
    ),
    // A plan without options for whole queries comes from a pool of pairs. Only such a pool can be extended by pairs.
    noteBlock(
      report.ratedQueries > 0 && report.options.length === 0
        ? `Draw N further pairs with: semqrel pool ${shellWord(labels)} --by spread --ratings N --add POOL. POOL is the pool of the rated pairs.`
        : `Draw N pairs with: semqrel pool ${shellWord(labels)} --by spread --ratings N -o POOL.`,
    ),
  ];
}
