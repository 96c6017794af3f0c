/** Which titles near the top of the reference did no result of any engine match? */
import { at } from "../../core/at.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { isMatched } from "./labelled-rows.ts";
import type { ReportInputs } from "./report-inputs.ts";

/** Ranks of the reference that count as its top. */
export const TOP_OF_REFERENCE = 3;
const MOST_SHOWN = 12;

export interface MissedTitle {
  readonly query: number;
  /** Among those of the reference. */
  readonly row: number;
}

export interface MissedTitles {
  /** Titles on those ranks. */
  readonly top: number;
  /** Of them, how many nobody matched. */
  readonly count: number;
  /** Those with the highest labels, in their order. */
  readonly first: readonly MissedTitle[];
}

/** Null without reference, or without engines. */
export function missedTitles({ stored: { queries, engines, reference } }: ReportInputs): MissedTitles | null {
  if (reference === null || engines.length === 0) return null;
  const { lists, labels, pointRanks } = reference;
  let top = 0;
  const missed: MissedTitle[] = [];
  for (const query of queries.keys()) {
    const found = new Set<number>();
    for (const engine of engines) {
      for (const row of rowsOfQuery(engine.lists, query)) {
        if (isMatched(engine, row)) found.add(engine.referenceRanks[row] ?? -1);
      }
    }
    for (const row of rowsOfQuery(lists, query).subarray(0, TOP_OF_REFERENCE)) {
      const rank = at(lists.ranks, row);
      // A repeat of an earlier title is not asked for twice.
      if (pointRanks[row] !== rank) continue;
      top++;
      if (!found.has(rank)) missed.push({ query, row });
    }
  }
  const first = missed.toSorted((one, other) => at(labels, other.row) - at(labels, one.row));
  return { top, count: missed.length, first: first.slice(0, MOST_SHOWN) };
}
