import { expect, test } from "vitest";
import { pathHint } from "../../src/io/path-hint.ts";

test.each([
  ["file:///lists/a%20b.csv", "Give the path, /lists/a b.csv, not its address."],
  ["file://elsewhere/a.csv", "Give the path, not its address."],
  ["https://example.org/a.csv", "Give a file: fetch it first (semqrel collect asks search interfaces)."],
  ["~/lists/a.csv", "The shell did not replace ~ here: write the whole path."],
  ["C:\\lists\\a.csv", "Check the path."],
  ["lists/a.csv", "Check the path."],
])("%s: %s", (path, hint) => {
  // On Windows addresses become other paths.
  if (process.platform !== "win32") expect(pathHint(path)).toBe(hint);
});
