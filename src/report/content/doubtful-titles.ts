/** Which titles should somebody read first, as their labels are the most doubtful? */
import { at } from "../../core/at.ts";
import { type DoubtfulMatch, doubtfulMatches } from "./doubtful-matches.ts";
import type { ReportInputs } from "./report-inputs.ts";

export const MOST_DOUBTS_SHOWN = 12;
/** Of one query, so that others are seen too. */
export const DOUBTS_OF_QUERY = 2;

/** A title that several engines return for a query is one, as doubtful as the first of them. */
export interface DoubtfulTitle {
  readonly match: DoubtfulMatch;
  readonly engines: readonly string[];
}

export interface DoubtfulTitles {
  /** In all. */
  readonly count: number;
  /** The most doubtful ones, in their order. */
  readonly first: readonly DoubtfulTitle[];
}

/** Memory grows with queries, not with doubts. @param most titles in all; of one query `ofQuery` */
export function doubtfulTitles(
  inputs: ReportInputs,
  { most, ofQuery } = { most: MOST_DOUBTS_SHOWN, ofQuery: DOUBTS_OF_QUERY },
): DoubtfulTitles {
  const matchesOf = doubtfulMatches(inputs);
  let count = 0;
  const first: DoubtfulTitle[] = [];
  for (const query of inputs.stored.queries.keys()) {
    const titles = joinEngines(inputs, matchesOf(query));
    count += titles.length;
    first.push(...titles.slice(0, ofQuery));
  }
  first.sort(({ match: one }, { match: other }) => other.doubt.weight - one.doubt.weight || one.engine - other.engine);
  return { count, first: first.slice(0, most) };
}

function joinEngines({ stored }: ReportInputs, ofQuery: readonly DoubtfulMatch[]): DoubtfulTitle[] {
  const joined = new Map<number | string, { match: DoubtfulMatch; engines: string[] }>();
  for (const match of ofQuery) {
    const { engine } = at(stored.engines, match.engine).lists;
    const known = joined.get(match.titleKey);
    if (known === undefined) joined.set(match.titleKey, { match, engines: [engine] });
    else if (!known.engines.includes(engine)) known.engines.push(engine);
  }
  return [...joined.values()];
}
