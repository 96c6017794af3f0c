import { describe, expect, it } from "vitest";
import { bestRank } from "../../src/gold/best-rank.ts";

describe("bestRank", () => {
  it("is the smallest rank of the engines", () => {
    const engines = [
      { name: "a", rank: 7 },
      { name: "b", rank: 2 },
      { name: "c", rank: 3 },
    ];
    expect(bestRank({ engines })).toBe(2);
  });

  it("is infinite where no engine returned the document", () => {
    expect(bestRank({ engines: [] })).toBe(Number.POSITIVE_INFINITY);
  });
});
