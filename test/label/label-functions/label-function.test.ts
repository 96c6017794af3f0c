import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { labelFunctionKinds, parseLabelFunction } from "../../../src/label/label-functions/label-function.ts";
import { runs } from "../../support/property.ts";

function kindOf(name: string) {
  const kind = labelFunctionKinds.find((known) => known.name === name);
  if (kind === undefined) throw new Error(`${name} is not a label function`);
  return kind;
}

function labels(given: string, ranks: number): number[] {
  const { labelOf } = parseLabelFunction(given);
  return Array.from({ length: ranks }, (_, rank) => labelOf(rank));
}

/** Printed forms of every kind, with parameters in their ranges. */
const printedForm = fc.oneof(
  fc.integer({ min: 1, max: 1000 }).map((top) => `inverse(top=${top})`),
  fc.double({ min: 1e-300, max: 1e300, noNaN: true }).map((top) => `log(top=${Math.abs(top)})`),
  fc
    .tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 500 }))
    .map(([top, depth]) => `linear(top=${top},depth=${depth})`),
  fc
    .tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 500 }))
    .map(([top, depth]) => `flat(top=${top},depth=${depth})`),
  fc
    .uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 6 })
    .map((depths) => `graded(depths=${depths.toSorted((one, other) => one - other).join("/")})`),
);

describe("parseLabelFunction", () => {
  // product.md, step 5: 5 / (rank + 1) gives 5, 2.5, 1.667, 1.25, 1. Others calculated by hand from their formulas.
  test.each([
    { given: "inverse", expected: [5, 2.5, 5 / 3, 1.25, 1] },
    { given: "inverse(top=3)", expected: [3, 1.5, 1, 0.75] },
    { given: "linear(top=5,depth=5)", expected: [5, 4, 3, 2, 1, 0, 0] },
    { given: "linear", expected: [5, 4.75, 4.5] },
    { given: "log", expected: [5, 5 / Math.log2(3), 2.5] },
    { given: "flat(top=2,depth=2)", expected: [2, 2, 0, 0] },
    { given: "flat", expected: [1, 1] },
    { given: "graded", expected: [4, 3, 3, 3, 3, 2, 2, 2, 2, 2, 1] },
    { given: "graded(depths=2)", expected: [1, 1, 0] },
  ])("returns the labels of $given in order of ranks from 0", ({ given, expected }) => {
    const found = labels(given, expected.length);
    expected.forEach((label, rank) => {
      expect(found[rank], `rank ${rank}`).toBeCloseTo(label, 12);
    });
  });

  test.each([
    { given: "inverse", printed: "inverse(top=5)" },
    { given: "linear(depth=10)", printed: "linear(top=5,depth=10)" },
    { given: " linear ( depth = 10 , top = 2 ) ", printed: "linear(top=2,depth=10)" },
    { given: "log()", printed: "log(top=5)" },
    { given: "flat", printed: "flat(top=1,depth=20)" },
    { given: "graded", printed: "graded(depths=1/5/10/20)" },
  ])("prints $given with all parameters", ({ given, printed }) => {
    expect(parseLabelFunction(given).name).toBe(printed);
  });

  describe("parseLabelFunction for any function", () => {
    it("reads the printed name of any function as the same function", () => {
      fc.assert(
        fc.property(printedForm, fc.nat(1000), (given, rank) => {
          const once = parseLabelFunction(given);
          const again = parseLabelFunction(once.name);
          expect(once.name).toBe(given);
          expect(again.name).toBe(once.name);
          expect(again.labelOf(rank)).toBe(once.labelOf(rank));
        }),
        runs,
      );
    });

    it("accepts the name of every kind without parameters", () => {
      for (const { name, summary } of labelFunctionKinds) {
        expect(parseLabelFunction(name).name.startsWith(`${name}(`), name).toBe(true);
        expect(summary, name).not.toBe("");
      }
    });

    it("never returns a label below 0, and never a larger label for a later rank", () => {
      fc.assert(
        fc.property(printedForm, fc.nat(600), (given, rank) => {
          const { labelOf } = parseLabelFunction(given);
          expect(labelOf(rank + 1), given).toBeGreaterThanOrEqual(0);
          expect(labelOf(rank), given).toBeGreaterThanOrEqual(labelOf(rank + 1));
        }),
        runs,
      );
    });
  });

  describe("parseLabelFunction in edge cases", () => {
    it("labels only ranks below `depth`, counted from 0", () => {
      expect(labels("linear(top=5,depth=1)", 2)).toEqual([5, 0]);
      expect(labels("flat(top=1,depth=1)", 2)).toEqual([1, 0]);
      expect(parseLabelFunction("graded").labelOf(19)).toBe(1);
      expect(parseLabelFunction("graded").labelOf(20)).toBe(0);
    });
  });

  describe("parseLabelFunction with invalid input", () => {
    it.each([
      "",
      "inverted",
      "Inverse",
      "in verse",
      "inverse(top=1 0)",
      "inverse)",
      "inverse(",
      "inverse((top=5))",
      "inverse(5)",
      "inverse(top)",
      "inverse(top=)",
      "inverse(top=five)",
      "inverse(top=5;)",
      "inverse(top=5,)",
      "inverse(top=5=6)",
      "inverse(top=1/2)",
      "inverse(top=Infinity)",
      "inverse(top=NaN)",
      "inverse(depth=20)",
      "inverse(constructor=5)",
      "inverse(__proto__=5)",
      "linear(top=5 depth=20)",
      "graded(depths=1/five)",
      "graded(depths=1//5)",
      "graded(depths=)",
      "inverse+linear",
    ])("rejects the spelling %j and quotes it", (given) => {
      expect(() => parseLabelFunction(given)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { given } }),
      );
    });

    it.each([
      { given: "inverse(top=0)", details: { name: "top", value: 0 } },
      { given: "flat(top=0)", details: { name: "top", value: 0 } },
      { given: "inverse(top=-1)", details: { name: "top", value: -1 } },
      { given: "log(top=-0.5)", details: { name: "top", value: -0.5 } },
      { given: "linear(depth=0)", details: { name: "depth", value: 0 } },
      { given: "linear(depth=2.5)", details: { name: "depth", value: 2.5 } },
      { given: "flat(depth=-3)", details: { name: "depth", value: -3 } },
      { given: "graded(depths=5/1)", details: { depths: [5, 1] } },
      { given: "graded(depths=5/5)", details: { depths: [5, 5] } },
      { given: "graded(depths=0/5)", details: { depths: [0, 5] } },
      { given: "graded(depths=1.5)", details: { depths: [1.5] } },
    ])("rejects $given because a number is out of range", ({ given, details }) => {
      expect(() => parseLabelFunction(given)).toThrow(expect.objectContaining({ code: "INVALID_OPTION", details }));
    });
  });
});

describe("inverse", () => {
  const inverse = kindOf("inverse");

  // product.md, step 5.
  it("returns 5, 2.5, 1.667, 1.25, 1 by default", () => {
    const labelOf = inverse.make(inverse.defaults);
    expect([0, 1, 2, 3, 4].map((rank) => Number(labelOf(rank).toFixed(3)))).toEqual([5, 2.5, 1.667, 1.25, 1]);
  });

  describe("inverse for any top", () => {
    it("returns the top divided by rank + 1", () => {
      fc.assert(
        fc.property(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), fc.nat(10_000), (top, rank) => {
          expect(inverse.make({ top: [top] })(rank) * (rank + 1)).toBeCloseTo(top, 6);
        }),
        runs,
      );
    });
  });

  describe("inverse with invalid input", () => {
    it("rejects a top below 0", () => {
      expect(() => inverse.make({ top: [-1] })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { name: "top", value: -1 } }),
      );
    });
  });
});

describe("linear", () => {
  const linear = kindOf("linear");

  // Calculated by hand: 4 * (1 - rank / 4).
  it("decreases to 0 by equal steps", () => {
    const labelOf = linear.make({ top: [4], depth: [4] });
    expect([0, 1, 2, 3, 4, 5].map(labelOf)).toEqual([4, 3, 2, 1, 0, 0]);
  });

  describe("linear for any top and depth", () => {
    it("is `top` at rank 0, positive for ranks below `depth`, and 0 from `depth` on", () => {
      const ranges = [fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 300 }), fc.nat(600)] as const;
      fc.assert(
        fc.property(...ranges, (top, depth, rank) => {
          const labelOf = linear.make({ top: [top], depth: [depth] });
          expect(labelOf(0)).toBe(top);
          expect(labelOf(rank) > 0).toBe(rank < depth);
        }),
        runs,
      );
    });
  });

  describe("linear with invalid input", () => {
    it.each([0, 1.5, Number.NaN])("rejects depth %s", (depth) => {
      expect(() => linear.make({ top: [5], depth: [depth] })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { name: "depth", value: depth } }),
      );
    });
  });
});

describe("log", () => {
  const log = kindOf("log");

  // Calculated by hand: log2 of 2, 4, 8, 16 is 1, 2, 3, 4.
  it("is the top label divided by the discount of DCG", () => {
    const labelOf = log.make({ top: [12] });
    expect([0, 2, 6, 14].map(labelOf)).toEqual([12, 6, 4, 3]);
  });

  describe("log for any rank", () => {
    it("decreases with each rank and stays positive", () => {
      const labelOf = log.make(log.defaults);
      const labels = Array.from({ length: 1000 }, (_, rank) => labelOf(rank));
      expect(labels.every((label, rank) => label > 0 && label < (labels[rank - 1] ?? 6))).toBe(true);
    });
  });

  describe("log with invalid input", () => {
    it("rejects a top below 0", () => {
      expect(() => log.make({ top: [-5] })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { name: "top", value: -5 } }),
      );
    });
  });
});

describe("flat", () => {
  const flat = kindOf("flat");

  it("returns 1 for the first 20 ranks and 0 for later ranks by default", () => {
    const labelOf = flat.make(flat.defaults);
    const labels = Array.from({ length: 25 }, (_, rank) => labelOf(rank));
    expect(labels).toEqual([...Array(20).fill(1), ...Array(5).fill(0)]);
  });

  describe("flat with invalid input", () => {
    it.each([0, -1, 0.5])("rejects depth %s", (depth) => {
      expect(() => flat.make({ top: [1], depth: [depth] })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { name: "depth", value: depth } }),
      );
    });
  });
});

describe("graded", () => {
  const graded = kindOf("graded");

  // The example of the docstring: 1/5/10/20 gives 4 to rank 0, 3 to ranks 1-4, 2 to 5-9, 1 to 10-19.
  it.each([
    { rank: 0, grade: 4 },
    { rank: 1, grade: 3 },
    { rank: 4, grade: 3 },
    { rank: 5, grade: 2 },
    { rank: 9, grade: 2 },
    { rank: 10, grade: 1 },
    { rank: 19, grade: 1 },
    { rank: 20, grade: 0 },
    { rank: 1000, grade: 0 },
  ])("gives rank $rank the grade $grade by default", ({ rank, grade }) => {
    expect(graded.make(graded.defaults)(rank)).toBe(grade);
  });

  describe("graded for any depths", () => {
    it("has one more grade than depths, and uses each grade", () => {
      const depths = fc
        .uniqueArray(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 8 })
        .map((given) => given.toSorted((one, other) => one - other));
      fc.assert(
        fc.property(depths, (given) => {
          const labelOf = graded.make({ depths: Object.freeze(given) });
          const grades = new Set(Array.from({ length: 101 }, (_, rank) => labelOf(rank)));
          expect([...grades].sort((one, other) => one - other)).toEqual([...given.keys(), given.length]);
        }),
        runs,
      );
    });
  });

  describe("graded with invalid input", () => {
    it.each([[[5, 1]], [[5, 5]], [[0]], [[-1, 3]], [[1.5]]])("rejects depths %j", (depths) => {
      expect(() => graded.make({ depths })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { depths } }),
      );
    });
  });
});
