/** How are a thousand values shown one by one in a strip as high as a line of text, and in few bytes? */

/** Width of a column and height of a level: what a dot takes. */
const dotPitch = 3;
const dotLevels = 4;

/** Dots that stand for so many values each. */
interface DotPath {
  readonly density: 1 | 2 | 3;
  /** Of a path with round ends, whose lines of no length are the dots. */
  readonly d: string;
}

/**
 * Dots stand on each other where values are within the same 3 units. What does not fit goes over the dots that are there,
 * which are then darker: 1 value, 2 or 3, 4 and more.
 *
 * @param places   of the values, in units of the view box; any order
 * @param baseline y of the lowest dots
 * @returns paths of the densities that occur, lightest first
 */
export function stackDots(places: readonly number[], left: number, baseline: number): DotPath[] {
  const columns = new Map<number, number>();
  for (const place of places) {
    const column = Math.round((place - left) / dotPitch);
    columns.set(column, (columns.get(column) ?? 0) + 1);
  }
  const dots: Record<1 | 2 | 3, [column: number, level: number][]> = { 1: [], 2: [], 3: [] };
  for (const [column, count] of [...columns].sort(([one], [other]) => one - other)) {
    for (let level = 0; level < Math.min(count, dotLevels); level++) {
      const values = Math.ceil((count - level) / dotLevels);
      dots[values === 1 ? 1 : values < 4 ? 2 : 3].push([column, level]);
    }
  }
  return ([1, 2, 3] as const)
    .filter((density) => dots[density].length > 0)
    .map((density) => ({ density, d: dotPath(dots[density], left, baseline) }));
}

/** Steps from dot to dot are short, and whole numbers. */
function dotPath(dots: readonly (readonly [column: number, level: number])[], left: number, baseline: number): string {
  let path = "";
  let [lastColumn, lastLevel] = [0, 0];
  dots.forEach(([column, level], place) => {
    if (place === 0) {
      path += `M${left + column * dotPitch} ${baseline - level * dotPitch}h0`;
    } else {
      const rise = (lastLevel - level) * dotPitch;
      path += `m${(column - lastColumn) * dotPitch}${rise < 0 ? "" : " "}${rise}h0`;
    }
    [lastColumn, lastLevel] = [column, level];
  });
  return path;
}
