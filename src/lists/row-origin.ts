/**
 * Which engine's file does a row stand in?
 */
import type { ResultLists, RowOrigin } from "../core/types.ts";

/** Of lists that were made of several engines' lists, the one that gave the row; else the lists' own engine and source. */
export function rowOrigin(lists: Pick<ResultLists, "engine" | "source" | "origins">, row: number): RowOrigin {
  return lists.origins?.[row] ?? lists;
}
