import { describe, expect, it } from "vitest";
import { linePath } from "../../../src/report/plots/line-path.ts";

describe("linePath", () => {
  it("goes through places rounded to tenths, each once", () => {
    expect(
      linePath([
        [0, 0],
        [0.04, -0.04],
        [1.26, 2],
        [1.26, 2],
      ]),
    ).toBe("M0 0L1.3 2");
  });
  it("is broken where there is no place", () => {
    expect(linePath([null, [1, 1], null, [1, 1], [2, 2], null])).toBe("M1 1M1 1L2 2");
  });
  it("is empty without places", () => {
    expect(linePath([])).toBe("");
  });
});
