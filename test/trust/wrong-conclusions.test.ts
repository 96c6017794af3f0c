import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wrongConclusions } from "../../src/trust/validate-labels.ts";
import { runs } from "../support/property.ts";

const names = ["A", "B", "C", "D", "E", "F"];
const noise = (engine: number, query: number) => ((engine * 37 + query * 61 + engine * query * 17) % 101) / 100;

/** Values of engines on 20 queries: an own level for each engine, and the noise of the reference computation. */
function values(levels: readonly number[], engineShift = 0, queryShift = 0): Float64Array[] {
  return levels.map((level, engine) =>
    Float64Array.from({ length: 20 }, (_, query) => level + noise(engine + engineShift, query + queryShift) / 2),
  );
}

const grades = values([0, 0.05, 0.15, 0.3, 0.32, 0.1]);
const labels = values([0.02, 0.3, 0.1, 0.32, 0.05, 0.2], 7, 3);

describe("wrongConclusions", () => {
  // scipy 1.17 ttest_rel; statsmodels 0.15 multipletests(p, .05, "holm")
  it("matches scipy and statsmodels", () => {
    const found = wrongConclusions(names, labels, grades);
    expect(found).toMatchObject({ pairs: 15, agree: 3, agreeNot: 2, missed: 5, reversed: 2, invented: 3 });
    const close = (value: number) => expect.closeTo(value, 12);
    expect(found?.wrong).toEqual([
      { kind: "reversed", better: "B", worse: "E", byLabels: close(0.26975), byGrades: close(-0.29325) },
      { kind: "reversed", better: "F", worse: "E", byLabels: close(0.135), byGrades: close(-0.21225) },
      { kind: "invented", better: "B", worse: "A", byLabels: close(0.265), byGrades: close(0.05775) },
      { kind: "invented", better: "B", worse: "C", byLabels: close(0.18975), byGrades: close(-0.133) },
      { kind: "invented", better: "D", worse: "E", byLabels: close(0.31025), byGrades: close(-0.02775) },
    ]);
  });

  describe("properties", () => {
    const someValues = fc.array(fc.array(fc.nat(20), { minLength: 6, maxLength: 6 }), { minLength: 8, maxLength: 8 });
    const toValues = (rows: readonly number[][]) => rows.map((row) => Float64Array.from(row, (value) => value / 20));

    it("wrongConclusions counts each pair of engines once, and mirrors its counts if labels and grades are swapped", () => {
      fc.assert(
        fc.property(someValues, (rows) => {
          const one = toValues(rows.slice(0, 4));
          const other = toValues(rows.slice(4));
          const found = wrongConclusions(names.slice(0, 4), one, other);
          const turned = wrongConclusions(names.slice(0, 4), other, one);
          if (found === null || turned === null) throw new Error("there are queries");
          expect(found.agree + found.agreeNot + found.missed + found.reversed + found.invented).toBe(6);
          expect(found.wrong.map(({ kind }) => kind)).toEqual([
            ...new Array(found.reversed).fill("reversed"),
            ...new Array(found.invented).fill("invented"),
          ]);
          for (const { kind, byLabels, byGrades } of found.wrong) {
            expect(byLabels).toBeGreaterThan(0);
            if (kind === "reversed") expect(byGrades).toBeLessThan(0);
          }
          expect(turned).toMatchObject({
            agree: found.agree,
            agreeNot: found.agreeNot,
            reversed: found.reversed,
            missed: found.invented,
            invented: found.missed,
          });
        }),
        runs,
      );
    });

    it("wrongConclusions finds no wrong conclusions if labels equal grades, and only reversed conclusions if labels are opposite", () => {
      const same = wrongConclusions(names, grades, grades);
      expect(same).toMatchObject({ missed: 0, reversed: 0, invented: 0, wrong: [] });
      // As in the first test, grades show agree + missed + reversed = 10 differences.
      expect(same?.agree).toBe(10);
      const opposite = grades.map((ofEngine) => ofEngine.map((value) => -value));
      expect(wrongConclusions(names, opposite, grades)).toMatchObject({ agree: 0, agreeNot: 5, reversed: 10 });
    });
  });

  describe("edge cases", () => {
    it("wrongConclusions returns null for fewer than two queries", () => {
      expect(
        wrongConclusions(
          ["A", "B"],
          [Float64Array.of(1), Float64Array.of(0)],
          [Float64Array.of(1), Float64Array.of(0)],
        ),
      ).toBeNull();
      expect(wrongConclusions([], [], [])).toBeNull();
    });

    it("wrongConclusions returns no pairs for a single engine", () => {
      const one = [Float64Array.of(1, 0)];
      expect(wrongConclusions(["A"], one, one)).toMatchObject({ pairs: 0, agree: 0, wrong: [] });
    });

    it("wrongConclusions treats engines that tie on every query as not different", () => {
      const tie = [Float64Array.of(1, 0, 1), Float64Array.of(1, 0, 1)];
      expect(wrongConclusions(["A", "B"], tie, tie)).toMatchObject({ pairs: 1, agreeNot: 1 });
    });
  });
});
