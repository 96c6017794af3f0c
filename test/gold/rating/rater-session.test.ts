import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRatingScale } from "../../../src/gold/agreement/combine-ratings.ts";
import { RaterSession } from "../../../src/gold/rating/rater-session.ts";
import { RatingStore } from "../../../src/gold/rating/rating-store.ts";
import { poolOf } from "../../support/rating-process.ts";
import { ratingsOf } from "../../support/rating-store.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

function newStore(queries: number, perQuery: number): RatingStore {
  const store = RatingStore.open(join(temporaryFolder(), "ratings.db"), { create: true });
  const settings = { scale: parseRatingScale("1-5"), seed: 1, guidelines: "", fingerprint: "pool" };
  store.addPool(poolOf(queries, perQuery), settings);
  return store;
}

const rating = { rater: "Ann", note: "", seconds: null, ratedAt: "" };

function contentOf(session: RaterSession) {
  const { done, total, current, groups } = session;
  const items = groups.flatMap((group) => group.items);
  return [
    done,
    total,
    current,
    items.map((item) => session.stateOf(item)),
    groups.map((group) => session.doneOf(group)),
  ];
}

describe("RaterSession", () => {
  it("matches the database after ratings, flags, skips and withdrawals", () => {
    const store = newStore(3, 8);
    const pairs = store.poolPairs();
    const kept = new RaterSession(store, pairs, "Ann");
    const later = new RaterSession(store, pairs, "Ann");
    const items = kept.groups.flatMap((group) => group.items);
    const states = fc.constantFrom("rated", "flagged", "skipped", "none");
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(items.length - 1), states), { maxLength: 12 }), (changes) => {
        for (const [place, state] of changes) {
          const { pair = 0, occasion = 0 } = items[place] ?? {};
          const change = { ...rating, pair, occasion, state, grade: state === "rated" ? 3 : null };
          store.save(change);
          kept.note(change);
        }
        later.catchUp(store);
        const fresh = contentOf(new RaterSession(store, pairs, "Ann"));
        expect(contentOf(kept)).toEqual(fresh);
        expect(contentOf(later)).toEqual(fresh);
        const saved = ratingsOf(store, "Ann");
        for (const item of items) {
          const { state = "none" } = saved.get(`${item.pair}/${item.occasion}`) ?? {};
          expect(kept.stateOf(item)?.state ?? "none").toBe(state);
        }
      }),
      { seed: 6, numRuns: 30 },
    );
    store.close();
  });

  it("contains every item of the pool, including repetitions, and no other items", () => {
    const store = newStore(5, 8);
    const session = new RaterSession(store, store.poolPairs(), "Ann");
    const items = session.groups.flatMap((group) => group.items);
    expect(session.total).toBe(items.length);
    expect(items.every((item) => session.has(item))).toBe(true);
    expect(session.has({ pair: 40, occasion: 0 })).toBe(false);
    const repeated = new Set(items.filter(({ occasion }) => occasion === 1).map(({ pair }) => pair));
    expect(repeated.size).toBe(2);
    for (let pair = 0; pair < 40; pair++) expect(session.has({ pair, occasion: 1 })).toBe(repeated.has(pair));
    store.close();
  });

  it("reads ratings that another program saved, and keeps its order", () => {
    const store = newStore(3, 8);
    const session = new RaterSession(store, store.poolPairs(), "Ann");
    const { groups } = session;
    store.save({ ...rating, pair: 5, occasion: 0, state: "rated", grade: 3 });
    expect(session.done).toBe(0);
    session.catchUp(store);
    session.catchUp(store);
    expect([session.done, session.stateOf({ pair: 5, occasion: 0 })?.grade]).toEqual([1, 3]);
    store.save({ ...rating, pair: 5, occasion: 0, state: "none", grade: null });
    session.catchUp(store);
    expect([session.done, session.stateOf({ pair: 5, occasion: 0 })]).toEqual([0, null]);
    expect(session.groups).toBe(groups);
    store.close();
  });

  it("numbers the parts of a long query from 1", () => {
    const store = newStore(1, 250);
    const session = new RaterSession(store, store.poolPairs(), "Ann");
    const shown = session.groups.filter(({ isRepeat }) => !isRepeat);
    expect(shown.map(({ part, parts }) => [part, parts])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    store.close();
  });
});
