/**
 * What does every engine reach on every query, by calibrated labels and by people?
 */
import { rowsOfQuery } from "../../lists/group-results.ts";
import type { Measure } from "../../measure/measures/define-measure.ts";
import type { EngineValues } from "../../trust/engine-values.ts";
import type { ListsToJudge } from "../../trust/judged-lists.ts";
import { NO_TITLE, type TitlePool } from "./title-pool.ts";

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
      const ofRows = Float64Array.from(rows, (row) => {
        const place = poolRows[row] ?? NO_TITLE;
        return place === NO_TITLE ? 0 : (labels[place] ?? 0);
      });
      return measured(measure, rows, ofRows, judgedLabels);
    }),
  );
}

/**
 * By engine, then query: the measure by people's grades, and NaN where the judgments lack the query. What nobody judged
 * counts as not relevant, negative grades as unjudged, and a query without relevant documents as 0.
 *
 * Cost O(results + judgments log judgments).
 */
export function humanValues({ engines, grades }: ListsToJudge, measure: Measure): EngineValues {
  const judged = grades.map((ofQuery) =>
    Float64Array.from(ofQuery?.values() ?? [])
      .filter((grade) => grade >= 0)
      .sort()
      .reverse(),
  );
  return engines.map(({ lists, documentKeys }) =>
    Float64Array.from(judged, (judgedLabels, query) => {
      const gradeOf = grades[query] ?? null;
      if (gradeOf === null) return Number.NaN;
      const rows = rowsOfQuery(lists, query);
      const labels = Float64Array.from(rows, (row) => {
        const grade = gradeOf.get(documentKeys[row] ?? "") ?? Number.NaN;
        return grade >= 0 ? grade : Number.NaN;
      });
      return measured(measure, rows, labels, judgedLabels);
    }),
  );
}

/** Rows stand for documents, so that no two of a list are the same. */
function measured(measure: Measure, rows: Int32Array, labels: Float64Array, judgedLabels: Float64Array): number {
  const scores = labels.map((_, rank) => labels.length - rank);
  return measure.compute({ labels, judgedLabels, scores, documents: rows }) || 0;
}
