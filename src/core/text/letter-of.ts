/**
 * Which letters stand for a place, where a name would be too long?
 */

/** @param place from 0 @returns `A` to `Z`, then `AA`, `AB` … as spreadsheets name columns */
export function letterOf(place: number): string {
  const before = Math.floor(place / 26);
  return (before > 0 ? letterOf(before - 1) : "") + String.fromCharCode(65 + (place % 26));
}
