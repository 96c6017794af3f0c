/** Where in a JSON document does a value stand, and where is one missing or wrong? */
import type { SemqrelError } from "../../core/errors.ts";
import { jsonPath, misfitText, parseJsonText } from "../../core/text/json-value.ts";
import { isNumber } from "../../core/text/wording.ts";
import { requireBrackets } from "../input-bounds.ts";
import { inputError, isUnrated } from "../input-error.ts";
import { type InputText, wholeText } from "../open-input.ts";
import { isObject } from "./formats/response-fields.ts";

/** A value with its path, such as `judgmentRatings[3].ratings[0].docId`, which errors name. */
export class JsonPlace {
  readonly value: unknown;
  readonly source: string;
  readonly path: string;

  constructor(value: unknown, source: string, path: string) {
    this.value = value;
    this.source = source;
    this.path = path;
  }

  has(key: string): boolean {
    return isObject(this.value) && Object.hasOwn(this.value, key) && this.value[key] !== null;
  }

  get(key: string): JsonPlace {
    if (!isObject(this.value)) throw this.refuse("an object");
    return this.#below(key, Object.hasOwn(this.value, key) ? this.value[key] : undefined);
  }

  items(): JsonPlace[] {
    if (!Array.isArray(this.value)) throw this.refuse("a list");
    return this.value.map((value, place) => this.#below(place, value));
  }

  entries(): [string, JsonPlace][] {
    if (!isObject(this.value)) throw this.refuse("an object");
    return Object.entries(this.value).map(([key, value]) => [key, this.#below(key, value)]);
  }

  text(): string {
    if (typeof this.value === "string" && this.value !== "") return this.value;
    if (typeof this.value === "number") return String(this.value);
    throw this.refuse("a text");
  }

  /** A number that a double holds, or a text that writes one. */
  number(): number {
    if (typeof this.value === "number" && Number.isFinite(this.value)) return this.value;
    if (typeof this.value === "string" && isNumber(this.value.trim())) return Number(this.value);
    throw this.refuse("a number");
  }

  /** NaN for null, no value and a text that says that nobody rated. */
  ratingOrNone(): number {
    const isNone = typeof this.value === "string" ? isUnrated(this.value) : (this.value ?? null) === null;
    return isNone ? Number.NaN : this.number();
  }

  refuse(expected: string): SemqrelError {
    return inputError("INVALID_FORMAT", this.source, `${misfitText(this.path, this.value, expected)}.`, {
      path: this.path,
    });
  }

  #below(key: string | number, value: unknown): JsonPlace {
    return new JsonPlace(value, this.source, jsonPath(this.path, key));
  }
}

export async function readJson(input: Pick<InputText, "pieces" | "source">): Promise<JsonPlace> {
  return new JsonPlace(parseJson(await wholeText(input), input.source, 1), input.source, "");
}

export function parseJson(text: string, source: string, line: number): unknown {
  const value = jsonOrError(text, source, line);
  if (!(value instanceof SyntaxError)) return value;
  const position = /position (\d+)/.exec(value.message)?.[1];
  const end = Math.min(Number(position ?? text.length), text.trimEnd().length);
  const what = `it is not JSON, or cut short (${value.message}). Save the whole document.`;
  const found = { line: line + text.slice(0, end).split("\n").length - 1, cause: value };
  throw inputError("INVALID_FORMAT", source, what, found);
}

/** The value, or what is wrong with the text. */
export function jsonOrError(text: string, source: string, line: number): unknown {
  requireBrackets(text, source, line);
  try {
    return parseJsonText(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return cause;
    throw cause;
  }
}
