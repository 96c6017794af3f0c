/**
 * Which engine is better by all that is known of a folder of labels, and what should be done next?
 * The one place that says so: the page, and what commands print at their end. People's word counts before labels.
 */
import type { Interval } from "../../core/document/blocks.ts";
import { shellWord } from "../../core/text/escape.ts";
import { sayMeasure, sayNames } from "../../core/text/say-numbers.ts";
import { counted } from "../../core/text/wording.ts";
import type { EstimateReport, PairEstimate } from "../../estimate/estimate-report.ts";
import { FEWEST_RATED } from "../../estimate/estimate-report.ts";
import type { SuggestReport } from "../../estimate/suggest-report.ts";
import type { GoldDocument } from "../../gold/gold-report.ts";
import type { JudgingReport } from "../../gold/judge/judging-report.ts";
import type { EngineSummary, LabelSummary } from "../../label/folder/label-summary.ts";
import type { Placebo } from "../../label/folder/placebo.ts";
import type { EngineComparison } from "../../measure/measures/compare-engines.ts";
import type { ValidationReport } from "../../trust/validation-report.ts";

type MatchCounts = Pick<EngineSummary["matches"], "exact" | "semantic" | "none">;

/** What is known of the engines of a folder. */
export interface Evidence {
  /** As commands name it. */
  readonly folder: string;
  /** The file of people's judgments that the documents were made from; null where none is known. */
  readonly judgments?: string | null;
  /** Whether something was found about other labels or ratings, and is left out. @default false */
  readonly hasStale?: boolean;
  /** Engines of the folder: of others nothing is concluded. */
  readonly engines: readonly string[];
  /** By the labels; null where nothing is measured, and for calibrated labels, whose means are no measure. */
  readonly labels: EngineComparison | null;
  /** By engine: its labelled results by kind of match. @default none: not known */
  readonly matches?: readonly MatchCounts[];
  /** What the labels give lists of other queries. @default null: not known */
  readonly placebo?: Placebo | null;
  readonly estimate?: EstimateReport | null;
  readonly suggestion?: SuggestReport | null;
  readonly gold?: GoldDocument | null;
  /** What a language model says, which decides nothing. */
  readonly judging?: JudgingReport | null;
  readonly validation?: ValidationReport | null;
}

/** `better` is ahead by `difference`, which is >= 0. */
export interface Lead {
  readonly better: string;
  readonly worse: string;
  readonly difference: number;
  /** 95 %; null where none is known. */
  readonly interval: Interval | null;
  /** Whether neither chance, all pairs of engines considered, nor lists of other queries would give it. */
  readonly isShown: boolean;
  /** By how much the same lists lead at other queries, where labels cannot tell one engine's from those. Absent otherwise. */
  readonly movedLead?: number;
  /** Of people's ratings alone, 95 %. Absent where they say as much, and where nobody rated. */
  readonly ofRatings?: Interval;
}

export interface Conclusion {
  /** Whose word it is. `nothing` where no query is measured. */
  readonly by: "estimate" | "gold" | "validation" | "labels" | "nothing";
  readonly state: "decided" | "partly decided" | "open" | "too few queries" | "nothing to compare";
  /** Whether `suggest`, which counts every look at the ratings, holds open what the estimate would call decided. */
  readonly isHeldOpen: boolean;
  /** One sentence: who is better, and by whose word. */
  readonly verdict: string;
  /** Sentences: how far ahead, how sure that is, and what speaks against it. */
  readonly reasons: readonly string[];
  /** Of them the one about a language model. Absent without one. */
  readonly model?: string;
  readonly measure: string;
  /** Under which chance the intervals are meant, as a part of a sentence. */
  readonly chance: string;
  /** Best first. */
  readonly order: readonly string[];
  /** Of the first engine with each other one that it was compared with. */
  readonly leads: readonly Lead[];
  /** One step, and the command for it; null where none helps. */
  readonly next: { readonly text: string; readonly command: string } | null;
}

interface Standing extends Pick<Conclusion, "by" | "measure" | "chance" | "order" | "isHeldOpen"> {
  /** As the beginning of a sentence. */
  readonly word: string;
  /** Whether there are enough queries to say anything. */
  readonly isEnough: boolean;
  /** Of all pairs that were compared. */
  readonly leads: readonly Lead[];
  /** Where the order is by another measure than the leads. */
  readonly orderedBy?: string;
  /** Whether labels give lists of other queries as much as any engine's own. @default false */
  readonly isLikePlacebo?: boolean;
}

const OTHER_QUERIES = "over queries";

/** The first of people's sources with enough queries, else the labels; people's too few queries leave all open. */
export function concludeFrom(evidence: Evidence): Conclusion {
  const { engines, labels, estimate, gold, validation } = evidence;
  const people = [
    ...(estimate ? [standingOfEstimate(estimate, evidence.suggestion ?? null)] : []),
    ...(gold?.comparison ? [standingOf("gold", peopleWord(gold.comparison), gold.comparison, engines)] : []),
    ...(validation?.people
      ? [standingOf("validation", peopleWord(validation.people), validation.people, engines)]
      : []),
  ].filter(({ order }) => order.length > 1);
  const ofLabels =
    labels && againstPlacebo(standingOf("labels", labelsWord(evidence), labels, engines), evidence.placebo);
  const chosen = people.find(({ isEnough }) => isEnough) ?? people[0] ?? ofLabels;
  if (chosen === null) {
    const nothing = {
      isHeldOpen: false,
      by: "nothing",
      state: "nothing to compare",
      ...{ measure: "", chance: OTHER_QUERIES },
      order: [],
      leads: [],
      reasons: [],
    };
    const verdict = "No query could be measured: nothing can be said of the engines.";
    return { ...nothing, verdict, next: null } as Conclusion;
  }
  const found = conclude(chosen);
  const model = sayModel(chosen, evidence);
  return {
    ...found,
    reasons: [...found.reasons, ...sayLabels(chosen, ofLabels, evidence), ...(model === null ? [] : [model])],
    ...(model !== null && { model }),
    next: found.state === "nothing to compare" || areAlike(found.leads) ? null : nextStep(found, evidence),
  };
}

function nextStep({ by, state }: Pick<Conclusion, "by" | "state">, evidence: Evidence): Conclusion["next"] {
  const { estimate, suggestion } = evidence;
  const folder = shellWord(evidence.folder);
  const gold = `--gold ${evidence.judgments == null ? "JUDGMENTS" : shellWord(evidence.judgments)}`;
  if (by === "labels" && (evidence.hasStale || evidence.gold != null)) {
    const pool = evidence.gold?.comparison === null ? ` --pool ${shellWord(evidence.gold.pool ?? "POOL")}` : "";
    return { text: "Ask what people's ratings say.", command: `semqrel estimate ${folder} ${gold}${pool}` };
  }
  const bySpread = `semqrel pool ${folder} --by spread --minutes 30`;
  if (by === "labels") {
    const text = "Let people rate for half an hour. This draws the results that tell the engines apart.";
    return { text, command: `${bySpread} -o pool.jsonl` };
  }
  if (state === "decided") {
    return {
      text: "Look at the queries in the report: it has the lists of each side by side.",
      command: `semqrel report ${folder}`,
    };
  }
  if (by !== "estimate") {
    const text = "Let the labels of all queries narrow this down.";
    return { text, command: `semqrel estimate ${folder} ${gold}` };
  }
  if (suggestion != null && ["end reached", "nothing left"].includes(suggestion.reason ?? "")) return null;
  const pools = estimate?.sample?.pools.map(({ path }) => shellWord(path)) ?? [];
  const text = "Rate more. This draws what tells the engines apart.";
  // Whole queries are all rated then, as far as anybody rated their results.
  if (estimate != null && estimate.sample === null && estimate.ratedQueries === estimate.queries) {
    return { text, command: `${bySpread} -o pool.jsonl` };
  }
  if (estimate?.sample?.pools.some((pool) => pool.bySpread)) {
    return { text, command: `${bySpread} --add ${pools.at(-1)} -o next.jsonl` };
  }
  const unit = estimate?.sample?.of === "pairs" ? ` --by pairs --measure ${shellWord(estimate.differencesBy)}` : "";
  const given = pools.length === 0 ? "" : ` --pool ${pools.join(" ")}`;
  return {
    text,
    command: `semqrel suggest ${folder}${unit} ${gold}${given} -o next.jsonl`,
  };
}

function peopleWord({ order }: EngineComparison): string {
  const queries = Math.max(0, ...order.map((engine) => engine.queries));
  return `By people's ratings of ${counted(queries, "query", "queries")}`;
}

function standingOf(
  by: Standing["by"],
  word: string,
  { measure, order, pairs }: EngineComparison,
  engines: readonly string[],
): Standing {
  const isOurs = (engine: string) => engines.includes(engine);
  const ours = pairs.filter(({ better, worse }) => isOurs(better) && isOurs(worse));
  return {
    ...{ by, word, measure, chance: OTHER_QUERIES, isHeldOpen: false },
    order: order.map(({ engine }) => engine).filter(isOurs),
    isEnough: ours.some(({ verdict }) => verdict !== "too few queries"),
    leads: ours.map(({ better, worse, difference, interval, verdict }) => {
      return { better, worse, difference, interval, isShown: verdict === "better" };
    }),
  };
}

function labelsWord({ gold }: Evidence): string {
  if (gold == null) return "By these labels";
  return `By these labels alone, without the ${counted(gold.ratings, "rating")} that people gave`;
}

/** Whether every query gives all of them the same. */
function areAlike(leads: readonly Lead[]): boolean {
  return leads.every(({ difference, interval }) => difference === 0 && interval?.every((end) => end === 0));
}

/** Labels that give lists of other queries as much do not show a lead. */
function againstPlacebo(standing: Standing, placebo: Placebo | null = null): Standing {
  if (placebo === null) return standing;
  const meanOf = (name: string) => placebo.engines.find(({ engine }) => engine === name)?.mean ?? 0;
  const alike = placebo.engines.filter(({ low }) => low <= 0).map(({ engine }) => engine);
  const isAlike = alike.length === placebo.engines.length;
  const leads = standing.leads.map((lead): Lead => {
    const { better, worse, isShown } = lead;
    const isHeld = placebo.pairs.every(({ a, b, low, high }) => {
      if (a === better && b === worse) return low > 0;
      return a !== worse || b !== better || high < 0;
    });
    if (!isShown || (isHeld && ![better, worse].some((engine) => alike.includes(engine)))) return lead;
    return { ...lead, isShown: isHeld && !isAlike, movedLead: meanOf(better) - meanOf(worse) };
  });
  return { ...standing, leads, isLikePlacebo: isAlike };
}

/** Where ratings are looked at again and again, `suggest` alone knows what chance is left: what it holds open is open. */
function standingOfEstimate(estimate: EstimateReport, suggestion: SuggestReport | null): Standing {
  const { measure, differencesBy, order, pairs, ratedQueries } = estimate;
  const isOpen = (a: string, b: string) =>
    suggestion?.pairs.some((pair) => pair.state === "open" && [a, b].includes(pair.a) && [a, b].includes(pair.b));
  const isApart = ({ simultaneous }: PairEstimate) =>
    simultaneous !== null && (simultaneous[0] > 0 || simultaneous[1] < 0);
  return {
    by: "estimate",
    word: `By ${whatPeopleGave(estimate)}, and labels that learned from them`,
    ...{ measure: differencesBy, order },
    ...(measure !== differencesBy && { orderedBy: measure }),
    chance: estimate.target === "these" ? "over the unrated results of these queries" : OTHER_QUERIES,
    isEnough: ratedQueries >= Math.min(FEWEST_RATED, estimate.queries),
    isHeldOpen: pairs.some((pair) => isApart(pair) && isOpen(pair.a, pair.b)),
    leads: pairs.flatMap((pair): Lead[] => {
      const { a, b, difference, interval, human } = pair;
      if (difference === null) return [];
      const isShown = isApart(pair) && !isOpen(a, b);
      const turned = (given: Interval | null): Interval | null =>
        difference >= 0 ? given : given && [-given[1], -given[0]];
      const ofRatings = turned(human.interval);
      const [better, worse] = difference >= 0 ? [a, b] : [b, a];
      return [
        {
          ...{ better, worse, difference: Math.abs(difference), interval: turned(interval), isShown },
          ...(isShown && ofRatings !== null && ofRatings[0] <= 0 && { ofRatings }),
        },
      ];
    }),
  };
}

function whatPeopleGave({ sample, ratings, minutes, ratedQueries }: EstimateReport): string {
  const queries = counted(ratedQueries, "query", "queries");
  if (sample?.of !== "pairs") return `people's ratings of ${queries}`;
  return `${counted(ratings, "rating")} of people in ${queries} (about ${counted(Math.ceil(minutes), "minute")})`;
}

function conclude(standing: Standing): Omit<Conclusion, "next"> {
  const { by, word, measure, orderedBy, chance, order, isEnough, isHeldOpen, isLikePlacebo = false } = standing;
  const [best = "", ...others] = order;
  const leads = standing.leads.filter(({ better, worse }) => better === best || worse === best);
  const common = { by, measure, chance, order, leads, isHeldOpen };
  if (others.length === 0) {
    const verdict = `Only one engine is measured, ${best}: there is nothing to compare it with.`;
    return { ...common, state: "nothing to compare", verdict, reasons: [] };
  }
  if (leads.length === 0) {
    const verdict = `No query is measured for ${best} and another engine: they cannot be compared.`;
    return { ...common, state: "nothing to compare", verdict, reasons: [] };
  }
  if (areAlike(leads)) {
    const verdict = `${word}, nothing tells ${sayNames(order)} apart: each query gives them the same ${measure}.`;
    return { ...common, state: "open", verdict, reasons: [] };
  }
  const byMeasure = orderedBy === undefined ? "" : ` by ${orderedBy}`;
  const held = "Counting every look at the ratings, semqrel suggest holds it open.";
  const unlike = `Differences are in ${measure}: those in ${orderedBy} need all results rated.`;
  const reasons = [
    sayLead(standing, leads),
    ...(orderedBy === undefined ? [] : [unlike]),
    ...(isHeldOpen ? [held] : []),
  ];
  if (!isEnough) {
    const verdict = `${word}, nothing can be said yet: ten queries are the least.`;
    return { ...common, state: "too few queries", verdict, reasons };
  }
  if (isLikePlacebo) {
    const verdict = `${word}, nothing can be said: lists that answer other queries may do as well.`;
    return { ...common, state: "open", verdict, reasons };
  }
  const ahead = leads.filter(({ better, isShown }) => better === best && isShown).map(({ worse }) => worse);
  const rivals = others.filter((engine) => !ahead.includes(engine));
  const many = `${order.length} engines`;
  const says = (text: string) => `${word}, ${text}`;
  if (rivals.length === 0) {
    const verdict = says(
      order.length === 2 ? `${best} is better than ${others[0]}.` : `${best} is the best of ${many}.`,
    );
    return {
      ...common,
      state: "decided",
      verdict,
      reasons,
    };
  }
  if (ahead.length > 0) {
    const verdict = says(
      `${best} comes first${byMeasure} and is better than ${sayNames(ahead)}; ${sayNames(rivals)} may be as good.`,
    );
    return { ...common, state: "partly decided", verdict, reasons };
  }
  const open = order.length === 2 ? `whether ${best} or ${others[0]} is better` : `which of ${many} is the best`;
  const first = order.length === 2 && orderedBy === undefined ? "" : `; ${best} comes first${byMeasure}`;
  return { ...common, state: "open", verdict: says(`it is open ${open}${first}.`), reasons };
}

/** Of the engine that comes nearest. */
function sayLead({ by, measure, chance }: Standing, leads: readonly Lead[]): string {
  const { better, worse, difference, interval, isShown, movedLead, ofRatings } = leads.reduce((one, other) =>
    other.difference < one.difference ? other : one,
  );
  if (difference === 0) return `${better} and ${worse} have the same mean ${measure}.`;
  const lead = `${better} is ahead of ${worse} by ${sayMeasure(difference)} in ${measure}`;
  const isKnown = interval !== null && interval[0] !== interval[1];
  const reach = isKnown ? ` (95 % interval ${chance}: ${interval.map(sayMeasure).join(" to ")})` : "";
  if (movedLead !== undefined && !isShown) {
    const moved = movedLead > 0 ? `lead by ${sayMeasure(movedLead)} as well` : "are too uneven to tell";
    return `${lead}${reach}. Moved to other queries, the same lists ${moved}: the lead may come from how many results they have, not from which.`;
  }
  const moved =
    movedLead !== undefined && movedLead > 0
      ? ` Moved to other queries, the same lists lead by ${sayMeasure(movedLead)}: only the rest of it tells of relevance.`
      : "";
  if (!isKnown) return `${lead}.${moved}`;
  if (isShown) {
    const others = chance === OTHER_QUERIES ? "Other queries" : "The unrated results";
    const sure = `${others} would hardly turn this round${by === "labels" ? "; wrong labels could" : ""}.`;
    const alone = ofRatings
      ? ` The ratings alone leave it open (${ofRatings.map(sayMeasure).join(" to ")}): what is predicted decides.`
      : "";
    return `${lead}${reach}.${moved} ${sure}${alone}`;
  }
  return `${lead}${reach}. ${interval[0] > 0 ? "Where so much is compared, that" : "That"} may be chance.`;
}

function sayLabels(
  chosen: Standing,
  labels: Standing | null,
  { hasStale, gold, matches = [], placebo }: Evidence,
): string[] {
  if (chosen.by === "labels") {
    const guess = "Labels are guesses from the reference's order";
    const alike = placebo?.engines.filter(({ low }) => low <= 0).map(({ engine }) => engine) ?? [];
    return [
      gold || hasStale ? `${guess}.` : `${guess}: nobody has rated a result yet.`,
      ...sayNearest(matches),
      ...(alike.length === 0 || alike.length === labels?.order.length
        ? []
        : [
            `By these labels ${sayNames(alike)} ${alike.length === 1 ? "does" : "do"} no better than results for other queries: either that is so, or the labels say little here.`,
          ]),
      ...(alike.length > 0 || chosen.leads.some(({ movedLead }) => movedLead !== undefined)
        ? ["Label again with --threshold 0.7 to find out: results that are merely near get no label then."]
        : []),
    ];
  }
  const [first] = labels?.order ?? [];
  if (first === undefined || chosen.order.length < 2) return [];
  if (labels?.isLikePlacebo) return ["The labels alone say nothing of these engines."];
  return first === chosen.order[0]
    ? ["The labels alone put the same engine first."]
    : [`The labels alone put ${first} first: people's ratings count.`];
}

/** A model is no person: it agrees or not, and decides nothing. */
function sayModel({ by, order }: Standing, { judging, engines }: Evidence): string | null {
  if (judging?.comparison == null || order.length < 2) return null;
  const { llm, judged, existing, pairs, sameAs, comparison } = judging;
  const model = standingOf("labels", "", comparison, engines);
  const [[first = ""], [best]] = [order, model.order];
  const others = existing === 0 ? "" : `, and ${existing} from other files`;
  const who = `A language model, ${llm} (${judged} of ${counted(pairs, "result")} judged${others}),`;
  if (best === undefined || !model.isEnough) return `${who} has judged too few queries to order the engines.`;
  const isClear = model.leads.some(({ better, worse, isShown }) => isShown && better === best && worse === first);
  const isAlike = order.length === model.order.length && order.every((engine, place) => engine === model.order[place]);
  const says = isAlike
    ? "orders the engines alike"
    : best === first
      ? `puts ${first} first, too, and orders others differently`
      : `puts ${best} first instead${isClear ? "" : ", by a lead that may be chance"}`;
  const kin = sameAs.includes(best) ? ` ${best} uses a model of its family: it is no witness there.` : "";
  const weight =
    by === "labels" ? ": a guess, too, until people rate" : best === first ? "" : ": people's ratings count";
  return `${who} ${says}${weight}.${kin}`;
}

/** What a summary says of how far its labels can be trusted. */
export function labelEvidence(summary: LabelSummary | null): Pick<Evidence, "matches" | "placebo"> {
  const matches = Object.values(summary?.engines ?? {}).map((engine) => engine.matches);
  return { matches, placebo: summary?.placebo ?? null };
}

/** How many labels rest on the same document, and how many on one that is merely alike. */
function sayNearest(matches: readonly MatchCounts[]): string[] {
  const same = matches.reduce((sum, { exact }) => sum + exact, 0);
  const near = matches.reduce((sum, { semantic }) => sum + semantic, 0);
  const none = matches.reduce((sum, one) => sum + one.none, 0);
  if (near === 0) return [];
  const are = same === 1 ? "is" : "are";
  const others = none === 0 ? "the others" : `${near} of the others`;
  return [
    `${same} of ${same + near + none} results ${are} in the reference's lists too; ${others} have the label of the nearest title.`,
  ];
}
