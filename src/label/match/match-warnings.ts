import { at } from "../../core/at.ts";
import { isGeneric } from "../../core/titles/clean-title.ts";
import {
  type LabelledEngine,
  type LabelReason,
  labelReasons,
  MATCH_EXACT,
  type ResultLists,
} from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { findPlaces } from "../../lists/find-oddities.ts";
import { rowPlace } from "../../lists/group-results.ts";
import type { RowTitles } from "./row-titles.ts";

/** Returns one warning of each kind, even with a count of 0, so that counts of several blocks can be added. */
export function matchWarnings(
  { lists, matches }: Pick<LabelledEngine, "lists" | "matches">,
  reference: ResultLists,
  referenceTitles: Pick<RowTitles, "text">,
  titles: Pick<RowTitles, "text">,
  { threshold }: { readonly threshold: number | null },
): Warning[] {
  const { engine } = lists;
  const rowAt = (place: number) => at(lists.rowsInOrder, place);
  const find = (isOdd: (row: number) => boolean, nameOf: (row: number) => string) =>
    findPlaces(
      lists.rowsInOrder.length,
      (place) => isOdd(rowAt(place)),
      (place) => nameOf(rowAt(place)),
    );
  const has = (reason: LabelReason) => (row: number) => labelReasons[at(matches.reasons, row)] === reason;
  const isExact = (row: number) => matches.kinds[row] === MATCH_EXACT;
  const title = (row: number) => at(lists.titles, row);
  const isAsRead = (row: number) =>
    title(row).toLowerCase() === at(reference.titles, at(matches.referenceRows, row)).toLowerCase();
  const isSameText = (row: number) =>
    titles.text(row).toLowerCase() === referenceTitles.text(at(matches.referenceRows, row)).toLowerCase();
  const results = lists.rowsInOrder.length;
  const where = (row: number) => rowPlace(lists, row);
  return [
    { kind: "too-far", engine, results, threshold: threshold ?? -1, ...find(has("too-far"), title) },
    { kind: "repeated-matches", engine, results, ...find(has("repeat"), where) },
    { kind: "unreadable-titles", engine, ...find(has("unreadable"), title) },
    { kind: "generic-titles", engine, ...find((row) => isExact(row) && isGeneric(titles.text(row)), title) },
    {
      kind: "equal-when-cleaned",
      engine,
      ...find((row) => isExact(row) && !isAsRead(row) && isSameText(row), title),
    },
  ];
}
