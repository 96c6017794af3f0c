import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compatibility } from "../../../../src/measure/measures/graded/compatibility.ts";
import { itMeasuresLists } from "../../../contracts/measure-kind.ts";
import { exampleList, manyRuns, rankedList, someLists, unjudged } from "../../../support/ranked-list.ts";

describe("compatibility", () => {
  it("agrees with ir_measures", () => {
    // Compat, Compat(p=0.8), Compat(normalize=False), Compat(p=0.8,normalize=False) on `exampleList`.
    expect(compatibility(exampleList)).toBeCloseTo(0.5550876015366454, 12);
    expect(compatibility(exampleList, { p: 0.8 })).toBeCloseTo(0.5929902822298905, 12);
    expect(compatibility(exampleList, { normalize: false })).toBeCloseTo(0.5320319717478821, 12);
    expect(compatibility(exampleList, { p: 0.8, normalize: false })).toBeCloseTo(0.5801820717520725, 12);
  });

  describe("compatibility for random lists", () => {
    itMeasuresLists(["Compat", "Compat(p=0.5)", "Compat(normalize=False)"]);

    it("is the overlap with the ideal order, computed from sets", () => {
      fc.assert(
        fc.property(someLists, fc.constantFrom(0.5, 0.95), (list, p) => {
          const untied = { ...list, scores: list.scores.map((_, rank) => -rank) };
          const expected = overlapWithIdeal([...list.labels], [...list.judgedLabels], p);
          if (!Number.isNaN(expected)) expect(compatibility(untied, { p, normalize: false })).toBeCloseTo(expected, 12);
        }),
        manyRuns,
      );
    });
  });

  it("is 1 for the ideal order, whatever the order of equal labels is", () => {
    expect(compatibility(rankedList([3, 1, 1]))).toBeCloseTo(1, 12);
    expect(compatibility(rankedList([3, 1], [1]), { p: 0.5 })).toBeLessThan(1);
  });

  it("puts results with the same score in reverse order", () => {
    const tied = rankedList([0, 1], [], [1, 1]);
    expect(compatibility(tied)).toBeCloseTo(compatibility(rankedList([1, 0])), 12);
  });

  it("does not treat scores that are NaN as equal", () => {
    expect(compatibility(rankedList([1, 0], [], [Number.NaN, Number.NaN]))).toBeCloseTo(1, 12);
  });

  it("is 0 if no relevant document was returned", () => {
    expect(compatibility(rankedList([unjudged, 0], [2]))).toBe(0);
    expect(compatibility(rankedList([], [2]))).toBe(0);
  });
});

/** The definition, with sets: for each label, the ideal has retrieved documents in list order, then other documents. */
function overlapWithIdeal(labels: readonly number[], judgedLabels: readonly number[], p: number): number {
  const retrieved = labels.map((label, rank) => ({ label, id: `${rank}` })).filter(({ label }) => label >= 0);
  const left = [...judgedLabels];
  for (const { label } of retrieved) left.splice(left.indexOf(label), 1);
  const missed = left.map((label, place) => ({ label, id: `missed ${place}` }));
  const ideal = [...retrieved, ...missed]
    .filter(({ label }) => label > 0)
    .sort((one, other) => other.label - one.label)
    .map(({ id }) => id);
  if (ideal.length === 0) return Number.NaN;
  const list = labels.map((_, rank) => `${rank}`);
  let sum = 0;
  let all = 0;
  for (let depth = 1; depth <= Math.max(list.length, ideal.length); depth++) {
    const seen = new Set(list.slice(0, depth));
    sum += (p ** (depth - 1) * ideal.slice(0, depth).filter((id) => seen.has(id)).length) / depth;
    all += p ** (depth - 1);
  }
  return sum / all;
}
