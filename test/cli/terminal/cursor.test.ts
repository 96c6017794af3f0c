import { expect, test } from "vitest";
import { movesCursor } from "../../../src/cli/terminal/cursor.ts";

test.each([
  { isTTY: true, environment: { TERM: "xterm" }, moves: true },
  { isTTY: true, environment: {}, moves: true },
  { isTTY: true, environment: { TERM: "dumb" }, moves: false },
  { isTTY: true, environment: { TERM: "xterm", NO_COLOR: "1" }, moves: true },
  { isTTY: true, environment: { TERM: "dumb", FORCE_COLOR: "1" }, moves: false },
  { isTTY: false, environment: { TERM: "xterm", FORCE_COLOR: "1" }, moves: false },
])("terminal $isTTY, $environment: $moves", ({ isTTY, environment, moves }) => {
  expect(movesCursor({ isTTY, write: () => true }, { environment })).toBe(moves);
});
