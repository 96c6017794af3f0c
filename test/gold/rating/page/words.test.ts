import { describe, expect, it, test } from "vitest";
import {
  connectionWords,
  counted,
  cutText,
  duration,
  finishedWords,
  groupLineWords,
  groupWords,
  itemWords,
  keptWords,
  progressWords,
  refusedWords,
  saveState,
  shownAddress,
  startWords,
  unturned,
} from "../../../../src/gold/rating/page/words.ts";
import { makeSummary, makeWaiting } from "./make-group.ts";

test.each([
  [29, "less than a minute"],
  [30, "about 1 min"],
  [89 * 60, "about 89 min"],
  [90 * 60, "about 1 h 30 min"],
  [9 * 3600 + 59 * 60, "about 9 h 59 min"],
  [11 * 3600 + 30 * 60, "about 12 h"],
])("%i seconds are %s", (seconds, words) => {
  expect(duration(seconds)).toBe(words);
});

it("counted: ratings and queries in singular and plural", () => {
  const ratings = [0, 1, 20_000].map((number) => counted(number, "rating"));
  expect(ratings).toEqual(["0 ratings", "1 rating", "20,000 ratings"]);
  expect([1, 2].map((number) => counted(number, "query", "queries"))).toEqual(["1 query", "2 queries"]);
});

it("shows a rater's progress, and how many ratings and how much time are left", () => {
  // 990 items of 12 seconds: 198 minutes.
  const pace = { done: 10, total: 1000, secondsPerRating: 12 };
  expect(progressWords(pace)).toBe("10 of 1,000 · about 3 h 18 min left");
  expect(progressWords({ ...pace, done: 1000 })).toBe("1,000 of 1,000");
  // A query in two parts counts once, and a finished query does not count.
  const groups = [{ query: "a" }, { query: "a", part: 2 }, { query: "b" }, { query: "c", done: 4 }].map(makeSummary);
  expect(startWords({ ...pace, groups })).toBe("990 ratings for 2 queries, about 3 h 18 min.");
});

it("shows a query's progress, in the header and in the list", () => {
  expect(groupWords(makeSummary({ done: 1 }))).toBe("1 of 4 done");
  expect(groupWords(makeSummary({ done: 1, part: 2, parts: 3 }))).toBe("1 of 4 done · part 2 of 3");
  expect(groupLineWords(makeSummary({ done: 4 }))).toBe("4 of 4 ✓");
  expect(groupLineWords(makeSummary({ part: 2, parts: 3 }))).toBe("part 2 · 0 of 4");
  expect(groupLineWords(makeSummary({ part: 2, parts: 3, isRepeat: true }))).toBe("again · 0 of 4");
});

it("asks to keep the window open if ratings are not saved yet", () => {
  expect(finishedWords(12, "Ann", 0)).toMatch(/^All 12 results .* \u2068Ann\u2069\. Everything is saved/);
  expect(finishedWords(1, "Ann", 0)).toMatch(/^The only result is rated\. /);
  expect(finishedWords(12, "Ann", 1)).toMatch(/1 rating not saved yet: keep this window open\.$/);
});

it("says where ratings are kept if the server does not answer, and with which port to restart it", () => {
  expect(connectionWords("away", "4711")).toContain("--port 4711.");
  expect(keptWords(0, true)).toBe("");
  expect(keptWords(2, true)).toBe(" 2 ratings kept in this browser.");
  expect(keptWords(1, false)).toBe(" 1 rating kept in this window only: do not close it.");
});

it("says which rating was refused, and why", () => {
  expect(refusedWords(makeWaiting({}, { refusal: "out-of-scale" }))).toBe(
    ": grade 3. Reason: this grade is not on the server's scale.",
  );
  expect(refusedWords(makeWaiting({ state: "flagged" }, { refusal: "413" }))).toBe(
    ": flagged. Reason: the server did not understand it.",
  );
});

test.each([
  ["open", undefined, "well", "open", ""],
  ["rated", undefined, "away", "saved", "saved ✓"],
  ["skipped", makeWaiting(), "well", "saving", "skipped · saving …"],
  ["flagged", makeWaiting(), "away", "waiting", "cannot be rated · waiting for the server"],
  [
    ...(["rated", makeWaiting({}, { refusal: "unknown-pair" }), "well", "refused"] as const),
    "not saved: this result is not in the server's pool",
  ],
] as const)("an item that is %s also shows whether it is saved", (state, last, connection, saved, words) => {
  expect(saveState(state, last, connection)).toBe(saved);
  expect(itemWords(state, saved, last?.refusal ?? null)).toBe(words);
});

it("replaces characters that override the writing direction, but no others", () => {
  expect(unturned("a\u202Eb\u2066c\u200Fd")).toBe("a\uFFFDb\uFFFDc\u200Fd");
});

describe("cutText", () => {
  it("shows 360 characters whole and cuts 361 to 300, counting whole characters", () => {
    expect(cutText("🙂".repeat(360))).toBeNull();
    expect(cutText("🙂".repeat(361))).toEqual({ beginning: `${"🙂".repeat(300)}…`, characters: 361 });
  });
});

describe("shownAddress", () => {
  it("drops the protocol and cuts the address to 200 characters", () => {
    expect(shownAddress("HTTPS://example.org/a")).toBe("example.org/a");
    expect(shownAddress(`http://${"a".repeat(300)}`)).toBe("a".repeat(200));
    expect(shownAddress("https://example.org/\u202Egpj")).toBe("example.org/\uFFFDgpj");
  });

  it.each([null, "", "javascript:alert(1)", "file:///etc", "//example.org"])("returns null for %s", (url) => {
    expect(shownAddress(url)).toBeNull();
  });
});
