/** What does every engine reach on every query under each policy? */
import { at } from "../../core/at.ts";
import type { ResultLists } from "../../core/types.ts";
import { parseLabelFunction } from "../../label/label-functions/label-function.ts";
import { rowsOfQuery } from "../../lists/group-results.ts";
import { type EngineValues, labelValues } from "../engine-values.ts";
import type { JudgedLists } from "../judged-lists.ts";
import type { Policy } from "./policy.ts";
import type { PolicyMatches } from "./policy-matches.ts";

interface ListsToValue {
  readonly engines: readonly ResultLists[];
  /** Numbers of the queries to measure. */
  readonly queries: readonly number[];
  /** Policies that match alike have the same matches. */
  matchesOf(policy: Policy): PolicyMatches;
}

export interface PolicyValues {
  readonly policy: Policy;
  /** By engine, then query. */
  readonly values: EngineValues;
  /** By query, engine and rank. One object for neighbours that label alike. */
  readonly labels: readonly (readonly Float64Array[])[];
}

/**
 * One policy after the other, because all labels of all policies would not fit.
 *
 * Cost O(results) a policy, O(results log results) for a returned ideal.
 */
export function* policyValues(lists: ListsToValue, policies: readonly Policy[]): Iterable<PolicyValues> {
  let last: Labelling | null = null;
  for (const policy of policies) {
    const { labelFunction, cutoff, ideal } = policy;
    const matches = lists.matchesOf(policy);
    if (last === null || last.matches !== matches || last.labelFunction !== labelFunction) {
      const judged = labelled(lists, matches, labelFunction);
      last = { matches, labelFunction, judged, labels: judged.queries.map(({ labels }) => labels) };
    }
    const values = labelValues(last.judged, cutoff ?? Number.POSITIVE_INFINITY, ideal);
    yield { policy, values, labels: last.labels };
  }
}

interface Labelling extends Pick<PolicyValues, "labels"> {
  readonly matches: PolicyMatches;
  readonly labelFunction: string;
  readonly judged: JudgedLists;
}

/** Labels without people's grades. */
function labelled({ engines, queries }: ListsToValue, matches: PolicyMatches, labelFunction: string): JudgedLists {
  const { labelOf } = parseLabelFunction(labelFunction);
  const label = (rank: number) => (rank < 0 ? 0 : labelOf(rank));
  return {
    engines: engines.map(({ engine }) => engine),
    queries: queries.map((query) => ({
      query,
      titles: 0,
      lists: [],
      labels: engines.map((lists, engine) =>
        Float64Array.from(rowsOfQuery(lists, query), (row) => label(at(at(matches.ranks, engine), row))),
      ),
      ideal: Float64Array.from(at(matches.pointRanks, query), label).sort().reverse(),
      grades: [],
      judged: new Float64Array(0),
    })),
    leftOut: { unjudged: 0, nothingRelevant: 0, unlabelled: 0 },
  };
}
