/** Are the settings of a program what a verb takes? TypeScript says so before; JavaScript does not. */
import { invalidOption } from "../core/errors.ts";
import { suggestion } from "../core/text/suggestion.ts";

const kinds = {
  "a text": (value: unknown) => typeof value === "string",
  "a number": (value: unknown) => typeof value === "number",
  "true or false": (value: unknown) => typeof value === "boolean",
  "a list of names": (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === "string"),
  /** Checked where it is used. */
  any: () => true,
};
export type SettingKind = keyof typeof kinds;

/** @throws SemqrelError INVALID_OPTION for a name that is none, and a value of another kind   details: { setting } */
export function requireSettings(doing: string, settings: object, known: Readonly<Record<string, SettingKind>>): void {
  for (const [setting, value] of Object.entries(settings)) {
    const kind = Object.hasOwn(known, setting) ? known[setting] : undefined;
    if (kind === undefined) {
      const hint = suggestion(setting, Object.keys(known));
      throw invalidOption(`${doing}: there is no setting "${setting}".${hint}`, { setting });
    }
    if (value === undefined || kinds[kind](value)) continue;
    throw invalidOption(`${doing}: ${setting} is ${JSON.stringify(value)}. Give ${kind}.`, { setting });
  }
}
