import { at } from "../core/at.ts";
import { invalidOption } from "../core/errors.ts";
import { printed } from "../core/text/wording.ts";

/**
 * Rounds to 1e-12 (halves away from zero), so that scores that differ only by rounding errors are equal. Does not
 * change numbers of 9007 and more. Never returns -0.
 */
export function roundScore(value: number): number {
  const scaled = Math.abs(value) * 1e12;
  return scaled < Number.MAX_SAFE_INTEGER ? (Math.sign(value) * Math.round(scaled)) / 1e12 + 0 : value;
}

/** Like `Float64Array.from(values, numberOf)`, but needs less memory, because it makes no list first. */
export function numbersOf<Value>(values: ArrayLike<Value>, numberOf: (value: Value, index: number) => number) {
  const numbers = new Float64Array(values.length);
  for (let index = 0; index < values.length; index++) numbers[index] = numberOf(values[index] as Value, index);
  return numbers;
}

export function numbersAt(values: ArrayLike<number>, places: ArrayLike<number>): Float64Array {
  const numbers = new Float64Array(places.length);
  for (let index = 0; index < places.length; index++) {
    const place = places[index] as number;
    numbers[index] = values[place] ?? at(values, place);
  }
  return numbers;
}

/** Returns each number once, in ascending order. */
export function distinctNumbers(values: ArrayLike<number>): Float64Array {
  const distinct = new Set<number>();
  for (let index = 0; index < values.length; index++) distinct.add(values[index] as number);
  return Float64Array.from(distinct).sort();
}

/** Returns the indexes sorted by value. Equal values keep their order. */
export function orderOf(values: ArrayLike<number>, compare: (one: number, other: number) => number): Uint32Array {
  const order = new Uint32Array(values.length).map((_, index) => index);
  return order.sort((one, other) => compare(values[one] as number, values[other] as number));
}

/** Makes one value per pair of items, in the order of indexes 0-1, 0-2, …, 1-2, … */
export function everyPair<Item, Made>(
  items: readonly Item[],
  make: (one: Item, other: Item, first: number, second: number) => Made,
): Made[] {
  return items.flatMap((one, first) =>
    items.slice(first + 1).map((other, after) => make(one, other, first, first + 1 + after)),
  );
}

/** Returns the cosine of two unit vectors: their dot product in double precision. */
export function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < one.length; place++) sum += (one[place] as number) * (other[place] as number);
  return within(sum);
}

/** Limits a cosine to -1..1, because rounding errors may put it slightly outside. */
export const within = (cosine: number): number => Math.max(-1, Math.min(1, cosine));

/** Caches the results of `compute`, because a table of measures needs the same results for each measure. */
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

/** @param doing - start of the message, such as "Measuring" */
export function requireOneOf(doing: string, name: string, value: unknown, allowed: readonly unknown[]): void {
  if (allowed.includes(value)) return;
  const message = `${doing}: ${name} is ${printed(value)}. Give ${allowed.map(printed).join(" or ")}.`;
  throw invalidOption(message, { [name]: value });
}

export function requireCount(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw invalidOption(`Statistics: ${name} ${value} is not a whole number >= 1.`, { [name]: value });
}

export function requireShare(name: string, value: number): void {
  if (value > 0 && value < 1) return;
  throw invalidOption(`Statistics: ${name} ${value} is not between 0 and 1, both excluded.`, { [name]: value });
}

export function requireProbabilities(values: ArrayLike<number>): void {
  for (let index = 0; index < values.length; index++) {
    const p = values[index] as number;
    if (p >= 0 && p <= 1) continue;
    throw invalidOption(`Correcting p-values: ${p} at index ${index} is not in 0..1.`, { index, p });
  }
}

export function requirePaired(first: ArrayLike<number>, second: ArrayLike<number>): void {
  if (first.length !== second.length) {
    throw invalidOption(
      `Pairing two samples: they have ${first.length} and ${second.length} values. Give each sample one value per query.`,
      { first: first.length, second: second.length },
    );
  }
  for (let index = 0; index < first.length; index++) {
    if (Number.isFinite(first[index]) && Number.isFinite(second[index])) continue;
    throw invalidOption(
      `Pairing two samples: the values at index ${index} are ${first[index]} and ${second[index]}. Leave out pairs without two finite numbers.`,
      { index, first: first[index], second: second[index] },
    );
  }
}

export function requireBinary(values: ArrayLike<number>): void {
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (value === 0 || value === 1) continue;
    throw invalidOption(
      `Judging scores: the truth at index ${index} is ${value}. Give 1 for relevant and 0 for not relevant.`,
      { index, value },
    );
  }
}
