import { describe, expect, it } from "vitest";
import { requireBinary } from "../../../src/maths/classification/require-binary.ts";

describe("requireBinary", () => {
  it("takes 0 and 1, and nothing at all", () => {
    expect(requireBinary([0, 1, 1])).toBeUndefined();
    expect(requireBinary([])).toBeUndefined();
  });

  it.each([2, 0.5, -1, Number.NaN])("names the place of %s", (value) => {
    expect(() => requireBinary([0, value])).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", details: { index: 1, value } }),
    );
  });
});
