/**
 * Which units come first in an order of chance, and with which chance is each among them?
 * A sample that is to grow, and to stay one sample.
 */
import { requireCount } from "../summary/require-count.ts";

export interface OrderedDraw {
  /** Units drawn, first ones first: the draws of all counts are beginnings of one order. */
  readonly drawn: Int32Array;
  /** By drawn unit: its chance, above 0 and up to 1. */
  readonly probabilities: Float64Array;
}

/**
 * Units in the order of number / size, the first `count` of them. With t the quotient of the next one, the chance of a
 * unit is min(1, t size): given the numbers of all others, it is drawn exactly where its own is below t size. Sums over the
 * sample weighted by 1 / chance are unbiased whatever the sizes, and the terms of two units have no covariance, so that
 * Σ (1 - chance) (x / chance)² is unbiased for their variance.
 *
 * @param sizes   above 0, known before anything of the units is
 * @param numbers by unit, of chance: independent, uniform in (0, 1)
 * @param count   units to draw, a whole number >= 1; all of them with the chance 1 where there are no more
 *
 * Cost O(units log units).
 * Source: order of number / size: Ohlsson 1998 (Journal of Official Statistics 14, 149-162); the chance given the next one:
 * priority sampling, Duffield, Lund, Thorup 2007 (Journal of the ACM 54, 6), whose variance is at most that of any draw of
 * count - 1 expected units with those sizes (Szegedy 2006, STOC).
 */
export function drawInOrder(sizes: Float64Array, numbers: Float64Array, count: number): OrderedDraw {
  requireCount("count", count);
  const quotients = sizes.map((size, unit) => (numbers[unit] ?? 1) / size);
  const order = Int32Array.from(sizes.keys()).sort((one, other) => (quotients[one] ?? 0) - (quotients[other] ?? 0));
  const drawn = order.slice(0, count);
  const next = quotients[order[count] ?? -1] ?? Number.POSITIVE_INFINITY;
  return { drawn, probabilities: Float64Array.from(drawn, (unit) => Math.min(1, next * (sizes[unit] ?? 0))) };
}
