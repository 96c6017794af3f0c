/** Shows values to compare, and provides their queries. */
import type { ValuesToCompare } from "../../src/measure/compare-files.ts";

/** By measure, then by run. */
export function valuesOf({ measures, runs }: ValuesToCompare): Record<string, Record<string, number[]>> {
  return Object.fromEntries(
    measures.map(({ measure, values }) => [
      measure,
      Object.fromEntries(runs.map((run, place) => [run, [...(values[place] ?? [])]])),
    ]),
  );
}

/** Two segments, and a query with weight 0. */
export const queriesFile =
  "query_id\tquery\tkind\tvisits\nq1\tred apples\tfruit\t3\nq2\tfast cars\tcars\t1\nq3\tpears\tfruit\t0\n";
