/** Makes data as from the server, with the fields that a test is about. */
import type { Group, GroupSummary, Item, Waiting } from "../../../../src/gold/rating/page/facts.ts";

export function makeItem(given: Partial<Item> = {}): Item {
  return {
    pair: 7,
    occasion: 0,
    title: "A title",
    url: null,
    shown: [],
    state: "open",
    grade: null,
    note: "",
    ...given,
  };
}

export function makeGroup(items: readonly Item[]): Group {
  return { group: 0, query: "a query", informationNeed: null, part: 1, parts: 1, isRepeat: false, items };
}

export function makeSummary(given: Partial<GroupSummary> = {}): GroupSummary {
  return { group: 0, query: "a query", part: 1, parts: 1, isRepeat: false, items: 4, done: 0, ...given };
}

export function makeWaiting(rating: Partial<Waiting["rating"]> = {}, given: Partial<Waiting> = {}): Waiting {
  return {
    ...{ key: "a key", givenAt: 0, query: "a query", title: "A title", refusal: null, ...given },
    rating: {
      ...{ pool: "database:pool", rater: "Ann", pair: 7, occasion: 0, state: "rated", grade: 3, note: "", seconds: 1 },
      ...rating,
    },
  };
}
