import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldsByGroup, randomRows } from "../../../src/maths/regression/prediction-errors.ts";
import { runs } from "../../support/property.ts";

const someGroups = fc
  .array(fc.integer({ min: -5, max: 15 }), { minLength: 2, maxLength: 60 })
  .map((groups) => Int32Array.from(groups))
  .filter((groups) => new Set(groups).size >= 2);

describe("foldsByGroup", () => {
  it("keeps each group in one fold, and gives folds numbers of groups that differ by at most 1", () => {
    fc.assert(
      fc.property(someGroups, fc.integer({ min: 2, max: 8 }), fc.integer(), (groupOfRow, most, seed) => {
        const groups = new Set(groupOfRow);
        const folds = Math.min(most, groups.size);
        const foldOfRow = foldsByGroup(groupOfRow, folds, seed);
        const pairs = new Set(Array.from(groupOfRow, (group, row) => `${group} ${foldOfRow[row]}`));
        expect(pairs.size).toBe(groups.size);
        const sizes = Array.from(
          { length: folds },
          (_, fold) => [...pairs].filter((pair) => pair.endsWith(` ${fold}`)).length,
        );
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(groups.size);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
      runs,
    );
  });

  it("assigns a group to the same fold in any order of rows", () => {
    fc.assert(
      fc.property(someGroups, fc.integer(), (groupOfRow, seed) => {
        expect([...foldsByGroup(groupOfRow.toReversed(), 2, seed)]).toEqual([
          ...foldsByGroup(groupOfRow, 2, seed).toReversed(),
        ]);
      }),
      runs,
    );
  });

  it("assigns groups to folds at random, but in the same way for the same seed", () => {
    const groups = Int32Array.from({ length: 9 }, (_, group) => group);
    expect(foldsByGroup(groups, 3, 1)).toEqual(foldsByGroup(groups, 3, 1));
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 900; seed++) {
      for (const [group, fold] of foldsByGroup(groups, 3, seed).entries()) {
        counts.set(`${group} ${fold}`, (counts.get(`${group} ${fold}`) ?? 0) + 1);
      }
    }
    // 300 each, standard deviation sqrt(900 · 2 / 9) = 14.1; 5 of them.
    expect(counts.size).toBe(27);
    expect(Math.max(...counts.values())).toBeLessThan(371);
    expect(Math.min(...counts.values())).toBeGreaterThan(229);
  });

  it.each([1, 0, 2.5, 4, Number.NaN])("rejects %d folds for three groups", (folds) => {
    expect(() => foldsByGroup(Int32Array.of(7, 7, 1, 3), folds, 1)).toThrow(
      expect.objectContaining({
        code: "INVALID_OPTION",
        details: { folds, groups: 3 },
        message: expect.stringContaining(`--folds is ${folds}, but there are 3 queries.`),
      }),
    );
  });
});

describe("randomRows", () => {
  it("draws the given share of rows, each row once, in ascending order", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 200 }),
        fc.constantFrom(0.25, 0.5, 0.75),
        fc.integer(),
        (rows, share, seed) => {
          const drawn = randomRows(rows, share, seed);
          expect(drawn).toHaveLength(Math.round(rows * share));
          expect([...new Set(drawn)].sort((a, b) => a - b)).toEqual([...drawn]);
          expect(drawn.every((row) => row >= 0 && row < rows)).toBe(true);
        },
      ),
      runs,
    );
  });

  it("draws the same rows for the same seed, and each row equally often for different seeds", () => {
    expect(randomRows(100, 0.2, 7)).toEqual(randomRows(100, 0.2, 7));
    const counts = new Float64Array(10);
    for (let seed = 0; seed < 1000; seed++) {
      for (const row of randomRows(10, 0.2, seed)) counts[row] = (counts[row] ?? 0) + 1;
    }
    // 200 each, standard deviation sqrt(1000 · 0.2 · 0.8) = 12.6; 5 of them.
    expect(Math.max(...counts)).toBeLessThan(264);
    expect(Math.min(...counts)).toBeGreaterThan(136);
  });

  it.each([
    { rows: 10, share: 0 },
    { rows: 10, share: 1 },
    { rows: 10, share: Number.NaN },
    { rows: 10, share: 0.01 },
    { rows: 10, share: 0.99 },
    { rows: 0, share: 0.5 },
  ])("rejects a share of $share of $rows rows", ({ rows, share }) => {
    expect(() => randomRows(rows, share, 1)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});
