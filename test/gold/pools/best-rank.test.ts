import { describe, expect, it } from "vitest";
import { bestRank } from "../../../src/gold/pools/best-rank.ts";
import { makeEngine } from "../../support/make-pair.ts";

describe("bestRank", () => {
  it("is the smallest rank of the engines", () => {
    const engines = [makeEngine("a", 7), makeEngine("b", 2), makeEngine("c", 3)];
    expect(bestRank({ engines })).toBe(2);
  });

  it("is infinite where no engine returned the document", () => {
    expect(bestRank({ engines: [] })).toBe(Number.POSITIVE_INFINITY);
  });
});
