/** What is compared, and what where runs answer different queries? */
import { SemqrelError } from "../core/errors.ts";
import { counted, quoted, someOf } from "../core/text/wording.ts";
import type { Warning } from "../core/warnings.ts";
import type { Segmentation } from "../lists/segment-queries.ts";
import type { ComparedMeasure, ComparedPair } from "./measures/compare-runs.ts";

/** Values of measures, query by query, of runs that are compared. */
export interface ValuesToCompare {
  readonly runs: readonly string[];
  readonly queries: readonly string[];
  readonly measures: readonly ComparedMeasure[];
  readonly segmentation: Segmentation | null;
  readonly weights: Float64Array | null;
  readonly warnings: readonly Warning[];
  /** Pairs that suggest themselves: everything with the first run; an engine of several folders with itself. */
  readonly usualPairs: readonly ComparedPair[];
}

/** Which queries count where runs answer different ones. */
export interface QueryChoice {
  /** What to do with queries that not every run has: refuse, leave them out, or count 0. */
  readonly differentQueries: "refuse" | "intersection" | "zero";
}

/** @throws SemqrelError DIFFERENT_QUERIES  a run lacks queries of the first, or has others */
export function requireSameQueries(
  runs: readonly { readonly name: string; readonly queries: readonly string[] }[],
): void {
  const [first, ...others] = runs;
  for (const other of others) {
    const only = (one: readonly string[], two: readonly string[]) => {
      const known = new Set(two);
      return one.filter((query) => !known.has(query));
    };
    const lacks = only(first?.queries ?? [], other.queries);
    const has = only(other.queries, first?.queries ?? []);
    if (lacks.length === 0 && has.length === 0) continue;
    const some = (queries: readonly string[]) =>
      `${counted(queries.length, "query", "queries")} (${someOf(queries.map((query) => quoted(query)))})`;
    const parts = [
      ...(lacks.length > 0 ? [`${other.name} lacks ${some(lacks)} of ${first?.name}`] : []),
      ...(has.length > 0 ? [`${first?.name} lacks ${some(has)} of ${other.name}`] : []),
    ];
    throw new SemqrelError(
      "DIFFERENT_QUERIES",
      `Comparing ${first?.name} with ${other.name}: they answer different queries. ${parts.join("; ")}. ` +
        "Pass --intersection to compare them on the queries of both, or --missing-queries zero to count 0 there.",
      { details: { runs: [first?.name, other.name], lacks, has } },
    );
  }
}

export function noCommonQuery(names: readonly string[]): SemqrelError {
  const message = `Comparing ${names.join(" and ")}: no query in common. Give lists of the same queries.`;
  return new SemqrelError("NO_COMMON_QUERY", message, { details: { names } });
}
