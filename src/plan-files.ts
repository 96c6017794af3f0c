/**
 * What would rating some of the queries of stored labels buy?
 */
import { SemqrelError } from "./errors.ts";
import { planRatings } from "./estimates/plan-ratings.ts";
import { secondsPerRating } from "./gold/summarise-pool.ts";
import { rowsOfQuery } from "./lists/group-results.ts";
import { ndcg } from "./measures/ndcg.ts";
import { type PlanReport, planReport } from "./report/plan-report.ts";
import { readStoredLabels } from "./stored-labels.ts";
import { titleKey } from "./text/title-key.ts";
import { storedLabelSource } from "./trust/label-sources.ts";
import type { StoredLabels } from "./types.ts";
import type { Warning } from "./warnings.ts";

export interface PlanFilesOptions {
  /** Numbers of queries; null for the usual ones up to all. */
  readonly queries: readonly number[] | null;
  readonly depths: readonly number[];
  readonly target: "these" | "future";
  /** Correlation of labels and ratings; null for a careful guess. */
  readonly rho: number | null;
  /** Null for the usual one. */
  readonly secondsPerRating: number | null;
}

const usualQueries = [10, 20, 30, 40, 60, 80, 120];
/** On two public collections calibrated labels and ratings of 20 queries had .3 to .6, query by query. */
const assumedRho = 0.4;
/** From fewer ratings nothing follows for the others. */
const FEWEST_QUERIES = 3;

/** @throws SemqrelError as `readStoredLabels` and `planRatings`; INVALID_OPTION below three queries */
export async function planFiles(
  labels: string,
  options: PlanFilesOptions,
): Promise<{ readonly report: PlanReport; readonly warnings: readonly Warning[] }> {
  const { stored, warnings } = await readStoredLabels(labels);
  const source = storedLabelSource(stored, "labels");
  const measurable = stored.queries.flatMap((_, query) => {
    const ideal = source.idealOf(query);
    return ideal?.some((label) => label > 0) ? [{ query, ideal }] : [];
  });
  const of = stored.queries.filter((_, query) => isAnswered(stored, query)).length;
  if (of < FEWEST_QUERIES) throw tooFewQueries(labels, of);
  const depths = options.depths.map((depth) => ({
    depth,
    ratingsPerQuery: stored.queries.reduce((sum, _, query) => sum + sizeOfPool(stored, query, depth), 0) / of,
    values: stored.engines.map(({ lists, labels: own }) =>
      Float64Array.from(measurable, ({ query, ideal }) => {
        const list = Float64Array.from(rowsOfQuery(lists, query), (row) => own[row] || 0);
        return ndcg(list, ideal, { cutoff: depth });
      }),
    ),
  }));
  const seconds = options.secondsPerRating ?? secondsPerRating;
  const rho = options.rho ?? assumedRho;
  const plans = planRatings(depths, {
    queries: options.queries ?? [...usualQueries.filter((count) => count < of), of],
    of,
    target: options.target,
    rho,
    secondsPerRating: seconds,
  });
  return {
    report: planReport(plans, {
      measure: "nDCG",
      target: options.target,
      engines: stored.engines.length,
      queries: of,
      rho,
      rhoSource: options.rho === null ? "assumed" : "given",
      secondsPerRating: seconds,
    }),
    warnings,
  };
}

/** By anybody: such queries `estimate` takes for all. */
function isAnswered({ engines, reference }: StoredLabels, query: number): boolean {
  return [...engines, ...(reference === null ? [] : [reference])].some(({ lists }) =>
    rowsOfQuery(lists, query).some((row) => lists.titles[row] !== ""),
  );
}

/** Distinct titles of all engines' first results. */
function sizeOfPool({ engines }: StoredLabels, query: number, depth: number): number {
  const titles = engines.flatMap(({ lists }) =>
    Array.from(rowsOfQuery(lists, query).subarray(0, depth), (row) => titleKey(lists.titles[row] ?? "")),
  );
  return new Set(titles).size;
}

function tooFewQueries(labels: string, queries: number): SemqrelError {
  return new SemqrelError(
    "INVALID_OPTION",
    `Planning ratings of ${labels}: the lists answer ${queries === 1 ? "1 query" : `${queries} queries`}, and intervals need three. Rate all of them.`,
    { details: { labels, queries } },
  );
}
