import { describe, expect, it } from "vitest";
import { log } from "../../../src/label/label-functions/log.ts";

describe("log", () => {
  // Worked by hand: log2 of 2, 4, 8, 16 is 1, 2, 3, 4.
  it("is the top divided by DCG's discount", () => {
    const labelOf = log.make({ top: [12] });
    expect([0, 2, 6, 14].map(labelOf)).toEqual([12, 6, 4, 3]);
  });

  describe("shape of the answer", () => {
    it("falls from rank to rank and stays positive", () => {
      const labelOf = log.make(log.defaults);
      const labels = Array.from({ length: 1000 }, (_, rank) => labelOf(rank));
      expect(labels.every((label, rank) => label > 0 && label < (labels[rank - 1] ?? 6))).toBe(true);
    });
  });

  describe("errors", () => {
    it("rejects a top below 0", () => {
      expect(() => log.make({ top: [-5] })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", details: { name: "top", value: -5 } }),
      );
    });
  });
});
