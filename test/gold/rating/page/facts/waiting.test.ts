import { describe, expect, it } from "vitest";
import { isOf, waitingFor, withNoteOf, withWhatWaits } from "../../../../../src/gold/rating/page/facts/session.ts";
import { makeGroup, makeItem, makeWaiting } from "./make-group.ts";

describe("isOf", () => {
  it("wants pair, occasion and title: a number may be another item's in a pool that has grown", () => {
    expect(isOf(makeWaiting(), makeItem())).toBe(true);
    expect(isOf(makeWaiting(), makeItem({ pair: 8 }))).toBe(false);
    expect(isOf(makeWaiting(), makeItem({ occasion: 1 }))).toBe(false);
    expect(isOf(makeWaiting(), makeItem({ title: "Another title" }))).toBe(false);
  });
});

describe("waitingFor", () => {
  it("takes those of the database, whatever pool it had, as they were given", () => {
    const all = [
      makeWaiting({ pool: "one:new" }, { key: "third", givenAt: 30 }),
      makeWaiting({ pool: "other:new" }, { key: "elsewhere", givenAt: 20 }),
      makeWaiting({ pool: "one:old" }, { key: "first", givenAt: 10 }),
      makeWaiting({ pool: "one:new", rater: "Bob" }, { key: "second", givenAt: 20 }),
    ];
    expect(waitingFor({ pool: "one:new" }, all).map(({ key }) => key)).toEqual(["first", "second", "third"]);
  });
});

describe("withWhatWaits", () => {
  it("lets the last word on an item hold, and leaves the others as the server has them", () => {
    const group = makeGroup([makeItem(), makeItem({ pair: 8, state: "rated", grade: 2, note: "as saved" })]);
    const waiting = [makeWaiting({ grade: 1 }), makeWaiting({ grade: 5, note: "better" })];
    expect(withWhatWaits(group, waiting, {}).items).toEqual([
      makeItem({ state: "rated", grade: 5, note: "better" }),
      makeItem({ pair: 8, state: "rated", grade: 2, note: "as saved" }),
    ]);
  });

  it("opens again what was undone", () => {
    const group = makeGroup([makeItem({ state: "rated", grade: 4 })]);
    const waiting = [makeWaiting({ state: "none", grade: null })];
    expect(withWhatWaits(group, waiting, {}).items).toEqual([makeItem()]);
  });

  it("puts notes on open items alone, each occasion's on its own", () => {
    const group = makeGroup([makeItem(), makeItem({ occasion: 1 }), makeItem({ pair: 8, state: "skipped" })]);
    const notes = { "7/1": "on the second", "8/0": "left over" };
    expect(withWhatWaits(group, [], notes).items.map(({ note }) => note)).toEqual(["", "on the second", ""]);
  });
});

describe("withNoteOf", () => {
  it("keeps the note of an open item, and forgets one that is empty or rated", () => {
    const others = { "8/0": "another" };
    expect(withNoteOf(makeItem({ note: "new" }), { ...others, "7/0": "old" })).toEqual({ ...others, "7/0": "new" });
    expect(withNoteOf(makeItem(), { ...others, "7/0": "old" })).toEqual(others);
    expect(withNoteOf(makeItem({ note: "new", state: "rated" }), { ...others, "7/0": "old" })).toEqual(others);
  });
});
