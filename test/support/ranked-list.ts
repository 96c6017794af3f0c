/** Ranked lists for tests: written by hand, and made by chance. */
import fc from "fast-check";
import type { RankedList } from "../../src/measures/ranked-list.ts";

/** Not in the judgments. */
export const unjudged = Number.NaN;

/**
 * @param labels  by rank
 * @param missed  labels of judged documents that were not retrieved
 * @param scores  by rank; falling by 1 where not given
 */
export function rankedList(
  labels: readonly number[],
  missed: readonly number[] = [],
  scores: readonly number[] = labels.map((_, rank) => labels.length - rank),
): RankedList {
  return {
    labels: Float64Array.from(labels),
    judgedLabels: Float64Array.from([...labels, ...missed].filter((label) => label >= 0))
      .sort()
      .reverse(),
    scores: Float64Array.from(scores),
    documents: Int32Array.from(labels, (_, rank) => rank),
  };
}

/** A thousand cases, always the same ones. */
export const manyRuns = { seed: 20_240_602, numRuns: 1000 } as const;

/** Whole and fractional grades up to 4, results in the pool that nobody judged, and results outside of it. */
export const someLabels = fc.oneof(fc.nat(4), fc.constantFrom(0, 0, 1, 0.5, 2.5, -1, -2, unjudged));

/** Lists of up to 30 results, empty ones too, with up to 10 judged documents that were not retrieved; scores with ties. */
export const someLists = fc
  .tuple(fc.array(someLabels, { maxLength: 30 }), fc.array(fc.oneof(fc.nat(4), fc.constant(1.5)), { maxLength: 10 }))
  .chain(([labels, missed]) =>
    fc
      .array(fc.integer({ min: -3, max: 6 }), { minLength: labels.length, maxLength: labels.length })
      .map((scores) => rankedList(labels, missed, scores.toSorted((one, other) => other - one))),
  );

/** A list and the same list with two results changed over, so that the better label comes to stand higher. */
export const someRaisedLists = someLists.chain((list) => {
  const rank = fc.nat(Math.max(0, list.labels.length - 1));
  return fc.tuple(rank, rank).map(([one, other]) => {
    const upper = Math.min(one, other);
    const lower = Math.max(one, other);
    const grade = (at: number) => Math.max(0, list.labels[at] || 0);
    const raised = Float64Array.from(list.labels);
    if (grade(lower) > grade(upper)) {
      raised[upper] = list.labels[lower] ?? 0;
      raised[lower] = list.labels[upper] ?? 0;
    }
    return { list, raised: { ...list, labels: raised } };
  });
});
