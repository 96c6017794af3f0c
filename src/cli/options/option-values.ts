/**
 * Which values may an option have?
 * Parsers for commander; each says what it wants.
 */
import { InvalidArgumentError, Option } from "commander";

/** An option whose value is one of a few words, the first where it is not given. */
export function choice(flags: string, text: string, choices: readonly string[]): Option {
  return new Option(flags, text).choices(choices).default(choices[0]);
}

/** What stands in for the model in tests. */
export function embedderOption(): Option {
  return choice("--embedder <kind>", "stands in for the model in tests", ["model", "hash"]).hideHelp();
}

/** Any text, of an option that may be given several times. */
export function repeated(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** A whole number >= 1. */
export function count(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new InvalidArgumentError("Give a whole number >= 1.");
}

/** A whole number from 0 to what seeds hold, 2^31 - 1. */
export function wholeNumber(value: string): number {
  const number = Number(value);
  if (value.trim() !== "" && Number.isInteger(number) && number >= 0 && number < 2 ** 31) return number;
  throw new InvalidArgumentError("Give a whole number >= 0.");
}

/** Whole numbers >= 1 between commas. */
export function counts(value: string): number[] {
  return value.split(",").map(count);
}

/** A number from 0 to 1. */
export function unitShare(value: string): number {
  const number = value.trim() === "" ? Number.NaN : Number(value);
  if (number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError("Give a number from 0 to 1.");
}

/** A number > 0. */
export function positive(value: string): number {
  const number = value.trim() === "" ? Number.NaN : Number(value);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new InvalidArgumentError("Give a number above 0.");
}

/** A number >= 0. */
export function nonNegative(value: string): number {
  return Number(value) === 0 && value.trim() !== "" ? 0 : positive(value);
}

/** A share above 0 and below 1. */
export function shareBetween(value: string): number {
  const number = value.trim() === "" ? Number.NaN : Number(value);
  if (number > 0 && number < 1) return number;
  throw new InvalidArgumentError("Give a number above 0 and below 1.");
}

/** A cosine, -1..1. */
export function similarity(value: string): number {
  const number = value.trim() === "" ? Number.NaN : Number(value);
  if (number >= -1 && number <= 1) return number;
  throw new InvalidArgumentError("Give a number from -1 to 1.");
}

/** Names between commas; `none` for none. */
export function names(value: string): string[] {
  return value === "none"
    ? []
    : value
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "");
}
