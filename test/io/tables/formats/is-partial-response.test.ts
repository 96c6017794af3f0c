import { expect, it } from "vitest";
import { isPartialResponse } from "../../../../src/io/tables/formats/is-partial-response.ts";

it.each([
  [{ timed_out: true }, true],
  [{ timed_out: false, _shards: { failed: 0 } }, false],
  [{ timed_out: false, _shards: { failed: 1 } }, true],
  [{ responseHeader: { partialResults: true } }, true],
  [{ responseHeader: { partialResults: ["true"] } }, true],
  [{ responseHeader: { status: 0 } }, false],
  [{}, false],
])("%j: %s", (response, expected) => {
  expect(isPartialResponse(response)).toBe(expected);
});
