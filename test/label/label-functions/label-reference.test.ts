import { describe, expect, it } from "vitest";
import { parseLabelFunction } from "../../../src/label/label-functions/label-function.ts";
import { labelReference } from "../../../src/label/stages/prepare-lists.ts";
import { makeLists } from "../../support/make-lists.ts";

const labelFunction = parseLabelFunction("inverse");

function labelColumn(cells: readonly string[]) {
  const rows = cells.map((_, rank) => [0, rank, `t${rank}`] as const);
  const reference = makeLists("scopus", rows, 1, { columns: new Map([["grade", Object.freeze(cells)]]) });
  return labelReference(reference, { labelFunction, labelColumn: "grade" });
}

describe("labelReference", () => {
  it("labels rows by rank, not by position in the file", () => {
    const reference = makeLists(
      "scopus",
      [
        [0, 4, "e"],
        [0, 0, "a"],
        [1, 1, "b"],
      ],
      2,
    );
    const { labels, rule, warnings } = labelReference(reference, { labelFunction, labelColumn: null });
    expect([...labels]).toEqual([1, 5, 2.5]);
    expect(rule).toBe("inverse(top=5)");
    expect(warnings).toEqual([]);
  });

  it("uses the values of a column as labels if the column is named", () => {
    const reference = makeLists(
      "scopus",
      [
        [0, 0, "a"],
        [0, 1, "b"],
      ],
      1,
      { columns: new Map([["citations", ["12", " 0.5 "]]]) },
    );
    const { labels, rule, warnings } = labelReference(reference, { labelFunction, labelColumn: "citations" });
    expect([...labels]).toEqual([12, 0.5]);
    expect(rule).toBe("column citations");
    expect(warnings).toEqual([{ kind: "missing-labels", column: "citations", count: 0, examples: [] }]);
  });

  describe("labelReference in edge cases", () => {
    it("counts empty cells, and returns up to three examples with file and line", () => {
      const rows = [0, 1, 2, 3, 4].map((rank) => [0, rank, `t${rank}`] as const);
      const columns = new Map([["citations", ["", "1", " ", "", ""]]]);
      const { labels, warnings } = labelReference(makeLists("scopus", rows, 1, { columns }), {
        labelFunction,
        labelColumn: "citations",
      });
      expect([...labels]).toEqual([0, 1, 0, 0, 0]);
      expect(warnings).toEqual([
        {
          kind: "missing-labels",
          column: "citations",
          count: 4,
          examples: ["scopus.csv:2", "scopus.csv:4", "scopus.csv:5"],
        },
      ]);
    });
  });

  it("ignores spaces around numbers", () => {
    const { labels } = labelColumn(["0", "3", " 2.5 ", "1e2", "4.0", "\t"]);
    expect([...labels]).toEqual([0, 3, 2.5, 100, 4, 0]);
  });

  describe("labelReference with invalid input", () => {
    it.each(["-1", "high", "NaN", "Infinity", "3 stars", "1,5"])(
      "names the line and the value of the invalid cell %j",
      (value) => {
        expect(() => labelColumn(["1", value])).toThrow(
          expect.objectContaining({
            code: "INVALID_LABEL",
            details: { source: "scopus.csv", column: "grade", line: 3, value },
          }),
        );
      },
    );

    it("names the file and the column that it lacks", () => {
      const reference = makeLists("scopus", [[0, 0, "a"]], 1);
      expect(() => labelReference(reference, { labelFunction, labelColumn: "citations" })).toThrow(
        expect.objectContaining({
          code: "MISSING_COLUMN",
          details: { file: "scopus.csv", column: "citations" },
        }),
      );
    });
  });
});
