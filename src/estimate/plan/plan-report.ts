/** The document of `plan --json`, and how it looks: what rating would achieve, and at which price. */
import { type Block, column, noteBlock, tableOf } from "../../core/document/blocks.ts";
import { counted } from "../../core/text/wording.ts";
import type { PlannedDesign, RatingPlan } from "../../maths/sampling/plan.ts";

/** What `semqrel pool --plan --json` prints. */
export interface PlanReport {
  readonly schema: "semqrel.plan/1";
  readonly measure: string;
  readonly target: "these" | "future";
  readonly engines: number;
  readonly queries: number;
  /** Taken for the correlation of labels and ratings, and where it comes from. */
  readonly rho: number;
  readonly rhoSource: "given" | "measured" | "assumed";
  readonly secondsPerRating: number;
  /** Widths and differences may come so many times as large: [least, most]. */
  readonly uncertainty: readonly [number, number];
  /** Rated already. */
  readonly ratedQueries: number;
  readonly options: readonly {
    /** Rated, with those that are rated already. */
    readonly queries: number;
    /** Of them: to be rated yet, as are the ratings and minutes. */
    readonly furtherQueries: number;
    readonly depth: number;
    readonly ratings: number;
    readonly minutes: number;
    /** Of an engine's 95 % interval, from end to end. */
    readonly expectedWidth: number | null;
    /** Of two engines, decided in four of five tries, all pairs together. */
    readonly smallestDifference: number | null;
  }[];
  /** Null where no pair of query and title tells the engines apart, or nothing is known of any. */
  readonly designs: PlannedDesigns | null;
}

/** Whole queries and pairs by spread, for as many ratings. */
export interface PlannedDesigns {
  /** Of the differences of two engines. From labels alone each query's ideal is taken for known. */
  readonly measure: string;
  /** Pairs that tell engines apart. */
  readonly possible: number;
  readonly secondsPerQuery: number;
  readonly rows: readonly {
    /** In all, with those that are there. */
    readonly ratings: number;
    /** `minutes`: for what is still to be rated. */
    readonly whole: PlannedDesign & { readonly minutes: number };
    readonly pairs: PlannedDesign & { readonly minutes: number };
  }[];
}

/** With fewer, ρ and spread are little known. */
const FEW_QUERIES = 10;
/** Measured on judged collections: planned without ratings, intervals came so many times as wide. */
const WITHOUT_RATINGS = [0.72, 1.3] as const;

export function planReport(
  plans: readonly RatingPlan[],
  facts: Omit<PlanReport, "schema" | "uncertainty" | "options">,
): PlanReport {
  // The logarithm of a standard deviation of n values has about the standard error 1 / √(2(n - 1)).
  const factor = Math.exp(1.96 / Math.sqrt(2 * (facts.ratedQueries - 1)));
  return {
    schema: "semqrel.plan/1",
    ...facts,
    uncertainty: facts.ratedQueries === 0 ? WITHOUT_RATINGS : [1 / factor, factor],
    options: plans.map(({ expectedHalfWidth, ...plan }) => ({
      ...plan,
      furtherQueries: plan.queries - facts.ratedQueries,
      expectedWidth: expectedHalfWidth === null ? null : 2 * expectedHalfWidth,
    })),
  };
}

export function planBlocks(report: PlanReport): Block[] {
  return [
    // From pairs nothing follows for the nDCG of a query.
    ...(report.options.length === 0 ? [] : queryBlocks(report)),
    ...(report.designs === null ? [] : designBlocks(report, report.designs)),
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
    // No two values of a measure from 0 to 1 are further apart.
    if (value > 1) return "over 1";
    if (value === 0) return "0";
    return `${value.toFixed(3)} (${(value * least).toFixed(2)} … ${Math.min(1, value * most).toFixed(2)})`;
  };
  const few = ratedQueries < FEW_QUERIES ? ", which are too few to trust this plan: rate ten" : "";
  let spread = "The spread is that of the labels.";
  if (isUnderWay) {
    spread = `The variation is taken from people's grades in ${counted(ratedQueries, "rated query", "rated queries")}${few}.`;
  } else if (options.every(({ expectedWidth }) => expectedWidth === null)) {
    spread = "The labels have no reference, so the variation is unknown. Give the whole folder that label wrote.";
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
        column<Option>("width of an interval", "text", ({ expectedWidth }) => shown(expectedWidth)),
        column<Option>("smallest difference decided", "text", ({ smallestDifference }) => shown(smallestDifference)),
      ],
    ),
    noteBlock(
      `Labels and ratings correlate with ρ ${rho.toFixed(2)} (${origin}); ${secondsPerRating} s a rating. ${spread}`,
    ),
    noteBlock(
      isUnderWay
        ? "In brackets: the 95 % range."
        : "In brackets: the likely range. On judged collections, intervals were 0.72 to 1.3 times as wide as planned without ratings.",
    ),
  ];
}

function designBlocks(report: PlanReport, designs: PlannedDesigns): Block[] {
  type Row = PlannedDesigns["rows"][number];
  const { measure, secondsPerQuery, possible } = designs;
  const shown = (value: number | null) => {
    if (value === null) return null;
    return measure.startsWith("nDCG") && value > 1 ? "over 1" : value.toFixed(3);
  };
  const columnsOf = (of: "whole" | "pairs") => [
    column<Row>(`${of}: queries`, "count", (row) => row[of].queries),
    column<Row>("minutes", "measure", (row) => row[of].minutes, { digits: 0 }),
    column<Row>("width", "text", (row) => shown(row[of].width)),
    column<Row>("smallest decided", "text", (row) => shown(row[of].smallestDifference)),
  ];
  return [
    tableOf(
      "plan-designs",
      `The same ratings as whole queries, and as pairs that tell engines apart: differences of ${counted(report.engines, "engine")} by ${measure} over ${counted(report.queries, "query", "queries")}.`,
      designs.rows,
      [column<Row>("ratings", "count", ({ ratings }) => ratings), ...columnsOf("whole"), ...columnsOf("pairs")],
    ),
    noteBlock(
      `${counted(possible, "pair tells", "pairs tell")} the engines apart. Minutes are for what is still to be rated, with ${report.secondsPerRating} s a rating and ${secondsPerQuery} s to read a query.` +
        (report.ratedQueries > 0 ? "" : " Without ratings each query's ideal is taken for known."),
    ),
    noteBlock(
      `Draw pairs with: semqrel pool LABELS --by spread --ratings N${report.ratedQueries > 0 ? " --add POOL, where POOL was drawn so and N counts new pairs" : ""}.`,
    ),
  ];
}
