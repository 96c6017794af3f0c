import { describe, expect, it } from "vitest";
import { counted } from "../../../src/core/text/counted.ts";

describe("counted", () => {
  it("says one of a kind and several", () => {
    expect([0, 1, 2].map((count) => counted(count, "row"))).toEqual(["0 rows", "1 row", "2 rows"]);
    expect([0, 1, 2].map((count) => counted(count, "query", "queries"))).toEqual(["0 queries", "1 query", "2 queries"]);
  });
});
