/**
 * Which label does each title of the reference have now?
 */
import type { StoredLabels } from "../../core/types.ts";
import { NO_TITLE, type TitlePool } from "./title-pool.ts";

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
  return reference.labels.map((own, row) => {
    const place = poolRows[row] ?? NO_TITLE;
    return place === NO_TITLE ? own : (labels[place] ?? 0);
  });
}
