import { describe, expect, it } from "vitest";
import { measureNames } from "../../../../src/core/types.ts";
import { matchingSection } from "../../../../src/report/content/sections/label-sections.ts";
import { makeReportInputs, tableOfSection } from "../../../support/make-report.ts";

const { summary } = makeReportInputs();
const plain = summary?.engines["plain"];
const ofMeasures = <Cell>(cell: Cell) =>
  Object.fromEntries(measureNames.map((name) => [name, cell])) as { [name in (typeof measureNames)[number]]: Cell };

describe("matchingSection", () => {
  it("shows what one-to-one matching and vetoes changed", () => {
    if (summary == null || plain === undefined) throw new Error("no summary");
    const changed = {
      ...plain,
      one_to_one: ofMeasures({ nearest: 0.75, change: -0.25 }),
      veto: {
        columns: ["year"],
        refused: 3,
        moved: 1,
        unmatched: 2,
        measures: ofMeasures({ without: 0.5, change: 0.125 }),
      },
    };
    const section = matchingSection(
      makeReportInputs({ summary: { ...summary, order: ["plain"], engines: { plain: changed } } }),
    );
    expect(tableOfSection(section, "matching-one-to-one").rows[0]).toEqual(["precision", 0.75, -0.25]);
    expect(tableOfSection(section, "matching-veto").rows).toEqual([["plain", "year", 3, 1, 2]]);
    expect(tableOfSection(section, "matching-veto-measures").rows.at(-1)).toEqual(["f1_exact", 0.5, 0.125]);
  });

  it("is omitted if neither one-to-one matching nor vetoes were used", () => {
    expect(matchingSection(makeReportInputs())).toBeNull();
  });
});
