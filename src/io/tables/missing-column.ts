/**
 * What is said where a table lacks a column that is needed?
 */
import { SemqrelError } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { guessColumns } from "./guess-columns.ts";
import type { Role } from "./recognise-columns.ts";

/** What is wrong where a role has no column: says what the file has and which flag names it. */
export function missingColumn(
  role: Role,
  wanted: readonly string[],
  names: readonly string[],
  source: string,
): SemqrelError {
  const flag = `--${role.replace(" ", "-")}-column`;
  const guess = guessColumns(names)[role]?.[0] ?? "";
  // A row of data in the place of the header has no name worth repeating.
  const name = guess === "" || guess.length > LONGEST_NAME ? "NAME" : /\s/.test(guess) ? `"${guess}"` : guess;
  const stack = role === "query" ? " Where each file holds one query, put them together with semqrel stack." : "";
  return new SemqrelError(
    "MISSING_COLUMN",
    `Reading ${source}: column "${wanted.join('" or "')}" is missing (${columnsThere(names)}).` +
      `${wanted.map((one) => suggestion(one, names)).find((text) => text !== "") ?? ""} Pass ${flag} ${name}.${stack}`,
    { details: { file: source, role, columns: names } },
  );
}

const LONGEST_NAME = 50;

/** `line 1 has: query, title`, for a message that a column is missing; of very many the first. */
export function columnsThere(names: readonly string[]): string {
  const all = names.join(", ");
  if (all.length <= SHOWN_CHARACTERS) return `line 1 has: ${all}`;
  return `line 1 has: ${all.slice(0, SHOWN_CHARACTERS)}… and more, ${names.length} in all`;
}

const SHOWN_CHARACTERS = 500;
