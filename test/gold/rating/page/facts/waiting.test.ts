import { describe, expect, it } from "vitest";
import { isOf, waitingFor } from "../../../../../src/gold/rating/page/facts/waiting.ts";
import { makeItem, makeWaiting } from "./make-group.ts";

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
