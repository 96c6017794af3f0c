/** Where does a row stand, for a person who looks for it? */
import type { ResultLists, RowOrigin } from "../core/types.ts";

/** `file:line`, from 1. */
export function rowPlace(lists: Pick<ResultLists, "engine" | "source" | "origins" | "lines">, row: number): string {
  return `${rowOrigin(lists, row).source}:${lists.lines[row]}`;
}

/** Where lists were made of several engines' lists, the one that gave the row. */
export function rowOrigin(lists: Pick<ResultLists, "engine" | "source" | "origins">, row: number): RowOrigin {
  return lists.origins?.[row] ?? lists;
}
