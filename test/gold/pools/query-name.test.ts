import { describe, expect, it } from "vitest";
import { queryName } from "../../../src/gold/pools/query-name.ts";

describe("queryName", () => {
  it("is the id where there is one of one word", () => {
    expect(queryName({ query: "red apples", queryId: "q1" })).toBe("q1");
  });

  it.each([null, "", "q 1"])("is the text where the id is %j", (queryId) => {
    expect(queryName({ query: "red apples", queryId })).toBe("red apples");
  });
});
