/**
 * Which letter stands for an engine where its name is too long?
 */

/** @param place from 0 @returns `A` to `Z`, then `AA`, `AB` … as spreadsheets name columns */
export function engineMark(place: number): string {
  const before = Math.floor(place / 26);
  return (before > 0 ? engineMark(before - 1) : "") + String.fromCharCode(65 + (place % 26));
}
