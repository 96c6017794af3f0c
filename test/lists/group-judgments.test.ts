import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeNames } from "../../src/core/titles/name-table.ts";
import type { Warning } from "../../src/core/warnings.ts";
import { groupJudgments } from "../../src/lists/group-judgments.ts";
import { makeRawJudgments, type NumberRow, rowsOfGrouped } from "../support/make-evaluation.ts";
import { runs } from "../support/property.ts";

function group(
  rows: readonly NumberRow[],
  raters: readonly string[] | null = null,
): { rows: NumberRow[]; warnings: Warning[] } {
  const { judgments, warnings } = groupJudgments(makeRawJudgments(rows, makeNames(), raters));
  return { rows: rowsOfGrouped(judgments), warnings };
}

describe("groupJudgments", () => {
  it("groups judgments by query, in the order of the file", () => {
    expect(
      group([
        ["q2", "b", 1],
        ["q1", "a", 0],
        ["q2", "a", -1],
        ["q1", "b", 2.5],
      ]),
    ).toEqual({
      rows: [
        ["q2", "b", 1],
        ["q2", "a", -1],
        ["q1", "a", 0],
        ["q1", "b", 2.5],
      ],
      warnings: [],
    });
  });

  describe("groupJudgments without raters", () => {
    it("uses the largest of several labels of a pair, and warns", () => {
      const { rows, warnings } = group([
        ["q1", "a", 1],
        ["q1", "b", 2],
        ["q1", "a", 3],
        ["q1", "a", 2],
        ["q1", "b", -1],
      ]);
      expect(rows).toEqual([
        ["q1", "a", 3],
        ["q1", "b", 2],
      ]);
      expect(warnings).toEqual([
        { kind: "conflicting-judgments", source: "qrels", count: 3, examples: ["q1 a", "q1 a", "q1 b"] },
      ]);
    });

    it("counts a repeated judgment once", () => {
      expect(
        group([
          ["q1", "a", 1],
          ["q1", "a", 1],
          ["q1", "a", 1],
        ]),
      ).toEqual({
        rows: [["q1", "a", 1]],
        warnings: [{ kind: "repeated-judgments", source: "qrels", count: 2 }],
      });
    });

    it("names up to three contradictory pairs", () => {
      const names = ["a", "b", "c", "d"];
      const { warnings } = group(
        names.flatMap((document): NumberRow[] => [
          ["q1", document, 0],
          ["q1", document, 1],
        ]),
      );
      expect(warnings).toMatchObject([{ count: 4, examples: ["q1 a", "q1 b", "q1 c"] }]);
    });
  });

  describe("groupJudgments with raters", () => {
    it("averages the labels of several raters without a warning", () => {
      expect(
        group(
          [
            ["q1", "a", 3],
            ["q1", "b", 1],
            ["q1", "a", 0],
            ["q1", "a", 2],
          ],
          ["ann", "ann", "bob", "eve"],
        ),
      ).toEqual({
        rows: [
          ["q1", "a", 5 / 3],
          ["q1", "b", 1],
        ],
        warnings: [],
      });
    });

    it("uses the largest label of each rater before it averages", () => {
      const { rows, warnings } = group(
        [
          ["q1", "a", 1],
          ["q1", "a", 3],
          ["q1", "a", 0],
          ["q1", "a", 0],
        ],
        ["ann", "ann", "bob", "bob"],
      );
      expect(rows).toEqual([["q1", "a", 1.5]]);
      expect(warnings).toEqual([
        { kind: "repeated-judgments", source: "qrels", count: 1 },
        { kind: "conflicting-judgments", source: "qrels", count: 1, examples: ["q1 a"] },
      ]);
    });

    it("treats labels without a rater as labels of one rater", () => {
      const { rows } = group(
        [
          ["q1", "a", 1],
          ["q1", "a", 2],
          ["q1", "a", 4],
        ],
        ["", "", "ann"],
      );
      expect(rows).toEqual([["q1", "a", 3]]);
    });

    it("keeps judgments of different queries separate", () => {
      const { rows } = group(
        [
          ["q1", "a", 1],
          ["q2", "a", 4],
          ["q1", "a", 2],
          ["q2", "a", 0],
        ],
        ["ann", "ann", "bob", "bob"],
      );
      expect(rows).toEqual([
        ["q1", "a", 1.5],
        ["q2", "a", 2],
      ]);
    });
  });

  describe("groupJudgments for any rows", () => {
    const someRows = fc.array(
      fc.tuple(
        fc.constantFrom("q1", "q2", "q3"),
        fc.constantFrom("a", "b", "c"),
        fc.constantFrom(-1, 0, 1, 2, 0.5, Number.NaN),
      ),
      { maxLength: 30 },
    );

    it("keeps the largest label of every pair, and counts all other rows", () => {
      fc.assert(
        fc.property(someRows, (rows) => {
          const largest = new Map<string, number>();
          for (const [query, document, label] of rows) {
            const pair = `${query} ${document}`;
            if (!Number.isNaN(label)) largest.set(pair, Math.max(label, largest.get(pair) ?? label));
          }
          const found = group(rows);
          expect(new Map(found.rows.map(([query, document, label]) => [`${query} ${document}`, label]))).toEqual(
            largest,
          );
          expect(found.rows).toHaveLength(largest.size);
          const ofRows = found.warnings.filter(({ kind }) => kind !== "unrated-queries");
          const counted = ofRows.reduce((sum, warning) => sum + ("count" in warning ? warning.count : 0), 0);
          expect(counted).toBe(rows.length - largest.size);
        }),
        runs,
      );
    });

    it("returns the same judgments for a single rater as without raters", () => {
      fc.assert(
        fc.property(someRows, (rows) => {
          expect(
            group(
              rows,
              rows.map(() => "ann"),
            ),
          ).toEqual(group(rows));
        }),
        runs,
      );
    });
  });

  describe("groupJudgments in edge cases", () => {
    it("leaves out unrated rows, and queries that have only unrated rows", () => {
      const { judgments, warnings } = groupJudgments(
        makeRawJudgments([
          ["q1", "a", Number.NaN],
          ["q2", "a", 1],
          ["q2", "b", Number.NaN],
        ]),
      );
      expect(rowsOfGrouped(judgments)).toEqual([["q2", "a", 1]]);
      expect(judgments.queries).toHaveLength(1);
      expect([...judgments.offsets]).toEqual([0, 1]);
      expect(warnings).toEqual([
        { kind: "unrated-judgments", source: "qrels", count: 2 },
        { kind: "unrated-queries", source: "qrels", count: 1, examples: ["q1"] },
      ]);
    });

    it("does not change its input", () => {
      const raw = makeRawJudgments([
        ["q1", "a", 1],
        ["q1", "a", 2],
      ]);
      groupJudgments(raw);
      expect([...raw.labels]).toEqual([1, 2]);
    });
  });
});
