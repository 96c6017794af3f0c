/** How do sorted sequences become one? */

/**
 * Sorted sequences as one, by a heap of their heads; equal items come in the order of the sequences.
 *
 * Cost O(items log sequences); holds one item of each.
 */
export function* mergeSorted<Item>(
  sequences: readonly Iterable<Item>[],
  compare: (one: Item, other: Item) => number,
): Iterable<Item> {
  const heads: { item: Item; sequence: number; rest: Iterator<Item> }[] = [];
  const isBefore = (one: number, other: number) => {
    const [first, second] = [heads[one], heads[other]];
    if (first === undefined || second === undefined) return false;
    const order = compare(first.item, second.item);
    return order < 0 || (order === 0 && first.sequence < second.sequence);
  };
  const swap = (one: number, other: number) => {
    const [first, second] = [heads[one], heads[other]];
    if (first === undefined || second === undefined) return;
    heads[one] = second;
    heads[other] = first;
  };
  const sink = (from: number) => {
    for (let place = from; ; ) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      const least = [left, right].reduce((best, child) => (isBefore(child, best) ? child : best), place);
      if (least === place) return;
      swap(place, least);
      place = least;
    }
  };
  sequences.forEach((sequence, number) => {
    const rest = sequence[Symbol.iterator]();
    const { value, done } = rest.next();
    if (!done) heads.push({ item: value, sequence: number, rest });
  });
  for (let place = heads.length >> 1; place >= 0; place--) sink(place);
  while (heads.length > 0) {
    const top = heads[0];
    if (top === undefined) return;
    yield top.item;
    const { value, done } = top.rest.next();
    if (done) {
      swap(0, heads.length - 1);
      heads.pop();
    } else {
      top.item = value;
    }
    sink(0);
  }
}
