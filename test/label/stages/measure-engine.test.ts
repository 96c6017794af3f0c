import { describe, expect, it } from "vitest";
import { MATCH_EXACT, MATCH_SEMANTIC, REASON } from "../../../src/core/types.ts";
import { unmatched } from "../../../src/label/match/match-query.ts";
import { labelMatches } from "../../../src/label/stages/measure-engine.ts";
import { makeEngine } from "../../support/make-run.ts";

describe("measureEngine", () => {
  // The reference's titles of query 0 are Alpha and Beta. The candidate's keys are "alpha" and "alpha ".
  it("counts titles that differ only in letter case once", () => {
    const rows = ["ALPHA", "alpha", "alpha "].map((title, rank) => [0, rank, title] as const);
    const { precision, recall } = makeEngine("e", { rows }).measures.values;
    expect([precision[0], recall[0]]).toEqual([0.5, 0.5]);
    expect([precision[1], recall[1]]).toEqual([Number.NaN, Number.NaN]);
  });
});

describe("labelMatches", () => {
  it("gives each row the label of its reference row", () => {
    const matches = {
      kinds: Uint8Array.of(MATCH_SEMANTIC, MATCH_EXACT, MATCH_SEMANTIC),
      reasons: Uint8Array.of(0, 0, 0),
      referenceRows: Int32Array.of(2, 0, 2),
      similarities: Float64Array.of(0.5, 1, 0.4),
      margins: Float64Array.of(0.1, 0.2, 0.1),
    };
    expect([...labelMatches(matches, Float64Array.of(5, 2.5, 1.25))]).toEqual([1.25, 5, 1.25]);
  });

  describe("labelMatches in edge cases", () => {
    it("returns 0 for a result without a match, and NaN without a reference", () => {
      const matches = unmatched(2);
      matches.reasons[0] = REASON["too-far"];
      expect([...labelMatches(matches, Float64Array.of(5))]).toEqual([0, Number.NaN]);
    });

    it("keeps a reference label of 0", () => {
      const matches = unmatched(1);
      matches.referenceRows[0] = 0;
      matches.reasons[0] = 0;
      expect([...labelMatches(matches, Float64Array.of(0))]).toEqual([0]);
    });

    it("returns 0 for the second use of a reference title", () => {
      const matches = unmatched(1);
      matches.referenceRows[0] = 0;
      matches.reasons[0] = REASON.repeat;
      expect([...labelMatches(matches, Float64Array.of(5))]).toEqual([0]);
    });

    it("returns no labels if there are no rows", () => {
      expect(labelMatches(unmatched(0), Float64Array.of(1))).toHaveLength(0);
    });
  });
});
