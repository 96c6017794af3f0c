/** Finds which engine of each pair leads, by labels or ratings, and whether its lead is proven. */
import type { Interval } from "../core/document/blocks.ts";
import { counted } from "../core/text/wording.ts";
import { type Holes, unratedThatMayTurn } from "../gold/gold-view.ts";
import { isConfirmed, type ReferencesInTurn, type Unrelated } from "../label/folder/double-checks.ts";
import type { EngineComparison } from "../measure/measures/compare-engines.ts";

/** `better` leads by `difference`, which is >= 0. */
export interface Lead {
  readonly better: string;
  readonly worse: string;
  readonly difference: number;
  /** 95 % interval of the difference; null if it is unknown. */
  readonly interval: Interval | null;
  /** Whether the lead is significant after correction for all pairs, and clearly larger than `unrelatedLead`. */
  readonly isShown: boolean;
  /** Lead if each list is measured against another query than its own; may be negative. Absent if unknown. */
  readonly unrelatedLead?: number;
  /** Whether the lead is hardly larger than `unrelatedLead`, or an engine's lists fit other queries just as well. */
  readonly isLikeUnrelated?: boolean;
  /** Number of references that can judge the pair. Absent unless these are enough, and nearly all agree. */
  readonly confirmedBy?: number;
  /** Number of unrated results of each engine. Absent unless their ratings could reverse the lead. */
  readonly unrated?: readonly { readonly engine: string; readonly count: number }[];
  /** Whether an unproven lead needs more queries, because more ratings cannot prove it. @default false */
  readonly needsQueries?: boolean;
  /** 95 % interval from people's ratings alone. Only present if it casts doubt on `interval`. */
  readonly ofRatings?: Interval;
}

export interface Standing {
  /** The kind of evidence from which leads are computed; `nothing` if no query is measured. */
  readonly by: "estimate" | "gold" | "validation" | "labels" | "nothing";
  readonly measure: string;
  /** What intervals allow for: "over queries" (other queries), or "if every result were rated" (missing ratings). */
  readonly chance: string;
  /** Names of the engines, best first. */
  readonly order: readonly string[];
  /** The evidence, as the plural subject of a sentence. */
  readonly word: string;
  /** Number of measured or rated queries. If it differs between engines, this is the largest number. */
  readonly queries: number;
  readonly isEnough: boolean;
  readonly leads: readonly Lead[];
  /** The requested measure, and its best engine. Only present if the differences of `leads` are in another measure. */
  readonly predicted?: { readonly measure: string; readonly first: string };
  /** Whether leads are only about the given queries. If so, only missing ratings widen intervals. @default false */
  readonly isOfThese?: boolean;
  /** Whether lists have changed since results were drawn, or many drawn results have no rating. @default false */
  readonly isStrained?: boolean;
  /** Whether each engine's lists score hardly lower if they are measured against other queries. @default false */
  readonly isLikeUnrelated?: boolean;
}

export const OTHER_QUERIES = "over queries";

export function queriesOf({ order }: EngineComparison): string {
  return counted(Math.max(0, ...order.map((engine) => engine.queries)), "query", "queries");
}

export function standingOf(
  by: Standing["by"],
  word: string,
  { measure, order, pairs }: EngineComparison,
  engines: readonly string[],
): Standing {
  const isOurs = (engine: string) => engines.includes(engine);
  const ours = pairs.filter(({ better, worse }) => isOurs(better) && isOurs(worse));
  return {
    by,
    word,
    measure,
    chance: OTHER_QUERIES,
    order: order.map(({ engine }) => engine).filter(isOurs),
    queries: Math.max(0, ...order.map((engine) => engine.queries)),
    isEnough: ours.some(({ verdict }) => verdict !== "too few queries"),
    leads: ours.map(({ better, worse, difference, interval, verdict }) => {
      return { better, worse, difference, interval, isShown: verdict === "better" };
    }),
  };
}

/** Marks a lead as not proven if the engines' bounds overlap, so that more ratings could reverse the lead. */
export function againstUnjudged(standing: Standing, holes: Holes): Standing {
  const leads = standing.leads.map((lead): Lead => {
    const unrated = lead.isShown ? unratedThatMayTurn(lead, holes) : [];
    return unrated.length === 0 ? lead : { ...lead, isShown: false, unrated };
  });
  return { ...standing, leads };
}

/** Returns whether all engines have the same value on every query. */
export function areAlike(leads: readonly Lead[]): boolean {
  return leads.every(({ difference, interval }) => difference === 0 && interval?.every((end) => end === 0));
}

/** Marks a lead as not proven if it hardly exceeds `unrelatedLead`, or if all lists fit other queries just as well. */
export function againstUnrelated(standing: Standing, unrelated: Unrelated | null = null): Standing {
  if (unrelated === null) return standing;
  const meanOf = (name: string) => unrelated.engines.find(({ engine }) => engine === name)?.mean ?? 0;
  const alike = unrelated.engines.filter(({ low }) => low <= 0).map(({ engine }) => engine);
  const isAlike = alike.length === unrelated.engines.length;
  const leads = standing.leads.map((lead): Lead => {
    const { better, worse, isShown } = lead;
    const isHeld = unrelated.pairs.every(({ a, b, low, high }) => {
      if (a === better && b === worse) return low > 0;
      return a !== worse || b !== better || high < 0;
    });
    const unrelatedLead = meanOf(better) - meanOf(worse);
    const isLikeUnrelated = isShown && !(isHeld && ![better, worse].some((engine) => alike.includes(engine)));
    return { ...lead, isShown: isShown && isHeld && !isAlike, unrelatedLead, isLikeUnrelated };
  });
  return { ...standing, leads, isLikeUnrelated: isAlike };
}

/** Marks leads that other references confirm, because labels of one reference cannot decide. */
export function againstOtherReferences(standing: Standing, inTurn: ReferencesInTurn | null = null): Standing {
  const leads = standing.leads.map((lead): Lead => {
    const { better, worse, isShown } = lead;
    const pair = inTurn?.pairs.find(({ a, b }) => (a === better && b === worse) || (a === worse && b === better));
    return pair !== undefined && isShown && isConfirmed(pair, better)
      ? { ...lead, confirmedBy: pair.references }
      : lead;
  });
  return { ...standing, leads };
}

/**
 * Returns the largest lead over `best`. If no engine leads `best`, returns the smallest lead of `best` that is not
 * proven. If all leads of `best` are proven, returns the smallest one.
 */
export function nearestLead(leads: readonly Lead[], best: string): Lead | null {
  const ahead = ({ better, difference }: Lead) => (better === best ? difference : -difference);
  const own = leads.filter(({ better, worse }) => better === best || worse === best);
  const isOpen = ({ better, isShown }: Lead) => better !== best || !isShown;
  const byDistance = own.toSorted((one, other) => ahead(one) - ahead(other));
  return byDistance.find(isOpen) ?? byDistance[0] ?? null;
}
