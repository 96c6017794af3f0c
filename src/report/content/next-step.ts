/** What is the next step with a folder of labels, and how is it typed? */
import type { Interval } from "../../core/document/blocks.ts";
import { shellWord } from "../../core/text/escape.ts";
import { counted, sayNames, textsOf } from "../../core/text/wording.ts";
import type { EstimateReport } from "../../estimate/estimate-report.ts";
import { isAllRated } from "../../estimate/estimate-standing.ts";
import type { SuggestReport } from "../../estimate/suggest-report.ts";
import type { GoldDocument } from "../../gold/gold-view.ts";
import { noRatings, type RatingsBeside } from "../../gold/known-ratings.ts";
import { FEWEST_FOR_SPREAD } from "../../maths/sampling/interval-estimate.ts";
import { FEWEST_QUERIES } from "../../maths/significance/corrections.ts";

/** One step, and the command for it. */
export interface Step {
  readonly text: string;
  readonly command: string;
}

/** The lead that is hardest to tell from chance. */
interface OpenLead {
  /** @default not known */
  readonly better?: string;
  /** @default not known */
  readonly worse?: string;
  readonly difference: number;
  /** 95 %; null where none is known. */
  readonly interval: Interval | null;
  /** Unrated results by engine, whose ratings could turn it round. @default none */
  readonly unrated?: readonly { readonly engine: string; readonly count: number }[];
}

/** What the step follows from. */
export interface StepFacts {
  /** As commands name it. */
  readonly folder: string;
  /** @default none */
  readonly ratings?: RatingsBeside;
  readonly estimate?: EstimateReport | null;
  readonly suggestion?: SuggestReport | null;
  readonly gold?: GoldDocument | null;
  /** Whether the folder has one engine, so that only ratings compare it with its reference. @default false */
  readonly isAlone?: boolean;
}

/** A round of rating. */
const ROUND_MINUTES = 30;
/** Beyond it the number of rounds is a guess. */
const MOST_ROUNDS = 20;

/**
 * @param by whose word the verdict is
 * @param open null where that has decided everything
 * @returns null where rating has come to its end
 */
export function nextStep(by: string, open: OpenLead | null, facts: StepFacts): Step | null {
  const { estimate, suggestion, gold, ratings = noRatings } = facts;
  const folder = shellWord(facts.folder);
  const text = "You can stop rating. See each query with its lists side by side:";
  const look = by !== "labels" && open === null ? { text, command: `semqrel report ${folder}` } : null;
  const isEnded = ["end reached", "nothing left"].includes(suggestion?.reason ?? "");
  if (by === "estimate" && (isEnded || (estimate?.overQueries && isAllRated(estimate)))) return look;
  const { judgments, database, unrated, lists, absent, free } = ratings;
  if (database !== null) {
    const command = `semqrel gold ${shellWord(database)} -o ${shellWord(free.judgments)}`;
    return { text: "Turn the ratings into judgments:", command };
  }
  const spread = `--by spread --minutes ${ROUND_MINUTES}`;
  const seed = ratings.seed === null ? "" : ` --seed ${ratings.seed}`;
  const first = `semqrel pool ${folder} ${spread} -o ${shellWord(free.pool)}`;
  const isHalfRated = estimate?.sample?.pools.some(({ unjudgedPairs }) => unjudgedPairs > 0) ?? false;
  const hasMoved = by === "estimate" && estimate?.movedPairs !== undefined;
  // A draw of which nothing is rated was made anew already.
  if (hasMoved && estimate?.gonePairs !== undefined && (unrated === null || unrated.left < unrated.of)) {
    return { text: "Draw again, because results that were drawn are gone from the lists:", command: first };
  }
  if (look !== null && !hasMoved && !(isHalfRated && unrated !== null)) return look;
  if (unrated !== null) {
    const command = `semqrel rate ${shellWord(unrated.pool)} --db ${shellWord(unrated.database)}`;
    const { left, of } = unrated;
    const rest = `Rate the rest of the draw, ${left} of ${counted(of, "result")}:`;
    return { text: left === of ? "Rate the results that were drawn:" : rest, command };
  }
  const grow = (text: string, pool: string): Step => {
    const from = [facts.folder, ...lists, ...absent.map((engine) => `${engine}=FILE`)].map(shellWord).join(" ");
    const files = absent.length === 0 ? "" : ` FILE is the list that was drawn from, of ${sayNames(absent)}.`;
    const command = `semqrel pool ${from} ${spread} --add ${shellWord(pool)}${seed} -o ${shellWord(free.next)}`;
    return { text: `${text}${files}`, command };
  };
  const last = ratings.growing ? ratings.pools.at(-1) : undefined;
  if (ratings.unpooled !== null) {
    return ratings.unpooled === "others" || last === undefined
      ? { text: "People rated results of other engines. Draw results of these engines:", command: first }
      : grow("Draw results of the engines that have no ratings yet.", last);
  }
  if (hasMoved && last !== undefined)
    return grow("Draw again, because the lists have changed since the last draw.", last);
  if (open?.unrated) {
    const which = sayNames(open.unrated.map(({ engine, count }) => `${counted(count, "unrated result")} of ${engine}`));
    const pool = `semqrel pool ${[facts.folder, ...lists].map(shellWord).join(" ")} --depth 10`;
    const [known] = ratings.singled ? [] : ratings.pools;
    const add =
      known === undefined ? ` -o ${shellWord(free.pool)}` : ` --add ${shellWord(known)} -o ${shellWord(free.next)}`;
    return { text: `First rate ${which}. This pools them for raters:`, command: `${pool}${add}` };
  }
  const canAsk = (judgments !== null || gold != null) && !ratings.areTooFew;
  const growing = ratings.pools.at(-1);
  if (facts.isAlone && (canAsk || by === "gold")) {
    const more = "Rate more if the ratings (semqrel gold) leave it open. This draws further results of both lists.";
    return growing === undefined ? null : grow(more, growing);
  }
  if (by === "labels" && canAsk) return estimateStep("Ask what the ratings show.", facts);
  if (by === "labels" || (by !== "estimate" && ratings.areTooFew)) {
    const aim = by === "labels" && open === null && !facts.isAlone ? "check it" : "find out";
    const text = `To ${aim}, rate about ${ROUND_MINUTES} minutes of results that tell the engines apart:`;
    return { text, command: first };
  }
  if (by !== "estimate") return estimateStep("Combine the ratings with the labels of all queries.", facts);
  const more = `Rate more of the results that tell the engines apart.${sayRounds(open, estimate)}`;
  const drawn = estimate?.sample?.pools ?? [];
  const pools = facts.ratings === undefined ? drawn.map(({ path }) => path) : ratings.pools;
  if (drawn.length > 0 && pools.length === 0) {
    return { text: `${more} The pool of the earlier draw is not here, so this starts a new one.`, command: first };
  }
  const bySpread = drawn.findLastIndex((pool) => pool.bySpread);
  if (bySpread >= 0) {
    return grow(more, (pools.length === drawn.length ? pools[bySpread] : pools.at(-1)) ?? "");
  }
  const isOfPairs = estimate?.sample?.of === "pairs";
  // What is left to rate lies in rated queries; or these are too few; or their pairs cannot grow.
  const isAnew = isOfPairs
    ? drawn.some(({ inOrder }) => inOrder === false)
    : estimate?.overQueries !== undefined || (estimate != null && estimate.ratedQueries < FEWEST_FOR_SPREAD);
  if (isAnew) return { text: more, command: first };
  const unit = isOfPairs ? ` --by pairs --measure ${shellWord(estimate?.differencesBy ?? "")}` : "";
  return {
    text: more,
    command: `semqrel pool --next ${folder}${unit}${asked(facts, pools)}${isOfPairs ? seed : ""} -o ${shellWord(free.next)}`,
  };
}

/** What decides it where the lead stays as it is: widths fall with the root of the ratings, or faster (docs/estimates.md). */
function sayRounds(open: OpenLead | null, estimate: EstimateReport | null = null): string {
  if (open?.interval == null || open.difference === 0) return "";
  if (estimate === null || estimate.ratedQueries < FEWEST_QUERIES) return "";
  const { better = "", worse = "" } = open;
  const pair = estimate.pairs.find(({ a, b }) => [a, b].includes(better) && [a, b].includes(worse));
  // It is wider than what decides, so that the rounds are enough.
  const [low, high] = pair?.simultaneous ?? open.interval;
  const times = ((high - low) / 2 / open.difference) ** 2;
  const rounds = Math.ceil(((times - 1) * estimate.minutes) / ROUND_MINUTES);
  if (rounds < 1) return "";
  if (rounds > MOST_ROUNDS)
    return ` So small a lead may take more than ${MOST_ROUNDS} rounds of ${ROUND_MINUTES} minutes.`;
  return ` If the lead stays as it is, ${rounds === 1 ? "one round" : `${rounds} rounds at most`} of ${ROUND_MINUTES} minutes should decide.`;
}

/** People's ratings and the labels together. */
export function estimateStep(text: string, facts: StepFacts): Step {
  const { folder, gold, ratings = noRatings } = facts;
  const needsPool = ratings.singled || gold?.comparison === null;
  const pools = ratings.pools.length === 0 && needsPool ? [gold?.pool ?? "POOL"] : ratings.pools;
  const measure = ratings.measure === null ? "" : ` --measure ${shellWord(ratings.measure)}`;
  const placeholders = textsOf(
    folder === "LABELS" && "LABELS is the folder that check or label wrote.",
    ratings.judgments === null && "JUDGMENTS is the file that gold wrote.",
    pools[0] === "POOL" && "POOL is the file that people rated.",
  );
  return {
    text: [text, ...placeholders].join(" "),
    command: `semqrel estimate ${shellWord(folder)}${asked(facts, pools)}${measure}`,
  };
}

function asked({ ratings = noRatings }: StepFacts, pools: readonly string[]): string {
  const given = pools.length === 0 ? "" : ` --pool ${pools.map(shellWord).join(" ")}`;
  return ` --gold ${shellWord(ratings.judgments ?? "JUDGMENTS")}${given}`;
}
