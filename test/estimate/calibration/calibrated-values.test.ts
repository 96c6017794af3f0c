import { describe, expect, it } from "vitest";
import {
  calibratedValues,
  calibrationOffsets,
  humanValues,
} from "../../../src/estimate/calibration/calibrated-values.ts";
import { titlePool } from "../../../src/estimate/calibration/title-pool.ts";
import type { Measure } from "../../../src/measure/measures/define-measure.ts";
import { parseMeasures } from "../../../src/measure/measures/parse-measures.ts";
import { makeLists } from "../../support/make-lists.ts";

function measureOf(name: string): Measure {
  const [measure] = parseMeasures([name]);
  if (measure === undefined) throw new TypeError(name);
  return measure;
}

const one = makeLists(
  "one",
  [
    [0, 0, "alpha"],
    [0, 1, "beta"],
    [0, 2, "gamma"],
    [1, 0, "alpha"],
  ],
  3,
);
const two = makeLists(
  "two",
  [
    [0, 0, "delta"],
    [0, 1, "ALPHA"],
    [0, 2, ""],
  ],
  3,
);
const reference = makeLists("reference", [[0, 0, "zeta"]], 3);
/** alpha beta gamma delta zeta | alpha */
const pool = titlePool(3, [one, two], reference);
const labels = Float64Array.of(0.5, 2, 0, 1.5, 3, 0);
const log3 = Math.log2(3);

describe("calibratedValues", () => {
  it("divides by the best order of the pool, which includes the reference's titles", () => {
    // By hand: lists [.5, 2, 0] and [1.5, .5, 0]; best order 3, 2, 1.5.
    const best = 3 + 2 / log3 + 1.5 / 2;
    const [first, second] = calibratedValues(pool, labels, measureOf("nDCG@3"));
    expect(first?.[0]).toBeCloseTo((0.5 + 2 / log3) / best, 12);
    expect(second?.[0]).toBeCloseTo((1.5 + 0.5 / log3) / best, 12);
  });

  it("cuts the list and the best order at the measure's cutoff", () => {
    expect(calibratedValues(pool, labels, measureOf("nDCG@1")).map((ofEngine) => ofEngine[0])).toEqual([
      expect.closeTo(0.5 / 3, 12),
      expect.closeTo(1.5 / 3, 12),
    ]);
  });

  it("returns 0 if a query has no label above 0, or if an engine returned nothing", () => {
    const values = calibratedValues(pool, labels, measureOf("nDCG@3"));
    expect(values.map((ofEngine) => Array.from(ofEngine).slice(1))).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});

describe("humanValues", () => {
  const engines = [
    { lists: one, documentKeys: ["a", "b", "c", "a"] },
    { lists: two, documentKeys: ["d", "a", "x"] },
  ];

  it("returns the measure by people's grades for rated queries, and NaN for other queries", () => {
    // By hand: lists [1, 0, 2] and [unjudged, 1, unjudged]; judged 3 (not returned), 2, 1.
    const grades = [
      new Map([
        ["a", 1],
        ["b", -1],
        ["c", 2],
        ["elsewhere", 3],
      ]),
      null,
      new Map([["a", 0]]),
    ];
    const best = 3 + 2 / log3 + 1 / 2;
    const [first, second] = humanValues({ queries: 3, engines, grades }, measureOf("nDCG@3"));
    expect(Array.from(first ?? [])).toEqual([expect.closeTo((1 + 2 / 2) / best, 12), NaN, 0]);
    expect(Array.from(second ?? [])).toEqual([expect.closeTo(1 / log3 / best, 12), NaN, 0]);
  });
});

describe("calibrationOffsets", () => {
  it("returns the mean difference between calibrated and human values over rated queries", () => {
    // By hand: engine 0 (0.1 + 0.3) / 2, engine 1 (0.2 - 0.2) / 2; the second query is not rated.
    const human = Float64Array.of(0.5, Number.NaN, 0.5);
    const calibrated = [Float64Array.of(0.6, 0.9, 0.8), Float64Array.of(0.7, 0.1, 0.3)];
    const offsets = calibrationOffsets(calibrated.map((proxy) => ({ proxy, human })));
    expect(Array.from(offsets ?? [])).toEqual([expect.closeTo(0.2, 12), expect.closeTo(0, 12)]);
  });

  it("returns null if no query is rated, and for no engines", () => {
    expect(calibrationOffsets([{ proxy: Float64Array.of(1), human: Float64Array.of(Number.NaN) }])).toBeNull();
    expect(calibrationOffsets([])).toBeNull();
  });
});
