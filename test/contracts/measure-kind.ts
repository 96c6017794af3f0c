/**
 * What holds for every measure of how good a list is? Called from the tests of each kind.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Measure } from "../../src/measures/define-measure.ts";
import { parseMeasures } from "../../src/measures/parse-measures.ts";
import type { RankedList } from "../../src/measures/ranked-list.ts";
import { manyRuns, someLists } from "../support/ranked-list.ts";

/** Sums in another order. */
const ROUNDING = 1e-12;

/**
 * @param texts      measures of one kind, with parameters
 * @param isMonotone whether raising a better result must not lower the value
 */
export function itMeasuresLists(texts: readonly string[], { isMonotone = true } = {}): void {
  for (const measure of parseMeasures(texts)) {
    it(`${measure.name} stays in its range`, () => {
      const [smallest, largest] = measure.kind.range;
      fc.assert(
        fc.property(someLists, (list) => {
          const value = measure.compute(list);
          if (Number.isNaN(value)) return;
          expect(value).toBeGreaterThanOrEqual(smallest - ROUNDING);
          expect(value).toBeLessThanOrEqual(largest + ROUNDING);
        }),
        manyRuns,
      );
    });

    it(`${measure.name} is undefined exactly where no document is relevant`, () => {
      fc.assert(
        fc.property(someLists, (list) => {
          const isAnyRelevant = list.judgedLabels.some((label) => isRelevant(label, measure));
          expect(Number.isNaN(measure.compute(list))).toBe(!isAnyRelevant);
        }),
        manyRuns,
      );
    });

    it(`${measure.name} does not ask how documents are numbered`, () => {
      fc.assert(
        fc.property(someLists, (list) => {
          const documents = list.documents.map((number) => 97 * (number + 3));
          expect(measure.compute({ ...list, documents })).toBe(measure.compute(list));
        }),
        manyRuns,
      );
    });

    if (!isMonotone) continue;
    it(`${measure.name} does not fall when a better result is raised`, () => {
      let raised = 0;
      fc.assert(
        fc.property(someLists, fc.nat(), fc.nat(), (list, one, other) => {
          const untied = { ...list, scores: list.scores.map((_, rank) => -rank) };
          const better = raise(untied, one, other, measure);
          if (better === null) return;
          raised++;
          const before = measure.compute(untied);
          if (!Number.isNaN(before)) expect(measure.compute(better)).toBeGreaterThanOrEqual(before - ROUNDING);
        }),
        manyRuns,
      );
      expect(raised).toBeGreaterThan(50);
    });
  }
}

function isRelevant(label: number, { relevanceLevel: level }: Measure): boolean {
  return level === null ? label > 0 : label >= level;
}

/** The list with two results changed over so that the better one comes to stand higher; null where none is better. */
function raise(list: RankedList, one: number, other: number, measure: Measure): RankedList | null {
  const { labels } = list;
  const upper = Math.min(one % labels.length, other % labels.length);
  const lower = Math.max(one % labels.length, other % labels.length);
  const better = labels[lower] ?? Number.NaN;
  const worse = labels[upper] ?? Number.NaN;
  const isBetter = measure.relevanceLevel === null ? !(worse >= better) : !isRelevant(worse, measure);
  if (!isRelevant(better, measure) || !isBetter) return null;
  return { ...list, labels: labels.with(upper, better).with(lower, worse) };
}
