/** Which values of options are not printed as they are? Those that may hold secrets say here how they are shown. */
import { Argument, type Option } from "commander";

type Shown = (text: string) => string;

const shownAs = new WeakMap<Option, Shown>();

/** @returns the option, whose values are shown so from now on */
export function showValues(option: Option, shown: Shown): Option {
  shownAs.set(option, shown);
  return option;
}

/** The value as it may be printed; of a form that the option does not take, nothing of it. */
export function shownValue(taker: Option | Argument, value: unknown): unknown {
  const shown = taker instanceof Argument ? undefined : shownAs.get(taker);
  if (shown === undefined || value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map((one) => shownValue(taker, one));
  return typeof value === "string" ? shown(value) : "***";
}
