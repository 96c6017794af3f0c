/**
 * Which reference points may a candidate row not be matched to by meaning?
 */
import type { ReferencePoints } from "../../core/types.ts";

/** One column that both sides have; "" where a row says nothing. By row, as `valueKey` makes them. */
export interface VetoColumn {
  readonly name: string;
  readonly candidate: readonly string[];
  readonly reference: readonly string[];
}

/** Whether the veto refuses a candidate row and a point (its place in `ReferencePoints.rows`). */
export type Veto = (row: number, point: number) => boolean;

/**
 * A row of the reference differs where any column says something on both sides, and not the same. A point is refused
 * where all of its rows differ: titles that the model cannot tell apart may be several works.
 *
 * @returns null without columns
 */
export function vetoOf(columns: readonly VetoColumn[], points: ReferencePoints): Veto | null {
  if (columns.length === 0) return null;
  const rowsOfPoint = Array.from(points.rows, (): number[] => []);
  points.pointOfRow.forEach((point, referenceRow) => {
    rowsOfPoint[point]?.push(referenceRow);
  });
  const differs = (row: number, referenceRow: number) =>
    columns.some(({ candidate, reference }) => {
      const [one, other] = [candidate[row] ?? "", reference[referenceRow] ?? ""];
      return one !== "" && other !== "" && one !== other;
    });
  return (row, point) => (rowsOfPoint[point] ?? []).every((referenceRow) => differs(row, referenceRow));
}
