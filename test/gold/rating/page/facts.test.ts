import { describe, expect, it, test } from "vitest";
import {
  codeOf,
  connectionOf,
  gradeOfKey,
  isDone,
  isOf,
  isPassing,
  placeAfter,
  retryDelay,
  unfinishedFrom,
  waitingFor,
  withNoteOf,
  withWhatWaits,
} from "../../../../src/gold/rating/page/facts.ts";
import { makeGroup, makeItem, makeSummary, makeWaiting } from "./make-group.ts";

const grades = [1, 2, 3].map((grade) => ({ grade, label: `label ${grade}` }));

test.each([
  ["a digit of the scale", { key: "2", code: "Digit2", shiftKey: false }, 2],
  ["a digit with shift, where keyboards want it", { key: "2", code: "Digit2", shiftKey: true }, 2],
  ["a digit apart from the letters", { key: "3", code: "Numpad3", shiftKey: false }, 3],
  ["the place of a digit, as on French keyboards", { key: "&", code: "Digit1", shiftKey: false }, 1],
  ["a sign over a digit", { key: "!", code: "Digit1", shiftKey: true }, undefined],
  ["a digit beside the scale", { key: "4", code: "Digit4", shiftKey: false }, undefined],
  ["a letter", { key: "j", code: "KeyJ", shiftKey: false }, undefined],
])("gradeOfKey: %s", (_, key, expected) => {
  expect(gradeOfKey(key, grades)?.grade).toBe(expected);
});

test.each([
  ["open", false],
  ["rated", true],
  ["flagged", true],
  ["skipped", false],
] as const)("isDone: an item that is %s is done: %s", (state, expected) => {
  expect(isDone({ state })).toBe(expected);
});

describe("placeAfter", () => {
  const group = makeGroup((["rated", "open", "skipped", "open"] as const).map((state) => makeItem({ state })));

  it("finds the next item in a state after any index", () => {
    expect([-1, 0, 1, 2, 3].map((place) => placeAfter(group, place, "open"))).toEqual([1, 1, 3, 3, -1]);
    expect(placeAfter(group, -1, "skipped")).toBe(2);
    expect(placeAfter(group, 2, "skipped")).toBe(-1);
  });

  it("returns -1 without a group", () => {
    expect(placeAfter(null, -1, "open")).toBe(-1);
  });
});

describe("unfinishedFrom", () => {
  const groups = [2, 4, 0, 4, 3].map((done, group) => makeSummary({ group, done, items: 4 }));
  const from = (start: number) => unfinishedFrom(groups, start).map(({ group }) => group);

  it("returns unfinished groups from the given one to the last, then from the first", () => {
    expect(from(0)).toEqual([0, 2, 4]);
    expect(from(2)).toEqual([2, 4, 0]);
    expect(from(3)).toEqual([4, 0, 2]);
  });

  it("starts with the first group if the given number is past the last group", () => {
    expect(from(5)).toEqual([0, 2, 4]);
  });
});

test.each([
  [0, "away", true],
  [200, "well", false],
  [204, "well", false],
  [422, "well", false],
  [403, "unknown-token", false],
  [409, "stale", false],
  [500, "failing", true],
  [503, "locked", true],
] as const)("connectionOf: status %i means %s; isPassing: %s", (status, connection, passes) => {
  expect(connectionOf({ status, body: null })).toBe(connection);
  expect(isPassing(connection)).toBe(passes);
});

it("retryDelay: half a second at first, then doubled up to eight seconds", () => {
  expect([0, 1, 2, 3, 4, 5, 100].map(retryDelay)).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
});

it("codeOf: returns the code of a refusal, otherwise its status", () => {
  expect(codeOf({ status: 422, body: { error: { code: "out-of-scale" } } })).toBe("out-of-scale");
  expect(codeOf({ status: 413, body: {} })).toBe("413");
  expect(codeOf({ status: 400, body: null })).toBe("400");
});

describe("isOf", () => {
  it("compares pair, occasion and title, because a grown pool may give a pair's number to another item", () => {
    expect(isOf(makeWaiting(), makeItem())).toBe(true);
    expect(isOf(makeWaiting(), makeItem({ pair: 8 }))).toBe(false);
    expect(isOf(makeWaiting(), makeItem({ occasion: 1 }))).toBe(false);
    expect(isOf(makeWaiting(), makeItem({ title: "Another title" }))).toBe(false);
  });
});

describe("waitingFor", () => {
  it("returns ratings for the same database, whatever its pool, in the order in which they were given", () => {
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
  it("applies the last waiting rating of an item, and leaves other items as the server sent them", () => {
    const group = makeGroup([makeItem(), makeItem({ pair: 8, state: "rated", grade: 2, note: "as saved" })]);
    const waiting = [makeWaiting({ grade: 1 }), makeWaiting({ grade: 5, note: "better" })];
    expect(withWhatWaits(group, waiting, {}).items).toEqual([
      makeItem({ state: "rated", grade: 5, note: "better" }),
      makeItem({ pair: 8, state: "rated", grade: 2, note: "as saved" }),
    ]);
  });

  it("reopens an item whose rating was undone", () => {
    const group = makeGroup([makeItem({ state: "rated", grade: 4 })]);
    const waiting = [makeWaiting({ state: "none", grade: null })];
    expect(withWhatWaits(group, waiting, {}).items).toEqual([makeItem()]);
  });

  it("puts each note on its pair and occasion, and only on open items", () => {
    const group = makeGroup([makeItem(), makeItem({ occasion: 1 }), makeItem({ pair: 8, state: "skipped" })]);
    const notes = { "7/1": "on the second", "8/0": "left over" };
    expect(withWhatWaits(group, [], notes).items.map(({ note }) => note)).toEqual(["", "on the second", ""]);
  });
});

describe("withNoteOf", () => {
  it("keeps the note of an open item, and removes empty notes and notes of rated items", () => {
    const others = { "8/0": "another" };
    expect(withNoteOf(makeItem({ note: "new" }), { ...others, "7/0": "old" })).toEqual({ ...others, "7/0": "new" });
    expect(withNoteOf(makeItem(), { ...others, "7/0": "old" })).toEqual(others);
    expect(withNoteOf(makeItem({ note: "new", state: "rated" }), { ...others, "7/0": "old" })).toEqual(others);
  });
});
