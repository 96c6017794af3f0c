/** What did a costly function find for the same numbers before? */

/** Computes each answer once: a table of measures asks for the same ones measure by measure. */
export function remember<Numbers extends readonly number[]>(
  compute: (...numbers: Numbers) => number,
): (...numbers: Numbers) => number {
  const known = new Map<string, number>();
  return (...numbers) => {
    const key = numbers.join(" ");
    const found = known.get(key) ?? compute(...numbers);
    known.set(key, found);
    return found;
  };
}
