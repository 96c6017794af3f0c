import { describe, expect, it } from "vitest";
import { policyDifferences } from "../../../src/io/labels/policy-differences.ts";

const made = (options: readonly (readonly [string, unknown])[]) => ({
  ...{ reference: "a", model: "b", calibration: null },
  policy: JSON.stringify(options),
});

describe("policyDifferences", () => {
  it("names the options that differ, in their order, with both values", () => {
    const one = made([
      ["matchOn", ["title"]],
      ["threshold", null],
      ["depth", 10],
    ]);
    const other = made([
      ["matchOn", ["id", "title"]],
      ["threshold", 0.5],
      ["depth", 10],
    ]);
    expect(policyDifferences(one, other)).toEqual([
      { name: "matchOn", values: [["title"], ["id", "title"]] },
      { name: "threshold", values: [null, 0.5] },
    ]);
    expect(policyDifferences(one, one)).toEqual([]);
  });
});
