/** Which rows are shown with their titles? */
import { at } from "../../core/at.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { doubtfulTitles } from "./doubtful-titles.ts";
import { referenceRowOf } from "./labelled-rows.ts";
import { listedQueries } from "./listed-queries.ts";
import { missedTitles } from "./missed-titles.ts";
import type { ReportInputs, ReportLists } from "./report-inputs.ts";

/** Rows of each list, each once, in no order. */
export interface RowsToShow {
  /** By engine of the labels. */
  readonly engines: readonly Iterable<number>[];
  readonly reference: Iterable<number>;
}

/** Those of listed queries, down to where lists are cut, of doubtful labels, and of what nobody matched. */
export function rowsToShow(inputs: ReportInputs): RowsToShow {
  const { engines, reference } = inputs.stored;
  const doubts = doubtfulTitles(inputs);
  const listed = listedQueries(inputs, doubts);
  const firstRows = (lists: ReportLists) => {
    const rows = new Set<number>();
    for (const query of listed) {
      for (const row of rowsOfQuery(lists, query).subarray(0, inputs.resultsShown)) rows.add(row);
    }
    return rows;
  };
  const ofEngines = engines.map(({ lists }) => firstRows(lists));
  if (reference === null) return { engines: ofEngines, reference: [] };
  const ofReference = firstRows(reference.lists);
  for (const { match } of doubts.first) {
    at(ofEngines, match.engine).add(match.row);
    if (match.referenceRank !== null) ofReference.add(referenceRowOf(reference, match.query, match.referenceRank));
  }
  for (const { row } of missedTitles(inputs)?.first ?? []) ofReference.add(row);
  ofReference.delete(-1);
  return { engines: ofEngines, reference: ofReference };
}
