/** Which labels are worth a look, because the match that they stand on is weak, or was nearly another one? */
import { at } from "../../core/at.ts";
import { MATCH_SEMANTIC } from "../../core/types.ts";
import { pointLabels } from "../../lists/group-judgments.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { quantile } from "../../maths/summary.ts";
import { type LabelledRow, labelledRow } from "./labelled-rows.ts";
import type { ReportInputs } from "./report-inputs.ts";

export interface Doubt {
  /** A few words: similarity and margin stand beside them. */
  readonly reason: string;
  /** Above 0 and up to 1: how much of the largest label is at stake, and how little speaks for it. */
  readonly weight: number;
}

export interface DoubtfulMatch extends LabelledRow {
  /** Place in the engines of `stored`. */
  readonly engine: number;
  readonly doubt: Doubt;
}

/** Conventions of ours: titles of one subject have a cosine of some .5 to .7 without being the same work. */
const WEAK_SIMILARITY = 0.6;
/** Of the matches by meaning. */
const LOWEST_PART = 0.25;
/** Share of the largest label of a query from which a wrong label hurts. */
const HIGH_LABEL = 0.5;
/** Margin of the nearest title to the next one. */
const CLOSE = 0.005;
/** Below the threshold by so little. */
const NEARLY = 0.03;

/** Doubted are labels by a match by meaning, and refused matches; never exact ones, nor people's or calibrated labels. */
export function doubtsOf(inputs: ReportInputs): (row: LabelledRow) => Doubt | null {
  const { stored, origin } = inputs;
  const { reference } = stored;
  const { threshold } = origin.options;
  const weak = Math.min(WEAK_SIMILARITY, lowestPart(inputs));
  const labelsOf = stored.queries.map((_, query) => {
    const labels = reference === null ? new Float64Array(0) : pointLabels(reference, query);
    // Not spread into arguments: a list may be longer than a call can have.
    const largest = labels.reduce((one, other) => Math.max(one, other), 0);
    const smallest = labels.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
    return { largest, smallest, titles: labels.length };
  });
  return ({ query, titleKey, match, label, similarity, margin, origin: who }) => {
    const { largest, smallest, titles } = at(labelsOf, query);
    if (similarity === null || label === null || who !== "proxy" || largest === 0) return null;
    if (match === "none") {
      if (typeof threshold !== "number" || similarity >= threshold || similarity < threshold - NEARLY) return null;
      return {
        reason: `just below the threshold ${threshold}`,
        weight: 0.25 * (1 - (threshold - similarity) / NEARLY) + 0.01,
      };
    }
    if (match !== "semantic") return null;
    if (titleKey === "" || titleKey === 0) {
      return { reason: "no title: its match means nothing", weight: 0.1 * (label / largest) + 0.01 };
    }
    if (similarity <= weak && label >= HIGH_LABEL * largest) {
      return { reason: "high label on a weak match", weight: (label / largest) * Math.min(1, 1 - similarity) };
    }
    const stake = Math.max(largest - label, label - smallest) / largest;
    if (margin !== null && margin < CLOSE && titles > 1 && stake >= HIGH_LABEL) {
      return {
        reason: `another reference title is as near: the label might be ${short(smallest)} to ${short(largest)}`,
        weight: 0.5 * stake * Math.min(1, 1 - similarity) + 0.01,
      };
    }
    return null;
  };
}

/** Of a query, the most doubtful first; equal ones in the order of engines and ranks. */
export function doubtfulMatches(inputs: ReportInputs): (query: number) => DoubtfulMatch[] {
  const doubtOf = doubtsOf(inputs);
  return (query) => {
    const found: DoubtfulMatch[] = [];
    inputs.stored.engines.forEach(({ lists }, engine) => {
      for (const row of rowsOfQuery(lists, query)) {
        const labelled = labelledRow(inputs, engine, row);
        const doubt = doubtOf(labelled);
        if (doubt !== null) found.push({ ...labelled, engine, doubt });
      }
    });
    return found.sort((one, other) => other.doubt.weight - one.doubt.weight);
  };
}

function lowestPart({ stored }: ReportInputs): number {
  const ofEngines = stored.engines.map(({ kinds, similarities }) =>
    similarities.filter((similarity, row) => kinds[row] === MATCH_SEMANTIC && !Number.isNaN(similarity)),
  );
  const all = new Float64Array(ofEngines.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const similarities of ofEngines) {
    all.set(similarities, end);
    end += similarities.length;
  }
  return all.length === 0 ? Number.NEGATIVE_INFINITY : quantile(all.sort(), LOWEST_PART);
}

function short(label: number): string {
  return String(Number(label.toFixed(3)));
}
