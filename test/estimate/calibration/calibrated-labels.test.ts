import { describe, expect, it } from "vitest";
import { calibratedLabels, calibratedReferenceLabels } from "../../../src/estimate/calibration/calibrated-values.ts";
import { titlePool } from "../../../src/estimate/calibration/title-pool.ts";
import { makeLists } from "../../support/make-lists.ts";

const lists = makeLists(
  "one",
  [
    [0, 0, "alpha"],
    [0, 1, ""],
    [0, 2, "beta"],
    [1, 0, "alpha"],
  ],
  2,
);
const pool = titlePool(2, [lists]);
const labels = Float64Array.of(0.25, 0.75, 1.25);
const engines = [{ lists, documentKeys: ["a", "n", "b", "a"] }];
const before = [{ labels: Float64Array.of(10, 11, 12, 13) }];

describe("calibratedLabels", () => {
  it("prefers people's grade to the calibrated label, and the calibrated label to the old one", () => {
    const grades = [
      new Map([
        ["a", 3],
        ["b", -1],
      ]),
      null,
    ];
    expect(calibratedLabels(pool, labels, { queries: 2, engines, grades }, before)).toEqual([
      { labels: Float64Array.of(3, 11, 0.75, 1.25), origins: ["human", "proxy", "calibrated", "calibrated"] },
    ]);
  });

  it("returns no human labels if no query is rated", () => {
    expect(calibratedLabels(pool, labels, null, before)[0]?.origins).toEqual([
      "calibrated",
      "proxy",
      "calibrated",
      "calibrated",
    ]);
  });
});

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

  it("matches titles whatever their case, and keeps the old label of a row without a title", () => {
    // Pool rows: "One" of the engine, then "two".
    const found = calibratedReferenceLabels(titlePool(1, [engine], lists), Float64Array.of(0.25, 0.75), reference);
    expect(found).toEqual(Float64Array.of(0.75, 2.5, 0.25));
  });

  it("returns null without a reference", () => {
    expect(calibratedReferenceLabels(titlePool(1, [engine]), Float64Array.of(0.25), null)).toBeNull();
  });
});
