/**
 * How are numbers made of millions of others?
 * `from` of a typed array, given a function, first makes a list of all values: several times the memory, and its garbage.
 */
import { at } from "../core/at.ts";

export function numbersOf<Value>(values: ArrayLike<Value>, numberOf: (value: Value, index: number) => number) {
  const numbers = new Float64Array(values.length);
  for (let index = 0; index < values.length; index++) numbers[index] = numberOf(values[index] as Value, index);
  return numbers;
}

/** The values at these places. @throws RangeError as `at` */
export function numbersAt(values: ArrayLike<number>, places: ArrayLike<number>): Float64Array {
  const numbers = new Float64Array(places.length);
  for (let index = 0; index < places.length; index++) {
    const place = places[index] as number;
    numbers[index] = values[place] ?? at(values, place);
  }
  return numbers;
}

/** Ascending. */
export function distinctNumbers(values: ArrayLike<number>): Float64Array {
  const distinct = new Set<number>();
  for (let index = 0; index < values.length; index++) distinct.add(values[index] as number);
  return Float64Array.from(distinct).sort();
}

/** Places of the values, sorted by them; places of equal values stay in order. */
export function orderOf(values: ArrayLike<number>, compare: (one: number, other: number) => number): Uint32Array {
  const order = new Uint32Array(values.length).map((_, index) => index);
  return order.sort((one, other) => compare(values[one] as number, values[other] as number));
}
