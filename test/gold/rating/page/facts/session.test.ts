import { describe, expect, it, test } from "vitest";
import { gradeOfKey, isDone, placeAfter, unfinishedFrom } from "../../../../../src/gold/rating/page/facts/session.ts";
import { makeGroup, makeItem, makeSummary } from "./make-group.ts";

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

  it("finds the next in a state, from before the first to after the last", () => {
    expect([-1, 0, 1, 2, 3].map((place) => placeAfter(group, place, "open"))).toEqual([1, 1, 3, 3, -1]);
    expect(placeAfter(group, -1, "skipped")).toBe(2);
    expect(placeAfter(group, 2, "skipped")).toBe(-1);
  });

  it("finds nothing without a group", () => {
    expect(placeAfter(null, -1, "open")).toBe(-1);
  });
});

describe("unfinishedFrom", () => {
  const groups = [2, 4, 0, 4, 3].map((done, group) => makeSummary({ group, done, items: 4 }));
  const from = (start: number) => unfinishedFrom(groups, start).map(({ group }) => group);

  it("goes round once, over those in which nothing is left to do", () => {
    expect(from(0)).toEqual([0, 2, 4]);
    expect(from(2)).toEqual([2, 4, 0]);
    expect(from(3)).toEqual([4, 0, 2]);
  });

  it("begins anew after the last", () => {
    expect(from(5)).toEqual([0, 2, 4]);
  });
});
