/** Which numbers have a place on an axis, which one is it, and how are values written? */
import { extent } from "d3-array";
import { type ScaleLinear, scaleLinear } from "d3-scale";
import type { Axis } from "../../core/document/plot.ts";

export type AxisScale = ScaleLinear<number, number>;

/** Numbers nearer to each other than this are one: below it a number is too short of digits to be divided. */
export const smallestDifference = 1e-150;

/** Finite, and so far from the largest number that differences of two stay finite as well. */
export function isDrawable(value: number): boolean {
  return Math.abs(value) <= 1e150;
}

/**
 * Holds every value that can be drawn: an end that would cut some off moves outwards. Open ends are rounded.
 *
 * @param range where the axis begins and ends in the drawing
 */
export function axisScale(
  axis: Pick<Axis, "from" | "to">,
  values: Iterable<number>,
  range: readonly [number, number],
): AxisScale {
  const fixed = [axis.from, axis.to].filter((end) => end !== null && isDrawable(end)) as number[];
  const kept = [...values].filter(isDrawable);
  const [low = 0, high = 1] = extent([...kept, ...fixed]);
  // Values that differ by rounding errors alone, if at all, are drawn as one, in the middle.
  const magnitude = Math.max(Math.abs(low), Math.abs(high));
  const isOne = high - low <= Math.max(magnitude * 1e-9, smallestDifference);
  const reach = isOne ? (magnitude > smallestDifference ? magnitude / 2 : 1) : 0;
  const scale = scaleLinear([low - reach, high + reach], [...range]).nice();
  const [niceLow = low, niceHigh = high] = scale.domain();
  if (isOne) return scale;
  return scale.domain([axis.from === low ? low : niceLow, axis.to === high ? high : niceHigh]);
}

/** About `count` round values of the axis with their texts; `whole` leaves out what is no whole number. */
export function axisTicks(scale: AxisScale, count: number, whole = false): { value: number; text: string }[] {
  const format = scale.tickFormat(count, isPlain(scale) ? undefined : "~g");
  return scale
    .ticks(count)
    .filter((value) => !whole || Number.isInteger(value))
    .map((value) => ({ value, text: format(value) }));
}

/** Writes values with as many digits as can be told apart on the axis. */
export function valueFormat(scale: AxisScale): (value: number) => string {
  const [low = 0, high = 1] = scale.domain();
  const digits = Math.max(0, 3 - Math.ceil(Math.log10(high - low)));
  return scale.tickFormat(10, isPlain(scale) && digits <= 8 ? `,.${digits}f` : ".4~g");
}

/** Whether numbers of the axis can be read without an exponent. */
function isPlain(scale: AxisScale): boolean {
  const [low = 0, high = 1] = scale.domain();
  return Math.max(Math.abs(low), Math.abs(high)) < 1e7 && high - low > 1e-5;
}
