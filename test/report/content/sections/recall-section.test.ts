import { describe, expect, it } from "vitest";
import { recallSection } from "../../../../src/report/content/sections/label-sections.ts";
import {
  madeOrigin,
  makeLabelledInputs,
  makeMeasuredInputs,
  tableOfSection,
  textOfSection,
} from "../../../support/make-report.ts";

const letters = "ABCDEFGHIJKL".split("");

describe("recallSection", () => {
  it("interpolates precision as in an example computed by hand", () => {
    // Of four relevant titles, a finds two, at ranks 0 and 2; rank 3 is a repeat. Precision is 1, 1/2, 2/3, 1/2
    // at recall .25, .25, .5, .5. The largest precision from recall .25 on is 1, from .5 on 2/3, and above .5 it is 0.
    const section = recallSection(
      makeLabelledInputs([letters.slice(0, 4)], {
        a: [
          [
            ["A", 0],
            ["none", null],
            ["C", 2],
            ["C too", 2],
          ],
        ],
        empty: [[]],
      }),
    );
    expect(tableOfSection(section, "recall-curves-numbers").rows).toEqual([
      ["a", 1, 1, 1, 2 / 3, 2 / 3, 2 / 3, 0, 0, 0, 0, 0],
      ["empty", ...new Array<number>(11).fill(0)],
    ]);
    expect(textOfSection(section)).toContain("over 1 query with such titles");
  });

  it("treats only the ten best titles of a query as relevant", () => {
    // Label 4 / 2^10 of the eleventh title is below that of the tenth.
    const section = recallSection(makeLabelledInputs([letters], { a: [letters.map((title, rank) => [title, rank])] }));
    expect(tableOfSection(section, "recall-curves-numbers").rows).toEqual([["a", ...new Array<number>(11).fill(1)]]);
    const deep = recallSection(makeLabelledInputs([letters], { a: [[["K", 10]]] }));
    expect(tableOfSection(deep, "recall-curves-numbers").rows).toEqual([["a", ...new Array<number>(11).fill(0)]]);
  });

  it("averages over the queries that have a reference", () => {
    const section = recallSection(
      makeLabelledInputs([["A"], ["B"], []], {
        a: [
          [["A", 0]],
          [
            ["none", null],
            ["B", 0],
          ],
          [["C", null]],
        ],
      }),
    );
    expect(tableOfSection(section, "recall-curves-numbers").rows).toEqual([["a", ...new Array<number>(11).fill(0.75)]]);
  });

  it("is omitted without a reference, or for calibrated labels", () => {
    expect(recallSection(makeMeasuredInputs({ a: [1] }))).toBeNull();
    const origin = { ...madeOrigin, calibration: { sha256: "d".repeat(64), method: "ridge" } };
    expect(recallSection(makeLabelledInputs([["A"]], { a: [[["A", 0]]] }, { origin }))).toBeNull();
  });
});
