/** Has each title of the reference the label that is expected of it? */
import { describe, expect, it } from "vitest";
import { calibratedReferenceLabels } from "../../../src/estimate/calibration/calibrated-reference-labels.ts";
import { titlePool } from "../../../src/estimate/calibration/title-pool.ts";
import { makeLists } from "../../support/make-lists.ts";

describe("calibratedReferenceLabels", () => {
  const engine = makeLists("e", [[0, 0, "One", "a"]], 1);
  const lists = makeLists(
    "r",
    [
      [0, 0, "two", "b"],
      [0, 1, "", "c"],
      [0, 2, "ONE", "a"],
    ],
    1,
  );
  const reference = { lists, labels: Float64Array.of(5, 2.5, 1), pointRanks: Int32Array.of(0, 1, 2) };

  it("goes by titles, letter case aside, and leaves a row without title its label", () => {
    // Pool rows: "One" of the engine, then "two".
    const found = calibratedReferenceLabels(titlePool(1, [engine], lists), Float64Array.of(0.25, 0.75), reference);
    expect(found).toEqual(Float64Array.of(0.75, 2.5, 0.25));
  });

  it("is null without a reference", () => {
    expect(calibratedReferenceLabels(titlePool(1, [engine]), Float64Array.of(0.25), null)).toBeNull();
  });
});
