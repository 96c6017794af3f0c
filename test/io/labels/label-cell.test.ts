import { describe, expect, it } from "vitest";
import { labelCell, missingLabelColumn } from "../../../src/io/labels/label-cell.ts";

describe("labelCell", () => {
  it.each([
    ["5", 5],
    ["0", 0],
    ["1.25", 1.25],
    ["1e-3", 0.001],
    ["", Number.NaN],
  ])("reads %j", (cell, label) => {
    expect(labelCell(cell, "labels.csv", 2)).toBe(label);
  });

  it.each([
    ["-0.5", /negative\. Labels are 0 or more/],
    ["high", /"high"/],
    ["1,5", /"1,5"/],
  ])("refuses %j, and says where it stands", (cell, why) => {
    expect(() => labelCell(cell, "labels.csv", 7)).toThrow(
      expect.objectContaining({ code: "INVALID_ROW", message: expect.stringMatching(why) }),
    );
    expect(() => labelCell(cell, "labels.csv", 7)).toThrow(/labels\.csv.*7/);
  });
});

describe("missingLabelColumn", () => {
  it("says what is there, what may be meant, and what to give", () => {
    expect(missingLabelColumn("rank", "labels.csv", ["query", "Ranks", "label"])).toMatchObject({
      code: "MISSING_COLUMN",
      message:
        'Reading labels.csv: column "rank" is missing (line 1 has: query, Ranks, label). Did you mean "Ranks"? Lists are ' +
        "shown in the order of their ranks, which count from 0. Give a folder that semqrel label --out wrote, or its labels.csv.",
      details: { file: "labels.csv", column: "rank", columns: ["query", "Ranks", "label"] },
    });
  });

  it("is short where nothing is known of the file", () => {
    expect(missingLabelColumn("label", "labels.csv", null).message).toBe(
      'Reading labels.csv: column "label" is missing. Give a folder that semqrel label --out wrote, or its labels.csv.',
    );
  });
});
