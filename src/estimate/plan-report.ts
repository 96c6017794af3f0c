/**
 * What would rating buy, and at which price?
 * The document of `plan --json`, and how it looks.
 */

import { renderBlocks } from "../core/text/render-blocks.ts";
import { renderMarkdownTable, renderTable, type TextTable } from "../core/text/render-table.ts";
import { counted } from "../core/text/wording.ts";
import type { RatingPlan } from "../maths/sampling/plan-ratings.ts";

/** What `semqrel plan --json` prints. */
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
}

export function planReport(plans: readonly RatingPlan[], facts: Omit<PlanReport, "schema" | "options">): PlanReport {
  return {
    schema: "semqrel.plan/1",
    ...facts,
    options: plans.map(({ expectedHalfWidth, ...plan }) => ({
      ...plan,
      furtherQueries: plan.queries - facts.ratedQueries,
      expectedWidth: expectedHalfWidth === null ? null : 2 * expectedHalfWidth,
    })),
  };
}

/** Below, ρ and spread are little known. */
const FEW_QUERIES = 10;

/** For a terminal of `width` columns, or as Markdown for a pull request. */
export function renderPlan(report: PlanReport, asMarkdown = false, width?: number): string {
  const render = (table: TextTable) => (asMarkdown ? renderMarkdownTable(table) : renderTable(table, width));
  const isUnderWay = report.ratedQueries > 0;
  const table = render({
    header: [
      "queries",
      ...(isUnderWay ? ["further"] : []),
      "depth",
      "ratings",
      "minutes",
      "width of an interval",
      "smallest difference decided",
    ],
    rows: report.options.map(
      ({ queries, furtherQueries, depth, ratings, minutes, expectedWidth, smallestDifference }) => [
        String(queries),
        ...(isUnderWay ? [String(furtherQueries)] : []),
        String(depth),
        String(ratings),
        minutes.toFixed(0),
        shown(expectedWidth),
        shown(smallestDifference),
      ],
    ),
  });
  const origin = {
    given: "as given",
    measured: "measured on the ratings there are",
    assumed: "assumed, as there are no ratings yet",
  }[report.rhoSource];
  const isUnknown = report.options.every(({ expectedWidth }) => expectedWidth === null);
  const spread = isUnderWay
    ? `The spread is that of people's grades in ${counted(report.ratedQueries, "rated query", "rated queries")}${report.ratedQueries < FEW_QUERIES ? ", which are few: rate ten before you trust this plan" : ""}.`
    : isUnknown
      ? "The labels have no ideal by a reference, so nothing is known of the spread: give the whole folder of label."
      : "The spread is that of the labels, which may be narrower than people's.";
  const lines = [
    `${report.measure} of ${counted(report.engines, "engine")} over ${report.target === "these" ? "these" : "future queries like these"} ${counted(report.queries, "query", "queries")}.`,
    // Else the lines around it would be rows of it.
    ...(asMarkdown ? ["", ...table, ""] : table),
    `Labels and ratings go together with ρ ${report.rho.toFixed(2)} (${origin}); ${report.secondsPerRating} s a rating. ${spread}`,
  ];
  return renderBlocks([lines]);
}

/** No two values of a measure from 0 to 1 are further apart. */
function shown(value: number | null): string {
  return value === null ? "-" : value > 1 ? "over 1" : value.toFixed(3);
}
