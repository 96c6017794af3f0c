import { describe, expect, it } from "vitest";
import { compareEngines } from "../../../src/report/content/shared-findings.ts";
import { madeOrigin, makeMeasuredInputs } from "../../support/make-report.ts";

const N = Number.NaN;

describe("compareEngines", () => {
  it("compares the engines of a folder by the deciding measure", () => {
    expect(compareEngines(makeMeasuredInputs({ low: [0.25, N], high: [0.5, 0.5] })).comparison).toMatchObject({
      measure: "ndcg_reference@10",
      order: [{ engine: "high" }, { engine: "low", queries: 1 }],
    });
  });

  it("returns no order without measures, and no comparison for calibrated labels", () => {
    expect(compareEngines(makeMeasuredInputs({ a: [N], b: [N] })).comparison?.order ?? []).toEqual([]);
    const origin = { ...madeOrigin, calibration: { sha256: "d".repeat(64), method: "ridge" } };
    expect(compareEngines(makeMeasuredInputs({ a: [0.5], b: [0.25] }, { origin })).comparison).toBeNull();
  });
});
