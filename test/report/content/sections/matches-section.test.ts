import { describe, expect, it } from "vitest";
import { matchesSection } from "../../../../src/report/content/sections/label-sections.ts";
import {
  makeLabelledInputs,
  makeMeasuredInputs,
  plotOfSection,
  tableOfSection,
  textOfSection,
} from "../../../support/make-report.ts";

describe("matchesSection", () => {
  it("counts results by matched rank, and queries by length of the reference's list", () => {
    const section = matchesSection(
      makeLabelledInputs([["A", "B", "C"], ["D"], []], {
        a: [
          [
            ["a", 0],
            ["b", 2],
            ["c", 0],
            ["x", null],
          ],
          [["d", 0]],
          [["y", null]],
        ],
        b: [[["b", 1]], [], []],
      }),
    );
    expect(plotOfSection(section, "matches-ranks")).toMatchObject({
      // An axis that starts at 0 would cut the first bar.
      ...{ firstBin: -0.5, binWidth: 1, axis: { from: null } },
      series: [
        { name: "a", counts: [3, 0, 1] },
        { name: "b", counts: [0, 1, 0] },
      ],
    });
    expect(tableOfSection(section, "matches-ranks-numbers").rows).toEqual([
      ["0", 3, 0],
      ["1", 0, 1],
      ["2", 1, 0],
    ]);
    expect(plotOfSection(section, "matches-lengths")).toMatchObject({
      series: [{ name: "old", counts: [1, 1, 0, 1] }],
    });
    expect(textOfSection(section)).toContain("has results for 2 of 3 queries, with 1 to 3 results, 2.0 on average");
  });

  it("draws wider bins for long lists", () => {
    const long = Array.from({ length: 120 }, (_, rank) => `title ${rank}`);
    const section = matchesSection(
      makeLabelledInputs([long], {
        a: [
          [
            ["a", 0],
            ["b", 2],
            ["c", 3],
            ["d", 119],
          ],
        ],
      }),
    );
    // 120 ranks in at most 50 bins: 40 bins of three ranks.
    const plot = plotOfSection(section, "matches-ranks");
    expect(plot).toMatchObject({ firstBin: 0, binWidth: 3 });
    const { rows } = tableOfSection(section, "matches-ranks-numbers");
    expect([rows.length, rows[0], rows[1], rows.at(-1)]).toEqual([40, ["0 to 2", 2], ["3 to 5", 1], ["117 to 119", 1]]);
  });

  it("is omitted if nothing is matched", () => {
    expect(matchesSection(makeMeasuredInputs({ a: [1] }))).toBeNull();
  });
});
