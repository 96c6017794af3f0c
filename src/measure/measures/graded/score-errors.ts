import { defineMeasure } from "../define-measure.ts";
import type { RankedList } from "../ranked-list.ts";

const errorRules = {
  citation: "Willmott & Matsuura 2005",
  range: [0, Number.POSITIVE_INFINITY],
  lowerIsBetter: true,
  // Not 0, which would mean a perfect prediction.
  whenMissing: Number.NaN,
  needsRelevant: false,
} as const;

/**
 * Mean absolute error: the mean of |score - label| over judged results. The scores must be predictions of labels. Cost
 * O(n). Source: Willmott & Matsuura 2005 (Climate Research 30, 79-82).
 * @returns >= 0; NaN if no result is judged
 */
export function meanAbsoluteError(list: RankedList): number {
  return meanOverJudged(list, Math.abs);
}

export const meanAbsoluteErrorMeasure = defineMeasure({
  name: "MAE",
  summary: "Mean distance of scores from labels, over judged results.",
  ...errorRules,
  compute: meanAbsoluteError,
});

/**
 * Root mean square error: the root of the mean of (score - label)^2 over judged results. The scores must be predictions
 * of labels. Cost O(n). Source: Willmott & Matsuura 2005 (Climate Research 30, 79-82).
 * @returns >= 0; NaN if no result is judged
 */
export function rootMeanSquareError(list: RankedList): number {
  return Math.sqrt(meanOverJudged(list, (miss) => miss ** 2));
}

export const rootMeanSquareErrorMeasure = defineMeasure({
  name: "RMSE",
  summary: "Root of the mean squared distance of scores from labels, over judged results.",
  ...errorRules,
  compute: rootMeanSquareError,
});

function meanOverJudged({ labels, scores }: RankedList, lossOf: (miss: number) => number): number {
  let count = 0;
  let sum = 0;
  for (let rank = 0; rank < labels.length; rank++) {
    const label = labels[rank] as number;
    if (!(label >= 0)) continue;
    sum += lossOf((scores[rank] as number) - label);
    count++;
  }
  return sum / count;
}
