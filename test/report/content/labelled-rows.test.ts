import { describe, expect, it } from "vitest";
import { isMatched, labelledRow, referenceRowOf } from "../../../src/report/content/doubtful-titles.ts";
import { madeOrigin, makeLabelledInputs, withOrigins } from "../../support/make-report.ts";

const inputs = makeLabelledInputs([["Alpha", "Beta"], []], {
  a: [
    [
      ["alpha!", 0, 1, 0.5, "exact"],
      ["nearly beta", 1, 0.75, 0.125],
      ["other", null, 0.25],
    ],
    [["lost", null]],
  ],
});

describe("labelledRow", () => {
  it("returns a result's label, match, similarity, margin and origin", () => {
    // Labels of the reference by rank: 4, 2.
    expect(labelledRow(inputs, 0, 1)).toMatchObject({
      ...{ row: 1, query: 0, rank: 1, title: "nearly beta", label: 2, match: "semantic", referenceRank: 1 },
      ...{ similarity: 0.75, margin: 0.125, origin: "proxy" },
    });
    expect(labelledRow(inputs, 0, 0)).toMatchObject({ label: 4, match: "exact", referenceRank: 0 });
  });

  it("distinguishes a result without a match from a result of a query without reference", () => {
    expect(labelledRow(inputs, 0, 2)).toMatchObject({ match: "none", referenceRank: null, similarity: 0.25 });
    expect(labelledRow(inputs, 0, 3)).toMatchObject({ match: "no-reference", origin: "" });
  });

  it("takes the origin of a label from the file, and returns an empty origin for calibrated labels", () => {
    const mixed = withOrigins(inputs, ["human", "proxy", "proxy", "proxy"]);
    expect(labelledRow(mixed, 0, 0)?.origin).toBe("human");
    const calibrated = {
      ...inputs,
      origin: { ...madeOrigin, calibration: { sha256: "d".repeat(64), method: "ridge" } },
    };
    expect(labelledRow(calibrated, 0, 0)?.origin).toBe("");
  });
});

describe("referenceRowOf", () => {
  it("returns the row at a rank of a query's list, or -1 if there is none", () => {
    const { reference } = inputs.stored;
    if (reference === null) throw new Error("no reference");
    expect([referenceRowOf(reference, 0, 1), referenceRowOf(reference, 0, 2), referenceRowOf(reference, 1, 0)]).toEqual(
      [1, -1, -1],
    );
  });
});

describe("isMatched", () => {
  it("is true for matches by title and by meaning", () => {
    const [engine] = inputs.stored.engines;
    if (engine === undefined) throw new Error("no engine");
    expect([0, 1, 2, 3].map((row) => isMatched(engine, row))).toEqual([true, true, false, false]);
  });
});
