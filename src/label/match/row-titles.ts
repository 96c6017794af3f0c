/** What does a run know of the titles of some lists? */

/** Each function takes a row of the lists. */
export interface RowTitles {
  /** As compared; embedded without a closing period. */
  text(row: number): string;
  /** Equal for equal titles; null for a row without a title, which matches nothing. */
  key(row: number): string | null;
  /** Of length 1. @throws RangeError for a row without a title */
  vector(row: number): Float32Array;
  /** Whether the model knows no token of the title, so that its vector means nothing. */
  isUnreadable(row: number): boolean;
}
