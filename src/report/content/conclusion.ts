/** Concludes which engine is better, how sure this is, and what to do next. Ratings take precedence over labels. */

import { counted, sayMeasure, sayNames } from "../../core/text/wording.ts";
import { isGrave } from "../../core/warnings.ts";
import { haveListsChanged, manyUnrated, standingOfEstimate } from "../../estimate/estimate-standing.ts";
import { type Holes, holesOfGold } from "../../gold/gold-view.ts";
import type { JudgingReport } from "../../gold/judge/judging-report.ts";
import { noRatings } from "../../gold/known-ratings.ts";
import { explainChange, type OnlyChange, onlyChange, sayChange } from "../../label/changes/change-blocks.ts";
import type { ReferencesInTurn, Unrelated } from "../../label/folder/double-checks.ts";
import type { EngineSummary, LabelSummary } from "../../label/folder/label-summary.ts";
import type { EngineComparison } from "../../measure/measures/compare-engines.ts";
import { sayChance, sayVerdict, type Verdict } from "../../trust/say.ts";
import {
  againstOtherReferences,
  againstUnjudged,
  againstUnrelated,
  areAlike,
  type Lead,
  nearestLead,
  OTHER_QUERIES,
  queriesOf,
  type Standing,
  standingOf,
} from "../../trust/standing.ts";
import type { ValidationReport } from "../../trust/validation-report.ts";
import { nextStep, type Step, type StepFacts } from "./next-step.ts";
import type { AnsweredQueries } from "./shared-findings.ts";

export interface Conclusion extends Verdict {
  /** Sentence about a language model's order of the engines. Absent without a model. */
  readonly model?: string;
  /** The next step with its command; null if none helps. */
  readonly next: Step | null;
}

/** Returns the standings from people's ratings, in order of precedence, and the standing from the labels. */
function standingsOf({ engines, labels, estimate, gold, validation, unrelated, inTurn }: Evidence) {
  // With a single engine, ratings compare this engine with its reference.
  const comparedIn = (order: readonly string[]) => (engines.length === 1 ? order : engines);
  const ofPeople = (by: Standing["by"], found: EngineComparison, holes: Holes) => {
    const compared = comparedIn(found.order.map(({ engine }) => engine));
    return againstUnjudged(standingOf(by, `People's ratings of ${queriesOf(found)}`, found, compared), holes);
  };
  const ofGold = gold?.comparison ? holesOfGold(gold) : {};
  const ofValidation = validation?.holes ?? {};
  // An estimate from pools accounts for unrated results. Without a pool, unrated results count as not relevant.
  const ofEstimate = estimate?.sample === null ? { ...ofValidation, ...ofGold } : {};
  const people = [
    ...(estimate ? [againstUnjudged(standingOfEstimate(estimate, comparedIn(estimate.order)), ofEstimate)] : []),
    ...(gold?.comparison ? [ofPeople("gold", gold.comparison, ofGold)] : []),
    ...(validation?.people ? [ofPeople("validation", validation.people, ofValidation)] : []),
  ].filter(({ order }) => order.length > 1);
  const ofLabels = labels && againstUnrelated(standingOf("labels", "The labels", labels, engines), unrelated);
  return { people, byLabels: ofLabels && againstOtherReferences(ofLabels, inTurn) };
}

/** Concludes from labels only if there are no ratings. Among ratings, prefers those that have enough queries. */
export function concludeFrom(evidence: Evidence): Conclusion {
  const { people, byLabels } = standingsOf(evidence);
  const isAsked = ({ by }: Standing) => evidence.isEstimating === true && by === "estimate";
  const chosen = people.find((one) => one.isEnough || isAsked(one)) ?? people[0] ?? byLabels;
  if (chosen === null) {
    return {
      by: "nothing",
      state: "nothing to compare",
      measure: "",
      chance: OTHER_QUERIES,
      order: [],
      leads: [],
      reasons: [],
      sure: "",
      verdict: evidence.untitled
        ? `The results of ${evidence.untitled} have no usable titles, so nothing can be measured. Label again, and name their column: semqrel label --title-column.`
        : "No query could be measured, so the engines cannot be compared.",
      next: null,
    };
  }
  if (chosen.by === "labels" && evidence.change) return concludeChange(chosen, evidence.change, evidence);
  const byAnswers = chosen.by === "labels" ? leadByAnswers(chosen, evidence.answered) : null;
  const found = sayVerdict(chosen, byAnswers?.isByAnswersAlone === true);
  const unrated = found.leads.filter(({ needsQueries }) => !needsQueries);
  const left = unrated.some(({ isShown }) => !isShown) ? unrated : found.leads;
  const open = found.state === "decided" ? null : nearestLead(left, found.order[0] ?? "");
  const model = sayModel(chosen, evidence);
  const next =
    found.state === "nothing to compare" || areAlike(found.leads)
      ? null
      : nextStep(found.by, open, {
          ...evidence,
          isAlone: evidence.engines.length === 1,
          lacksQueries: found.by === "labels" && found.state === "too few queries",
        });
  const unused = sayUnused(chosen, evidence, next !== null);
  return {
    ...found,
    sure: [...sayDoubted(chosen, evidence), found.sure, ...unused].join(" ").trim(),
    reasons: [
      ...found.reasons,
      ...sayAnswers(found, byAnswers, evidence.answered),
      ...sayLabels(chosen, byLabels, evidence),
      ...(model === null ? [] : [model]),
    ],
    ...(model !== null && { model }),
    next,
  };
}

/** Concludes for a single engine. Labels show what changed from its reference, but not which of the two is better. */
function concludeChange(standing: Standing, change: OnlyChange, evidence: Evidence): Conclusion {
  const { by, measure, chance, order } = standing;
  const rate = nextStep(
    by,
    { better: change.engine, worse: change.reference, difference: 0, interval: null },
    { ...evidence, isAlone: true },
  );
  const areEqual = change.changes.identical === change.changes.queries;
  return {
    by,
    state: "nothing to compare",
    measure,
    chance,
    order,
    leads: [],
    verdict: sayChange(change),
    sure: [...sayDoubted(standing, evidence), ...explainChange(change, by !== "labels")].join(" "),
    reasons: [],
    next: areEqual ? null : rate,
  };
}

/** Returns the findings of a summary that show how far its labels can be trusted. */
export function labelEvidence(summary: LabelSummary | null) {
  const matches = Object.values(summary?.engines ?? {}).map((engine) => engine.matches);
  const doubted = new Set(
    (summary?.warnings ?? []).flatMap((one) => (isGrave(one) && "engine" in one ? one.engine : [])),
  );
  const { unrelated = null, references_in_turn: inTurn = null } = summary ?? {};
  const untitled = summary?.reference.points === 0 ? summary.reference.engine : null;
  return { matches, unrelated, inTurn, change: summary && onlyChange(summary), doubted: [...doubted], untitled };
}

type MatchCounts = Pick<EngineSummary["matches"], "exact" | "semantic" | "none">;

export interface Evidence extends StepFacts {
  /** Whether findings of other commands are left out, because labels or ratings have changed since. @default false */
  readonly hasStale?: boolean;
  /** Engines of the folder. Findings about other engines are ignored. */
  readonly engines: readonly string[];
  /** Comparison of the engines by labels; null if nothing is measured or the labels are calibrated. */
  readonly labels: EngineComparison | null;
  /** Engines with a grave warning, so all their labels are doubtful. @default none */
  readonly doubted?: readonly string[];
  /** Name of the reference if it has no usable titles. @default null */
  readonly untitled?: string | null;
  /** For each engine, the number of labelled results with each kind of match. @default none: unknown */
  readonly matches?: readonly MatchCounts[];
  /** Number of queries that each engine answers. @default null: unknown */
  readonly answered?: AnsweredQueries | null;
  /** How well the engines' lists fit other queries than their own. @default null: unknown */
  readonly unrelated?: Unrelated | null;
  /** For each pair of engines, the number of references whose labels put each one ahead. @default null: unknown */
  readonly inTurn?: ReferencesInTurn | null;
  /** What changed from the reference to the only engine; null for several engines. */
  readonly change?: OnlyChange | null;
  /** Findings about a language model. They do not affect the verdict. */
  readonly judging?: JudgingReport | null;
  readonly validation?: ValidationReport | null;
}

type LeadByAnswers = NonNullable<ReturnType<typeof leadByAnswers>>;

/**
 * Returns the `nearestLead` if its two engines answer different numbers of queries, else null. `overBoth` compares the
 * engines over the queries that both answer, and is null without such queries. `isByAnswersAlone` is false only if
 * the leading engine is also significantly better in `overBoth`.
 */
function leadByAnswers(standing: Standing, answered: AnsweredQueries | null = null) {
  const [best = ""] = standing.order;
  const lead = nearestLead(standing.leads, best);
  if (answered === null || lead === null || !differInAnswers(lead, answered)) return null;
  const overBoth = answered.compareOverBoth(lead.better, lead.worse);
  const isByAnswersAlone = overBoth === null || overBoth.better !== lead.better || overBoth.verdict !== "better";
  return { lead, overBoth, isByAnswersAlone };
}

function differInAnswers({ better, worse }: Lead, { countOf }: AnsweredQueries): boolean {
  return countOf.has(better) && countOf.has(worse) && countOf.get(better) !== countOf.get(worse);
}

/** A difference in the number of answered queries is mentioned if it is at least this share of all queries. */
const NAMED_SHARE = 0.05;

function sayAnswers(
  { leads, order }: Pick<Standing, "leads" | "order">,
  byAnswers: LeadByAnswers | null,
  answered: AnsweredQueries | null = null,
): string[] {
  const lead = byAnswers?.lead ?? nearestLead(leads, order[0] ?? "");
  if (answered === null || lead === null || !differInAnswers(lead, answered)) return [];
  const { better, worse } = lead;
  const count = (engine: string) => answered.countOf.get(engine) ?? 0;
  const isLarge = Math.abs(count(better) - count(worse)) >= NAMED_SHARE * answered.queries;
  if (!isLarge && !(lead.isShown && byAnswers?.isByAnswersAlone)) return [];
  const counts = `${better} has results for ${count(better)} of ${counted(answered.queries, "query", "queries")}, ${worse} for ${count(worse)}. A query without results counts as 0.`;
  return [byAnswers === null ? counts : `${counts} ${sayOverBoth(byAnswers)}`];
}

function sayOverBoth({ lead, overBoth }: LeadByAnswers): string {
  if (overBoth === null) return "No query has results from both.";
  const { better, worse, queries, difference, interval, verdict } = overBoth;
  const where = `On the ${counted(queries, "query", "queries")} for which both have results`;
  const reach = interval === null ? "" : ` (${interval.map(sayMeasure).join(" to ")})`;
  const leads = better === lead.better && verdict === "better" ? "also leads" : "leads";
  const ahead = `${better} ${leads} ${worse} by ${sayMeasure(difference)}${reach}`;
  return `${where}, ${ahead}.${verdict === "better" ? "" : ` ${sayChance(interval, true)}`}`;
}

function sayDoubted({ by }: Standing, { estimate, doubted = [] }: Evidence): string[] {
  if (by === "estimate" && estimate) {
    if (haveListsChanged(estimate)) {
      return [
        "The lists have changed since results were drawn, so the results that tell the engines apart may be unrated.",
      ];
    }
    const unrated = manyUnrated(estimate);
    const where = `${unrated} of ${estimate.ratings + unrated} drawn results are not rated`;
    return unrated === 0 ? [] : [`${where}. The verdict assumes that their ratings are missing at random.`];
  }
  if (by !== "labels" || doubted.length === 0) return [];
  return [`The results of ${sayNames(doubted)} look wrong. Read the warnings and fix that first.`];
}

function sayUnused({ by }: Standing, { gold, hasStale }: Evidence, hasNext: boolean): string[] {
  if (by !== "labels" || (gold == null && !hasStale)) return [];
  const ratings =
    gold == null ? "The ratings are" : `${counted(gold.ratings, "rating")} ${gold.ratings === 1 ? "is" : "are"}`;
  return [`${ratings} not used yet${hasNext ? "; the next step uses them" : ""}.`];
}

function sayLabels(
  chosen: Standing,
  labels: Standing | null,
  { hasStale, gold, ratings = noRatings, matches = [], unrelated }: Evidence,
): string[] {
  if (chosen.by === "labels") {
    const guess = "Labels are guesses from the reference's order.";
    const alike = unrelated?.engines.filter(({ low }) => low <= 0).map(({ engine }) => engine) ?? [];
    const isRated = gold != null || hasStale || ratings.judgments !== null || ratings.database !== null;
    return [
      isRated ? guess : `${guess} No results are rated yet.`,
      ...sayNearest(matches),
      ...(alike.length === 0 || alike.length === labels?.order.length
        ? []
        : [
            `${sayNames(alike)} may do no better than results for other queries. Possible reasons: the results are poor or belong to other queries, or the labels are not useful here.`,
          ]),
    ];
  }
  const [first] = labels?.order ?? [];
  if (first === undefined || chosen.order.length < 2 || labels?.order.length === 1) return [];
  if (labels !== null && labels.leads.length > 0 && areAlike(labels.leads)) return [];
  if (labels?.isLikeUnrelated)
    return ["The labels alone do not show that the engines' lists fit their own queries better than other queries."];
  const unsure = labels?.leads.find((lead) => lead.better === first && !lead.isShown);
  const may = unsure === undefined ? "" : `, but their lead over ${unsure.worse} may be chance`;
  return [
    first === chosen.order[0]
      ? `The labels alone put the same engine first${may}.`
      : `The labels alone put ${first} first${may}. Ratings are stronger evidence.`,
  ];
}

function sayModel({ by, order }: Standing, { judging, engines }: Evidence): string | null {
  if (judging?.comparison == null || order.length < 2) return null;
  const { llm, judged, existing, pairs, sameAs, comparison } = judging;
  const model = standingOf("labels", "", comparison, engines);
  const [[first = ""], [best]] = [order, model.order];
  const others = existing === 0 ? "" : `, and ${existing} from other files`;
  const who = `The language model ${llm} (${judged} of ${counted(pairs, "result")} judged${others})`;
  if (best === undefined || !model.isEnough) return `${who} has judged too few queries to order the engines.`;
  const isClear = model.leads.some(({ better, worse, isShown }) => isShown && better === best && worse === first);
  const isAlike = order.length === model.order.length && order.every((engine, place) => engine === model.order[place]);
  const says = isAlike
    ? "orders the engines in the same way"
    : best === first
      ? `also puts ${first} first, but orders the others differently`
      : `puts ${best} first${isClear ? "" : ", but the lead may be chance"}`;
  const kin = sameAs.includes(best) ? ` ${best} uses a model of the same family, so it is not independent.` : "";
  const weight =
    by === "labels" ? " It guesses, as labels do." : best === first ? "" : " Ratings are stronger evidence.";
  return `${who} ${says}.${weight}${kin}`;
}

function sayNearest(matches: readonly MatchCounts[]): string[] {
  const same = matches.reduce((sum, { exact }) => sum + exact, 0);
  const near = matches.reduce((sum, { semantic }) => sum + semantic, 0);
  const none = matches.reduce((sum, one) => sum + one.none, 0);
  if (near + none === 0) return [];
  const are = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;
  const guessed = near === 0 ? "" : ` ${are(near, "was", "were")} matched to the most similar title, which is a guess.`;
  const far = none === 0 ? "" : ` ${are(none, "has", "have")} no match.`;
  const all = same + near + none;
  return [
    `${same} of ${all} results ${same === 1 ? "is" : "are"} in the reference's lists under the same title or identifier.${guessed}${far}`,
  ];
}
