import { expect, test } from "vitest";
import { withEnds } from "../../../src/core/text/with-ends.ts";

test("every line ends with a line feed, the last one too; no lines are no text", () => {
  expect([...withEnds(["a", "", "b"])].join("")).toBe("a\n\nb\n");
  expect([...withEnds([])]).toEqual([]);
});
