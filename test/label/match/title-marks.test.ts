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
    ["Author Correction: Spin waves", "Spin waves"],
    ["Spin waves (Retracted article)", "Spin waves"],
    ["Corrections to “Spin waves”", "Spin waves"],
    ["Review of The Oxford Book of Tides", "The Oxford Book of Tides"],
    ["Book review of The Oxford Book of Tides", "The Oxford Book of Tides"],
    ["Publisher's correction: Spin waves", "Spin waves"],
    ["“Correction to Spin waves”", "Spin waves"],
    ["Authors’ response to Spin waves", "Spin waves"],
    ["Failure of vaccine storage", "Vaccine storage"],
    ["Nonlinear dynamics", "Linear dynamics"],
    ["Failure to replicate priming", "Priming"],
    ["Twenty-first workshop on search", "22nd workshop on search"],
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
    ["Heart failure in women", "Cardiac insufficiency in women"],
    ["Non-linear dynamics", "Nonlinear dynamics"],
    ["Non-alcoholic fatty liver", "Nonalcoholic fatty liver"],
    ["Symphony No. 5 in C minor", "Symphony 5 in C minor: score"],
    ["Cities of the twenty-first century", "Cities of the 21st century"],
    ["Twenty-five years of search", "25 years of search"],
    ["Immune response to influenza vaccines", "Immune responses to influenza vaccines"],
    ["A systematic review of statins", "Statins: a systematic review"],
    ["Atmospheric correction of images", "Correcting images for the atmosphere"],
    ["Gamma correction: a survey", "A survey of gamma correction"],
    ["Editorial boards in physics", "Physics journals and their boards"],
    ["Comment on a theory of tides", "Comments on: A theory of tides"],
    ["Land reform in Kenya", "Land reform in Zimbabwe"],
  ])("allow a match of %j and %j", (one, other) => {
    expect([areRefused(one, other), areRefused(other, one)]).toEqual([false, false]);
  });
});
