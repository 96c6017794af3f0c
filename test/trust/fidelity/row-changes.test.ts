import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CLEAR_MARGIN, isChanged, rowChanges } from "../../../src/trust/fidelity/compare-labellings.ts";
import { type LabelOf, makeRowLabels } from "../../support/make-labelling.ts";
import { runs } from "../../support/property.ts";

const twice = (before: readonly LabelOf[], after: readonly LabelOf[]) => ({
  before: makeRowLabels(before),
  after: makeRowLabels(after),
});

const nothing = {
  ...{ rows: 0, withoutReference: 0, matched: 0, otherTitle: 0, clear: 0, clearOtherTitle: 0 },
  ...{ lost: 0, gained: 0, exactness: 0, otherLabel: 0 },
  ...{ otherTitleShare: null, clearKeptShare: null, otherLabelShare: null },
  label: { meanAbsoluteChange: null, largestChange: 0 },
};

// Eight rows, counted by hand.
const before: LabelOf[] = [
  [0, 5],
  [0, 5, 0.2],
  [1, 2.5, CLEAR_MARGIN],
  [2, 2],
  [3, 1],
  [-1],
  ["none"],
  [4, 1, 0.3, "exact"],
];
const after: LabelOf[] = [
  [0, 5],
  // Another title, with a clear margin.
  [2, 2],
  // Another title, with a margin that does not exceed the bound.
  [0, 5],
  // Another title with the same label.
  [3, 2],
  // Fell below the threshold.
  [-1],
  // Rose above the threshold.
  [0, 5],
  ["none"],
  // Now matched by meaning.
  [4, 1],
];

describe("rowChanges", () => {
  it("counts the changes of a worked example", () => {
    expect(rowChanges([twice(before, after)])).toEqual({
      ...{ rows: 7, withoutReference: 1, matched: 5, otherTitle: 3, clear: 4, clearOtherTitle: 2 },
      ...{ lost: 1, gained: 1, exactness: 1, otherLabel: 4 },
      ...{ otherTitleShare: 3 / 5, clearKeptShare: 2 / 4, otherLabelShare: 4 / 7 },
      label: { meanAbsoluteChange: (3 + 2.5 + 1 + 5) / 7, largestChange: 5 },
    });
  });

  it("adds up the counts of several lists", () => {
    const parts = [twice(before.slice(0, 3), after.slice(0, 3)), twice(before.slice(3), after.slice(3))];
    expect(rowChanges(parts)).toEqual(rowChanges([twice(before, after)]));
  });

  it("returns counts of 0 without rows", () => {
    expect(rowChanges([])).toEqual(nothing);
    expect(rowChanges([twice([], [])])).toEqual(nothing);
  });

  describe("properties", () => {
    const someRow = fc.oneof(
      fc.tuple(fc.nat(3), fc.nat(5), fc.constantFrom(-0.1, 0.0004, 0.1)),
      fc.constant([-1] as const),
    );
    const someRows = fc.array(fc.tuple(someRow, someRow), { maxLength: 12 });
    const toTwice = (rows: readonly (readonly [LabelOf, LabelOf])[]) =>
      twice(
        rows.map(([one]) => one),
        rows.map(([, other]) => other),
      );

    it("rowChanges finds no change between a labelling and itself", () => {
      fc.assert(
        fc.property(someRows, (rows) => {
          const { before: one } = toTwice(rows);
          const found = rowChanges([{ before: one, after: one }]);
          const { matched, clear } = found;
          expect(found).toEqual({
            ...{ ...nothing, rows: rows.length, matched, clear },
            otherTitleShare: matched === 0 ? null : 0,
            clearKeptShare: clear === 0 ? null : 1,
            ...(rows.length > 0 && { otherLabelShare: 0, label: { meanAbsoluteChange: 0, largestChange: 0 } }),
          });
        }),
        runs,
      );
    });

    it("rowChanges swaps lost and gained if labellings are swapped, and keeps counts that do not depend on margins", () => {
      fc.assert(
        fc.property(someRows, (rows) => {
          const both = toTwice(rows);
          const found = rowChanges([both]);
          const turned = rowChanges([{ before: both.after, after: both.before }]);
          const ofMargin = { clear: 0, clearOtherTitle: 0, clearKeptShare: 0 };
          expect({ ...turned, ...ofMargin }).toEqual({
            ...{ ...found, ...ofMargin, lost: found.gained, gained: found.lost },
          });
          expect(found.clearOtherTitle).toBeLessThanOrEqual(Math.min(found.clear, found.otherTitle));
        }),
        runs,
      );
    });
  });
});

describe("isChanged", () => {
  it("is true for rows whose match or label changed", () => {
    const both = twice(before, after);
    expect(before.map((_, row) => isChanged(both, row))).toEqual([false, true, true, true, true, true, false, true]);
  });
});
