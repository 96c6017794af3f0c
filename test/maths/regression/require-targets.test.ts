import { describe, expect, it } from "vitest";
import { requireTargets } from "../../../src/maths/regression/require-targets.ts";
import { matrixOf } from "../../support/feature-matrices.ts";

describe("requireTargets", () => {
  it("accepts a finite number for each row", () => {
    expect(() => requireTargets(matrixOf([[1], [2]]), [0, -1])).not.toThrow();
  });

  it.each([
    { rows: [], targets: [], details: { rows: 0, targets: 0 } },
    { rows: [[1], [2]], targets: [1], details: { rows: 2, targets: 1 } },
    { rows: [[1], [2]], targets: [1, Number.NaN], details: { row: 1, target: Number.NaN } },
  ])("rejects $targets for $rows", ({ rows, targets, details }) => {
    expect(() => requireTargets(matrixOf(rows), targets)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details }),
    );
  });
});
