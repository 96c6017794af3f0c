/** Are results matched as `label` matches them, whatever the way? */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ResultLists } from "../../../src/core/types.ts";
import { matchQuery, matchQueryOneToOne, unmatched } from "../../../src/label/match/match-query.ts";
import { matchRuleNames, rulesWithout } from "../../../src/label/match/match-rules.ts";
import { referencePoints } from "../../../src/label/match/reference-points.ts";
import { groupResults } from "../../../src/lists/group-results.ts";
import { exactIndex } from "../../../src/model/index/exact.ts";
import { type MatchingWay, policyMatches } from "../../../src/trust/policies/policy-matches.ts";
import { makeLists, makeRaw, type Row } from "../../support/make-lists.ts";
import { runs } from "../../support/property.ts";
import { atDegrees, randomUnitVectors, vectorAt } from "../../support/random-vectors.ts";

/** By row: the rank of the row that stands for its title, letter case aside. */
function pointRanksOf(reference: ResultLists): Int32Array {
  const points = referencePoints(reference, (row) => (reference.titles[row] ?? "").toLowerCase());
  return points.pointOfRow.map((point) => reference.ranks[points.rows[point] ?? 0] ?? 0);
}

const nearest: MatchingWay = { threshold: null, referenceDepth: null, oneToOne: false };

/** Titles are degrees in the plane. */
function inPlane(own: readonly Row[], reference: readonly Row[], queries = 1) {
  const lists = makeLists("old", reference, queries);
  return {
    engines: [makeLists("new", own, queries)],
    reference: lists,
    pointRanks: pointRanksOf(lists),
    vectorOf: (title: string) => atDegrees(Number.parseFloat(title)),
  };
}

function ranksOf(lists: ReturnType<typeof inPlane>, way: Partial<MatchingWay> = {}): number[][] {
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

  it("gives each result the rank of its nearest reference title, gaps kept", () => {
    expect(ranksOf(inPlane(own, reference))).toEqual([[2, 2, 0, 3]]);
  });

  it("matches nothing below the threshold", () => {
    // cos 90 degrees = 0
    expect(ranksOf(inPlane(own, reference), { threshold: 0.5 })).toEqual([[2, 2, 0, -1]]);
  });

  it("counts the first titles of the list as its depth, not their ranks", () => {
    expect(ranksOf(inPlane(own, reference), { referenceDepth: 2 })).toEqual([[2, 2, 0, 2]]);
  });

  it("uses each title once in one-to-one matching", () => {
    // The best three of all pairs: 58-60, 5-0, and of 63 and 180 the former is nearer to 90.
    expect(ranksOf(inPlane(own, reference), { oneToOne: true })).toEqual([[2, 3, 0, -1]]);
  });

  it("says which points an ideal list holds, repeated titles once", () => {
    const repeated: readonly Row[] = [...reference, [0, 4, "60"], [1, 0, "10"]];
    const lists = inPlane([], repeated, 3);
    const ways = [nearest, { ...nearest, referenceDepth: 2 }];
    expect(policyMatches(lists, ways).map(({ pointRanks }) => pointRanks.map((ranks) => [...ranks]))).toEqual([
      [[0, 2, 3], [0], []],
      [[0, 2], [0], []],
    ]);
  });

  it("tells titles apart that share a rank", () => {
    const shared: readonly Row[] = [
      [0, 0, "0"],
      [0, 1, "60"],
      [0, 1, "90"],
    ];
    const [found] = policyMatches(inPlane([], shared), [nearest]);
    expect([...(found?.pointRanks[0] ?? [])]).toEqual([0, 1, 1]);
  });

  it("leaves results of a query without reference unmatched", () => {
    expect(ranksOf(inPlane([[1, 0, "5"]], reference, 2))).toEqual([[-1]]);
    expect(ranksOf(inPlane([[1, 0, "5"]], reference, 2), { oneToOne: true })).toEqual([[-1]]);
  });

  it("matches as label does, in every way", () => {
    const titles = fc.array(fc.integer({ min: 0, max: 11 }), { minLength: 1, maxLength: 9 });
    const way = fc.record({
      threshold: fc.constantFrom(null, 0.1, 0.4, 0.99),
      referenceDepth: fc.constantFrom(null, 3, 1),
      oneToOne: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.integer(), titles, titles, way, (seed, own, others, way) => {
        const vectors = randomUnitVectors(12, 4, seed);
        const vectorOf = (title: string) => vectorAt(vectors, 4, Number(title));
        const rows = (numbers: readonly number[]) => numbers.map((number, rank): Row => [0, rank, String(number)]);
        const candidate = makeLists("new", rows(own), 1);
        const whole = makeLists("old", rows(others), 1);
        const lists = { engines: [candidate], reference: whole, pointRanks: pointRanksOf(whole), vectorOf };
        const [found] = policyMatches(lists, [way]);

        const raw = makeRaw("old", rows(others));
        const cut = groupResults(raw, new Int32Array(others.length), 1, way.referenceDepth);
        const points = referencePoints(cut, (row) => cut.titles[row] ?? "");
        const pointVectors = Array.from(points.rows, (row) => [...vectorOf(cut.titles[row] ?? "")]).flat();
        const index = exactIndex({
          vectors: Float32Array.from(pointVectors),
          dimensions: 4,
          count: points.rows.length,
        });
        const side = (lists: ResultLists) => ({
          lists,
          identifiers: () => [],
          titles: {
            text: (row: number) => lists.titles[row] ?? "",
            key: (row: number) => lists.titles[row] ?? "",
            vector: (row: number) => vectorOf(lists.titles[row] ?? ""),
            isUnreadable: () => false,
          },
        });
        const context = {
          candidate: side(candidate),
          reference: side(cut),
          points,
          rules: rulesWithout(matchRuleNames),
          threshold: way.threshold,
          veto: null,
        };
        const matches = unmatched(own.length);
        (way.oneToOne ? matchQueryOneToOne : matchQuery)(context, 0, index, matches);
        expect([...(found?.ranks[0] ?? [])]).toEqual(
          Array.from(matches.referenceRows, (row) => (row < 0 ? -1 : (cut.ranks[row] ?? -2))),
        );
        expect([...(found?.pointRanks[0] ?? [])]).toEqual(Array.from(points.rows, (row) => cut.ranks[row] ?? -2));
      }),
      runs,
    );
  });
});
