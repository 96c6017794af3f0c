/** What does a value from elsewhere than the command line stand for? */
import { Argument, type Option } from "commander";
import type { SemqrelError } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { shownValue } from "../terminal/shown-values.ts";
import { kindOf } from "./option-kinds.ts";
import { takesNoText } from "./option-names.ts";

/** A value, and how to complain about it. */
export interface Given {
  readonly value: unknown;
  readonly source: "environment" | "configuration file";
  readonly invalid: (why: string, cause?: unknown) => SemqrelError;
}

/** The value that the command would have from the command line. @throws SemqrelError INVALID_OPTION */
export function parseGiven(taker: Option | Argument, { value, source, invalid }: Given): unknown {
  if (!(taker instanceof Argument) && takesNoText(taker)) {
    if (typeof value === "boolean") return value !== taker.negate;
    const allowed = source === "environment" ? "1, true, yes, 0, false or no" : "true or false";
    throw invalid(` takes ${allowed}, not ${JSON.stringify(value)}.`);
  }
  const values: unknown[] = Array.isArray(value) ? value : [value];
  if (!values.every((one) => typeof one === "string" || typeof one === "number")) {
    throw invalid(` takes text or a number, not ${JSON.stringify(shownValue(taker, value))}.`);
  }
  // Headers, for one, may hold commas themselves.
  const isList = taker.variadic || kindOf(taker)?.isRepeated === true;
  const texts = isList ? values.map(String) : [values.join(",")];
  const choices = taker.argChoices ?? texts;
  const wrong = texts.find((text) => !choices.includes(text));
  if (wrong !== undefined) throw invalid(` takes ${choices.join(", ")}, not "${wrong}".${suggestion(wrong, choices)}`);
  const { parseArg } = taker;
  if (parseArg === undefined) return taker.variadic ? texts : texts[0];
  try {
    return texts.reduce((previous: unknown, text) => parseArg(text, previous as never), taker.defaultValue);
  } catch (cause) {
    throw invalid(`: ${(cause as Error).message}`, cause);
  }
}
