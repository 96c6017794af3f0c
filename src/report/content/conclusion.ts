/**
 * Which engine is better, how sure is that, and what is the next step? The one place that says so, for the report and for
 * what commands print at their end. People's ratings count before labels.
 */
import { counted, sayNames } from "../../core/text/wording.ts";
import { isGrave } from "../../core/warnings.ts";
import { type Holes, holesOfGold } from "../../gold/unrated-results.ts";
import { explainChange, type OnlyChange, onlyChange, sayChange } from "../../label/changes/change-blocks.ts";
import type { LabelSummary } from "../../label/folder/label-summary.ts";
import type { EngineComparison } from "../../measure/measures/compare-engines.ts";
import { sayAnswers, sayDoubted, sayLabels, sayLead, sayModel, sayPredicted, sayUnused } from "./conclusion-reasons.ts";
import { nextStep, type Step } from "./next-step.ts";
import {
  againstHoles,
  againstOtherReferences,
  againstUnrelated,
  areAlike,
  type Evidence,
  isByAnswersAlone,
  type Lead,
  type LeadByAnswers,
  leadByAnswers,
  nearestLead,
  OTHER_QUERIES,
  queriesOf,
  type Standing,
  standingOf,
  standingOfEstimate,
} from "./standing.ts";

export interface Conclusion extends Pick<Standing, "by" | "measure" | "chance" | "order" | "isHeldOpen"> {
  /** A hint is a lead that only the labels of one reference show. */
  readonly state: "decided" | "partly decided" | "hint" | "open" | "too few queries" | "nothing to compare";
  /** One sentence: which engine is better, and who says so. */
  readonly verdict: string;
  /** How far ahead it is, and how sure that is, on one line; "" if there is nothing to say. */
  readonly sure: string;
  /** Further sentences: what the verdict rests on, and what speaks against it. */
  readonly reasons: readonly string[];
  /** Of them the one about a language model. Absent without one. */
  readonly model?: string;
  /** Of the first engine with each other one that it was compared with. */
  readonly leads: readonly Lead[];
  /** One step, and the command for it; null where none helps. */
  readonly next: Step | null;
}

/** The first of people's sources with enough queries, else the labels; people's too few queries leave all open. */
export function concludeFrom(evidence: Evidence): Conclusion {
  const { engines, labels, estimate, gold, validation } = evidence;
  const isAlone = engines.length === 1;
  const ofPeople = (by: Standing["by"], found: EngineComparison, holes: Holes) => {
    // People compare a single engine with its reference.
    const compared = isAlone ? found.order.map(({ engine }) => engine) : engines;
    return againstHoles(standingOf(by, `People's ratings of ${queriesOf(found)}`, found, compared), holes);
  };
  const ofGold = gold?.comparison ? holesOfGold(gold) : {};
  const ofValidation = validation?.holes ?? {};
  // Pools leave out what is not rated; without them it counts as not relevant.
  const ofEstimate = estimate?.sample === null ? { ...ofValidation, ...ofGold } : {};
  const people = [
    ...(estimate ? [againstHoles(standingOfEstimate(estimate, evidence.suggestion ?? null, engines), ofEstimate)] : []),
    ...(gold?.comparison ? [ofPeople("gold", gold.comparison, ofGold)] : []),
    ...(validation?.people ? [ofPeople("validation", validation.people, ofValidation)] : []),
  ].filter(({ order }) => order.length > 1);
  const ofLabels =
    labels &&
    againstOtherReferences(
      againstUnrelated(standingOf("labels", "The labels", labels, engines), evidence.unrelated),
      evidence.inTurn,
    );
  const chosen = people.find(({ isEnough }) => isEnough) ?? people[0] ?? ofLabels;
  if (chosen === null) {
    return {
      isHeldOpen: false,
      by: "nothing",
      state: "nothing to compare",
      measure: "",
      chance: OTHER_QUERIES,
      order: [],
      leads: [],
      reasons: [],
      sure: "",
      verdict: "No query could be measured, so the engines cannot be compared.",
      next: null,
    };
  }
  if (chosen.by === "labels" && evidence.change) return concludeChange(chosen, evidence.change, evidence);
  const byAnswers = chosen.by === "labels" ? leadByAnswers(chosen, evidence.answered) : null;
  const found = conclude(chosen, byAnswers);
  const open = found.state === "decided" ? null : nearestLead(found.leads, found.order[0] ?? "");
  const model = sayModel(chosen, evidence);
  return {
    ...found,
    sure: [...sayDoubted(chosen, evidence), found.sure, ...sayUnused(chosen, evidence)].join(" ").trim(),
    reasons: [
      ...found.reasons,
      ...sayAnswers(found, byAnswers, evidence.answered),
      ...sayLabels(chosen, ofLabels, evidence),
      ...(model === null ? [] : [model]),
    ],
    ...(model !== null && { model }),
    next:
      found.state === "nothing to compare" || areAlike(found.leads)
        ? null
        : nextStep(found.by, open, { ...evidence, isAlone }),
  };
}

/** Without a second engine, labels do not say which is better: they say what changed. */
function concludeChange(standing: Standing, change: OnlyChange, evidence: Evidence): Conclusion {
  const { by, measure, chance, order } = standing;
  const rate = nextStep(
    by,
    { better: change.engine, worse: change.reference, difference: 0, interval: null },
    { ...evidence, isAlone: true },
  );
  const undecided = "Two lists alone do not show which is better, and a third list only gives a hint.";
  return {
    ...{ by, state: "nothing to compare", isHeldOpen: false, measure, chance, order, leads: [] },
    verdict: sayChange(change),
    sure: [...sayDoubted(standing, evidence), ...explainChange(change)].join(" "),
    reasons: [],
    next: rate && { ...rate, text: `${undecided} ${rate.text}` },
  };
}

function conclude(standing: Standing, byAnswers: LeadByAnswers | null): Omit<Conclusion, "next"> {
  const { by, word, measure, predicted, chance, order, queries, isEnough, isHeldOpen } = standing;
  const [best = "", ...others] = order;
  const leads = standing.leads.filter(({ better, worse }) => better === best || worse === best);
  const isByAnswers = byAnswers !== null && isByAnswersAlone(byAnswers);
  const conclusion = (state: Conclusion["state"], verdict: string, sure = "", reasons: readonly string[] = []) => {
    return { by, measure, chance, order, leads, isHeldOpen, state, verdict, sure, reasons };
  };
  if (others.length === 0) {
    return conclusion("nothing to compare", `Only one engine was measured, ${best}, so there is nothing to compare.`);
  }
  if (leads.length === 0) {
    return conclusion("nothing to compare", `${sayNames(order)} cannot be compared: they share no measured query.`);
  }
  if (areAlike(leads)) {
    const verdict = `${word} do not tell ${sayNames(order)} apart: each query gives them the same ${measure}.`;
    return conclusion("open", verdict);
  }
  const lead = sayLead(standing, nearestLead(leads, best), isByAnswers);
  const reasons = [
    ...(predicted === undefined ? [] : [sayPredicted(predicted, measure, best)]),
    ...(isHeldOpen ? ["semqrel pool --next, which counts every look at the ratings, holds it open."] : []),
  ];
  if (!isEnough) {
    const are = by === "labels" ? "can be measured" : queries === 1 ? "has ratings" : "have ratings";
    const few = `Only ${counted(queries, "query", "queries")} ${are}`;
    return conclusion("too few queries", `${few}, too few for a verdict: ten are the minimum.`, lead, reasons);
  }
  if (standing.isLikeUnrelated) {
    const verdict = "The labels do not show which engine is better: lists for other queries may do as well.";
    return conclusion("open", verdict, lead, reasons);
  }
  const { state, verdict } = (by === "labels" ? sayByLabels : sayByPeople)({ standing, leads, isByAnswers });
  return conclusion(state, verdict, lead, reasons);
}

interface Said {
  readonly standing: Standing;
  /** Of the first engine with each other one. */
  readonly leads: readonly Lead[];
  readonly isByAnswers: boolean;
}

function sayByPeople({ standing, leads, isByAnswers }: Said): Pick<Conclusion, "state" | "verdict"> {
  const { word, order } = standing;
  const [best = "", ...others] = order;
  const ahead = leads.filter(({ better, isShown }) => better === best && isShown).map(({ worse }) => worse);
  const rivals = others.filter((engine) => !ahead.includes(engine));
  const isPair = order.length === 2;
  const here = standing.isOfThese ? " for these queries" : "";
  if (rivals.length === 0) {
    const why = isByAnswers ? ", because it answers more queries" : "";
    const better = isPair ? `${best} is better than ${others[0]}` : `${best} is the best of ${order.length} engines`;
    return { state: "decided", verdict: `${word} show that ${better}${here}${why}.` };
  }
  const state = ahead.length > 0 ? "partly decided" : "open";
  if (standing.isAllRated) {
    return { state, verdict: `${word} put ${best} first. For other queries ${sayNames(rivals)} may be as good.` };
  }
  if (ahead.length > 0) {
    const better = `${best} is better than ${sayNames(ahead)}${here}`;
    return { state, verdict: `${word} show that ${better}. ${sayNames(rivals)} may be as good.` };
  }
  return { state, verdict: sayOpen(standing, here) };
}

/** Labels of one reference give a hint; only other references that agree decide. */
function sayByLabels({ standing, leads, isByAnswers }: Said): Pick<Conclusion, "state" | "verdict"> {
  const { order } = standing;
  const [best = "", ...others] = order;
  const shown = leads.filter(({ better, isShown }) => better === best && isShown);
  const confirmed = shown.filter(({ confirmedBy }) => confirmedBy !== undefined);
  const namesOf = (some: readonly Lead[]) => sayNames(some.map(({ worse }) => worse));
  const count = Math.min(...confirmed.map(({ confirmedBy = 0 }) => confirmedBy));
  const agree = `The labels of ${count} references agree`;
  if (confirmed.length === others.length) {
    const better = others.length === 1 ? `better than ${others[0]}` : `the best of ${order.length} engines`;
    return { state: "decided", verdict: `${agree} that ${best} is ${better}.` };
  }
  if (confirmed.length > 0) {
    const rest = leads.filter((lead) => !confirmed.includes(lead));
    const verdict = `${agree} that ${best} is better than ${namesOf(confirmed)}. They do not decide about ${namesOf(rest)}.`;
    return { state: "partly decided", verdict };
  }
  if (shown.length === 0) return { state: "open", verdict: sayOpen(standing, "") };
  const rivals = others.filter((engine) => !shown.some(({ worse }) => worse === engine));
  const why = isByAnswers ? ", because it answers more queries" : "";
  const asBest = rivals.length === 0 && others.length > 1 ? ` as the best of ${order.length} engines` : "";
  const may = rivals.length === 0 ? "" : ` ${sayNames(rivals)} may be as good.`;
  return { state: "hint", verdict: `The labels point to ${best}${asBest}${why}.${may}` };
}

function sayOpen({ word, order }: Standing, here: string): string {
  const [best = "", second = ""] = order;
  if (order.length === 2) return `${word} do not show which is better${here}, ${best} or ${second}.`;
  return `${word} do not show which of ${order.length} engines is best${here}. ${best} comes first.`;
}

/** What a summary says of how far its labels can be trusted. */
export function labelEvidence(
  summary: LabelSummary | null,
): Pick<Evidence, "matches" | "unrelated" | "inTurn" | "change" | "doubted"> {
  const matches = Object.values(summary?.engines ?? {}).map((engine) => engine.matches);
  const doubted = new Set(
    (summary?.warnings ?? []).flatMap((one) => (isGrave(one) && "engine" in one ? one.engine : [])),
  );
  const { unrelated = null, references_in_turn: inTurn = null } = summary ?? {};
  return { matches, unrelated, inTurn, change: summary && onlyChange(summary), doubted: [...doubted] };
}
