/** Which labels could an ideal list of a query hold? */
import { at } from "../core/at.ts";
import type { ReferenceLists, ResultLists } from "../core/types.ts";
import { rowsOfQuery } from "./group-results.ts";

type PointReference = Omit<ReferenceLists, "lists"> & { readonly lists: Pick<ResultLists, "rowsInOrder" | "offsets"> };

/** One label for each distinct reference title, by rank. A row without a title has none. */
export function pointLabels({ lists, labels, pointRanks }: PointReference, query: number): Float64Array {
  const rowOfPoint = new Map<number, number>();
  for (const row of rowsOfQuery(lists, query)) {
    const point = at(pointRanks, row);
    if (point >= 0 && !rowOfPoint.has(point)) rowOfPoint.set(point, row);
  }
  return Float64Array.from(rowOfPoint.values(), (row) => at(labels, row));
}
