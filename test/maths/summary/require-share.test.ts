import { describe, expect, it } from "vitest";
import { requireShare } from "../../../src/maths/summary/require-share.ts";

describe("requireShare", () => {
  it.each([1e-300, 0.5, 0.999999])("takes %s", (value) => {
    expect(() => requireShare("level", value)).not.toThrow();
  });

  describe("errors", () => {
    it.each([0, 1, -0.1, 95, Number.NaN])("rejects %s and names the option", (value) => {
      expect(() => requireShare("level", value)).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { level: value } }),
      );
    });
  });
});
