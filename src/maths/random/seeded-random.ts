/** Where does chance come from? Only from here, and always from a seed. */
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** A source of numbers in [0, 1); the same seed gives the same numbers on every machine. */
export type Random = () => number;

/** @param seed any 32-bit whole number */
export function seededRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  return () => uniformFloat64(generator);
}

/** A source of whole numbers 0..2^32 - 1, each bit as likely 0 as 1. @param seed any 32-bit whole number */
export function seededBits(seed: number): () => number {
  const generator = evenGenerator(seed);
  return () => generator.next() >>> 0;
}

/**
 * Writes so many places 0..items - 1 into a list, each as likely as any other; what `seededBits` gives times items / 2^32,
 * rounded down. Asking the generator itself takes half the time.
 * @param seed any 32-bit whole number
 */
export function seededPlaces(items: number, seed: number): (places: Uint16Array | Uint32Array, start: number) => void {
  const generator = evenGenerator(seed);
  return (places, start) => {
    for (let at = start; at < start + items; at++) places[at] = ((generator.next() >>> 0) / 2 ** 32) * items;
  };
}

function evenGenerator(seed: number) {
  const generator = xoroshiro128plus(seed);
  // Its first numbers still show the bits of the seed.
  for (let skipped = 0; skipped < 32; skipped++) generator.next();
  return generator;
}

/** As `seededRandom`, of 32 bits; small seeds begin evenly, too, for those who draw few numbers of each. */
export function evenlySeededRandom(seed: number): Random {
  const bits = seededBits(seed);
  return () => bits() / 2 ** 32;
}

/** The same items in a new list, every order as likely as any other (Durstenfeld 1964). Cost O(items). */
export function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
  }
  return shuffled;
}
