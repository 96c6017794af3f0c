import { describe, expect, it } from "vitest";
import { queryCountMeasure } from "../../../../src/measure/measures/coverage/query-count.ts";
import { exampleList, rankedList } from "../../../support/ranked-list.ts";

describe("NumQ", () => {
  it("is one for every query, and adds up", () => {
    expect(queryCountMeasure.with({}).compute(exampleList)).toBe(1);
    expect(queryCountMeasure.with({}).compute(rankedList([]))).toBe(1);
    expect(queryCountMeasure.aggregate).toBe("sum");
  });
});
