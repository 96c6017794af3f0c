/** Matches every result under each label policy, and computes the values of the engines. */
import { at, atKey } from "../../core/at.ts";
import type { NearestIndex, PointVectors } from "../../core/ports.ts";
import { rowsByKey } from "../../core/rows-by-key.ts";
import { REASON, type ResultLists } from "../../core/types.ts";
import { parseLabelFunction } from "../../label/label-functions/label-function.ts";
import {
  type MatchSide,
  matchQuery,
  matchQueryOneToOne,
  unmatched,
  type VectorComparison,
} from "../../label/match/match-query.ts";
import { matchPresets, rulesWithout } from "../../label/match/match-rules.ts";
import { gatherVectors, referencePoints, rememberingNearestPoint } from "../../label/match/reference-points.ts";
import type { RowTitles } from "../../label/match/row-titles.ts";
import { rowIdentifiers } from "../../lists/documents.ts";
import { firstResults, rowsOfQuery } from "../../lists/group-results.ts";
import { cosine } from "../../maths/numbers.ts";
import { type EngineValues, labelValues } from "../engine-values.ts";

/** The first six fields are options of `label`; the next two select one of its measures. */
export interface Policy {
  /** In the syntax of `parseLabelFunction`. */
  readonly labelFunction: string;
  /** `cleaned`: titles and matching rules as in `label` by default. `as read`: both as in the preset `notebook`. */
  readonly titles: "cleaned" | "as read";
  /** Minimum similarity of a match, -1..1; null for none. */
  readonly threshold: number | null;
  /** Number of results used from each reference list, >= 1; null for all. */
  readonly referenceDepth: number | null;
  /** Whether later results with the same reference title get the label 0. */
  readonly once: boolean;
  /** Whether a reference title matches at most one result. */
  readonly oneToOne: boolean;
  /** Whether the ideal list has the labels of all reference titles, or the sorted labels of the list itself. */
  readonly ideal: "reference" | "returned";
  /** Number of results that count, >= 1; null for all. */
  readonly cutoff: number | null;
  /** Name of a reference that is stored apart; null for the reference that made the labels. */
  readonly reference: string | null;
}

/** The defaults of `label` and the measure `ndcg_reference@10`. */
export const defaultPolicy: Policy = {
  labelFunction: "inverse(top=5)",
  titles: "cleaned",
  threshold: matchPresets.default.threshold,
  referenceDepth: null,
  once: true,
  oneToOne: false,
  ideal: "reference",
  cutoff: 10,
  reference: null,
};

/** What the original notebook computed, with the measure `ndcg_returned`. */
export const notebookPolicy: Policy = {
  ...defaultPolicy,
  titles: "as read",
  threshold: matchPresets.notebook.threshold,
  once: false,
  ideal: "returned",
  cutoff: null,
};

/** Returns a unique name, such as "inverse(top=5), cosine >= 0.4, once, ndcg_reference@10". */
export function policyName(policy: Policy): string {
  const { labelFunction, titles, threshold, referenceDepth, once, oneToOne, reference } = policy;
  return [
    labelFunction,
    ...(titles === "cleaned" ? [] : [`titles ${titles}`]),
    ...(threshold === null ? [] : [`cosine >= ${threshold}`]),
    ...(referenceDepth === null ? [] : [`first ${referenceDepth}`]),
    ...(once && !oneToOne ? ["once"] : []),
    ...(oneToOne ? ["one-to-one"] : []),
    measureName(policy),
    ...(reference === null ? [] : [`by ${reference}`]),
  ].join(", ");
}

export function measureName({ ideal, cutoff }: Policy): string {
  return `ndcg_${ideal}${cutoff === null ? "" : `@${cutoff}`}`;
}

/** Values of each factor. When combined, the last factors vary fastest, so policies with equal labels are adjacent. */
export const policyFactors = {
  once: [false, true],
  oneToOne: [false, true],
  referenceDepth: [null, 20],
  threshold: [null, 0.3, 0.4, 0.5, 0.6],
  labelFunction: [
    "inverse(top=5)",
    "log(top=5)",
    "linear(top=5,depth=20)",
    "flat(top=1,depth=20)",
    "graded(depths=1/5/10/20)",
  ],
  ideal: ["reference", "returned"],
  cutoff: [10, null],
} as const satisfies { readonly [factor in keyof Policy]?: readonly Policy[factor][] };

/** With few rated queries, only these can be chosen, because the best of many policies may only be lucky. */
export const predeclaredPolicies: readonly Policy[] = [
  defaultPolicy,
  notebookPolicy,
  { ...defaultPolicy, threshold: null, once: false },
  { ...defaultPolicy, threshold: 0.6 },
  { ...defaultPolicy, oneToOne: true },
  { ...defaultPolicy, labelFunction: "log(top=5)" },
  { ...defaultPolicy, labelFunction: "linear(top=5,depth=20)" },
  { ...defaultPolicy, labelFunction: "flat(top=1,depth=20)" },
];

/** Returns all 600 combinations of the factors, the notebook's policy, and `predeclaredPolicies` for each reference. */
export function policyGrid(references: readonly string[] = []): Policy[] {
  let policies: Policy[] = [defaultPolicy];
  for (const [factor, values] of Object.entries(policyFactors)) {
    policies = policies.flatMap((policy) => values.map((value) => ({ ...policy, [factor]: value })));
  }
  // With one-to-one matching, `once` changes nothing, so it is always true.
  const combined = policies.filter(({ once, oneToOne }) => once || !oneToOne);
  const underEach = references.flatMap((reference) => predeclaredPolicies.map((policy) => ({ ...policy, reference })));
  return [...combined, notebookPolicy, ...underEach];
}

export type MatchingPolicy = Pick<Policy, "titles" | "threshold" | "referenceDepth" | "once" | "oneToOne">;

export interface ListsToMatch {
  readonly engines: readonly ResultLists[];
  readonly reference: ResultLists;
  titlesOf(lists: ResultLists, titles: Policy["titles"]): RowTitles;
  indexOf(points: PointVectors): NearestIndex;
}

export interface PolicyMatches {
  /** Rank of each row's reference title, as [engine][row]; -1 without a match. With `once`, repeats have none. */
  readonly ranks: readonly Int32Array[];
  /** Ranks of each query's distinct reference titles, ascending; empty without a reference. */
  readonly pointRanks: readonly Int32Array[];
}

/**
 * Returns the matches of `label` under each policy, in the order of `policies`. For each query, and each combination of
 * `titles` and `referenceDepth`, comparing titles costs O(distinct titles * reference titles * dimensions). Matching
 * costs one `matchQuery` or `matchQueryOneToOne` per list and policy. Policies that differ only in `once` share calls.
 */
export function policyMatches(lists: ListsToMatch, policies: readonly MatchingPolicy[]): PolicyMatches[] {
  const listKey = ({ titles, referenceDepth }: MatchingPolicy) => JSON.stringify([titles, referenceDepth]);
  const found = new Map(groupsBy(policies, listKey).flatMap((alike) => matchAlike(lists, alike)));
  return policies.map((policy) => atKey(found, policy));
}

/** @param policies - at least one; all have the same `titles` and `referenceDepth` */
function matchAlike(all: ListsToMatch, policies: readonly MatchingPolicy[]) {
  const { titles, referenceDepth } = at(policies, 0);
  const preset = titles === "cleaned" ? matchPresets.default : matchPresets.notebook;
  const rules = { ...rulesWithout(preset.without), once: true };
  const identifiers = preset.matchOn.filter((name) => name !== "title");
  const vectors = new Map<string, Float32Array>();
  const sideOf = (lists: ResultLists): MatchSide => ({
    lists,
    titles: sharingVectors(all.titlesOf(lists, titles), vectors),
    identifiers: rowIdentifiers(lists, identifiers),
  });
  const reference = sideOf(firstResults(all.reference, referenceDepth));
  const points = referencePoints(reference.lists, reference.titles.key, reference.identifiers);
  const rankOf = (row: number) => at(reference.lists.ranks, row);
  const candidates = all.engines.map((lists) => ({ side: sideOf(lists), matches: unmatched(lists.titles.length) }));
  const pointRanks: Int32Array[] = [];
  const ranksOf = new Map(
    policies.map((policy) => [policy, all.engines.map((lists) => new Int32Array(lists.titles.length).fill(-1))]),
  );
  const runs = groupsBy(policies, ({ threshold, oneToOne }) => JSON.stringify([threshold, oneToOne]));
  for (let query = 0; query < points.offsets.length - 1; query++) {
    const rows = points.rows.subarray(points.offsets[query], points.offsets[query + 1]);
    pointRanks.push(rows.map(rankOf));
    if (rows.length === 0) continue;
    const index = all.indexOf(gatherVectors(rows, reference.titles.vector));
    const comparing = rememberingComparison();
    for (const [engine, { side, matches }] of candidates.entries()) {
      for (const alike of runs) {
        const { threshold, oneToOne } = at(alike, 0);
        const match = oneToOne ? matchQueryOneToOne : matchQuery;
        const context = { candidate: side, reference, points, rules, threshold, veto: null, comparing };
        match(context, query, index, matches);
        for (const policy of alike) {
          const ranks = at(atKey(ranksOf, policy), engine);
          for (const row of rowsOfQuery(side.lists, query)) {
            const matched = at(matches.referenceRows, row);
            const counts = matched >= 0 && !(policy.once && matches.reasons[row] === REASON.repeat);
            if (counts) ranks[row] = rankOf(matched);
          }
        }
      }
    }
  }
  return [...ranksOf].map(([policy, ranks]): [MatchingPolicy, PolicyMatches] => [policy, { ranks, pointRanks }]);
}

/** Returns the same vector object for equal texts, so that each comparison is made once. */
function sharingVectors(titles: RowTitles, known: Map<string, Float32Array>): RowTitles {
  return {
    ...titles,
    vector(row) {
      const text = titles.text(row);
      const vector = known.get(text) ?? titles.vector(row);
      known.set(text, vector);
      return vector;
    },
  };
}

/** Remembers every comparison of two titles of a query, because many lists and policies need the same one. */
function rememberingComparison(): VectorComparison {
  const cosines = new Map<Float32Array, Map<Float32Array, number>>();
  return {
    nearestPoint: rememberingNearestPoint(),
    cosine(one, other) {
      const ofOne = cosines.get(one) ?? new Map<Float32Array, number>();
      cosines.set(one, ofOne);
      const similarity = ofOne.get(other) ?? cosine(one, other);
      ofOne.set(other, similarity);
      return similarity;
    },
  };
}

function groupsBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Value[][] {
  return Array.from(rowsByKey(values.map(keyOf)).values(), (places) => places.map((place) => at(values, place)));
}

/** `matchesOf` returns the same object for policies with equal matches. */
interface ListsToValue {
  readonly engines: readonly ResultLists[];
  readonly queries: readonly number[];
  matchesOf(policy: Policy): PolicyMatches;
}

export interface PolicyValues {
  readonly policy: Policy;
  readonly values: EngineValues;
  /** Labels as [query][engine][rank]. Successive policies with equal labels share one object. */
  readonly labels: readonly (readonly Float64Array[])[];
}

/** Yields one policy at a time, because not all labels fit into memory. Cost per policy: O(results log results). */
export function* policyValues(lists: ListsToValue, policies: readonly Policy[]): Iterable<PolicyValues> {
  const labelling = ({ labelFunction }: Policy, matches: PolicyMatches) => {
    const judged = labelled(lists, matches, labelFunction);
    return { matches, labelFunction, judged, labels: judged.queries.map(({ labels }) => labels) };
  };
  let last: ReturnType<typeof labelling> | null = null;
  for (const policy of policies) {
    const matches = lists.matchesOf(policy);
    if (last === null || last.matches !== matches || last.labelFunction !== policy.labelFunction) {
      last = labelling(policy, matches);
    }
    const values = labelValues(last.judged, policy.cutoff ?? Number.POSITIVE_INFINITY, policy.ideal);
    yield { policy, values, labels: last.labels };
  }
}

function labelled({ engines, queries }: ListsToValue, matches: PolicyMatches, labelFunction: string) {
  const { labelOf } = parseLabelFunction(labelFunction);
  const label = (rank: number) => (rank < 0 ? 0 : labelOf(rank));
  return {
    engines: engines.map(({ engine }) => engine),
    queries: queries.map((query) => ({
      labels: engines.map((lists, engine) =>
        Float64Array.from(rowsOfQuery(lists, query), (row) => label(at(at(matches.ranks, engine), row))),
      ),
      ideal: Float64Array.from(at(matches.pointRanks, query), label).sort().reverse(),
    })),
  };
}
