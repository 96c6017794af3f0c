/** Keeps the order and the states of a rater's items in memory, because every rating needs both. */
import { at, atKey } from "../../core/at.ts";
import { orderForRating } from "../pools/order-for-rating.ts";
import type { NewRating } from "./pair-writer.ts";
import type { StoredState } from "./rating-rows.ts";
import type { NumberedPair, RatingStore } from "./rating-store.ts";

type SessionGroup = ReturnType<typeof groupsOf>[number];
type Item = SessionGroup["items"][number];

export class RaterSession {
  readonly groups: readonly SessionGroup[];
  readonly total: number;
  readonly #rater: string;
  readonly #states = new Map<number, Pick<StoredState, "state" | "grade" | "note">>();
  readonly #pairs: ReadonlySet<number>;
  readonly #repeated: ReadonlySet<number>;
  #change = 0;
  #done = 0;

  constructor(store: RatingStore, pairs: readonly NumberedPair[], rater: string) {
    this.#rater = rater;
    this.groups = groupsOf(store, pairs, rater);
    this.#pairs = new Set(pairs.map(({ number }) => number));
    const repeated = this.groups.flatMap(({ items, isRepeat }) => (isRepeat ? items.map(({ pair }) => pair) : []));
    this.#repeated = new Set(repeated);
    this.total = this.#pairs.size + this.#repeated.size;
    this.catchUp(store);
  }

  /** Reads what other programs have saved since the last call. The order does not change. Cost: O(changes). */
  catchUp(store: RatingStore): void {
    // Gets the last change's number first, so that no change is missed. Reading a change twice is harmless.
    const { lastChange } = store;
    for (const item of store.changedItems(this.#rater, this.#change)) if (this.has(item)) this.note(item);
    this.#change = lastChange;
  }

  has({ pair, occasion }: Item): boolean {
    return (occasion === 0 ? this.#pairs : this.#repeated).has(pair);
  }

  stateOf(item: Item) {
    return this.#states.get(keyOf(item)) ?? null;
  }

  get done(): number {
    return this.#done;
  }

  doneOf({ items }: SessionGroup): number {
    return items.filter((item) => isDone(this.#states.get(keyOf(item)))).length;
  }

  /** Index of the first group with a new item, otherwise of the first group with a skipped item, otherwise -1. */
  get current(): number {
    const untouched = this.groups.findIndex(({ items }) => items.some((item) => this.stateOf(item) === null));
    return untouched >= 0 ? untouched : this.groups.findIndex((group) => this.doneOf(group) < group.items.length);
  }

  note({ pair, occasion, state, grade, note }: Omit<NewRating, "rater" | "seconds" | "ratedAt">): void {
    const key = keyOf({ pair, occasion });
    if (isDone(this.#states.get(key))) this.#done--;
    if (state === "none") this.#states.delete(key);
    else this.#states.set(key, { state, grade: state === "rated" ? grade : null, note });
    if (isDone(this.#states.get(key))) this.#done++;
  }
}

function groupsOf(store: RatingStore, pairs: readonly NumberedPair[], rater: string) {
  const groups = orderForRating(pairs, { rater, ...store.order });
  const partsOfQuery = new Map<number, number>();
  for (const { query, part } of groups) partsOfQuery.set(query, Math.max(part, partsOfQuery.get(query) ?? 1));
  return groups.map(({ query, part, items }) => {
    const first = at(items, 0);
    return {
      query: at(pairs, first.pair).query,
      part,
      parts: atKey(partsOfQuery, query),
      isRepeat: first.occasion === 1,
      items: items.map(({ pair, occasion }) => ({ pair: at(pairs, pair).number, occasion })),
    };
  });
}

/** Returns a number, because a request needs many keys, and strings would burden the garbage collector. */
function keyOf({ pair, occasion }: Item): number {
  return pair * 2 + occasion;
}

function isDone(stored: Pick<StoredState, "state"> | undefined): boolean {
  return stored !== undefined && stored.state !== "skipped";
}
