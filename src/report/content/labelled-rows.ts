/** What is there to know of each labelled result: its label, its reference title, and who says so? */
import { at } from "../../core/at.ts";
import { finiteOrNull } from "../../core/text/wording.ts";
import { titleKey } from "../../core/titles/clean-title.ts";
import { MATCH_NONE, matchKinds } from "../../core/types.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import type { ReportEngine, ReportInputs, ReportReference } from "./report-inputs.ts";
import { isCalibrated } from "./report-measures.ts";
import type { ReportResult } from "./run-report.ts";

/** The title is "" also if it is not known, as the row is not shown. */
export interface LabelledRow extends Omit<ReportResult, "id" | "doubt"> {
  readonly row: number;
  readonly query: number;
  /** Equal for equal titles; 0 or "" for a result without. */
  readonly titleKey: number | string;
}

/** @param engine place in the engines of `stored` */
export function labelledRow(inputs: ReportInputs, engine: number, row: number): LabelledRow {
  const { stored } = inputs;
  const { lists, labels, kinds, referenceRanks, similarities, margins, origins } = at(stored.engines, engine);
  const query = lists.queryOfRow[row] ?? 0;
  const label = finiteOrNull(labels[row]);
  const offsets = stored.reference?.lists.offsets;
  const hasReference = offsets === undefined ? label !== null : (offsets[query + 1] ?? 0) > (offsets[query] ?? 0);
  const kind = kinds[row] ?? MATCH_NONE;
  const rank = referenceRanks[row] ?? -1;
  // Written out, as there may be millions.
  return {
    row,
    query,
    rank: lists.ranks[row] ?? 0,
    title: lists.titles[row] ?? "",
    titleKey: lists.titleNumbers?.[row] ?? titleKey(lists.titles[row] ?? ""),
    label,
    match: hasReference ? (matchKinds[kind] ?? "none") : "no-reference",
    referenceRank: rank < 0 ? null : rank,
    similarity: finiteOrNull(similarities[row]),
    margin: finiteOrNull(margins[row]),
    // Of a calibrated label only the file knows it.
    origin: origins?.[row] ?? (label === null || !hasReference || isCalibrated(inputs) ? "" : "proxy"),
  };
}

/** Row of the reference's list with a rank; -1 if there is none. */
export function referenceRowOf({ lists }: ReportReference, query: number, rank: number): number {
  return rowsOfQuery(lists, query).find((row) => lists.ranks[row] === rank) ?? -1;
}

/** Whether a label may stand on a match, and so on its similarity. */
export function isMatched({ kinds }: Pick<ReportEngine, "kinds">, row: number): boolean {
  return kinds[row] !== MATCH_NONE;
}
