import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { integerGrades } from "../../src/measure/convert/convert-file.ts";
import { runs } from "../support/property.ts";

/** Labels 5 / (rank + 1) of the first ranks. */
function inverseLabels(count: number): number[] {
  return Array.from({ length: count }, (_, rank) => 5 / (rank + 1));
}

describe("integerGrades", () => {
  it("gives distinct positive labels the grades 1, 2, … in ascending order, and 0 the grade 0", () => {
    const { gradeOf, gains, distinct } = integerGrades(Object.freeze([5, 0, 2.5, 5, 1.25]));
    expect([0, 1.25, 2.5, 5].map(gradeOf)).toEqual([0, 1, 2, 3]);
    expect(gains).toEqual([
      { grade: 0, label: 0 },
      { grade: 1, label: 1.25 },
      { grade: 2, label: 2.5 },
      { grade: 3, label: 5 },
    ]);
    expect(distinct).toBe(4);
  });

  describe("integerGrades for random labels", () => {
    const labels = fc.uniqueArray(fc.double({ min: Number.MIN_VALUE, max: 1e9, noNaN: true }), {
      minLength: 1,
      maxLength: 400,
    });

    it("does not lose a label if there are up to 127 positive labels", () => {
      fc.assert(
        fc.property(labels, (given) => {
          const few = given.slice(0, 127);
          const { gradeOf, gains, distinct } = integerGrades([0, ...few]);
          expect(distinct).toBe(few.length + 1);
          expect(gains).toHaveLength(few.length + 1);
          const labelOfGrade = new Map(gains.map(({ grade, label }) => [grade, label]));
          expect(few.map((label) => labelOfGrade.get(gradeOf(label)))).toEqual(few);
        }),
        runs,
      );
    });

    it("never gives a grade above 127, never reverses two labels, and never gives a positive label grade 0", () => {
      fc.assert(
        fc.property(labels, (given) => {
          const { gradeOf, gains } = integerGrades(given);
          const sorted = given.toSorted((one, other) => one - other);
          const grades = sorted.map(gradeOf);
          expect(grades).toEqual(grades.toSorted((one, other) => one - other));
          expect(Math.min(...grades)).toBe(1);
          expect(Math.max(...grades)).toBeLessThanOrEqual(127);
          // Every used grade has a gain: the smallest of its labels.
          const smallest = new Map(sorted.toReversed().map((label) => [gradeOf(label), label]));
          expect(gains).toEqual([...smallest].reverse().map(([grade, label]) => ({ grade, label })));
        }),
        runs,
      );
    });
  });

  describe("integerGrades in edge cases", () => {
    it("distinguishes 127 positive labels", () => {
      const { gradeOf, gains, distinct } = integerGrades(inverseLabels(127));
      expect(gradeOf(5)).toBe(127);
      expect(gradeOf(5 / 127)).toBe(1);
      expect(gains.length).toBe(distinct);
    });

    it("merges pairs of neighbouring labels if there are 128, and keeps the smaller label of each pair", () => {
      const { gradeOf, gains, distinct } = integerGrades(inverseLabels(128));
      expect(distinct).toBe(128);
      expect(gains.length).toBe(64);
      expect([gradeOf(5 / 128), gradeOf(5 / 127), gradeOf(5 / 126)]).toEqual([1, 1, 2]);
      expect(gains[0]).toEqual({ grade: 1, label: 5 / 128 });
    });

    it("accepts an empty list of labels", () => {
      const { gradeOf, gains, distinct } = integerGrades([]);
      expect([gains, distinct, gradeOf(0)]).toEqual([[], 0, 0]);
    });

    it("has no gain for grade 0 if no label is 0", () => {
      expect(integerGrades([3]).gains).toEqual([{ grade: 1, label: 3 }]);
    });
  });
});
