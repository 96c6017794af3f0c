/**
 * What is true for every measure of how good a list is? The tests of each kind call this suite.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Measure } from "../../src/measure/measures/define-measure.ts";
import { parseMeasures } from "../../src/measure/measures/parse-measures.ts";
import type { RankedList } from "../../src/measure/measures/ranked-list.ts";
import { manyRuns, someLists } from "../support/ranked-list.ts";

/** Tolerance for sums in another order. */
const ROUNDING = 1e-12;

/** The same thousand lists for every measure, each with two ranks. Drawn once, because sixty measures use them. */
const cases = fc.sample(fc.record({ list: someLists, one: fc.nat(), other: fc.nat() }), manyRuns);

/**
 * @param texts      - measures of one kind, with parameters
 * @param isMonotone - whether raising a better result must not lower the value
 */
export function itMeasuresLists(texts: readonly string[], { isMonotone = true } = {}): void {
  for (const measure of parseMeasures(texts)) {
    it(`${measure.name} stays in its range`, () => {
      const [smallest, largest] = measure.kind.range;
      const values = cases.map(({ list }) => measure.compute(list)).filter((value) => !Number.isNaN(value));
      expect(values.length).toBeGreaterThan(500);
      expect(values.filter((value) => !(value >= smallest - ROUNDING && value <= largest + ROUNDING))).toEqual([]);
    });

    it(`${measure.name} is undefined exactly for lists without a relevant document`, () => {
      const wrong = cases.filter(({ list }) => {
        const isAnyRelevant = list.judgedLabels.some((label) => isRelevant(label, measure));
        return Number.isNaN(measure.compute(list)) === isAnyRelevant;
      });
      expect(wrong).toEqual([]);
    });

    it(`${measure.name} does not depend on the numbers of documents`, () => {
      const wrong = cases.filter(({ list }) => {
        const documents = list.documents.map((number) => 97 * (number + 3));
        return !Object.is(measure.compute({ ...list, documents }), measure.compute(list));
      });
      expect(wrong).toEqual([]);
    });

    if (!isMonotone) continue;
    it(`${measure.name} does not fall if a better result is raised`, () => {
      const pairs = cases.flatMap(({ list, one, other }) => {
        const untied = { ...list, scores: list.scores.map((_, rank) => -rank) };
        const raised = raise(untied, one, other, measure);
        return raised === null ? [] : [{ untied, raised }];
      });
      expect(pairs.length).toBeGreaterThan(50);
      const wrong = pairs.filter(
        ({ untied, raised }) => !(measure.compute(raised) >= measure.compute(untied) - ROUNDING),
      );
      expect(wrong).toEqual([]);
    });
  }
}

function isRelevant(label: number, { relevanceLevel: level }: Measure): boolean {
  return level === null ? label > 0 : label >= level;
}

/** The list with two results swapped so that the better one is higher; null if neither is better. */
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
