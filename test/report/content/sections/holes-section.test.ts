import { describe, expect, it } from "vitest";
import { holesSection } from "../../../../src/report/content/sections/label-sections.ts";
import { makeReportInputs, plotOfSection, tableOfSection } from "../../../support/make-report.ts";

describe("holesSection", () => {
  const { summary } = makeReportInputs();
  const plain = summary?.engines["plain"];
  if (summary == null || plain === undefined) throw new Error("no summary");
  const places = [
    { results: 4, holes: 1 },
    { results: 0, holes: 0 },
    { results: 2, holes: 2 },
  ];
  const withPlaces = (holes_by_rank: typeof places) => {
    const engines = { plain: { ...plain, holes_by_rank } };
    return holesSection(makeReportInputs({ summary: { ...summary, order: ["plain"], engines } }));
  };

  it("shows the share of unmatched results by position, and no share at a position without results", () => {
    const section = withPlaces(places);
    expect(tableOfSection(section, "holes-shares-numbers").rows).toEqual([
      [1, 0.25],
      [2, null],
      [3, 1],
    ]);
    expect(plotOfSection(section, "holes-shares")).toMatchObject({
      series: [
        {
          name: "plain",
          points: [
            [1, 0.25],
            [3, 1],
          ],
        },
      ],
    });
  });

  it("is omitted if every result is matched, or matches are not counted", () => {
    expect(withPlaces([{ results: 4, holes: 0 }])).toBeNull();
    expect(holesSection(makeReportInputs({ summary: null }))).toBeNull();
  });
});
