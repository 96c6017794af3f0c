import { describe, expect, it } from "vitest";
import { missedTitles } from "../../../src/report/content/doubtful-titles.ts";
import type { ReportInputs } from "../../../src/report/content/report-inputs.ts";
import { makeLabelledInputs } from "../../support/make-report.ts";

const titlesOf = (inputs: ReportInputs) => {
  const titles = inputs.stored.reference?.lists.titles;
  return missedTitles(inputs)?.first.map(({ query, row }) => [query, titles?.[row]]);
};

describe("missedTitles", () => {
  it("returns reference titles of the first three ranks that no engine matched, highest labels first", () => {
    const inputs = makeLabelledInputs(
      [
        ["Alpha", "Beta", "Gamma", "Delta"],
        ["Epsilon", "Zeta"],
      ],
      {
        a: [[["one", 0]], [["two", 1]]],
        // A title counts as found if any engine matched it. Results without a match find no title.
        b: [[["three", 1]], [["four", null]]],
      },
    );
    // Of 3 + 2 titles, Gamma (label 1) and Epsilon (label 4) are missed. Delta is below the first three ranks.
    expect(missedTitles(inputs)).toMatchObject({ top: 5, count: 2 });
    expect(titlesOf(inputs)).toEqual([
      [1, "Epsilon"],
      [0, "Gamma"],
    ]);
  });

  it("counts all missed titles, and returns the first twelve", () => {
    const many = Array.from({ length: 20 }, (_, query) => [`title ${query}`]);
    const found = missedTitles(makeLabelledInputs(many, { a: many.map(() => []) }));
    expect(found).toMatchObject({ top: 20, count: 20 });
    expect(found?.first).toHaveLength(12);
  });

  it("ignores a reference title that repeats an earlier title", () => {
    const inputs = makeLabelledInputs([["Alpha", "alpha", "Beta"]], { a: [[]] });
    const { reference } = inputs.stored;
    if (reference === null) throw new Error("no reference");
    // The second row repeats the first.
    const repeated = {
      ...inputs,
      stored: { ...inputs.stored, reference: { ...reference, pointRanks: Int32Array.of(0, 0, 2) } },
    };
    expect(missedTitles(repeated)).toMatchObject({ top: 2, count: 2 });
  });

  it("returns null without a reference or without engines", () => {
    const inputs = makeLabelledInputs([["Alpha"]], { a: [[]] });
    expect(missedTitles({ ...inputs, stored: { ...inputs.stored, reference: null } })).toBeNull();
    expect(missedTitles({ ...inputs, stored: { ...inputs.stored, engines: [] } })).toBeNull();
  });
});
