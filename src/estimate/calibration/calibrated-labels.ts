/**
 * Which label does every result have now, and who gave it?
 */
import { at } from "../../core/at.ts";
import type { LabelledLists, StoredLabels } from "../../core/types.ts";
import { gradeOfRow, type ListsToJudge } from "../../trust/judged-lists.ts";
import { NO_TITLE, type TitlePool, valueOfTitle } from "./title-pool.ts";

/** How the mean measure by calibrated labels is called: it orders engines, and is no level. */
export const CALIBRATED_SCORE = "calibrated_score";

/** Where a label comes from: the match rule of `label`, a calibration, or people. */
type LabelOrigin = "proxy" | "calibrated" | "human";

/** By row of an engine's lists. */
export interface LabelsOfEngine {
  readonly labels: Float64Array;
  readonly origins: readonly LabelOrigin[];
}

/**
 * By engine. People's grade where they judged the document, else the calibrated label of its title, else (a result without
 * title) the label that it had.
 *
 * @param labels  by pool row, as `crossFit` gives them
 * @param engines the labels that results had
 *
 * Cost O(results).
 */
export function calibratedLabels(
  pool: TitlePool,
  labels: Float64Array,
  judged: ListsToJudge | null,
  engines: readonly Pick<LabelledLists, "labels">[],
): LabelsOfEngine[] {
  return pool.engines.map(({ poolRows }, engine) => {
    const origins: LabelOrigin[] = [];
    const ofRows = Float64Array.from(poolRows, (place, row) => {
      const grade = judged === null ? Number.NaN : gradeOfRow(judged, engine, row);
      const origin = grade >= 0 ? "human" : place === NO_TITLE ? "proxy" : "calibrated";
      origins.push(origin);
      return origin === "human" ? grade : valueOfTitle(labels, place, at(at(engines, engine).labels, row));
    });
    return { labels: ofRows, origins };
  });
}

/**
 * By row of the reference's lists: the calibrated label of its title, else (a row without title) the label that it had.
 *
 * @param labels by pool row
 * @returns null without a reference
 */
export function calibratedReferenceLabels(
  pool: TitlePool,
  labels: Float64Array,
  reference: StoredLabels["reference"],
): Float64Array | null {
  const { poolRows } = pool.reference ?? {};
  if (reference === null || poolRows === undefined) return null;
  return reference.labels.map((own, row) => valueOfTitle(labels, at(poolRows, row), own));
}
