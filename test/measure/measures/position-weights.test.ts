import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseOrderingMeasure, positionWeights } from "../../../src/measure/measures/parse-measures.ts";
import { runs } from "../../support/property.ts";
import { rankedList, someLists } from "../../support/ranked-list.ts";

const sums = [
  ...["P@1", "P@10", "P(rel=2)@5", "CG@4", "CG", "DCG", "DCG@10", "DCG(dcg='exp-log2')@10", "DCG(dcg='jk2002')@10"],
  ...["DCG(dcg='jk2002',base=3)@8", "DCG(gains={1:0,2:5})@10", "RBP(rel=1)", "RBP(p=0.5,rel=2)@10", "RBP(max=4)@10"],
];

describe("positionWeights", () => {
  it("reproduces the sum of the textbook", () => {
    // Worked by hand for the reference notebook's example: DCG of 2 4 5 3 1 1.
    const { weightAt, gainOf } = positionWeights(parseOrderingMeasure("DCG"));
    const sum = [2, 4, 5, 3, 1, 1].reduce((total, grade, rank) => total + weightAt(rank) * gainOf(grade), 0);
    expect(sum).toBeCloseTo(9.05880868, 8);
    // Järvelin and Kekäläinen 2002: no discount before the base, log_2(position) from there on.
    const { weightAt: ofTwo } = positionWeights(parseOrderingMeasure("DCG(dcg='jk2002')"));
    expect([0, 1, 2, 7].map(ofTwo)).toEqual([1, 1, expect.closeTo(1 / Math.log2(3), 12), expect.closeTo(1 / 3, 12)]);
  });

  it.each(sums)("add up to the measure of any list: %s", (name) => {
    const measure = parseOrderingMeasure(name);
    const { weightAt, gainOf } = positionWeights(measure);
    fc.assert(
      fc.property(someLists, ({ labels, judgedLabels }) => {
        // No two results have the same score, as in lists of labels.
        const list = rankedList([...labels], [...judgedLabels]);
        const sum = [...labels].reduce((total, grade, rank) => total + weightAt(rank) * gainOf(grade), 0);
        expect(sum).toBeCloseTo(measure.compute(list) || 0, 10);
      }),
      runs,
    );
  });

  it("are multiplied by gains of 0 and 1 for binary measures, whatever the cutoff", () => {
    const { weightAt, gainOf, depth } = positionWeights(parseOrderingMeasure("P(rel=2)@4"));
    expect([0, 1, 1.5, 2, 4, -1, Number.NaN].map(gainOf)).toEqual([0, 0, 0, 1, 1, 0, 0]);
    expect([0, 3, 4, 9].map(weightAt)).toEqual([0.25, 0.25, 0, 0]);
    expect(depth).toBe(4);
  });

  describe("errors of positionWeights", () => {
    it.each([
      { name: "nDCG@10", why: /best possible score.*DCG@10.*or rate whole queries/ },
      { name: "AP", why: /depends on other results/ },
      { name: "RR@10", why: /depends on other results/ },
      { name: "RBP", why: /each query's largest grade.*Give rel or max/ },
      { name: "P(judged_only=True)@5", why: /judged results only/ },
    ])("are thrown for $name, with the reason why it is not a sum", ({ name, why }) => {
      const measure = parseOrderingMeasure(name);
      expect(() => positionWeights(measure)).toThrow(
        expect.objectContaining({
          code: "INVALID_MEASURE",
          message: expect.stringMatching(why),
          details: { measure: measure.name },
        }),
      );
    });

    it("are thrown for a grade that the measure refuses", () => {
      expect(() => positionWeights(parseOrderingMeasure("RBP(max=2)")).gainOf(3)).toThrow(
        expect.objectContaining({ code: "INVALID_LABEL" }),
      );
    });
  });
});
