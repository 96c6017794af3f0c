import { describe, expect, it } from "vitest";
import { distinctPatterns } from "../../../src/maths/agreement/distinct-patterns.ts";

describe("distinctPatterns", () => {
  it("keeps each combination of grades once, missing ones too, in order of appearance", () => {
    const missing = Number.NaN;
    const { patterns, patternOfItem } = distinctPatterns([
      Float64Array.of(5, 1, 5, missing, 1, missing),
      Float64Array.of(1, 5, 1, 2, missing, 2),
    ]);
    expect(patterns).toEqual([Float64Array.of(5, 1, missing, 1), Float64Array.of(1, 5, 2, missing)]);
    expect([...patternOfItem]).toEqual([0, 1, 0, 2, 3, 2]);
  });

  it("does not take 1 and 11 for 11 and 1", () => {
    expect([...distinctPatterns([Float64Array.of(1, 11), Float64Array.of(11, 1)]).patternOfItem]).toEqual([0, 1]);
  });

  it("has nothing for nobody", () => {
    expect(distinctPatterns([])).toEqual({ patterns: [], patternOfItem: new Int32Array(0) });
  });
});
