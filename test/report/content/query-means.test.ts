import { describe, expect, it } from "vitest";
import { queryMeans } from "../../../src/report/content/report-queries.ts";
import { makeMeasuredInputs } from "../../support/make-report.ts";

describe("queryMeans", () => {
  it("returns the mean of each query over all engines with a value, and the range of these values", () => {
    const { means, spreads } = queryMeans(
      makeMeasuredInputs({
        a: [0.25, 0.5, Number.NaN, 1],
        b: [0.75, 0.5, Number.NaN, Number.NaN],
        c: [0.5, 0.5, Number.NaN, 0.5],
      }),
    );
    // (.25 + .75 + .5) / 3; equal values; no values; (1 + .5) / 2.
    expect([...means]).toEqual([0.5, 0.5, Number.NaN, 0.75]);
    expect([...spreads]).toEqual([0.5, 0, Number.NaN, 0.5]);
  });

  it("treats an engine without measures as an engine without values", () => {
    const inputs = makeMeasuredInputs({ a: [0.2], b: [0.4] });
    const alone = { ...inputs, measures: inputs.measures.filter(({ engine }) => engine === "b") };
    expect([...queryMeans(alone).means, ...queryMeans(alone).spreads]).toEqual([0.4, 0]);
  });
});
