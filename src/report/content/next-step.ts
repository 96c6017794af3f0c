import { shellWord } from "../../core/text/escape.ts";
import { counted, sayNames, textsOf } from "../../core/text/wording.ts";
import type { EstimateReport } from "../../estimate/estimate-report.ts";
import {
  hasTooFewQueries,
  haveListsChanged,
  isAllRated,
  isOverQueries,
  leftToRate,
} from "../../estimate/estimate-standing.ts";
import type { SuggestReport } from "../../estimate/suggest-report.ts";
import type { GoldDocument } from "../../gold/gold-view.ts";
import { noRatings, type RatingsBeside } from "../../gold/known-ratings.ts";
import { FEWEST_FOR_SPREAD } from "../../maths/sampling/interval-estimate.ts";
import { FEWEST_QUERIES } from "../../maths/significance/corrections.ts";
import type { Lead } from "../../trust/standing.ts";

export interface Step {
  readonly text: string;
  readonly command: string;
}

/** The lead that the next step should help to decide. */
type OpenLead = Pick<Lead, "better" | "worse" | "difference" | "interval" | "unrated" | "needsQueries">;

export interface StepFacts {
  /** Path of the folder, as it is printed in commands. */
  readonly folder: string;
  readonly ratings?: RatingsBeside;
  readonly estimate?: EstimateReport | null;
  readonly suggestion?: SuggestReport | null;
  readonly gold?: GoldDocument | null;
  /** Whether the folder has only one engine, which only ratings can compare with its reference. @default false */
  readonly isAlone?: boolean;
  /** Whether too few queries are measured for a verdict from labels. @default false */
  readonly lacksQueries?: boolean;
  /** Whether the command `estimate` is running, so that the next step is not another estimate. @default false */
  readonly isEstimating?: boolean;
}

const ROUND_MINUTES = 30;
/** A larger number of rounds would only be a guess. */
const MOST_ROUNDS = 20;
const STOP = "no step helps";

/** Returns the first step whose condition is true; null if no rating helps. @param open - null if all is decided */
export function nextStep(by: string, open: OpenLead | null, facts: StepFacts): Step | null {
  const { estimate = null, suggestion, gold, ratings = noRatings, isAlone = false, lacksQueries = false } = facts;
  const isEstimated = estimate !== null || facts.isEstimating === true;
  const { judgments, database, unrated, areTooFew, free } = ratings;
  const isByLabels = by === "labels";
  const isByEstimate = by === "estimate";
  const isExact = estimate !== null && isOverQueries(estimate) && isAllRated(estimate);
  const unratedOfLead = open?.unrated ?? (isByEstimate && estimate?.overQueries ? unratedIn(open, estimate) : []);
  const isEnded = ["end reached", "nothing left"].includes(suggestion?.reason ?? "");
  const hasChangedLists = isByEstimate && estimate !== null && haveListsChanged(estimate);
  // Assumes that a draw without ratings is new, and was made after the lists changed.
  const isDrawnAnew = unrated !== null && unrated.left === unrated.of;
  const isHalfRated = estimate !== null && leftToRate(estimate) > 0;
  const canAsk = (judgments !== null || gold != null) && !areTooFew;
  const latest = ratings.pools.at(-1);
  const growing = ratings.growing ? latest : undefined;
  const canStop = isByEstimate && estimate?.stop === true;
  const isDecided = !isByLabels && (open === null || canStop);
  // With too few queries, more ratings do not help.
  const isShort = isByEstimate && estimate !== null && hasTooFewQueries(estimate);
  const usualAim = isByLabels && open === null && !isAlone ? "To check this" : "To find out which engine is better";
  const aim = lacksQueries
    ? `Add queries: a verdict needs ${FEWEST_QUERIES}. To learn more from these queries`
    : usualAim;
  const draw = (text: string): Step => ({ text, command: firstDraw(facts) });
  const stop = isDecided ? lookAtLists(facts) : STOP;

  const steps: readonly (Step | typeof STOP | false)[] = [
    isByEstimate && (isEnded || isExact || open?.needsQueries === true || estimate?.left === 0) && stop,
    isShort && STOP,
    database !== null && {
      text: "Turn the ratings into judgments:",
      command: `semqrel gold ${shellWord(database)} -o ${shellWord(free.judgments)}`,
    },
    hasChangedLists &&
      estimate.gonePairs !== undefined &&
      !isDrawnAnew &&
      draw("Draw again, because results that were drawn are gone from the lists:"),
    isDecided && !hasChangedLists && !(isHalfRated && unrated !== null) && stop,
    unrated !== null && rateDrawn(unrated, estimate),
    ratings.unpooled !== null &&
      (ratings.unpooled === "others" || growing === undefined
        ? draw("The ratings are for results of other engines. Draw results of these engines:")
        : grow("Draw results of the engines that have no ratings yet.", growing, facts)),
    hasChangedLists &&
      growing !== undefined &&
      grow("Draw again, because the lists have changed since the last draw.", growing, facts),
    unratedOfLead.length > 0 && poolUnrated(unratedOfLead, facts),
    isAlone &&
      ratings.lists.length === 0 &&
      (canAsk || by === "gold") &&
      (latest === undefined
        ? STOP
        : grow(
            "If semqrel gold does not show which engine is better, rate more. This command adds results to the earlier draw.",
            latest,
            facts,
          )),
    isByLabels &&
      canAsk &&
      !isEstimated &&
      estimateStep("There are ratings of these engines. Combine them with the labels:", facts),
    (isByLabels || (!isByEstimate && areTooFew)) &&
      draw(`${aim}, spend about ${ROUND_MINUTES} minutes rating results that tell the engines apart:`),
    !isEstimated && estimateStep("Combine the ratings with the labels of all queries.", facts),
    rateMore(open, facts),
  ];
  const step = steps.find((one) => one !== false);
  return step === undefined || step === STOP ? null : step;
}

const bySpread = `--by spread --minutes ${ROUND_MINUTES}`;

function lookAtLists({ folder }: StepFacts): Step {
  const text = "You can stop rating. See each query with its lists side by side:";
  return { text, command: `semqrel report ${shellWord(folder)}` };
}

function firstDraw({ folder, ratings = noRatings }: StepFacts): string {
  return `semqrel pool ${shellWord(folder)} ${bySpread} -o ${shellWord(ratings.free.pool)}`;
}

function seedOf({ ratings = noRatings }: StepFacts): string {
  return ratings.seed === null ? "" : ` --seed ${ratings.seed}`;
}

/** Returns the step to rate the rest of a draw. @param estimate - may include ratings that the database lacks */
export function rateDrawn(unrated: NonNullable<RatingsBeside["unrated"]>, estimate: EstimateReport | null = null) {
  const { pool, database, of } = unrated;
  const left = estimate?.sample?.pools.find(({ path }) => path === pool)?.unjudgedPairs || unrated.left;
  const rest = `Rate the rest of the draw, ${left} of ${counted(of, "result")}:`;
  return {
    text: left === of ? "Rate the results that were drawn:" : rest,
    command: `semqrel rate ${shellWord(pool)} --db ${shellWord(database)}`,
  };
}

function grow(text: string, pool: string, facts: StepFacts): Step {
  const { lists, absent, free } = facts.ratings ?? noRatings;
  const from = [facts.folder, ...lists, ...absent.map((engine) => `${engine}=FILE`)].map(shellWord).join(" ");
  const files =
    absent.length === 0
      ? ""
      : ` ${pool} also has results of ${sayNames(absent)}. In this command, replace ${absent.length === 1 ? `FILE with the path of the list of ${absent[0]}` : "each FILE with the path of that engine's list"}.`;
  return {
    text: `${text}${files}`,
    command: `semqrel pool ${from} ${bySpread} --add ${shellWord(pool)}${seedOf(facts)} -o ${shellWord(free.next)}`,
  };
}

/** If all queries are rated, only the unrated results of the two engines can still change their difference. */
function unratedIn(open: OpenLead | null, { engines }: EstimateReport): NonNullable<OpenLead["unrated"]> {
  return [open?.better, open?.worse].flatMap((engine = "") => {
    const count = engines[engine]?.unrated ?? 0;
    return count === 0 ? [] : [{ engine, count }];
  });
}

function poolUnrated(unrated: NonNullable<OpenLead["unrated"]>, { folder, ratings = noRatings }: StepFacts): Step {
  const { lists, free } = ratings;
  const which = sayNames(unrated.map(({ engine, count }) => `${counted(count, "unrated result")} of ${engine}`));
  const pool = `semqrel pool ${[folder, ...lists].map(shellWord).join(" ")} --depth 10`;
  const [known] = ratings.singled ? [] : ratings.pools;
  const add =
    known === undefined ? ` -o ${shellWord(free.pool)}` : ` --add ${shellWord(known)} -o ${shellWord(free.next)}`;
  return { text: `First rate ${which}. This command pools them:`, command: `${pool}${add}` };
}

/** Returns the step after an estimate that does not decide every pair of engines. */
function rateMore(open: OpenLead | null, facts: StepFacts): Step {
  const { estimate = null, ratings = noRatings } = facts;
  const more = `Rate more of the results that tell the engines apart.${sayRounds(open, estimate)}`;
  const drawn = estimate?.sample?.pools ?? [];
  const pools = facts.ratings === undefined ? drawn.map(({ path }) => path) : ratings.pools;
  const spread = drawn.findLastIndex((pool) => pool.bySpread);
  const isOfPairs = estimate?.sample?.of === "pairs";
  // Draws anew if the earlier draw cannot be extended, if every query has ratings, or if too few queries are rated.
  const isAnew = isOfPairs
    ? drawn.some(({ inOrder }) => inOrder === false)
    : estimate?.overQueries !== undefined || (estimate !== null && estimate.ratedQueries < FEWEST_FOR_SPREAD);
  if (drawn.length > 0 && pools.length === 0) {
    const text = `${more} The pool of the earlier draw was not found, so this starts a new pool.`;
    return { text, command: firstDraw(facts) };
  }
  if (spread >= 0) {
    return grow(more, (pools.length === drawn.length ? pools[spread] : pools.at(-1)) ?? "", facts);
  }
  if (isAnew) return { text: more, command: firstDraw(facts) };
  const unit = isOfPairs ? ` --by pairs --measure ${shellWord(estimate?.differencesBy ?? "")}` : "";
  const rest = `${unit}${given(facts, pools)}${isOfPairs ? seedOf(facts) : ""} -o ${shellWord(ratings.free.next)}`;
  return { text: more, command: `semqrel pool --next ${shellWord(facts.folder)}${rest}` };
}

/** Says how many rounds should decide if the lead stays the same. Four times the ratings at least halve an interval. */
function sayRounds(open: OpenLead | null, estimate: EstimateReport | null): string {
  if (open?.interval == null || open.difference === 0) return "";
  if (estimate === null || estimate.ratedQueries < FEWEST_QUERIES) return "";
  const { better, worse } = open;
  const pair = estimate.pairs.find(({ a, b }) => [a, b].includes(better) && [a, b].includes(worse));
  // Counts rounds with the simultaneous interval. The verdict's interval is narrower, so fewer rounds may be enough.
  const [low, high] = pair?.simultaneous ?? open.interval;
  const times = ((high - low) / 2 / open.difference) ** 2;
  const rounds = Math.ceil(((times - 1) * estimate.minutes) / ROUND_MINUTES);
  if (rounds < 1) return "";
  const { left = Number.POSITIVE_INFINITY, minutes, ratings } = estimate;
  const most = Math.ceil((left * minutes) / ratings / ROUND_MINUTES);
  const sayCount = (count: number, several: string) =>
    `${count === 1 ? "one round" : `${several} ${count} rounds`} of ${ROUND_MINUTES} minutes`;
  if (most <= rounds)
    return ` Rating the ${left === 1 ? "one result that is" : `${left} results that are`} left takes ${sayCount(most, "about")}.`;
  if (rounds > MOST_ROUNDS)
    return ` Such a small lead may need ratings of all results, or more than ${MOST_ROUNDS} rounds of ${ROUND_MINUTES} minutes.`;
  return ` If the lead stays as it is, ${sayCount(rounds, "at most")} should decide.`;
}

export function estimateStep(text: string, facts: StepFacts): Step {
  const { folder, gold, ratings = noRatings } = facts;
  const needsPool = ratings.singled || gold?.comparison === null;
  const pools = ratings.pools.length === 0 && needsPool ? [gold?.pool ?? "POOL"] : ratings.pools;
  const measure = ratings.measure === null ? "" : ` --measure ${shellWord(ratings.measure)}`;
  const placeholders = textsOf(
    folder === "LABELS" && "LABELS is the folder that check or label wrote.",
    ratings.judgments === null && "JUDGMENTS is the file that gold wrote.",
    pools[0] === "POOL" && "POOL is the rated pool.",
  );
  return {
    text: [text, ...placeholders].join(" "),
    command: `semqrel estimate ${shellWord(folder)}${given(facts, pools)}${measure}`,
  };
}

function given({ ratings = noRatings }: StepFacts, pools: readonly string[]): string {
  const given = pools.length === 0 ? "" : ` --pool ${pools.map(shellWord).join(" ")}`;
  return ` --gold ${shellWord(ratings.judgments ?? "JUDGMENTS")}${given}`;
}
