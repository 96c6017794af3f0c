import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ndcgBounds, type PartlyRatedList } from "../../src/gold/measure-gold-engines.ts";
import { ndcg } from "../../src/measure/measures/graded/discounted-gain.ts";
import { runs } from "../support/property.ts";

const HOLE = Number.NaN;
const linear = { cutoff: 5, gain: "linear" } as const;

function list(labels: readonly number[], others: readonly number[] = [], unratedOutside = 0): PartlyRatedList {
  const rated = labels.filter((label) => !Number.isNaN(label));
  return { labels: Float64Array.from(labels), ratedLabels: [...rated, ...others], unratedOutside, topLabel: 4 };
}

/** Tries all labels of the unrated documents. */
function byTrial(partly: PartlyRatedList, labels: readonly number[], options: Parameters<typeof ndcgBounds>[1]) {
  const holes = [...partly.labels.keys()].filter((rank) => Number.isNaN(partly.labels[rank]));
  const count = holes.length + partly.unratedOutside;
  const values: number[] = [];
  for (let turn = 0; turn < labels.length ** count; turn++) {
    const chosen = Array.from({ length: count }, (_, place) => {
      return labels[Math.floor(turn / labels.length ** place) % labels.length] ?? 0;
    });
    const filled = Float64Array.from(partly.labels, (label, rank) =>
      Number.isNaN(label) ? (chosen[holes.indexOf(rank)] ?? 0) : label,
    );
    const reached = ndcg(filled, [...partly.ratedLabels, ...chosen], options);
    values.push(Number.isNaN(reached) ? 0 : reached);
  }
  return { lower: Math.min(...values), upper: Math.max(...values) };
}

const labelsWithHoles = fc.array(fc.oneof(fc.constant(HOLE), fc.nat(4)), { maxLength: 5 });
const someLists = fc
  .tuple(labelsWithHoles, fc.array(fc.nat(4), { maxLength: 4 }), fc.nat(3))
  .map(([labels, others, outside]) => list(labels, others, outside));
const someOptions = fc.record({
  cutoff: fc.constant(5),
  gain: fc.constantFrom("linear" as const, "exponential" as const),
});

describe("ndcgBounds", () => {
  it("matches the worked example of a fully rated list", () => {
    // product.md, "Worked numbers": linear 0.899662, exponential 0.915492.
    const rated = { ...list([4, 3, 3, 4, 2, 2, 0, 0]), ratedLabels: [4, 3, 3, 4, 2, 2, 2, 1] };
    expect(ndcgBounds(rated, { cutoff: 8, gain: "linear" }).value).toBeCloseTo(0.899662, 6);
    expect(ndcgBounds(rated, { cutoff: 8, gain: "exponential" }).value).toBeCloseTo(0.915492, 6);
  });

  it("assumes for the lower bound that unrated documents outside the list have the top label", () => {
    // By hand: 2 / (4 + 2 / log2 3). For the upper bound, nothing outside is relevant.
    const { value, lower, upper } = ndcgBounds(list([2], [], 1), linear);
    expect(lower).toBeCloseTo(2 / (4 + 2 / Math.log2(3)), 12);
    expect({ value, upper }).toEqual({ value: 1, upper: 1 });
  });

  it("does not always assume label 0 in a hole for the minimum, because its document also changes the ideal list", () => {
    // By hand: label 4 in the hole gives (1 + 4 / log2 3) / (4 + 1 / log2 3), far below the 1 of label 0.
    const { value, lower } = ndcgBounds(list([1, HOLE]), linear);
    expect(value).toBe(1);
    expect(lower).toBeCloseTo((1 + 4 / Math.log2(3)) / (4 + 1 / Math.log2(3)), 12);
  });

  it("does not always assume the top label in a hole for the maximum", () => {
    // By hand: with a second 1 outside the list, label 1 in the hole makes the list perfect, but 0 and 4 do not.
    const { value, upper } = ndcgBounds(list([1, HOLE], [1]), { cutoff: 2, gain: "linear" });
    expect(value).toBeCloseTo(1 / (1 + 1 / Math.log2(3)), 12);
    expect(upper).toBeCloseTo(1, 12);
    expect((1 + 4 / Math.log2(3)) / (4 + 1 / Math.log2(3))).toBeLessThan(0.8);
  });

  describe("properties", () => {
    it("returns the value between the bounds, and bounds between 0 and 1", () => {
      fc.assert(
        fc.property(someLists, someOptions, (partly, options) => {
          const { value, lower, upper } = ndcgBounds(partly, options);
          expect(lower).toBeGreaterThanOrEqual(0);
          expect(value).toBeGreaterThanOrEqual(lower);
          expect(upper).toBeGreaterThanOrEqual(value);
          expect(upper).toBeLessThanOrEqual(1 + 1e-12);
        }),
        runs,
      );
    });

    it("returns equal bounds if everything is rated", () => {
      fc.assert(
        fc.property(
          fc.array(fc.nat(4), { maxLength: 5 }),
          fc.array(fc.nat(4)),
          someOptions,
          (labels, others, options) => {
            const { value, lower, upper } = ndcgBounds(list(labels, others), options);
            expect(lower).toBe(value);
            expect(upper).toBe(value);
          },
        ),
        runs,
      );
    });

    it("returns the minimum over whole labels, which fractions cannot undercut", () => {
      fc.assert(
        fc.property(someLists, someOptions, (partly, options) => {
          fc.pre(partly.labels.filter(Number.isNaN).length + partly.unratedOutside <= 4);
          expect(ndcgBounds(partly, options).lower).toBeCloseTo(byTrial(partly, [0, 1, 2, 3, 4], options).lower, 9);
        }),
        { ...runs, numRuns: 100 },
      );
    });

    it("returns the maximum over whole labels", () => {
      fc.assert(
        fc.property(someLists, someOptions, (partly, options) => {
          fc.pre(partly.labels.filter(Number.isNaN).length + partly.unratedOutside <= 4);
          expect(ndcgBounds(partly, options).upper).toBeCloseTo(byTrial(partly, [0, 1, 2, 3, 4], options).upper, 9);
        }),
        { ...runs, numRuns: 100 },
      );
    });
  });

  describe("edges", () => {
    it("is 0 for an empty list", () => {
      expect(ndcgBounds(list([], [3], 2), linear)).toEqual({ value: 0, lower: 0, upper: 0 });
    });

    it("has value 0 and upper bound 0 without a relevant document, but upper bound 1 if one document is unrated", () => {
      expect(ndcgBounds(list([0, 0]), linear)).toEqual({ value: 0, lower: 0, upper: 0 });
      expect(ndcgBounds(list([HOLE, 0]), linear)).toEqual({ value: 0, lower: 0, upper: 1 });
    });

    it("is fast for a long list of holes", () => {
      const { lower, upper } = ndcgBounds(list(new Array(100).fill(HOLE), [4, 3], 50), { cutoff: 100, gain: "linear" });
      expect({ lower, upper }).toEqual({ lower: 0, upper: expect.closeTo(1, 1) });
    });
  });
});
