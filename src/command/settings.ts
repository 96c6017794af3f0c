/**
 * Declares settings with their spelling, values, default and help. A table of settings determines which options the
 * command line, environment and configuration file accept. It also determines how these options are checked, and the
 * type of the function that programs call.
 */
import { attempt } from "../core/attempt.ts";
import { invalidOption } from "../core/errors.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { printed } from "../core/text/wording.ts";
import { encodingAdvice, isEncoding } from "../io/encoding.ts";

/**
 * Why a configuration file needs the user's trust to set a value.
 * - `code`: the value is loaded and run, or names a model, which native code reads
 * - `address`: the value is an address to contact
 * - `secret`: the value is sent, and may name environment variables
 * - `body`: the value is sent; it needs trust only if it names a variable or a file
 * - `output`: the value is a path to write to; it needs trust only outside the folder of the configuration file
 * - `bounds`: the value removes limits, so that reading an input file may use all memory and time
 */
export type Reach = "code" | "address" | "secret" | "body" | "output" | "bounds";

/** Thrown if a text is not a valid value of a setting. The message is a request, such as "Give a whole number >= 1." */
export class WrongValue extends Error {}

export interface Kind {
  /** What to give, such as "a text". Messages put it after the word "Give". */
  readonly wanted: string;
  accepts(value: unknown): boolean;
  /** Parses a text from the command line. Absent if the text itself is the value. */
  read?(text: string, before?: never): unknown;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly choices?: readonly string[];
  /** Whether the option may be given several times, each adding a value. */
  readonly isRepeated?: true;
  readonly shown?: (text: string) => string;
}

export interface More<Value> {
  readonly default?: Value;
  readonly defaultText?: string;
  readonly isRequired?: true;
  readonly short?: string;
  readonly reach?: Reach;
  readonly isHidden?: true;
}

type Presence = "required" | "default" | "optional";
type PresenceOf<Given> = Given extends { readonly isRequired: true }
  ? "required"
  : Given extends { readonly default: unknown }
    ? "default"
    : "optional";

export interface Setting<Value, Present extends Presence = Presence> extends More<unknown> {
  readonly kind: Kind;
  /** Such as `<file>`, `<files...>` or `[n]`; "" for a switch; null if only programs may set it. */
  readonly placeholder: string | null;
  readonly help: string;
  /** The heading in help. Settings with a heading are shown by `--help`, but not by `-h`. */
  readonly group?: string;
  readonly isOff?: true;
  /** `value` and `present` exist only for the type checker. No setting has these fields. */
  readonly value?: Value;
  readonly present?: Present;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;

type ValueOf<One> = One extends Setting<infer Value> ? Value : never;
type KeysOf<Table, Present extends Presence> = {
  [Key in keyof Table]: Table[Key] extends Setting<unknown, infer Found>
    ? Found extends Present
      ? Key
      : never
    : never;
}[keyof Table];

/** The settings that a program may pass. */
export type SettingsOf<Table> = { readonly [Key in KeysOf<Table, "required">]: ValueOf<Table[Key]> } & {
  readonly [Key in KeysOf<Table, "default" | "optional">]?: ValueOf<Table[Key]>;
};

/** The settings that a command receives, with defaults for those that were not passed. */
export type GivenOf<Table> = { readonly [Key in KeysOf<Table, "required" | "default">]: ValueOf<Table[Key]> } & {
  readonly [Key in KeysOf<Table, "optional">]?: ValueOf<Table[Key]>;
};

const settingOf =
  <Value>(kind: Kind) =>
  <const Given extends More<Value> = object>(
    placeholder: string,
    help: string,
    more?: Given,
  ): Setting<Value, PresenceOf<Given>> => ({ kind, placeholder, help, ...more });

export const isText = (value: unknown): value is string => typeof value === "string";
export const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
export const scalar = { type: ["string", "number"] };
export const scalarOrList = { anyOf: [scalar, { type: "array", items: scalar }] };

export const textKind: Kind = { wanted: "a text", accepts: isText, schema: scalar };
export const textsKind: Kind = { wanted: "a list of texts", accepts: isTexts, schema: scalarOrList };

export const text = settingOf<string>(textKind);

/** An output file or folder. A configuration file that is not trusted may only name outputs inside its own folder. */
export function output<const Given extends More<string> = object>(placeholder: string, help: string, more?: Given) {
  return text(placeholder, help, { reach: "output", ...(more ?? ({} as Given)) });
}

/** Several texts after one option: `<files...>`. */
export const texts = settingOf<readonly string[]>(textsKind);

/** One text each time the option is given. The text may contain commas. */
export const repeated = settingOf<readonly string[]>({
  ...textsKind,
  read: (value, before: readonly string[] = []) => [...before, value],
  isRepeated: true,
});

export const names = settingOf<readonly string[]>({ ...textsKind, wanted: "a list of names", read: readNames });

export function readNames(value: string): string[] {
  if (value === "none") return [];
  const found = value.split(",").map((name) => name.trim());
  return found.filter((name) => name !== "");
}

export function oneOf<const Choice extends string, const Given extends More<Choice> = object>(
  placeholder: string,
  help: string,
  choices: readonly Choice[],
  more?: Given,
) {
  const kind: Kind = {
    wanted: choices.map((choice) => JSON.stringify(choice)).join(" or "),
    accepts: (value) => choices.some((choice) => choice === value),
    schema: { enum: choices },
    choices,
  };
  return settingOf<Choice>(kind)<Given>(placeholder, help, more);
}

const toggleKind: Kind = {
  wanted: "true or false",
  accepts: (value) => typeof value === "boolean",
  schema: { type: "boolean" },
};

export function toggle(help: string, more: Omit<More<never>, "default" | "isRequired"> = {}) {
  const switchOf = settingOf<boolean>(toggleKind);
  return switchOf("", help, more);
}

/** A switch that turns off what is on by default, such as `--no-cache`. @param kind - values that programs may pass */
export function off<Value>(
  help: string,
  more: Pick<More<never>, "reach"> = {},
  kind = toggleKind,
): Setting<Value, "default"> {
  return { ...more, kind, placeholder: "", help, isOff: true, default: true };
}

export function ofPrograms<Value>(): Setting<Value, "optional"> {
  return { kind: { wanted: "", accepts: () => true, schema: {} }, placeholder: null, help: "" };
}

export function numberKind(isRight: (number: number) => boolean, wanted: string, schema: Kind["schema"]): Kind {
  return {
    wanted,
    accepts: (value) => typeof value === "number" && isRight(value),
    read(value) {
      const number = value.trim() === "" ? Number.NaN : Number(value);
      if (isRight(number)) return number;
      throw new WrongValue(`Give ${wanted}.`);
    },
    schema,
  };
}

export const numberOf = settingOf<number>;

export const countKind = numberKind((n) => Number.isInteger(n) && n >= 1, "a whole number >= 1", {
  type: "integer",
  minimum: 1,
});

export const count = numberOf(countKind);
/** A whole number from 0 to 2^31 - 1, the largest seed. */
export const wholeNumber = numberOf(
  numberKind((n) => Number.isInteger(n) && n >= 0 && n < 2 ** 31, "a whole number >= 0", {
    type: "integer",
    minimum: 0,
  }),
);
export const unitShare = numberOf(
  numberKind((n) => n >= 0 && n <= 1, "a number from 0 to 1", { type: "number", minimum: 0, maximum: 1 }),
);
export const shareBetween = numberOf(
  numberKind((n) => n > 0 && n < 1, "a number above 0 and below 1", {
    type: "number",
    exclusiveMinimum: 0,
    exclusiveMaximum: 1,
  }),
);
export const positiveKind = numberKind((n) => n > 0 && Number.isFinite(n), "a number above 0", {
  type: "number",
  exclusiveMinimum: 0,
});
export const positive = numberOf(positiveKind);
export const nonNegative = numberOf(
  numberKind((n) => n >= 0 && Number.isFinite(n), "a number >= 0", { type: "number", minimum: 0 }),
);
export const cosineKind = numberKind((n) => n >= -1 && n <= 1, "a number from -1 to 1", {
  type: "number",
  minimum: -1,
  maximum: 1,
});
export const cosine = numberOf(cosineKind);

export const counts = settingOf<readonly number[]>({
  wanted: "whole numbers >= 1",
  accepts: (value) => Array.isArray(value) && value.every(countKind.accepts),
  read: (value) => value.split(",").map((one) => countKind.read?.(one)),
  schema: scalarOrList,
});

/** A setting with its own parser, such as a label function. */
export function special<Value, const Given extends More<Value> = object>(
  kind: Omit<Kind, "schema"> & { readonly schema?: Kind["schema"] },
  placeholder: string,
  help: string,
  more?: Given,
) {
  return settingOf<Value>({ schema: scalarOrList, ...kind })<Given>(placeholder, help, more);
}

function namedKind(wanted: string, accepts: Kind["accepts"], advice = `Give ${wanted}.`): Kind {
  return {
    wanted,
    accepts,
    read(value) {
      if (accepts(value)) return value;
      throw new WrongValue(advice);
    },
    schema: scalar,
  };
}

const someEncoding = "an encoding such as windows-1252, latin1, macintosh or shift_jis";
export const encodingKind = namedKind(someEncoding, isEncoding, encodingAdvice);
export const excelKind = namedKind("a locale such as de, fr-CA or en", isLocale);

function isLocale(value: unknown): boolean {
  return isText(value) && Boolean(attempt(() => Intl.NumberFormat.supportedLocalesOf(value))?.length);
}

export function group<Table extends Settings>(heading: string, table: Table): Table {
  const below = Object.entries(table).map(([key, one]) => [key, { ...one, group: heading }]);
  return Object.fromEntries(below) as Table;
}

/** @param doing - start of error messages, such as "Validating" */
export function checkSettings(doing: string, given: unknown, table: Settings): void {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw invalidOption(`${doing}: the settings are ${printed(given)}. Give an object, or leave them out.`);
  }
  const values: Readonly<Record<string, unknown>> = { ...given };
  for (const [key, value] of Object.entries(values)) {
    const one = Object.hasOwn(table, key) ? table[key] : undefined;
    if (one === undefined) {
      throw invalidOption(`${doing}: there is no setting "${key}".${suggestion(key, Object.keys(table))}`, {
        setting: key,
      });
    }
    if (value === undefined || one.kind.accepts(value)) continue;
    const split = isText(value) ? value.split(",") : null;
    const example = split !== null && one.kind.accepts(split) ? `, such as ${JSON.stringify(split)}` : "";
    throw invalidOption(`${doing}: ${key} is ${printed(value)}. Give ${one.kind.wanted}${example}.`, {
      setting: key,
    });
  }
  const missing = Object.keys(table).find((key) => table[key]?.isRequired && values[key] === undefined);
  if (missing !== undefined) {
    throw invalidOption(`${doing}: ${missing} is missing. Give ${table[missing]?.kind.wanted}.`, { setting: missing });
  }
}

export function withDefaults<Table extends Settings>(given: SettingsOf<Table>, table: Table): GivenOf<Table> {
  const defaults = Object.entries(table).flatMap(([key, one]) =>
    one.default === undefined ? [] : [[key, one.default]],
  );
  const values = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries([...defaults, ...values]) as GivenOf<Table>;
}

/** Returns `--repeat-share` for the setting `repeatShare`. */
export function longName(key: string): string {
  return `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
