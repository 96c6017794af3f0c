/** Are times of look-ups per look-up, and times of building per point? */
import { expect, it } from "vitest";
import { measureIndex } from "../../scripts/bench/measure-index.ts";
import { hasHnsw } from "../support/hnsw.ts";

it("measureIndex divides times of look-ups by their number, and times of building by the number of points", () => {
  let now = 0;
  // Each part takes a second on this clock, which is read before and after.
  const figures = measureIndex(20, { seed: 1, clock: { seconds: () => now++ } });
  expect(figures).toEqual({
    points: 20,
    hnswBuildMicrosecondsPerPoint: hasHnsw ? 1e6 / 20 : null,
    hnswLookupMicroseconds: hasHnsw ? 1e6 / 200 : null,
    exactLookupMicroseconds: 1e6 / 200,
  });
});
