import { describe, expect, it } from "vitest";
import { unguard } from "../../../src/core/text/unguard.ts";

describe("unguard", () => {
  it.each([
    ["'=1+1", "=1+1"],
    ["'-engine", "-engine"],
    ["'@home", "@home"],
  ])("takes the quote off %s", (guarded, cell) => {
    expect(unguard(guarded)).toBe(cell);
  });

  it.each(["'twas the night", "plain", "", "'", "=1+1", "''=1+1"])("leaves %j as it is", (cell) => {
    expect(unguard(cell)).toBe(cell);
  });
});
