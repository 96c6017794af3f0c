import { describe, expect, it } from "vitest";
import { flat } from "../../../src/label/label-functions/flat.ts";

describe("flat", () => {
  it("gives 1 to the first 20 ranks by default, 0 to the rest", () => {
    const labelOf = flat.make(flat.defaults);
    const labels = Array.from({ length: 25 }, (_, rank) => labelOf(rank));
    expect(labels).toEqual([...Array(20).fill(1), ...Array(5).fill(0)]);
  });

  describe("errors", () => {
    it.each([0, -1, 0.5])("rejects depth %s", (depth) => {
      expect(() => flat.make({ top: [1], depth: [depth] })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { name: "depth", value: depth } }),
      );
    });
  });
});
