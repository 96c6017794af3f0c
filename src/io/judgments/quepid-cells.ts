/**
 * How does Quepid keep spreadsheets from running a cell?
 */

/** Quepid's guard: a space before what would be a formula. */
export function guardQuepidCell(cell: string): string {
  return /^[-=+@]/.test(cell) ? ` ${cell}` : cell;
}

/** Without that guard. */
export function unguardQuepidCell(cell: string): string {
  return /^ [-=+@]/.test(cell) ? cell.slice(1) : cell;
}
