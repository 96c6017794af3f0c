/** Ranked lists for tests: written by hand, and random. */
import fc from "fast-check";
import type { RankedList } from "../../src/measure/measures/ranked-list.ts";

/** Not in the judgments. */
export const unjudged = Number.NaN;

/**
 * @param labels  - by rank
 * @param missed  - labels of judged documents that were not retrieved
 * @param scores  - by rank; by default falling by 1
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

/** A thousand cases, always the same. */
export const manyRuns = { seed: 20_240_602, numRuns: 1000 } as const;

/** Integer and fractional grades up to 4, unjudged results of the pool, and results outside of it. */
export const someLabels = fc.oneof(fc.nat(4), fc.constantFrom(0, 0, 1, 0.5, 2.5, -1, -2, unjudged));

/** Lists of up to 30 results, including empty ones, with up to 10 judged documents not retrieved; scores with ties. */
export const someLists = fc
  .tuple(
    fc.array(fc.tuple(someLabels, fc.constantFrom(0, 1, 0.5)), { maxLength: 30 }),
    fc.array(fc.oneof(fc.nat(4), fc.constant(1.5)), { maxLength: 10 }),
  )
  .map(([results, missed]) => {
    let score = 3;
    const scores = results.map(([, fall]) => (score -= fall));
    return rankedList(
      results.map(([label]) => label),
      missed,
      scores,
    );
  });

/**
 * One list with every state of a label, for values computed by other tools. In Python:
 *
 *     qrels = {"q": {"a": 3, "c": 0, "d": 1, "e": -1, "f": 2, "g": 0, "h": 1, "m": 2, "n": 0, "o": 1}}
 *     run = {"q": {"a": 8, "b": 7, "c": 6, "d": 5, "e": 4, "f": 3, "g": 2, "h": 1}}
 *     pytrec_eval.RelevanceEvaluator(qrels, {measure}, relevance_level, judged_docs_only_flag).evaluate(run)
 *
 * and, for measures that trec_eval lacks, ir_measures.iter_calc([measure], qrels, run).
 */
export const exampleList = rankedList([3, unjudged, 0, 1, -1, 2, 0, 1], [2, 0, 1]);
