import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderChange } from "../../../src/trust/fidelity/compare-labellings.ts";
import { runs } from "../../support/property.ts";

const means = (...values: number[]) => Float64Array.from(values);
const names = ["A", "B", "C", "D"];

describe("orderChange", () => {
  it("finds the swapped pairs of a worked example", () => {
    // B A C D becomes A B D C: two of six pairs swap, so τ is (4 - 2) / 6.
    expect(orderChange(names, means(0.5, 0.75, 0.25, 0.125), means(0.75, 0.5, 0.125, 0.25))).toEqual({
      before: ["B", "A", "C", "D"],
      after: ["A", "B", "D", "C"],
      tauB: expect.closeTo(1 / 3, 12),
      changedPairs: [
        { first: "B", second: "A", before: 0.25, after: -0.25 },
        { first: "C", second: "D", before: 0.125, after: -0.125 },
      ],
      ...{ swapped: 2, pairs: 6, winnersBefore: ["B"], winnersAfter: ["A"], winnerChanges: true },
    });
  });

  it("distinguishes a tie that appears or disappears from a swap of two engines", () => {
    const made = orderChange(["A", "B"], means(0.75, 0.5), means(0.5, 0.5));
    expect(made).toMatchObject({ swapped: 0, winnersBefore: ["A"], winnersAfter: ["A", "B"], winnerChanges: true });
    expect(made.changedPairs).toEqual([{ first: "A", second: "B", before: 0.25, after: 0 }]);
    const broken = orderChange(["A", "B"], means(0.5, 0.5), means(0.25, 0.5));
    expect(broken.changedPairs).toEqual([{ first: "A", second: "B", before: 0, after: -0.25 }]);
    expect(broken).toMatchObject({ swapped: 0, tauB: null });
  });

  it("treats means as equal if they differ only by rounding", () => {
    const found = orderChange(["A", "B"], means(0.1 + 0.2, 0.3), means(0.3, 0.1 + 0.2));
    expect(found).toMatchObject({ changedPairs: [], winnerChanges: false, winnersBefore: ["A", "B"] });
  });

  it("leaves out an engine without a mean, and returns no order without engines", () => {
    const found = orderChange(["A", "B", "C"], means(0.25, Number.NaN, 0.5), means(0.25, 0.5, 0.75));
    expect(found).toMatchObject({ before: ["C", "A"], after: ["C", "A"], pairs: 1, changedPairs: [], tauB: 1 });
    expect(orderChange([], means(), means())).toEqual({
      ...{ before: [], after: [], tauB: null, changedPairs: [], swapped: 0, pairs: 0 },
      ...{ winnersBefore: [], winnersAfter: [], winnerChanges: false },
    });
  });

  it("finds no change between an order and itself, and a swap of every pair in its reverse", () => {
    const someMeans = fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(someMeans, (values) => {
        const engines = values.map((_, place) => `engine ${place}`);
        const before = Float64Array.from(values, (value) => value / 1000);
        const same = orderChange(engines, before, before);
        expect(same).toMatchObject({ tauB: expect.closeTo(1, 12), changedPairs: [], winnerChanges: false });
        expect(same.after).toEqual(same.before);
        const turned = orderChange(
          engines,
          before,
          before.map((value) => -value),
        );
        expect(turned.after).toEqual(same.before.toReversed());
        expect(turned).toMatchObject({ tauB: expect.closeTo(-1, 12), swapped: turned.pairs, winnerChanges: true });
      }),
      runs,
    );
  });
});
