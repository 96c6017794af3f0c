/**
 * Which engines are to be ordered?
 */
import { SemqrelError } from "../core/errors.ts";
import { suggestion } from "../core/text/suggestion.ts";
import type { ResultLists } from "../core/types.ts";

/**
 * @param asked names; null for all
 * @returns places in `lists`, ascending, at least two
 * @throws SemqrelError INVALID_OPTION  a name that no engine has, or fewer than two engines   details: { what }
 */
export function enginesToOrder(
  lists: readonly Pick<ResultLists, "engine">[],
  asked: readonly string[] | null,
): number[] {
  const names = lists.map(({ engine }) => engine);
  const unknown = asked?.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw refusedSuggestion(
      `--engines names ${unknown}, and no engine is called so (${names.join(", ")})`,
      suggestion(unknown, names),
    );
  const places = [...names.keys()].filter((place) => asked === null || asked.includes(names[place] ?? ""));
  if (places.length < 2) throw refusedSuggestion("there is one engine, and an order needs two");
  return places;
}

/** @param what is wrong, and what to do, without a full stop */
export function refusedSuggestion(what: string, hint = ""): SemqrelError {
  return new SemqrelError("INVALID_OPTION", `Suggesting what to rate: ${what}.${hint}`, { details: { what } });
}
