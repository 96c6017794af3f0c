/** What does every engine reach on every query, by labels and by people? */
import { at } from "../core/at.ts";
import type { Measure } from "../measure/measures/define-measure.ts";
import { dcg } from "../measure/measures/graded/discounted-gain.ts";
import type { JudgedLists } from "./judged-lists.ts";

/** By engine, then judged query. */
export type EngineValues = readonly Float64Array[];

/**
 * NDCG by labels; 0 of an empty list.
 *
 * @param cutoff results that count, >= 1, or Infinity
 * @param ideal  `reference`: that of the label source; `returned`: the list's own labels, sorted
 */
export function labelValues(
  { engines, queries }: JudgedLists,
  cutoff: number,
  ideal: "reference" | "returned" = "reference",
): EngineValues {
  const options = Number.isFinite(cutoff) ? { cutoff } : {};
  const best = queries.map((query) => dcg(query.ideal, options));
  return engines.map((_, engine) =>
    Float64Array.from(queries, ({ labels }, place) => {
      const list = at(labels, engine);
      const highest = ideal === "reference" ? at(best, place) : dcg(list.toSorted().reverse(), options);
      return highest > 0 ? dcg(list, options) / highest : 0;
    }),
  );
}

/** The measure by people's grades, 0 if it is undefined; unjudged results count as not relevant. */
export function gradeValues({ engines, queries }: JudgedLists, measure: Measure): EngineValues {
  return engines.map((_, engine) =>
    Float64Array.from(queries, ({ grades, judged, lists }) =>
      measureLabels(measure, at(lists, engine), at(grades, engine), judged),
    ),
  );
}

export function valuesOfQueries(values: EngineValues, queries: Iterable<number>): Float64Array[] {
  const places = Int32Array.from(queries);
  return values.map((ofEngine) => Float64Array.from(places, (query) => at(ofEngine, query)));
}

export function engineMeans(values: EngineValues): Float64Array {
  return Float64Array.from(values, (ofEngine) => ofEngine.reduce((sum, value) => sum + value, 0) / ofEngine.length);
}

/**
 * The measure of one ranked list, 0 if it is undefined.
 * @param labels       by rank; NaN for unjudged results
 * @param judgedLabels of all judged documents of the query
 */
export function measureLabels(
  measure: Measure,
  documents: Int32Array,
  labels: Float64Array,
  judgedLabels: Float64Array,
): number {
  const scores = labels.map((_, rank) => labels.length - rank);
  return measure.compute({ labels, judgedLabels, scores, documents }) || 0;
}
