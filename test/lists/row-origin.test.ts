/** Is a row's own engine found, whether lists are one engine's or made of several? */
import { describe, expect, it } from "vitest";
import { rowOrigin } from "../../src/lists/row-origin.ts";

const lists = { engine: "a+b", source: "a.csv+b.csv" };
const origins = [
  { engine: "b", source: "b.csv" },
  { engine: "a", source: "a.csv" },
];

describe("rowOrigin", () => {
  it("is the engine and file that gave the row", () => {
    expect(rowOrigin({ ...lists, origins }, 0)).toEqual({ engine: "b", source: "b.csv" });
    expect(rowOrigin({ ...lists, origins }, 1)).toEqual({ engine: "a", source: "a.csv" });
  });

  it("is that of the lists where they are one engine's own", () => {
    expect(rowOrigin({ engine: "a", source: "a.csv" }, 7)).toEqual({ engine: "a", source: "a.csv" });
  });
});
