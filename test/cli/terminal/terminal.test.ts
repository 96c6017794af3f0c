import { expect, test } from "vitest";
import { movesCursor, terminalWidth } from "../../../src/cli/terminal/progress.ts";

test.each([
  { name: "a terminal", isTTY: true, columns: 132, asked: undefined, width: 132 },
  { name: "a terminal and COLUMNS", isTTY: true, columns: 132, asked: "40", width: 40 },
  { name: "a pipe", isTTY: false, columns: undefined, asked: undefined, width: Number.POSITIVE_INFINITY },
  { name: "a pipe and COLUMNS", isTTY: false, columns: undefined, asked: "60", width: 60 },
  { name: "a terminal that says 0", isTTY: true, columns: 0, asked: undefined, width: Number.POSITIVE_INFINITY },
  { name: "COLUMNS=0", isTTY: true, columns: 80, asked: "0", width: 80 },
  { name: "COLUMNS that is not a number", isTTY: true, columns: 80, asked: "wide", width: 80 },
  { name: "an empty COLUMNS", isTTY: true, columns: 80, asked: "", width: 80 },
])("terminalWidth returns $width for $name", ({ isTTY, columns, asked, width }) => {
  const output = { isTTY, columns, write: () => true };
  expect(terminalWidth(output, { environment: { COLUMNS: asked } })).toBe(width);
});

test.each([
  { isTTY: true, environment: { TERM: "xterm" }, moves: true },
  { isTTY: true, environment: {}, moves: true },
  { isTTY: true, environment: { TERM: "dumb" }, moves: false },
  { isTTY: true, environment: { TERM: "xterm", NO_COLOR: "1" }, moves: true },
  { isTTY: true, environment: { TERM: "dumb", FORCE_COLOR: "1" }, moves: false },
  { isTTY: false, environment: { TERM: "xterm", FORCE_COLOR: "1" }, moves: false },
])(
  "movesCursor returns $moves if isTTY is $isTTY and the environment is $environment",
  ({ isTTY, environment, moves }) => {
    expect(movesCursor({ isTTY, write: () => true }, { environment })).toBe(moves);
  },
);
