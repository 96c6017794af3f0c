import { describe, expect, it } from "vitest";
import { labelsFromColumn } from "../../../src/label/label-functions/labels-from-column.ts";

function where(rows: number) {
  return { source: "a.csv", column: "grade", lines: Int32Array.from({ length: rows }, (_, row) => row + 2) };
}

describe("labelsFromColumn", () => {
  it("reads numbers and trims around them", () => {
    const { labels, emptyRows } = labelsFromColumn(Object.freeze(["0", "3", " 2.5 ", "1e2", "4.0"]), where(5));
    expect([...labels]).toEqual([0, 3, 2.5, 100, 4]);
    expect(emptyRows).toEqual([]);
  });

  describe("edges", () => {
    it("labels an empty cell 0 and tells its row", () => {
      const { labels, emptyRows } = labelsFromColumn(["1", "", "\t"], where(3));
      expect([...labels]).toEqual([1, 0, 0]);
      expect(emptyRows).toEqual([1, 2]);
    });
  });

  describe("errors", () => {
    it.each(["-1", "high", "NaN", "Infinity", "3 stars", "1,5"])("names line and value of the cell %j", (value) => {
      expect(() => labelsFromColumn(["1", value], where(2))).toThrow(
        expect.objectContaining({
          code: "INVALID_LABEL",
          details: expect.objectContaining({ source: "a.csv", column: "grade", line: 3, value }),
        }),
      );
    });
  });
});
