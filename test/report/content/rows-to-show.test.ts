import { describe, expect, it } from "vitest";
import type { ReportInputs } from "../../../src/report/content/report-inputs.ts";
import { rowsToShow } from "../../../src/report/content/report-queries.ts";
import { type LabelledTitle, makeLabelledInputs } from "../../support/make-report.ts";

const clear: LabelledTitle[] = ["one", "two", "three", "four", "five", "six"].map((title) => [title, 2, 0.9, 0.3]);
const references = [["Alpha", "Beta", "Gamma", "Delta"], ["Epsilon"]];

/** Returns titles instead of rows, in the order of the rows. */
function shown(inputs: ReportInputs) {
  const { engines, reference } = rowsToShow(inputs);
  const titlesOf = (rows: Iterable<number>, titles: Readonly<Record<number, string>> | undefined) =>
    [...rows].sort((one, other) => one - other).map((row) => titles?.[row]);
  return {
    engines: engines.map((rows, engine) => titlesOf(rows, inputs.stored.engines[engine]?.lists.titles)),
    reference: titlesOf(reference, inputs.stored.reference?.lists.titles),
  };
}

describe("rowsToShow", () => {
  it("returns the first rows of every list of a listed query", () => {
    const engine: LabelledTitle[][] = [[["Alpha", 0, 1, 0.5, "exact"], ...clear], [["Epsilon", 0, 1, 0.5, "exact"]]];
    const inputs = makeLabelledInputs(references, { a: engine }, { resultsShown: 2 });
    expect(shown(inputs)).toEqual({
      engines: [["Alpha", "one", "Epsilon"]],
      // Beta is second and missed, so it is shown too. Delta is fourth, so it is not.
      reference: ["Alpha", "Beta", "Epsilon"],
    });
  });

  it("returns a doubtful row even if it is not among the first rows, with its matched title", () => {
    const engine: LabelledTitle[][] = [[...clear, ["far away", 0, 0.2]], [["Epsilon", 0, 1, 0.5, "exact"]]];
    const inputs = makeLabelledInputs(references, { a: engine }, { resultsShown: 1, lists: { most: 1, named: [1] } });
    // Only the second query is listed. Of the first, the doubtful match of Alpha and the missed Beta are shown.
    expect(shown(inputs)).toEqual({ engines: [["far away", "Epsilon"]], reference: ["Alpha", "Beta", "Epsilon"] });
  });

  it("returns only rows of engines if there is no reference", () => {
    const inputs = makeLabelledInputs(references, { a: [clear, []] }, { resultsShown: 1 });
    const bare = { ...inputs, stored: { ...inputs.stored, reference: null } };
    expect(shown(bare)).toEqual({ engines: [["one"]], reference: [] });
  });
});
