/** Does a cell or a column hold a value? */

/** Writers of TREC files fill an unused field with 0, so 0 counts as no value. */
export function hasValue(cell: string): boolean {
  return cell !== "" && cell !== "0";
}

/** Whether any cell of the column holds a value; false where there is no column. */
export function hasValues(cells: readonly string[] | null): boolean {
  return cells?.some(hasValue) === true;
}
