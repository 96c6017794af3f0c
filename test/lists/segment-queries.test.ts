import { describe, expect, it } from "vitest";
import type { QueryColumns } from "../../src/core/types.ts";
import { attributesOfQueries, namesInFile, segmentQueries, weighQueries } from "../../src/lists/segment-queries.ts";

const attributes: QueryColumns = {
  source: "queries.csv",
  ids: ["q1", "q2", "q3", ""],
  texts: ["red apples", "fast cars", "q1", "pears"],
  lines: Int32Array.of(2, 3, 5, 6),
  columns: new Map([
    ["kind", ["fruit", "cars", "", "fruit"]],
    ["visits", ["10", "2.5", "", "0"]],
    ["wrong", ["1", "-2", "many", "inf"]],
  ]),
};

describe("attributesOfQueries", () => {
  it("finds a query by its id, otherwise by its text", () => {
    expect(attributesOfQueries(["pears", "q2", "red apples"], attributes, "kind")).toEqual({
      values: ["fruit", "cars", "fruit"],
      rows: [3, 1, 0],
    });
  });

  it("uses the query with the id if a name is the id of one query and the text of another", () => {
    expect(attributesOfQueries(["q1"], attributes, "kind")).toEqual({ values: ["fruit"], rows: [0] });
  });

  it('returns "" if the file lacks the query, or if the cell is empty', () => {
    expect(attributesOfQueries(["q3", "unknown", "q1"], attributes, "kind").values).toEqual(["", "", "fruit"]);
    expect(attributesOfQueries(["", "q1"], attributes, "kind").rows).toEqual([-1, 0]);
  });

  it("finds queries in files that have only texts or only ids", () => {
    expect(attributesOfQueries(["fast cars"], { ...attributes, ids: null }, "kind").values).toEqual(["cars"]);
    expect(attributesOfQueries(["q2"], { ...attributes, texts: null }, "kind").values).toEqual(["cars"]);
  });

  it("throws if the file has none of the queries", () => {
    expect(() => attributesOfQueries(["x", "y"], attributes, "kind")).toThrow(
      expect.objectContaining({ code: "NO_COMMON_QUERY", details: { file: "queries.csv" } }),
    );
    expect(() => attributesOfQueries(["x".repeat(101)], attributes, "kind")).toThrow(
      /queries measured \(such as "x{100}…" \(101 characters\)\), only others \(such as "\S[^"]*"\)/,
    );
    expect(attributesOfQueries([], attributes, "kind")).toEqual({ values: [], rows: [] });
  });
});

describe("segmentQueries", () => {
  it("numbers segments in order of first appearance in the queries", () => {
    expect(segmentQueries(["q2", "pears", "unknown", "q1", "q3"], attributes, "kind")).toEqual({
      column: "kind",
      segments: ["cars", "fruit", ""],
      segmentOfQuery: Int32Array.of(0, 1, 2, 1, 2),
    });
  });
});

describe("weighQueries", () => {
  it("returns the weights of queries, and 0 for queries that the file lacks", () => {
    expect(weighQueries(["q2", "pears", "q3", "unknown", "q1"], attributes, "visits")).toEqual(
      Float64Array.of(2.5, 0, 0, 0, 10),
    );
  });

  it.each([
    ["q2", "-2", 3],
    ["q3", "many", 5],
    ["pears", "inf", 6],
  ])("refuses the weight of %s, which is %s", (query, value, line) => {
    expect(() => weighQueries(["q1", query], attributes, "wrong")).toThrow(
      expect.objectContaining({
        code: "INVALID_ROW",
        details: { file: "queries.csv", line, column: "wrong", value },
      }),
    );
  });
});

describe("namesInFile", () => {
  it("returns the id if the file has it, otherwise the text", () => {
    const queries = [
      { id: "q2", text: "fast cars" },
      { id: "unknown", text: "pears" },
      { id: null, text: "red apples" },
      { id: "nowhere", text: null },
    ];
    const found = namesInFile(queries, attributes);
    expect(found).toEqual(["q2", "pears", "red apples", "nowhere"]);
    expect(segmentQueries(found, attributes, "kind").segments).toEqual(["cars", "fruit", ""]);
    expect(attributesOfQueries(found, attributes, "kind").values).toEqual(["cars", "fruit", "fruit", ""]);
  });

  it("returns the text if the file has no ids, and the id if a query has no text", () => {
    const withoutIds = { ...attributes, ids: null };
    expect(namesInFile([{ id: "q2", text: "fast cars" }], withoutIds)).toEqual(["fast cars"]);
    expect(namesInFile([{ id: "q2", text: null }], withoutIds)).toEqual(["q2"]);
  });

  it('returns "", which matches no row, if a query has neither id nor text', () => {
    const names = namesInFile([{ id: null, text: null }], attributes);
    expect(names).toEqual([""]);
    expect(attributesOfQueries([...names, "q1"], attributes, "kind").rows).toEqual([-1, 0]);
  });

  it("returns no names if there are no queries", () => {
    expect(namesInFile([], attributes)).toEqual([]);
  });
});
