/** Which titles near the top of the reference did no result of any engine match? */
import { rowsOfQuery } from "../../lists/group-results.ts";
import { isMatched } from "./labelled-rows.ts";
import type { ReportInputs } from "./report-inputs.ts";

/** Ranks of the reference that count as its top. */
export const TOP_OF_REFERENCE = 3;
const MOST_SHOWN = 12;

/** Its row among those of the reference. */
export interface MissedTitle {
  readonly query: number;
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
      // A repeat of an earlier title is not asked for twice.
      if (pointRanks[row] !== lists.ranks[row]) continue;
      top++;
      if (!found.has(lists.ranks[row] ?? -1)) missed.push({ query, row });
    }
  }
  const first = missed.toSorted((one, other) => (labels[other.row] ?? 0) - (labels[one.row] ?? 0));
  return { top, count: missed.length, first: first.slice(0, MOST_SHOWN) };
}
