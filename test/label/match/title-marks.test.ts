/** Are titles distinguished that have another number, the opposite meaning, or a remark on a work? */
import { describe, expect, it } from "vitest";
import { titleMarks } from "../../../src/label/match/shared-columns.ts";

/** Whether a match of the two titles is refused. */
function areRefused(one: string, other: string): boolean {
  return titleMarks.some((keyOf) => {
    const [first, second] = [keyOf(one), keyOf(other)];
    return first !== "" && second !== "" && first !== second;
  });
}

describe("titleMarks", () => {
  it.each([
    ["Tidal locks. Part I", "Tidal locks. Part II"],
    ["A census of dwarf galaxies II", "A census of dwarf galaxies III"],
    ["Ninth workshop on search", "10th workshop on search"],
    ["Vitamin B6 in pregnancy", "Vitamin B12 in pregnancy"],
    ["Statins do not reduce mortality", "Statins reduce mortality"],
    ["Why children don&rsquo;t read", "Why children read"],
    ["Schools without exams", "Schools with exams"],
    ["<b>Erratum</b>: Spin waves", "Spin waves"],
    ["Comment on: A theory of tides", "Reply to: A theory of tides"],
  ])("refuse to match %j and %j, in both directions", (one, other) => {
    expect([areRefused(one, other), areRefused(other, one)]).toEqual([true, true]);
  });

  it.each([
    ["Algorithms, part I", "Algorithms, Part 1"],
    ["Type II diabetes", "Type 2 diabetes"],
    ["The second report on soil", "Soil: the 2nd report"],
    ["Birds of the Danube", "Birds of the Danube, 1950 to 2010"],
    ["I was a sailor", "Memoirs of a sailor, 1900"],
    ["Malcolm X and his time", "Malcolm X: 1925 to 1965"],
    ["2,000 years of steam", "2000 years of steam"],
    ["Land reform in Kenya", "Land reform in Zimbabwe"],
  ])("allow a match of %j and %j", (one, other) => {
    expect([areRefused(one, other), areRefused(other, one)]).toEqual([false, false]);
  });
});
