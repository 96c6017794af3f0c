/** Between which values can the nDCG of a list lie while some of its results are not rated? */
import { ndcg, rankDiscount } from "../measure/measures/dcg.ts";

export interface PartlyRatedList {
  /** By rank: a label >= 0, or NaN for a result that nobody rated (a hole). No longer than the cutoff. */
  readonly labels: Float64Array;
  /** Of all rated documents of the query, in any order. */
  readonly ratedLabels: readonly number[];
  /** Documents that the list lacks and nobody rated, and that may be relevant. */
  readonly unratedOutside: number;
  /** The best label, > 0. */
  readonly topLabel: number;
}

interface NdcgBoundsOptions {
  readonly cutoff: number;
  readonly gain: "linear" | "exponential";
}

/** nDCG, and between what it would lie whatever unrated results are worth. */
export interface NdcgBounds {
  /** With 0 for holes; 0 where no document is relevant. */
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

/** Below this a step is rounding. */
const STEP = 1e-12;

/**
 * The smallest and the largest nDCG that any labels from 0 to `topLabel` of what is not rated could give.
 *
 * Rating a hole moves the ideal too, and may move it further than the list: a perfect list whose last result turns out
 * to be the best of all was not perfect. So neither 0 nor the top label in every hole is always the extreme. The ratio
 * is quasi-concave in the gains, as the ideal is a maximum of sums. Hence the minimum has only 0 and top labels, the
 * top ones outside the list and in its last holes; one number of holes is tried after the other. For the maximum
 * (Dinkelbach 1967, Management Science 13(7), 492-498): of all labels the best for DCG - t IDCG, where t is the nDCG
 * reached so far, until t stays; there each step from one label to the next higher asks on its own how many of the first
 * holes to lift. Nothing outside the list is relevant then.
 *
 * @returns lower <= value <= upper; equal where everything is rated
 *
 * Cost O(holes x documents) for the lower, for the upper O(labels x holes) a round, and rounds are few.
 */
export function ndcgBounds(list: PartlyRatedList, options: NdcgBoundsOptions): NdcgBounds {
  const holes = [...list.labels.keys()].filter((rank) => Number.isNaN(list.labels[rank]));
  const reach = (ofHoles: readonly number[], outside = 0) => {
    const labels = Float64Array.from(list.labels);
    for (const [place, rank] of holes.entries()) labels[rank] = ofHoles[place] ?? 0;
    const top = new Array<number>(Math.min(outside, options.cutoff)).fill(list.topLabel);
    const reached = ndcg(labels, [...list.ratedLabels, ...ofHoles, ...top], options);
    return Number.isNaN(reached) ? 0 : reached;
  };
  const value = reach([]);
  let lower = value;
  for (let lifted = 0; lifted <= holes.length; lifted++) {
    const ofHoles = holes.map((_, place) => (place < holes.length - lifted ? 0 : list.topLabel));
    lower = Math.min(lower, reach(ofHoles, list.unratedOutside));
  }
  let upper = value;
  for (;;) {
    const reached = reach(bestLabels(list, holes, upper, options.cutoff));
    if (reached <= upper + STEP) break;
    upper = reached;
  }
  return { value, lower, upper };
}

/** Labels of the holes for which DCG - ratio x IDCG is largest, falling by rank. */
function bestLabels(
  { ratedLabels, topLabel }: PartlyRatedList,
  holes: readonly number[],
  ratio: number,
  cutoff: number,
): number[] {
  const labels = holes.map(() => 0);
  const steps = [...new Set([...ratedLabels, topLabel])].filter((label) => label > 0).sort((one, other) => one - other);
  for (const label of steps) {
    const rated = ratedLabels.filter((other) => other >= label).length;
    let sum = 0;
    let best = 0;
    let lifted = 0;
    for (const [place, rank] of holes.entries()) {
      sum += rankDiscount(rank) - (rated + place < cutoff ? ratio * rankDiscount(rated + place) : 0);
      if (sum < best) continue;
      best = sum;
      lifted = place + 1;
    }
    labels.fill(label, 0, lifted);
  }
  return labels;
}
