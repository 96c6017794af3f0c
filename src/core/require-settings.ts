/** Are a function's settings of the right kinds? TypeScript says so to its users; programs in JavaScript need an error. */
import { invalidOption, type SemqrelError } from "./errors.ts";
import { suggestion } from "./text/suggestion.ts";

const isText = (value: unknown): value is string => typeof value === "string";

const kinds = {
  "a text": isText,
  "a number": (value: unknown) => typeof value === "number",
  "true or false": (value: unknown) => typeof value === "boolean",
  "a list of names": (value: unknown) => Array.isArray(value) && value.every(isText),
};
type Kind = keyof typeof kinds;

/** Settings by their kinds, such as `{ "a number": ["seed", "draws"] }`. */
export type NamesByKind<Settings> = { readonly [kind in Kind]?: readonly (keyof Settings & string)[] };

/**
 * Refuses files that are not paths, and settings of another kind. A setting may be missing, a file may not.
 *
 * @param doing what the function does, as the beginning of a message
 * @param files one path or several under the name of each parameter
 * @throws SemqrelError INVALID_OPTION   details: { setting }
 */
export function requireKinds<Settings extends object>(
  doing: string,
  files: Readonly<Record<string, unknown>>,
  settings: Settings,
  names: NamesByKind<Settings>,
): void {
  requireObject(doing, settings);
  for (const [file, given] of Object.entries(files)) {
    if (![given].flat().every(isText)) throw ofOtherKind(doing, file, given, "a path");
  }
  for (const kind of Object.keys(names) as Kind[]) {
    for (const setting of names[kind] ?? []) requireKind(doing, setting, settings[setting], kind);
  }
}

/** `any` is checked where it is used. */
export type SettingKind = Kind | "any";

/** @throws SemqrelError INVALID_OPTION for a name that is none, and a value of another kind   details: { setting } */
export function requireSettings(doing: string, settings: object, known: Readonly<Record<string, SettingKind>>): void {
  requireObject(doing, settings);
  for (const [setting, value] of Object.entries(settings)) {
    const kind = Object.hasOwn(known, setting) ? known[setting] : undefined;
    if (kind === undefined) {
      const hint = suggestion(setting, Object.keys(known));
      throw invalidOption(`${doing}: there is no setting "${setting}".${hint}`, { setting });
    }
    if (kind !== "any") requireKind(doing, setting, value, kind);
  }
}

function requireObject(doing: string, settings: unknown): void {
  if (typeof settings === "object" && settings !== null && !Array.isArray(settings)) return;
  throw invalidOption(`${doing}: the settings are ${JSON.stringify(settings)}. Give an object, or leave them out.`);
}

function requireKind(doing: string, setting: string, value: unknown, kind: Kind): void {
  if (value !== undefined && !kinds[kind](value)) throw ofOtherKind(doing, setting, value, kind);
}

function ofOtherKind(doing: string, setting: string, value: unknown, kind: string): SemqrelError {
  const isNames = kind === "a list of names" && isText(value);
  const such = isNames ? `, such as ${JSON.stringify(value.split(","))}` : "";
  return invalidOption(`${doing}: ${setting} is ${JSON.stringify(value)}. Give ${kind}${such}.`, { setting });
}
