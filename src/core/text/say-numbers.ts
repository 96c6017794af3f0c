/** How do numbers, names and options stand in a sentence? */
import { someOf } from "./wording.ts";

/** Three digits, without the sign of what is 0 then; "-" for none. */
export function sayMeasure(value: number | null | undefined): string {
  return value == null || Number.isNaN(value) ? "-" : value.toFixed(3).replace(/^-(?=[0.]*$)/, "");
}

/** `a, b and c`; of many the first ones, and how many more there are. */
export function sayNames(names: readonly string[], most = 4): string {
  if (names.length > most) return someOf(names, most - 1);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** `12 %`. @param share 0..1 */
export function sayShare(share: number, decimals = 0): string {
  return `${(100 * share).toFixed(decimals)} %`;
}

/** A value of an option as it was given; null where it was not. */
export function sayOption(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A finite number, else null: undefined values are shown as what they are. */
export function finiteOrNull(value: number | null | undefined): number | null {
  return value == null || !Number.isFinite(value) ? null : value;
}
