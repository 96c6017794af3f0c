/**
 * Where does a row stand, for a person who looks for it?
 */
import type { ResultLists } from "../core/types.ts";
import { rowOrigin } from "./row-origin.ts";

/** `file:line`, the line counting from 1. */
export function rowPlace(lists: Pick<ResultLists, "engine" | "source" | "origins" | "lines">, row: number): string {
  return `${rowOrigin(lists, row).source}:${lists.lines[row]}`;
}
