/** Are results matched like `label` matches them, in every way? */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanTitle, isUntitled, keyOfClean } from "../../../src/core/titles/clean-title.ts";
import { REASON, type ResultLists } from "../../../src/core/types.ts";
import { matchQuery, matchQueryOneToOne, unmatched } from "../../../src/label/match/match-query.ts";
import { matchRuleNames, rulesWithout } from "../../../src/label/match/match-rules.ts";
import { referencePoints } from "../../../src/label/match/reference-points.ts";
import { exactIndex } from "../../../src/model/index/exact.ts";
import { type ListsToMatch, type MatchingPolicy, policyMatches } from "../../../src/trust/policies/policy-values.ts";
import { makeLists, type Row } from "../../support/make-lists.ts";
import { runs } from "../../support/property.ts";
import { atDegrees, randomUnitVectors, vectorAt } from "../../support/random-vectors.ts";

const nearest: MatchingPolicy = {
  titles: "cleaned",
  threshold: null,
  referenceDepth: null,
  once: false,
  oneToOne: false,
};

/** Reads titles like `label`, or like its preset `notebook`. */
function titlesBy(vectorOf: (title: string) => Float32Array): ListsToMatch["titlesOf"] {
  return (lists, titles) => {
    const title = (row: number) => lists.titles[row] ?? "";
    const text = (row: number) => (titles === "cleaned" ? cleanTitle(title(row)) : title(row));
    return {
      text,
      key(row) {
        if (titles === "as read") return title(row).toLowerCase();
        return isUntitled(text(row)) ? null : keyOfClean(text(row));
      },
      vector: (row) => vectorOf(text(row)),
      isUnreadable: (row) => text(row).startsWith("?"),
    };
  };
}

/** The vector of a title is at the angle, in degrees, that the title starts with. */
function inPlane(own: readonly Row[], reference: readonly Row[], queries = 1): ListsToMatch {
  return {
    engines: [makeLists("new", own, queries)],
    reference: makeLists("old", reference, queries),
    titlesOf: titlesBy((title) => atDegrees(Number.parseFloat(title))),
    indexOf: exactIndex,
  };
}

function ranksOf(lists: ListsToMatch, way: Partial<MatchingPolicy> = {}): number[][] {
  const [found] = policyMatches(lists, [{ ...nearest, ...way }]);
  return (found?.ranks ?? []).map((ranks) => [...ranks]);
}

describe("policyMatches", () => {
  const reference: readonly Row[] = [
    [0, 0, "0"],
    [0, 2, "60"],
    [0, 3, "90"],
  ];
  const own: readonly Row[] = [
    [0, 0, "58"],
    [0, 1, "63"],
    [0, 2, "5"],
    [0, 3, "180"],
  ];

  it("returns the rank of each result's nearest reference title, with gaps in ranks", () => {
    expect(ranksOf(inPlane(own, reference))).toEqual([[2, 2, 0, 3]]);
  });

  it("matches nothing below the threshold", () => {
    // cos 90 degrees = 0
    expect(ranksOf(inPlane(own, reference), { threshold: 0.5 })).toEqual([[2, 2, 0, -1]]);
  });

  it("counts titles, not ranks, for the depth of the reference", () => {
    expect(ranksOf(inPlane(own, reference), { referenceDepth: 2 })).toEqual([[2, 2, 0, 2]]);
  });

  it("uses each reference title once in one-to-one matching", () => {
    // Best of all pairs: 58 gets 60, 5 gets 0, and 63 gets 90, because 63 is nearer to 90 than 180 is.
    expect(ranksOf(inPlane(own, reference), { oneToOne: true })).toEqual([[2, 3, 0, -1]]);
  });

  it("returns the reference ranks of the ideal list, with repeated titles once", () => {
    const repeated: readonly Row[] = [...reference, [0, 4, "60"], [1, 0, "10"]];
    const lists = inPlane([], repeated, 3);
    const ways = [nearest, { ...nearest, referenceDepth: 2 }];
    expect(policyMatches(lists, ways).map(({ pointRanks }) => pointRanks.map((ranks) => [...ranks]))).toEqual([
      [[0, 2, 3], [0], []],
      [[0, 2], [0], []],
    ]);
  });

  it("keeps different reference titles with the same rank in the ideal list", () => {
    const shared: readonly Row[] = [
      [0, 0, "0"],
      [0, 1, "60"],
      [0, 1, "90"],
    ];
    const [found] = policyMatches(inPlane([], shared), [nearest]);
    expect([...(found?.pointRanks[0] ?? [])]).toEqual([0, 1, 1]);
  });

  it("leaves results unmatched if the query has no reference", () => {
    expect(ranksOf(inPlane([[1, 0, "5"]], reference, 2))).toEqual([[-1]]);
    expect(ranksOf(inPlane([[1, 0, "5"]], reference, 2), { oneToOne: true })).toEqual([[-1]]);
  });

  it("uses a reference title once, for an equal title or else for the first match", () => {
    const repeated: readonly Row[] = [
      [0, 0, "58"],
      [0, 1, "63"],
      [0, 2, "60"],
      [0, 3, "2"],
      [0, 4, "4"],
    ];
    expect(ranksOf(inPlane(repeated, reference))).toEqual([[2, 2, 2, 0, 0]]);
    expect(ranksOf(inPlane(repeated, reference), { once: true })).toEqual([[-1, -1, 2, 0, -1]]);
    // The notebook has neither this rule nor the threshold, and compares titles as read.
    expect(ranksOf(inPlane(repeated, reference), { titles: "as read" })).toEqual([[2, 2, 2, 0, 0]]);
  });

  it("prefers an equal title to an equally near title, and does not match rows without a title", () => {
    const own: readonly Row[] = [
      [0, 0, "<i>60 degrees</i>."],
      [0, 1, "n/a"],
      [0, 2, ""],
    ];
    // The first reference title has the same vector, but the second is the equal title.
    const twins: readonly Row[] = [
      [0, 0, "60 Degrees of another work"],
      [0, 1, "60 DEGREES"],
      [0, 2, "n/a"],
    ];
    const lists = inPlane(own, twins);
    expect(ranksOf(lists)).toEqual([[1, -1, -1]]);
    expect(policyMatches(lists, [nearest])[0]?.pointRanks.map((ranks) => [...ranks])).toEqual([[0, 1]]);
  });

  it("prefers equal identifiers to equal titles, except if titles are compared as read", () => {
    const own: readonly Row[] = [[0, 0, "60", "10.1000/one"]];
    const others: readonly Row[] = [
      [0, 0, "60", "10.1000/two"],
      [0, 1, "90", "https://doi.org/10.1000/ONE"],
    ];
    expect(ranksOf(inPlane(own, others))).toEqual([[1]]);
    expect(ranksOf(inPlane(own, others), { titles: "as read" })).toEqual([[0]]);
  });

  it("matches titles as label does, for any settings", () => {
    const titles = fc.array(fc.integer({ min: 0, max: 11 }), { minLength: 1, maxLength: 9 });
    const spelling = fc.constantFrom("", " ", "\u00ad", "?");
    const way = fc.record({
      titles: fc.constantFrom("cleaned" as const, "as read" as const),
      threshold: fc.constantFrom(null, 0.1, 0.4, 0.99),
      referenceDepth: fc.constantFrom(null, 3, 1),
      once: fc.boolean(),
      oneToOne: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.integer(), titles, titles, spelling, way, (seed, own, others, spelling, way) => {
        const vectors = randomUnitVectors(12, 4, seed);
        const titlesOf = titlesBy((title) => vectorAt(vectors, 4, Number(title.replace(/\D+/g, ""))));
        const rows = (numbers: readonly number[], before: string) =>
          numbers.map((number, rank): Row => [0, rank, number === 0 ? "n/a 0" : `${before}${number}`]);
        const candidate = makeLists("new", rows(own, spelling), 1);
        const whole = makeLists("old", rows(others, ""), 1);
        const [, found] = policyMatches({ engines: [candidate], reference: whole, titlesOf, indexOf: exactIndex }, [
          { ...way, threshold: 0.2, once: !way.once },
          way,
        ]);

        const cut = makeLists("old", rows(others, "").slice(0, way.referenceDepth ?? undefined), 1);
        const side = (lists: ResultLists) => ({
          lists,
          identifiers: () => [],
          titles: titlesOf(lists, way.titles),
        });
        const points = referencePoints(cut, side(cut).titles.key);
        const pointVectors = Array.from(points.rows, (row) => [...side(cut).titles.vector(row)]).flat();
        const index = exactIndex({
          vectors: Float32Array.from(pointVectors),
          dimensions: 4,
          count: points.rows.length,
        });
        const matches = unmatched(own.length);
        if (points.rows.length > 0) {
          const off = way.titles === "as read" ? matchRuleNames : [];
          const context = {
            candidate: side(candidate),
            reference: side(cut),
            points,
            rules: { ...rulesWithout(off), once: way.once },
            threshold: way.threshold,
            veto: null,
          };
          (way.oneToOne ? matchQueryOneToOne : matchQuery)(context, 0, index, matches);
        }
        const expected = Array.from(matches.referenceRows, (row, place) =>
          row < 0 || matches.reasons[place] === REASON.repeat ? -1 : (cut.ranks[row] ?? -2),
        );
        expect([...(found?.ranks[0] ?? [])]).toEqual(expected);
        expect([...(found?.pointRanks[0] ?? [])]).toEqual(Array.from(points.rows, (row) => cut.ranks[row] ?? -2));
      }),
      runs,
    );
  });
});
