/**
 * What does every engine reach on every query, by labels and by people?
 */
import { dcg } from "../measure/measures/dcg.ts";
import type { Measure } from "../measure/measures/define-measure.ts";
import type { JudgedLists, JudgedQuery } from "./judged-lists.ts";

/** By engine, then judged query. */
export type EngineValues = readonly Float64Array[];

/**
 * NDCG by labels. A list that is empty has reached 0.
 *
 * @param cutoff results that count, >= 1, or Infinity
 * @param ideal  `source`: what the label source calls ideal; `returned`: the list's own labels, as the notebook (0 where
 *               none is positive)
 */
export function labelValues(
  { engines, queries }: JudgedLists,
  cutoff: number,
  ideal: "source" | "returned" = "source",
): EngineValues {
  const options = Number.isFinite(cutoff) ? { cutoff } : {};
  const best = queries.map((query) => dcg(query.ideal, options));
  return engines.map((_, engine) =>
    Float64Array.from(queries, ({ labels }, place) => {
      const list = labels[engine] ?? new Float64Array(0);
      const highest = ideal === "source" ? (best[place] ?? 0) : dcg(list.toSorted().reverse(), options);
      return highest > 0 ? dcg(list, options) / highest : 0;
    }),
  );
}

/** The measure by people's grades; what nobody judged counts as not relevant, and NaN of the measure as 0. */
export function gradeValues({ engines, queries }: JudgedLists, measure: Measure): EngineValues {
  return engines.map((_, engine) =>
    Float64Array.from(queries, (query) => measure.compute(rankedListOf(query, engine)) || 0),
  );
}

/** By engine: the mean over queries. */
export function engineMeans(values: EngineValues): Float64Array {
  return Float64Array.from(values, (ofEngine) => ofEngine.reduce((sum, value) => sum + value, 0) / ofEngine.length);
}

function rankedListOf({ grades, judged, lists }: JudgedQuery, engine: number) {
  const labels = grades[engine] ?? new Float64Array(0);
  return {
    labels,
    judgedLabels: judged,
    scores: labels.map((_, rank) => labels.length - rank),
    documents: lists[engine] ?? new Int32Array(0),
  };
}
