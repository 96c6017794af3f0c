/** Short notation for pools and their gold sets. */

import type { PooledPair } from "../../src/core/types.ts";
import { type GoldOptions, type GoldSet, goldSet } from "../../src/gold/gold-set.ts";
import { type Given, makePair, makeRatingSet } from "./make-rating-set.ts";

export { makePair };

/** By query, then by engine: documents, best first. */
export type MadeLists = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Every document of every query once; query `q1` has the id `q1` and the text `text of q1`. */
export function makePool(lists: MadeLists, more: Partial<PooledPair> = {}): PooledPair[] {
  return Object.entries(lists).flatMap(([query, engines]) =>
    [...new Set(Object.values(engines).flat())].map((id) => ({
      ...makePair(0),
      ...{ query: `text of ${query}`, queryId: query, id, title: `Title ${id}` },
      engines: Object.entries(engines).flatMap(([name, documents]) => {
        const rank = documents.indexOf(id);
        return rank < 0 ? [] : [{ name, rank, also: [], of: documents.length }];
      }),
      ...more,
    })),
  );
}

/** A gold set of one rater on the scale 0..4. @param labels - by document; nothing for one without a rating */
export function makeGold(
  pairs: readonly PooledPair[],
  labels: Readonly<Record<string, Given>>,
  options: Partial<GoldOptions> = {},
): GoldSet {
  const set = makeRatingSet({ first: { ann: pairs.map(({ id }) => labels[id] ?? null) }, scale: [0, 4], pairs });
  return goldSet(set, { by: "median", minRaters: 1, flagged: "any", keepStars: false, ...options });
}

/** Three engines, four queries, five results each; the last query has no relevant document. */
export const exampleLists: MadeLists = {
  q1: {
    alpha: ["q1d4", "q1d5", "q1d6", "q1d7", "q1d8"],
    beta: ["q1d0", "q1d7", "q1d6", "q1d1", "q1d8"],
    gamma: ["q1d2", "q1d1", "q1d8", "q1d3", "q1d7"],
  },
  q2: {
    alpha: ["q2d4", "q2d2", "q2d6", "q2d3", "q2d1"],
    beta: ["q2d1", "q2d2", "q2d4", "q2d6", "q2d3"],
    gamma: ["q2d2", "q2d8", "q2d0", "q2d6", "q2d1"],
  },
  q3: {
    alpha: ["q3d3", "q3d2", "q3d5", "q3d1", "q3d8"],
    beta: ["q3d4", "q3d0", "q3d2", "q3d3", "q3d1"],
    gamma: ["q3d2", "q3d4", "q3d0", "q3d8", "q3d5"],
  },
  q4: {
    alpha: ["q4d1", "q4d4", "q4d2", "q4d6", "q4d3"],
    beta: ["q4d5", "q4d2", "q4d3", "q4d6", "q4d1"],
    gamma: ["q4d0", "q4d4", "q4d8", "q4d5", "q4d2"],
  },
};

export const exampleLabels: Readonly<Record<string, number>> = {
  ...{ q1d0: 2, q1d1: 3, q1d2: 0, q1d3: 3, q1d4: 0, q1d5: 0, q1d6: 4, q1d7: 0, q1d8: 2 },
  ...{ q2d0: 0, q2d1: 0, q2d2: 0, q2d3: 1, q2d4: 1, q2d6: 0, q2d8: 3 },
  ...{ q3d0: 3, q3d1: 3, q3d2: 0, q3d3: 3, q3d4: 4, q3d5: 4, q3d8: 1 },
  ...{ q4d0: 0, q4d1: 0, q4d2: 0, q4d3: 0, q4d4: 0, q4d5: 0, q4d6: 0, q4d8: 0 },
};
