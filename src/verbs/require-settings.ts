/** Are the settings of a program what a verb takes? TypeScript says so before; JavaScript does not. */
import { invalidOption } from "../core/errors.ts";
import { isOfKind, type Kind } from "../core/require-given.ts";
import { suggestion } from "../core/text/suggestion.ts";

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
