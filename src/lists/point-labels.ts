/** Which labels could an ideal list of a query hold? */
import type { ReferenceLists, ResultLists } from "../core/types.ts";
import { rowsOfQuery } from "./group-results.ts";

type PointReference = Omit<ReferenceLists, "lists"> & { readonly lists: Pick<ResultLists, "rowsInOrder" | "offsets"> };

/** The label of every reference title that the model can tell from the others, once, by rank; empty without reference. */
export function pointLabels({ lists, labels, pointRanks }: PointReference, query: number): Float64Array {
  const rowOfPoint = new Map<number, number>();
  for (const row of rowsOfQuery(lists, query)) {
    const point = pointRanks[row] ?? 0;
    if (!rowOfPoint.has(point)) rowOfPoint.set(point, row);
  }
  return Float64Array.from(rowOfPoint.values(), (row) => labels[row] ?? 0);
}
