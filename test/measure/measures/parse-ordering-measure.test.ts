import { describe, expect, it } from "vitest";
import { parseOrderingMeasure } from "../../../src/measure/measures/parse-ordering-measure.ts";

describe("parseOrderingMeasure", () => {
  it.each([
    ["nDCG@10", "nDCG@10", 10],
    ["ndcg_cut_10", "nDCG@10", 10],
    ["P(rel=2)@5", "P(rel=2)@5", 5],
    ["map", "AP", Number.POSITIVE_INFINITY],
    ["RBP(p=0.9)", "RBP(p=0.9)", Number.POSITIVE_INFINITY],
    ["P@1", "P@1", 1],
  ])("reads %s", (text, name, at) => {
    expect(parseOrderingMeasure(text)).toMatchObject({ name, at });
  });

  it.each([
    // Several at once.
    "P.5,10",
    // A sum, a geometric mean, a recall in place of a cutoff, a distance of scores from grades.
    "NumRet",
    "gm_map",
    "IPrec@0.5",
    "MAE",
    "official",
    "nonsense",
  ])("refuses %j, and names it", (text) => {
    expect(() => parseOrderingMeasure(text)).toThrow(expect.objectContaining({ code: "INVALID_MEASURE" }));
    expect(() => parseOrderingMeasure(text)).toThrow(text);
  });

  it("refuses a cutoff of 0", () => {
    expect(() => parseOrderingMeasure("nDCG@0")).toThrow(expect.objectContaining({ code: "INVALID_CUTOFF" }));
  });
});
