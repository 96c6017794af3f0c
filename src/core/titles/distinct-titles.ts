/**
 * Which distinct titles do several lists hold?
 * Each is embedded once, however often it is returned.
 */

export interface DistinctTitles {
  /** Each title once, in order of first appearance. */
  readonly titles: readonly string[];
  /** For each list given, by row: the place of its title in `titles`. */
  readonly titleOfRow: readonly Int32Array[];
}

/** Titles are the same when they are the same characters. Cost O(rows). */
export function distinctTitles(lists: readonly (readonly string[])[]): DistinctTitles {
  const places = new Map<string, number>();
  const titleOfRow = lists.map((titles) =>
    Int32Array.from(titles, (title) => {
      const known = places.get(title);
      if (known !== undefined) return known;
      places.set(title, places.size);
      return places.size - 1;
    }),
  );
  return { titles: [...places.keys()], titleOfRow };
}
