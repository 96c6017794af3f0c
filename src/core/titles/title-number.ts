/**
 * How are many titles told apart without keeping them?
 */

/**
 * 53 bits of the title: equal for equal titles, and, by all chance, different for others of one list. 0 for no title
 * alone.
 *
 * @returns a whole number 0..2^53 - 1
 */
export function titleNumber(title: string): number {
  if (title === "") return 0;
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let place = 0; place < title.length; place++) {
    const code = title.charCodeAt(place);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 2 ** 32 * (low & 0x1fffff) + (high >>> 0) || 1;
}
