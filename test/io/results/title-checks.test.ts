import { describe, expect, it } from "vitest";
import { titleChecks } from "../../../src/io/results/title-checks.ts";

describe("titleChecks", () => {
  const found = (titles: readonly string[], firstRank: 0 | 1 = 0) => {
    const checks = titleChecks(false);
    for (const [place, title] of titles.entries()) checks.add(title, place + firstRank);
    return checks.finish("a", firstRank).warnings;
  };
  const numbered = (count: number) => Array.from({ length: count }, (_, place) => `${place + 1}. Pears`);

  it.each([0, 1] as const)("tell of numbers where ranks count from %i", (firstRank) => {
    const examples = ["1. Pears", "2. Pears", "3. Pears"];
    const warning = { kind: "numbered-titles", engine: "a", count: 19, titles: 20, examples };
    expect(found([...numbered(19), "Pears", ""], firstRank)).toEqual([warning]);
  });

  describe("edges", () => {
    it.each([
      ["nothing", []],
      ["few", numbered(4)],
      ["one in ten without a number", [...numbered(18), "Pears", "Pears"]],
      ["numbers that are no places", numbered(20).map((_, place) => `${place + 30} pears`)],
    ])("take %s for no list with numbers", (_, titles) => {
      expect(found(titles)).toEqual([]);
    });
  });
});
