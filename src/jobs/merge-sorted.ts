/** How do sorted sequences become one? */
import { at } from "../core/at.ts";

/**
 * By a heap of their heads; equal items come in the order of the sequences.
 *
 * Cost O(items log sequences); holds one item of each.
 */
export function* mergeSorted<Item>(
  sequences: readonly Iterable<Item>[],
  compare: (one: Item, other: Item) => number,
): Iterable<Item> {
  const heads: { item: Item; sequence: number; rest: Iterator<Item> }[] = [];
  const isBefore = (one: number, other: number) => {
    const [first, second] = [at(heads, one), at(heads, other)];
    const order = compare(first.item, second.item);
    return order < 0 || (order === 0 && first.sequence < second.sequence);
  };
  const sink = (from: number) => {
    for (let place = from; ; ) {
      let least = place;
      for (const child of [2 * place + 1, 2 * place + 2]) {
        if (child < heads.length && isBefore(child, least)) least = child;
      }
      if (least === place) return;
      [heads[place], heads[least]] = [at(heads, least), at(heads, place)];
      place = least;
    }
  };
  for (const [sequence, items] of sequences.entries()) {
    const rest = items[Symbol.iterator]();
    const { value, done } = rest.next();
    if (!done) heads.push({ item: value, sequence, rest });
  }
  for (let place = (heads.length >> 1) - 1; place >= 0; place--) sink(place);
  for (let top = heads[0]; top !== undefined; top = heads[0]) {
    yield top.item;
    const { value, done } = top.rest.next();
    if (!done) top.item = value;
    else {
      heads[0] = at(heads, heads.length - 1);
      heads.pop();
    }
    sink(0);
  }
}
