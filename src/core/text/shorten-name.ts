/**
 * What of a long name is shown where there is little room?
 */
import { displayWidth } from "./display-width.ts";
import { graphemes } from "./graphemes.ts";

/**
 * The name, or its begin and end around "…": engines often differ in their last characters alone.
 *
 * @param columns how wide it may be, in letters; East Asian letters take two. An integer >= 3
 */
export function shortenName(name: string, columns: number): string {
  // Measuring is slow: not where two columns a character fit, nor where nobody writes so many for a column.
  if (name.length <= columns / 2) return name;
  if (name.length <= columns * 8 && displayWidth(name) <= columns) return name;
  const head = name.slice(0, columns * 4);
  const tail = name.slice(-columns * 4);
  const front = take(graphemes(head), Math.ceil((columns - 1) / 2));
  const back = take(graphemes(tail).reverse(), Math.floor((columns - 1) / 2)).reverse();
  return `${front.join("").trimEnd()}…${back.join("").trimStart()}`;
}

function take(graphemes: readonly string[], columns: number): string[] {
  const taken: string[] = [];
  let left = columns;
  for (const grapheme of graphemes) {
    left -= displayWidth(grapheme);
    if (left < 0) break;
    taken.push(grapheme);
  }
  return taken;
}
