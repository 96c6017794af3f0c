import { describe, expect, it } from "vitest";
import { sayVerdict } from "../../src/gold/gold-view.ts";

const better = { better: "new", worse: "old", verdict: "better" };
const bounds = (count: number, lower: number, upper: number) => ({ count, lower, upper });

describe("sayVerdict", () => {
  it('is "open" if the bounds of both engines overlap, and says which results to rate first', () => {
    expect(sayVerdict(better, { new: bounds(3, 0.5, 0.9), old: bounds(12, 0, 0.99) })).toBe(
      "open: first rate 12 results of old, 3 results of new",
    );
    expect(sayVerdict(better, { new: bounds(0, 0.5, 0.5), old: bounds(1, 0.1, 0.5) })).toBe(
      "open: first rate 1 result of old",
    );
  });

  it("is unchanged if the bounds do not overlap, nothing is unrated, no bounds are known, or there is no better engine", () => {
    expect(sayVerdict(better, { new: bounds(3, 0.5, 0.9), old: bounds(12, 0, 0.4) })).toBe("better");
    expect(sayVerdict(better, { new: bounds(0, 0.5, 0.5), old: bounds(0, 0.5, 0.5) })).toBe("better");
    expect(sayVerdict(better, {})).toBe("better");
    const open = { ...better, verdict: "may be chance" };
    expect(sayVerdict(open, { new: bounds(3, 0.5, 0.9), old: bounds(12, 0, 0.99) })).toBe("may be chance");
  });
});
