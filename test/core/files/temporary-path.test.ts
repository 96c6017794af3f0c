import { expect, it } from "vitest";
import { temporaryPath } from "../../../src/core/files/folders.ts";

it("temporaryPath cannot be guessed, and identifies the process", () => {
  const paths = Array.from({ length: 100 }, () => temporaryPath("out/a.csv"));
  expect(new Set(paths).size).toBe(100);
  for (const path of paths) expect(path).toMatch(new RegExp(`^out/a\\.csv\\.[0-9a-f]{12}\\.${process.pid}\\.tmp$`));
});
