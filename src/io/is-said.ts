/**
 * Does a column say anything?
 */

/** Zero is what writers of TREC files put into a field when they have nothing to say. */
export function isSaidCell(cell: string): boolean {
  return cell !== "" && cell !== "0";
}

export function isSaid(cells: readonly string[] | null): boolean {
  return cells?.some(isSaidCell) === true;
}
