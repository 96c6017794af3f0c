/**
 * Which engine is better, how sure is that, and what is the next step? For the report, and for what commands print at
 * their end. People's ratings count before labels.
 */
import { isGrave } from "../../core/warnings.ts";
import { standingOfEstimate } from "../../estimate/estimate-standing.ts";
import { type Holes, holesOfGold } from "../../gold/gold-view.ts";
import { explainChange, type OnlyChange, onlyChange, sayChange } from "../../label/changes/change-blocks.ts";
import type { LabelSummary } from "../../label/folder/label-summary.ts";
import type { EngineComparison } from "../../measure/measures/compare-engines.ts";
import { sayVerdict, type Verdict } from "../../trust/say.ts";
import {
  againstOtherReferences,
  againstUnjudged,
  againstUnrelated,
  areAlike,
  nearestLead,
  OTHER_QUERIES,
  queriesOf,
  type Standing,
  standingOf,
} from "../../trust/standing.ts";
import {
  type Evidence,
  isByAnswersAlone,
  leadByAnswers,
  sayAnswers,
  sayDoubted,
  sayLabels,
  sayModel,
  sayUnused,
} from "./conclusion-reasons.ts";
import { nextStep, type Step } from "./next-step.ts";

export interface Conclusion extends Verdict {
  /** The reason that is about a language model. Absent without one. */
  readonly model?: string;
  /** One step, and the command for it; null if none helps. */
  readonly next: Step | null;
}

/** The standings by people, those that count most first, and the standing by labels. */
function standingsOf({ engines, labels, estimate, gold, validation, unrelated, inTurn }: Evidence) {
  const ofPeople = (by: Standing["by"], found: EngineComparison, holes: Holes) => {
    // If there is one engine, people compare it with its reference.
    const compared = engines.length === 1 ? found.order.map(({ engine }) => engine) : engines;
    return againstUnjudged(standingOf(by, `People's ratings of ${queriesOf(found)}`, found, compared), holes);
  };
  const ofGold = gold?.comparison ? holesOfGold(gold) : {};
  const ofValidation = validation?.holes ?? {};
  // Pools leave out what is not rated; without a pool it counts as not relevant.
  const ofEstimate = estimate?.sample === null ? { ...ofValidation, ...ofGold } : {};
  const people = [
    ...(estimate ? [againstUnjudged(standingOfEstimate(estimate, engines), ofEstimate)] : []),
    ...(gold?.comparison ? [ofPeople("gold", gold.comparison, ofGold)] : []),
    ...(validation?.people ? [ofPeople("validation", validation.people, ofValidation)] : []),
  ].filter(({ order }) => order.length > 1);
  const ofLabels = labels && againstUnrelated(standingOf("labels", "The labels", labels, engines), unrelated);
  return { people, byLabels: ofLabels && againstOtherReferences(ofLabels, inTurn) };
}

/** Decides by the first of people's sources with enough queries, else by the labels. Too few rated queries leave it open. */
export function concludeFrom(evidence: Evidence): Conclusion {
  const { people, byLabels } = standingsOf(evidence);
  const chosen = people.find(({ isEnough }) => isEnough) ?? people[0] ?? byLabels;
  if (chosen === null) {
    return {
      ...{ by: "nothing", state: "nothing to compare", measure: "", chance: OTHER_QUERIES },
      ...{ order: [], leads: [], reasons: [], sure: "" },
      verdict: "No query could be measured, so the engines cannot be compared.",
      next: null,
    };
  }
  if (chosen.by === "labels" && evidence.change) return concludeChange(chosen, evidence.change, evidence);
  const byAnswers = chosen.by === "labels" ? leadByAnswers(chosen, evidence.answered) : null;
  const found = sayVerdict(chosen, byAnswers !== null && isByAnswersAlone(byAnswers));
  const open = found.state === "decided" ? null : nearestLead(found.leads, found.order[0] ?? "");
  const model = sayModel(chosen, evidence);
  return {
    ...found,
    sure: [...sayDoubted(chosen, evidence), found.sure, ...sayUnused(chosen, evidence)].join(" ").trim(),
    reasons: [
      ...found.reasons,
      ...sayAnswers(found, byAnswers, evidence.answered),
      ...sayLabels(chosen, byLabels, evidence),
      ...(model === null ? [] : [model]),
    ],
    ...(model !== null && { model }),
    next:
      found.state === "nothing to compare" || areAlike(found.leads)
        ? null
        : nextStep(found.by, open, { ...evidence, isAlone: evidence.engines.length === 1 }),
  };
}

/** Without a second engine, labels do not show which is better, only what changed. */
function concludeChange(standing: Standing, change: OnlyChange, evidence: Evidence): Conclusion {
  const { by, measure, chance, order } = standing;
  const rate = nextStep(
    by,
    { better: change.engine, worse: change.reference, difference: 0, interval: null },
    { ...evidence, isAlone: true },
  );
  const undecided = "Two lists alone do not show which is better, and a third list only gives a hint.";
  return {
    ...{ by, state: "nothing to compare", measure, chance, order, leads: [] },
    verdict: sayChange(change),
    sure: [...sayDoubted(standing, evidence), ...explainChange(change)].join(" "),
    reasons: [],
    next: rate && { ...rate, text: `${undecided} ${rate.text}` },
  };
}

/** What a summary says about how far its labels can be trusted. */
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
