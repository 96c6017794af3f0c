/** While queries are rated: is it decided which of two engines is better? */
import { invalidOption } from "../../core/errors.ts";
import { type Decision, type DecisionRule, decideByLooks } from "./decide-by-looks.ts";
import { type IntervalEstimate, intervalEstimate, type QueryValues } from "./interval-estimate.ts";
import type { QueryDraw } from "./query-draw.ts";

/** A look that was planned before the first rating. */
export interface PlannedLook {
  /** Rated queries at which to look, >= 3; rising from look to look. */
  readonly queries: number;
  /** First - second engine as known then, with so many queries rated, drawn at random; null while it is to come. */
  readonly values: QueryValues | null;
  /** As `EstimateOptions`. @default null */
  readonly draws?: readonly QueryDraw[] | null;
}

export interface DecisionOptions extends DecisionRule {
  readonly target: "these" | "future";
}

/**
 * As `decideByLooks`, with the interval of `intervalEstimate`. In simulation, looks at 10, 20, 40 and 80 of 225 queries
 * erred in 5 % of the draws, looking each time at a 95 % interval in 17 %. A confidence sequence would allow any number
 * of looks, but that of Waudby-Smith and Ramdas (arXiv 2010.09686, theorem 2) is 4 times as wide as the t interval at 80
 * queries and 12 times at 10, for differences with a standard deviation of 0.2.
 * @param looks all of them, the planned ones too: the last one says when rating ends in any case
 * @throws SemqrelError INVALID_OPTION  looks that do not rise, a look after one that is to come, or other than the planned
 *         number of rated queries (details: { look }); as `decideByLooks` and `intervalEstimate`
 */
export function whenDecided(looks: readonly PlannedLook[], options: DecisionOptions): Decision<IntervalEstimate> {
  const { target, ...rule } = options;
  for (const place of looks.keys()) requireLook(looks, place);
  return decideByLooks(
    looks.map(({ queries, values, draws = null }) => ({
      rated: queries,
      estimate: values && ((significance: number) => intervalEstimate(values, { target, significance, draws })),
    })),
    rule,
  );
}

function requireLook(looks: readonly PlannedLook[], place: number): void {
  const [before, look] = [looks[place - 1], looks[place]];
  if (look === undefined) return;
  const rated = look.values?.human.filter((value) => !Number.isNaN(value)).length;
  const wrong =
    !Number.isSafeInteger(look.queries) || look.queries < Math.max(3, (before?.queries ?? 0) + 1)
      ? `is planned at ${look.queries} rated queries. Plan whole numbers from 3 on that rise`
      : look.values !== null && before?.values === null
        ? "is taken before an earlier one. Take looks in their order"
        : rated !== undefined && rated !== look.queries
          ? `has ${rated} rated queries and was planned for ${look.queries}. Give the first ${look.queries} that were rated: looks at other times are not paid for`
          : null;
  if (wrong === null) return;
  throw invalidOption(`Deciding between engines: look ${place} ${wrong}.`, { look: place });
}
