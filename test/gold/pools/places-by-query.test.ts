import { describe, expect, it } from "vitest";
import { placesByQuery } from "../../../src/gold/pools/places-by-query.ts";

describe("placesByQuery", () => {
  it("lists the places of each query, also where its pairs do not stand together", () => {
    const pairs = ["b", "a", "b", "__proto__", "b"].map((query) => ({ query }));
    expect([...placesByQuery(pairs)]).toEqual([
      ["b", [0, 2, 4]],
      ["a", [1]],
      ["__proto__", [3]],
    ]);
  });

  it("is empty without pairs", () => {
    expect(placesByQuery([]).size).toBe(0);
  });
});
