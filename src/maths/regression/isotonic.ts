import { invalidOption } from "../../core/errors.ts";
import { requirePaired } from "../numbers.ts";

export interface IsotonicModel {
  readonly kind: "isotonic";
  /** x of each corner of the curve, strictly ascending. */
  readonly thresholds: readonly number[];
  /** y of each corner, non-decreasing. */
  readonly values: readonly number[];
}

interface Block {
  mean: number;
  weight: number;
  readonly from: number;
  to: number;
}

/**
 * Returns the non-decreasing curve that minimises Σ (y - curve(x))², by pooling adjacent violators. Points with equal x
 * count as one point, with their mean and their number as its weight. Like scikit-learn's
 * `IsotonicRegression(out_of_bounds="clip")`. Cost O(points log points). Source: Barlow et al. 1972, Statistical
 * Inference under Order Restrictions, 1.2.
 */
export function fitIsotonic(x: ArrayLike<number>, y: ArrayLike<number>): IsotonicModel {
  requirePaired(x, y);
  if (x.length === 0) throw invalidOption("Fitting a rising curve: there are no points. Give at least one.");
  const points = Array.from(x, (value, point) => ({ x: value, y: y[point] as number }));
  points.sort((a, b) => a.x - b.x || a.y - b.y);
  const blocks: Block[] = [];
  for (const { x, y } of points) {
    const block = { mean: y, weight: 1, from: x, to: x };
    const last = blocks.at(-1);
    if (last?.to === x) pool(last, block);
    else blocks.push(block);
  }
  const corners = poolViolators(blocks).flatMap(({ mean, from, to }) =>
    (from === to ? [from] : [from, to]).map((threshold) => ({ threshold, value: mean })),
  );
  // Points inside a flat segment are not corners.
  const bends = corners.filter(
    ({ value }, place) => !(corners[place - 1]?.value === value && corners[place + 1]?.value === value),
  );
  const thresholds = bends.map(({ threshold }) => threshold);
  return { kind: "isotonic", thresholds, values: bends.map(({ value }) => value) };
}

/** Interpolates linearly between corners, and is constant before the first and after the last corner. NaN gives NaN. */
export function predictIsotonic({ thresholds, values }: IsotonicModel, x: ArrayLike<number>): Float64Array {
  return Float64Array.from(x, (value) => {
    let [low, high] = [0, thresholds.length - 1];
    if (value <= (thresholds[low] as number)) return values[low] as number;
    if (value >= (thresholds[high] as number)) return values[high] as number;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((thresholds[middle] as number) <= value) low = middle;
      else high = middle;
    }
    const [left, right] = [thresholds[low] as number, thresholds[high] as number];
    const [from, to] = [values[low] as number, values[high] as number];
    return from + (to - from) * ((value - left) / (right - left));
  });
}

function poolViolators(blocks: readonly Block[]): Block[] {
  const pooled: Block[] = [];
  for (const block of blocks) {
    let last = block;
    for (let before = pooled.at(-1); before !== undefined && before.mean > last.mean; before = pooled.at(-1)) {
      pooled.pop();
      pool(before, last);
      last = before;
    }
    pooled.push(last);
  }
  return pooled;
}

function pool(into: Block, other: Block): void {
  into.weight += other.weight;
  into.mean += (other.mean - into.mean) * (other.weight / into.weight);
  into.to = other.to;
}
