/**
 * What does every engine reach on every query, by calibrated labels, by people, and by the labels that were there?
 */

import { at } from "../../core/at.ts";
import type { LabelledLists, StoredLabels } from "../../core/types.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import type { Measure } from "../../measure/measures/define-measure.ts";
import { ndcg } from "../../measure/measures/graded/discounted-gain.ts";
import { type EngineValues, measureLabels } from "../../trust/engine-values.ts";
import { gradeOfRow, judgedGrades, type ListsToJudge, storedLabelSource } from "../../trust/judged-lists.ts";
import { type TitlePool, valueOfTitle } from "./title-pool.ts";

/**
 * By engine, then query: the measure with the label of each title, where the best order is that of the best labels of the
 * query's pool. It orders engines and is no level: predicted grades are nearer to each other than people's, so that the
 * best order reaches less. 0 where no title of the query has a label above 0.
 *
 * @param labels by pool row, >= 0
 *
 * Cost O(results + pool rows log pool rows).
 */
export function calibratedValues(pool: TitlePool, labels: Float64Array, measure: Measure): EngineValues {
  const judged = Array.from({ length: pool.queries }, (_, query) =>
    labels
      .slice(pool.offsets[query], pool.offsets[query + 1])
      .sort()
      .reverse(),
  );
  return pool.engines.map(({ lists, poolRows }) =>
    Float64Array.from(judged, (judgedLabels, query) => {
      const rows = rowsOfQuery(lists, query);
      const ofRows = Float64Array.from(rows, (row) => valueOfTitle(labels, at(poolRows, row), 0));
      return measureLabels(measure, rows, ofRows, judgedLabels);
    }),
  );
}

/**
 * By engine, then query: the measure by people's grades, and NaN where the judgments lack the query. What is not judged
 * counts as not relevant, negative grades as unjudged, and a query without relevant documents as 0.
 *
 * Cost O(results + judgments log judgments).
 */
export function humanValues(judged: ListsToJudge, measure: Measure): EngineValues {
  const judgedLabels = judged.grades.map((ofQuery) => ofQuery && judgedGrades(ofQuery));
  return judged.engines.map(({ lists }, engine) =>
    Float64Array.from(judgedLabels, (ofQuery, query) => {
      if (ofQuery === null) return Number.NaN;
      const rows = rowsOfQuery(lists, query);
      const labels = Float64Array.from(rows, (row) => gradeOfRow(judged, engine, row));
      return measureLabels(measure, rows, labels, ofQuery);
    }),
  );
}

/** A query that stored labels can measure. */
interface MeasurableQuery {
  readonly query: number;
  /** Labels that an ideal list could hold, one above 0. */
  readonly ideal: Float64Array;
}

export function measurableQueries(stored: StoredLabels): MeasurableQuery[] {
  const source = storedLabelSource(stored, "labels");
  return stored.queries.flatMap((_, query) => {
    const ideal = source.idealOf(query);
    return ideal?.some((label) => label > 0) ? [{ query, ideal }] : [];
  });
}

/** By engine, then such query: nDCG by stored labels. @param cutoff results that count, or Infinity */
export function labelledValues(
  engines: readonly Pick<LabelledLists, "lists" | "labels">[],
  queries: readonly MeasurableQuery[],
  cutoff: number,
): EngineValues {
  return engines.map(({ lists, labels }) =>
    Float64Array.from(queries, ({ query, ideal }) => {
      const list = Float64Array.from(rowsOfQuery(lists, query), (row) => labels[row] || 0);
      return ndcg(list, ideal, { cutoff });
    }),
  );
}

/**
 * By engine: the mean over the rated queries of calibrated values less people's. Calibrated values are no level, and this
 * says by how much.
 *
 * @param calibrated as `calibratedValues` gives them, from labels that did not see the query's ratings
 * @param human      as `humanValues`: NaN where the query is not rated
 * @returns null where no query is rated, or there is no engine
 */
export function calibrationOffsets(calibrated: EngineValues, human: EngineValues): Float64Array | null {
  const rated = [...(human[0]?.entries() ?? [])].flatMap(([query, value]) => (Number.isNaN(value) ? [] : [query]));
  if (rated.length === 0) return null;
  return Float64Array.from(calibrated, (values, engine) => {
    const ofPeople = at(human, engine);
    return rated.reduce((sum, query) => sum + (at(values, query) - at(ofPeople, query)), 0) / rated.length;
  });
}
