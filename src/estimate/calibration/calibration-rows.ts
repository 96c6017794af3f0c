/**
 * Which titles of the pool teach, and which grade does each of them have?
 */
import { at } from "../../core/at.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { gradeOfRow, type ListsToJudge } from "../../trust/judged-lists.ts";
import { NO_TITLE, type TitlePool } from "./title-pool.ts";

export interface CalibrationRows {
  /** By pool row: the largest grade that people gave a document of this title, >= 0; NaN where none is judged. */
  readonly grades: Float64Array;
  /** By pool row: the grade to learn, 0 where an unjudged title teaches; NaN where a row does not teach. */
  readonly targets: Float64Array;
  /** Numbers of the pool rows that teach, ascending. */
  readonly rows: Int32Array;
  /** Numbers of the rated queries, ascending: those that the judgments have. */
  readonly ratedQueries: Int32Array;
  /** Of the rows that teach. */
  readonly judged: number;
  readonly unjudged: number;
}

export interface CalibrationRowsOptions {
  /**
   * What an unjudged title is that some engine has among its first `depth`: not relevant, as measures count it, or left
   * out. Judgments that list the relevant documents alone teach nothing without the others.
   */
  readonly unjudged: "nonrelevant" | "leave-out";
  /** Results of a list that people looked at, >= 1. */
  readonly depth: number;
}

/**
 * Negative grades count as unjudged.
 *
 * @param lists its engines are those of the pool
 *
 * Cost O(results).
 */
export function calibrationRows(
  pool: TitlePool,
  judged: ListsToJudge,
  { unjudged, depth }: CalibrationRowsOptions,
): CalibrationRows {
  const grades = new Float64Array(pool.titles.length).fill(Number.NaN);
  const isSeen = new Uint8Array(pool.titles.length);
  const ratedQueries = Int32Array.from(judged.grades.keys()).filter((query) => judged.grades[query] !== null);
  for (const query of ratedQueries) {
    for (const [engine, { lists, poolRows }] of pool.engines.entries()) {
      for (const [rank, row] of rowsOfQuery(lists, query).entries()) {
        const place = at(poolRows, row);
        if (place === NO_TITLE) continue;
        if (rank < depth) isSeen[place] = 1;
        const grade = gradeOfRow(judged, engine, row);
        if (grade >= 0 && !(at(grades, place) >= grade)) grades[place] = grade;
      }
    }
  }
  const targets = grades.map((grade, row) =>
    Number.isNaN(grade) && isSeen[row] === 1 && unjudged === "nonrelevant" ? 0 : grade,
  );
  const rows = Int32Array.from(targets.keys()).filter((row) => !Number.isNaN(targets[row]));
  const known = rows.filter((row) => !Number.isNaN(grades[row])).length;
  return { grades, targets, rows, ratedQueries, judged: known, unjudged: rows.length - known };
}
