import { describe, expect, it } from "vitest";
import { newStore, rated, ratingsOf, rowsOf } from "../../support/rating-store.ts";

describe("writeRating", () => {
  it("withdraws a rating, and keeps it in the history", () => {
    const store = newStore();
    store.save(rated);
    store.save({ ...rated, state: "none", grade: null });
    store.save({ ...rated, state: "none", grade: null });
    expect(ratingsOf(store, "Ann").size).toBe(0);
    expect(rowsOf(store.path, "SELECT state, grade FROM history ORDER BY number")).toEqual([
      { state: "rated", grade: 4 },
      { state: "none", grade: null },
    ]);
    store.close();
  });

  it("changes nothing, not even the time, if the same rating is sent twice", () => {
    const store = newStore();
    store.save(rated);
    store.save({ ...rated, ratedAt: "2027-01-01T00:00:00.000Z", seconds: 9 });
    expect(ratingsOf(store, "Ann").get("0/0")).toMatchObject({ ratedAt: rated.ratedAt, seconds: 2.5 });
    expect(rowsOf(store.path, "SELECT count(*) AS rows FROM history")).toEqual([{ rows: 1 }]);
    store.close();
  });

  it("keeps the seconds of the first rating if a later note or grade has no seconds", () => {
    const store = newStore();
    store.save(rated);
    store.save({ ...rated, note: "why", seconds: null });
    store.save({ ...rated, note: "why", grade: 2, seconds: null });
    expect(ratingsOf(store, "Ann").get("0/0")).toMatchObject({ grade: 2, note: "why", seconds: 2.5 });
    expect(store.lastSeconds("Ann", 50)).toEqual([2.5]);
    store.save({ ...rated, note: "why", grade: 3, seconds: 7 });
    expect(store.lastSeconds("Ann", 50)).toEqual([7]);
    expect(rowsOf(store.path, "SELECT seconds FROM history ORDER BY number")).toEqual(
      [2.5, null, null, 7].map((seconds) => ({ seconds })),
    );
    store.close();
  });

  it("keeps the rating that was given last, whatever arrives last, and stores every earlier rating once in the history", () => {
    const store = newStore();
    const at = (second: number) => ({ ratedAt: `2026-01-02T03:04:0${second}.000Z` });
    expect(store.save({ ...rated, ...at(5), grade: 5 })).toBe(true);
    expect(store.save({ ...rated, ...at(3), grade: 3 })).toBe(false);
    expect(store.save({ ...rated, ...at(3), grade: 3 })).toBe(false);
    expect(store.save({ ...rated, ...at(4), state: "none", grade: null })).toBe(false);
    expect(ratingsOf(store, "Ann").get("0/0")).toMatchObject({ grade: 5, ...at(5) });
    // A rating that was withdrawn later stays withdrawn.
    expect(store.save({ ...rated, ...at(7), state: "none", grade: null })).toBe(true);
    expect(store.save({ ...rated, ...at(6), grade: 1 })).toBe(false);
    expect(ratingsOf(store, "Ann").size).toBe(0);
    expect(rowsOf(store.path, "SELECT state, grade FROM history ORDER BY number")).toEqual([
      { state: "rated", grade: 5 },
      { state: "rated", grade: 3 },
      { state: "none", grade: null },
      { state: "none", grade: null },
      { state: "rated", grade: 1 },
    ]);
    expect(store.save({ ...rated, ...at(8), grade: 2 })).toBe(true);
    expect(ratingsOf(store, "Ann").get("0/0")).toMatchObject({ grade: 2 });
    store.close();
  });

  it("keeps the rating that arrived last if the server's clock was set back", () => {
    const store = newStore();
    const [noon, morning] = ["2026-01-02T12:00:00.000Z", "2026-01-02T06:00:00.000Z"];
    expect(store.save({ ...rated, grade: 5, ratedAt: noon, savedAt: noon })).toBe(true);
    expect(store.save({ ...rated, grade: 1, ratedAt: morning, savedAt: noon })).toBe(false);
    expect(store.save({ ...rated, grade: 2, ratedAt: morning, savedAt: morning })).toBe(true);
    expect(ratingsOf(store, "Ann").get("0/0")).toMatchObject({ grade: 2, ratedAt: morning });
    store.close();
  });

  it.each([
    ["an unknown pair", { pair: 12 }],
    ["a grade off the scale", { grade: 6 }],
    ["a grade between two", { grade: 4.5 }],
    ["no grade", { grade: null }],
  ])("refuses %s, and changes nothing", (_, wrong) => {
    const store = newStore();
    expect(() => store.save({ ...rated, ...wrong })).toThrow(expect.objectContaining({ code: "INVALID_RATING" }));
    expect(store.read().ratings).toEqual([]);
    expect(rowsOf(store.path, "SELECT * FROM history")).toEqual([]);
    store.save(rated);
    expect(store.read().ratings).toHaveLength(1);
    store.close();
  });
});
