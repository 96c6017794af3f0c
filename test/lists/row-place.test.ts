import { describe, expect, it } from "vitest";
import { rowOrigin, rowPlace } from "../../src/lists/group-results.ts";

const lists = { engine: "a", source: "a.csv", lines: Int32Array.of(2, 17) };

describe("rowPlace", () => {
  it("returns the file and the line", () => {
    expect([rowPlace(lists, 0), rowPlace(lists, 1)]).toEqual(["a.csv:2", "a.csv:17"]);
  });

  it("names the file from which the row came", () => {
    const origins = [
      { engine: "b", source: "b.csv" },
      { engine: "a", source: "a.csv" },
    ];
    expect([0, 1].map((row) => rowPlace({ ...lists, origins }, row))).toEqual(["b.csv:2", "a.csv:17"]);
  });
});

const fused = { engine: "a+b", source: "a.csv+b.csv" };
const origins = [
  { engine: "b", source: "b.csv" },
  { engine: "a", source: "a.csv" },
];

describe("rowOrigin", () => {
  it("returns the engine and the file from which the row came", () => {
    expect(rowOrigin({ ...fused, origins }, 0)).toEqual({ engine: "b", source: "b.csv" });
    expect(rowOrigin({ ...fused, origins }, 1)).toEqual({ engine: "a", source: "a.csv" });
  });

  it("returns the engine of the lists if all rows are from one engine", () => {
    expect(rowOrigin({ engine: "a", source: "a.csv" }, 7)).toEqual({ engine: "a", source: "a.csv" });
  });
});
