/** Which options do many commands share, and which values may they have? Each parser says what it wants. */
import { InvalidArgumentError, Option } from "commander";
import { encodingAdvice, isEncoding } from "../../io/encoding.ts";

/** An option whose value is one of a few words, the first where it is not given. */
export function choice(flags: string, text: string, choices: readonly string[]): Option {
  return new Option(flags, text).choices(choices).default(choices[0]);
}

/** Short for the one form that programs read. */
export function jsonOption(): Option {
  return new Option("--json", "the same as --format json");
}

/** What files that are not UTF-8 are read as. */
export function encodingOption(): Option {
  return new Option("--encoding <name>", "of files that are not UTF-8, such as windows-1252").argParser((value) => {
    if (isEncoding(value)) return value;
    throw new InvalidArgumentError(encodingAdvice);
  });
}

/** Any text, of an option that may be given several times. */
export function repeated(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** @param wanted what the message asks for */
export function numberWhere(isRight: (number: number) => boolean, wanted: string): (value: string) => number {
  return (value) => {
    const number = value.trim() === "" ? Number.NaN : Number(value);
    if (isRight(number)) return number;
    throw new InvalidArgumentError(`Give ${wanted}.`);
  };
}

export const count = numberWhere((n) => Number.isInteger(n) && n >= 1, "a whole number >= 1");
/** Up to what seeds hold, 2^31 - 1. */
export const wholeNumber = numberWhere((n) => Number.isInteger(n) && n >= 0 && n < 2 ** 31, "a whole number >= 0");
export const unitShare = numberWhere((n) => n >= 0 && n <= 1, "a number from 0 to 1");
/** Neither 0 nor 1. */
export const shareBetween = numberWhere((n) => n > 0 && n < 1, "a number above 0 and below 1");
export const positive = numberWhere((n) => n > 0 && Number.isFinite(n), "a number above 0");
export const nonNegative = numberWhere((n) => n >= 0 && Number.isFinite(n), "a number >= 0");
export const similarity = numberWhere((n) => n >= -1 && n <= 1, "a number from -1 to 1");

/** `none` for no bound. */
export function similarityOrNone(value: string): number | "none" {
  return value.trim().toLowerCase() === "none" ? "none" : similarity(value);
}

/** Whole numbers >= 1 between commas. */
export function counts(value: string): number[] {
  return value.split(",").map(count);
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
