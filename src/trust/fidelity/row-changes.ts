/** How many results have another reference title, kind of match or label where they are labelled twice? */
import { at } from "../../core/at.ts";
import { type LabelledLists, MATCH_NONE } from "../../core/types.ts";

export type RowLabels = Pick<LabelledLists, "labels" | "kinds" | "referenceRanks" | "similarities" | "margins">;

interface RowsLabelledTwice {
  readonly before: RowLabels;
  readonly after: RowLabels;
}

/** Above this margin (cosine) to the runner-up no rounding of a model should change which title is the nearest. */
export const CLEAR_MARGIN = 0.0005;
/** Least share of clear rows that keep their reference title where one model may stand for the other. */
export const LEAST_KEPT = 0.998;

export interface RowChanges {
  /** Compared rows: those of queries with a reference. */
  readonly rows: number;
  readonly withoutReference: number;
  /** Rows with a reference title both times. */
  readonly matched: number;
  /** Of the matched, those with another rank of the reference. */
  readonly otherTitle: number;
  /** Of the matched, those whose margin before exceeds `CLEAR_MARGIN`. */
  readonly clear: number;
  readonly clearOtherTitle: number;
  /** Matched before, not after: the similarity fell below the threshold, or another row took the title. */
  readonly lost: number;
  readonly gained: number;
  /** Matched both times, once exactly and once by meaning. */
  readonly exactness: number;
  readonly otherLabel: number;
  /** Shares are 0..1, null of no rows. */
  readonly otherTitleShare: number | null;
  /** Of the rows with a clear margin, those that keep their reference title. */
  readonly clearKeptShare: number | null;
  readonly otherLabelShare: number | null;
  /** |after - before| of the compared rows; the mean is null of no rows. */
  readonly label: { readonly meanAbsoluteChange: number | null; readonly largestChange: number };
}

export function isChanged({ before, after }: RowsLabelledTwice, row: number): boolean {
  return (
    isCompared({ before, after }, row) &&
    (before.labels[row] !== after.labels[row] ||
      before.kinds[row] !== after.kinds[row] ||
      before.referenceRanks[row] !== after.referenceRanks[row])
  );
}

/** Counts over all rows of all parts. Titles that share a rank of the reference count as one. */
export function rowChanges(parts: readonly RowsLabelledTwice[]): RowChanges {
  const found = {
    ...{ rows: 0, withoutReference: 0, matched: 0, otherTitle: 0, clear: 0, clearOtherTitle: 0 },
    ...{ lost: 0, gained: 0, exactness: 0, otherLabel: 0 },
  };
  let [absoluteChange, largestChange] = [0, 0];
  for (const part of parts) {
    const { before, after } = part;
    for (let row = 0; row < before.labels.length; row++) {
      if (!isCompared(part, row)) {
        found.withoutReference++;
        continue;
      }
      found.rows++;
      const change = Math.abs(at(after.labels, row) - at(before.labels, row));
      if (change > 0) found.otherLabel++;
      absoluteChange += change;
      largestChange = Math.max(largestChange, change);
      const [wasMatched, isMatched] = [before.kinds[row] !== MATCH_NONE, after.kinds[row] !== MATCH_NONE];
      if (wasMatched && !isMatched) found.lost++;
      if (!wasMatched && isMatched) found.gained++;
      if (!wasMatched || !isMatched) continue;
      found.matched++;
      if (before.kinds[row] !== after.kinds[row]) found.exactness++;
      const isOther = before.referenceRanks[row] !== after.referenceRanks[row];
      const isClear = at(before.margins, row) > CLEAR_MARGIN;
      if (isOther) found.otherTitle++;
      if (isClear) found.clear++;
      if (isOther && isClear) found.clearOtherTitle++;
    }
  }
  return {
    ...found,
    otherTitleShare: shareOf(found.otherTitle, found.matched),
    clearKeptShare: shareOf(found.clear - found.clearOtherTitle, found.clear),
    otherLabelShare: shareOf(found.otherLabel, found.rows),
    label: { meanAbsoluteChange: shareOf(absoluteChange, found.rows), largestChange },
  };
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Rows of queries without reference have no label. */
function isCompared({ before, after }: RowsLabelledTwice, row: number): boolean {
  return !Number.isNaN(before.labels[row]) && !Number.isNaN(after.labels[row]);
}
