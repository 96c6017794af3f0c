/** Which reference points may a candidate row not be matched to by meaning? */
import { at } from "../../core/at.ts";
import type { ReferencePoints } from "../../core/types.ts";
import type { SharedColumn } from "./shared-columns.ts";

/** Whether the veto refuses a candidate row and a point (its place in `ReferencePoints.rows`). */
export type Veto = (row: number, point: number) => boolean;

/**
 * A row of the reference differs where any column says something on both sides, and not the same. A point is refused
 * where all of its rows differ: titles that the model cannot tell apart may be several works.
 *
 * @returns null without columns
 */
export function vetoOf(columns: readonly SharedColumn[], points: ReferencePoints): Veto | null {
  if (columns.length === 0) return null;
  const rowsOfPoint = Array.from(points.rows, (): number[] => []);
  points.pointOfRow.forEach((point, referenceRow) => {
    at(rowsOfPoint, point).push(referenceRow);
  });
  const differs = (row: number, referenceRow: number) =>
    columns.some(({ candidate, reference }) => {
      const [one, other] = [at(candidate, row), at(reference, referenceRow)];
      return one !== "" && other !== "" && one !== other;
    });
  return (row, point) => at(rowsOfPoint, point).every((referenceRow) => differs(row, referenceRow));
}
