/** Has a program given what a function takes, and all that it needs? TypeScript says so before; JavaScript does not. */
import { invalidOption } from "./errors.ts";
import { suggestion } from "./text/suggestion.ts";

const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => typeof value === "number";

const kinds = {
  "a text": isText,
  "a number": isNumber,
  "true or false": (value: unknown) => typeof value === "boolean",
  "a list": (value: unknown) => Array.isArray(value),
  "a list of names": (value: unknown) => Array.isArray(value) && value.every(isText),
  "an object": (value: unknown) => typeof value === "object" && value !== null,
  "a function": (value: unknown) => typeof value === "function",
  "a text or null": (value: unknown) => value === null || isText(value),
  "a number or null": (value: unknown) => value === null || isNumber(value),
  "a list or null": (value: unknown) => value === null || Array.isArray(value),
  "an object or null": (value: unknown) => typeof value === "object",
};
type Kind = keyof typeof kinds;

/** Names without `?`. */
type Needed<Given> = keyof { [Name in keyof Given as object extends Pick<Given, Name> ? never : Name]: 1 };

/** What must be there, by its kind. */
type Needs = { readonly [kind in Kind]?: readonly PropertyKey[] };

type NamesIn<Named extends Needs> = NonNullable<Named[keyof Named & Kind]>[number];

/** Nothing where all that is needed is named, once at least. */
type Complete<Given, Named extends Needs> = [Needed<Given>] extends [NamesIn<Named>]
  ? unknown
  : { readonly forgotten: Exclude<Needed<Given>, NamesIn<Named>> };

function isOfKind(value: unknown, kind: Kind): boolean {
  return kinds[kind](value);
}

/**
 * @param what  the function's name, as a program calls it
 * @param given what it was given, by the names of parameters or of their fields
 * @throws SemqrelError INVALID_OPTION  names all that is missing or of another kind   details: { missing }
 */
export function requireGiven<Given extends object, const Named extends Needs>(
  what: string,
  given: Given | null | undefined,
  needs: Named & Complete<Given, Named>,
): void {
  const missing = Object.entries(needs as Needs).flatMap(([kind, names = []]) =>
    names.flatMap((name) =>
      isOfKind(given?.[name as keyof Given], kind as Kind) ? [] : [{ name: String(name), kind }],
    ),
  );
  if (missing.length === 0) return;
  const named = missing.map(({ name, kind }) => `${name} (${kind})`).join(", ");
  throw invalidOption(`${what} needs ${named}. Give them; the functions of "semqrel" itself have defaults.`, {
    missing: missing.map(({ name }) => name),
  });
}

/** `any` is checked where it is used. */
export type SettingKind = Kind | "any";

/** @throws SemqrelError INVALID_OPTION for a name that is none, and a value of another kind   details: { setting } */
export function requireSettings(doing: string, settings: object, known: Readonly<Record<string, SettingKind>>): void {
  if (!isOfKind(settings, "an object") || Array.isArray(settings)) {
    throw invalidOption(`${doing}: the settings are ${JSON.stringify(settings)}. Give an object, or leave them out.`);
  }
  for (const [setting, value] of Object.entries(settings)) {
    const kind = Object.hasOwn(known, setting) ? known[setting] : undefined;
    if (kind === undefined) {
      const hint = suggestion(setting, Object.keys(known));
      throw invalidOption(`${doing}: there is no setting "${setting}".${hint}`, { setting });
    }
    if (value === undefined || kind === "any" || isOfKind(value, kind)) continue;
    const isNames = kind === "a list of names" && typeof value === "string";
    const such = isNames ? `, such as ${JSON.stringify(value.split(","))}` : "";
    throw invalidOption(`${doing}: ${setting} is ${JSON.stringify(value)}. Give ${kind}${such}.`, { setting });
  }
}
