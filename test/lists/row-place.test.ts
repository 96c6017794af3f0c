/** Does a place lead to the row, also where lists were made of several files? */
import { describe, expect, it } from "vitest";
import { rowPlace } from "../../src/lists/row-place.ts";

const lists = { engine: "a", source: "a.csv", lines: Int32Array.of(2, 17) };

describe("rowPlace", () => {
  it("is file and line", () => {
    expect([rowPlace(lists, 0), rowPlace(lists, 1)]).toEqual(["a.csv:2", "a.csv:17"]);
  });

  it("names the file that gave the row", () => {
    const origins = [
      { engine: "b", source: "b.csv" },
      { engine: "a", source: "a.csv" },
    ];
    expect([0, 1].map((row) => rowPlace({ ...lists, origins }, row))).toEqual(["b.csv:2", "a.csv:17"]);
  });
});
