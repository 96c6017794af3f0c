import { expect, it, test } from "vitest";
import { codeOf, connectionOf, isPassing, retryDelay } from "../../../../../src/gold/rating/page/facts/session.ts";

test.each([
  [0, "away", true],
  [200, "well", false],
  [204, "well", false],
  [422, "well", false],
  [403, "unknown-token", false],
  [409, "stale", false],
  [500, "failing", true],
  [503, "locked", true],
] as const)("the status %i tells that the connection is %s; passes by itself: %s", (status, connection, passes) => {
  expect(connectionOf({ status, body: null })).toBe(connection);
  expect(isPassing(connection)).toBe(passes);
});

it("retries after half a second, then doubles up to eight seconds", () => {
  expect([0, 1, 2, 3, 4, 5, 100].map(retryDelay)).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
});

it("names a refusal by its code, else by its status", () => {
  expect(codeOf({ status: 422, body: { error: { code: "out-of-scale" } } })).toBe("out-of-scale");
  expect(codeOf({ status: 413, body: {} })).toBe("413");
  expect(codeOf({ status: 400, body: null })).toBe("400");
});
