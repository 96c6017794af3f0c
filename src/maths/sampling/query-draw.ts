/** Which queries did one random draw choose, with which chance, and what may be wrong with several draws? */

import { invalidOption, type SemqrelError } from "../../core/errors.ts";

/** Queries that one draw chose, with their chances. */
export interface QueryDraw {
  /** Numbers of the queries this draw chose and people rated for the first time. */
  readonly queries: Int32Array;
  /** The chance of each of `queries` to be chosen by this draw, given what was rated before it; in (0, 1]. */
  readonly probabilities: Float64Array;
}

/**
 * @param human by query; NaN where it is not rated
 * @throws SemqrelError INVALID_OPTION  a chance that is not above 0 and up to 1, or a query that several draws chose, or
 *         one did that is not rated (details: { draw, query }); a rated query that none chose (details: { query })
 */
export function requireDraws(draws: readonly QueryDraw[], human: Float64Array): void {
  const drawn = new Set<number>();
  for (const [draw, { queries, probabilities }] of draws.entries()) {
    for (const [place, query] of queries.entries()) {
      const chance = probabilities[place] ?? Number.NaN;
      const wrong = !(chance > 0 && chance <= 1)
        ? `has the chance ${chance} in draw ${draw}. Give one above 0 and up to 1; what was picked by hand has none`
        : drawn.has(query)
          ? `is chosen by draw ${draw} and by an earlier one. A query is drawn once`
          : Number.isNaN(human[query] ?? Number.NaN)
            ? `is chosen by draw ${draw} and not rated. Draws hold what people rated`
            : null;
      if (wrong !== null) throw refused(`query ${query} ${wrong}.`, { draw, query });
      drawn.add(query);
    }
  }
  const stray = human.findIndex((value, query) => !Number.isNaN(value) && !drawn.has(query));
  if (stray < 0) return;
  throw refused(`query ${stray} is rated and no draw chose it. Leave out what was picked by hand.`, { query: stray });
}

function refused(what: string, details: Readonly<Record<string, number>>): SemqrelError {
  return invalidOption(`Estimating from draws of queries: ${what}`, details);
}
