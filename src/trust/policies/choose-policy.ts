/** Measures how much the order of engines depends on the policy, and chooses the policy closest to people's order. */
import { at } from "../../core/at.ts";
import { rowsByKey } from "../../core/rows-by-key.ts";
import { kendallTauB, midRanks } from "../../maths/correlation/rank-correlation.ts";
import { roundScore } from "../../maths/numbers.ts";
import { type ResampleOptions, resampleCounts } from "../../maths/random.ts";
import { meanAndDeviation, percentileInterval, quantile } from "../../maths/summary.ts";
import { type EngineValues, engineMeans } from "../engine-values.ts";
import type { Policy } from "./policy-values.ts";

type PolicyMeans = { readonly policy: Policy; readonly means: Float64Array };

/** Compares the orders under all policies. Cost O(policies² engines²): about 0.4 s for 600 policies and 28 engines. */
export function orderSensitivity(engines: number, all: readonly PolicyMeans[]) {
  const policies = all.filter(({ means }) => new Set(means.map(roundScore)).size > 1);
  const places = policies.map(({ means }) => midRanks(means.map((mean) => -roundScore(mean))));
  // `taus` has the τ-b of each pair of policies, in the order (0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3), (0, 4)...
  const orders = policies.map(({ means }) => pairOrderOf(means));
  const taus = Float64Array.from(
    orders.flatMap((other, place) => orders.slice(0, place).map((one) => tauBetween(one, other))),
  );
  const tauOfPair = (one: number, other: number) => at(taus, (other * (other - 1)) / 2 + one);
  const sorted = taus.toSorted();
  return {
    policies: policies.length,
    /** Number of policies under which all engines tie. All other fields leave out these policies. */
    withoutOrder: all.length - policies.length,
    /** Median and lowest τ-b over all pairs of policies; null for fewer than two policies. */
    tauB: sorted.length === 0 ? null : { median: quantile(sorted, 0.5), lowest: at(sorted, 0) },
    factors: factorEffects(policies, tauOfPair),
    /** Best and worst position of each engine, and share of policies that put it first. Empty if `policies` is 0. */
    engines: Array.from({ length: policies.length === 0 ? 0 : engines }, (_, engine) => {
      // Positions start at 1. Tied engines get the mean of their positions, and an equal share of a first position.
      const own = places.map((ofPolicy) => at(ofPolicy, engine));
      const wins = places.reduce((sum, ofPolicy) => sum + shareOfFirst(ofPolicy, engine), 0);
      return { best: Math.min(...own), worst: Math.max(...own), wins: wins / policies.length };
    }),
  };
}

/** Returns the sign of each difference between two engines. `norm` is the square root of the number of untied pairs. */
function pairOrderOf(means: Float64Array) {
  const rounded = means.map(roundScore);
  const signs = Int8Array.from(
    [...rounded].flatMap((mean, engine) => [...rounded.subarray(0, engine)].map((other) => Math.sign(mean - other))),
  );
  return { signs, norm: Math.sqrt(signs.filter((sign) => sign !== 0).length) };
}

/** Returns the same as `kendallTauB`. Each order is prepared only once, because 600 policies have 180,000 pairs. */
function tauBetween(one: ReturnType<typeof pairOrderOf>, other: ReturnType<typeof pairOrderOf>): number {
  let excess = 0;
  for (let pair = 0; pair < one.signs.length; pair++) excess += (one.signs[pair] ?? 0) * (other.signs[pair] ?? 0);
  return Math.min(1, Math.max(-1, excess / one.norm / other.norm));
}

function shareOfFirst(places: Float64Array, engine: number): number {
  const first = Math.min(...places);
  return places[engine] === first ? 1 / places.filter((place) => place === first).length : 0;
}

/** For each factor, finds the mean τ-b between policies that differ only in it. Most important (lowest τ-b) first. */
function factorEffects(policies: readonly PolicyMeans[], tauOfPair: (one: number, other: number) => number) {
  const [first] = policies;
  const factors = Object.keys(first?.policy ?? {}) as (keyof Policy)[];
  const effects = factors.map((factor) => {
    const alike = rowsByKey(policies.map(({ policy }) => JSON.stringify({ ...policy, [factor]: null })));
    let [sum, pairs] = [0, 0];
    for (const group of alike.values()) {
      group.forEach((other, before) => {
        for (const one of group.slice(0, before)) sum += tauOfPair(one, other);
        pairs += before;
      });
    }
    return { factor, tauB: sum / pairs, pairs };
  });
  return effects.filter(({ pairs }) => pairs > 0).sort((one, other) => one.tauB - other.tauB);
}

export interface PolicyToChoose {
  readonly values: EngineValues;
  /** Whether the policy was fixed before the judgments were known. */
  readonly isPredeclared: boolean;
}

/** `fallback` is the index of the policy that is chosen unless another is better. */
type ChooseOptions = ResampleOptions & { readonly fallback: number };

export interface PolicyAgreement {
  /** τ-b between the engines' means by this policy and by people, -1..1; null if all engines tie in one of them. */
  readonly tauB: number | null;
  /** Middle 95 % of τ-b over resampled queries. These τ-b are too low, because resampling adds noise to both orders. */
  readonly interval: readonly [low: number, high: number] | null;
  /** `tauB` minus the τ-b of the fallback. */
  readonly gain: number | null;
  /** Standard deviation of the gain over resampled queries; null for the fallback itself. */
  readonly standardErrorOfGain: number | null;
}

export type PolicyChoice = ReturnType<typeof choosePolicy>;

/** With fewer rated queries, only predeclared policies can be chosen. */
export const QUERIES_FOR_EVERY_POLICY = 40;

/**
 * Chooses the best policy if its gain over the fallback exceeds one standard error, otherwise the fallback. The best is
 * the eligible policy with the largest τ-b. Ties go to the fallback, then to the first policy. `apparent` is the τ-b of
 * the chosen policy on all queries, which were also used to choose it. For `heldOut`, the policy that
 * is chosen on all other queries gives the values of a query. `heldOut` is the τ-b of all these values; null for fewer
 * than two queries.
 * All choices use the same standard errors, from all queries, because a bootstrap for each query would take hours.
 * Cost O(samples policies engines (queries + engines)): 8 s for 200 samples, 600 policies, 28 engines, 225 queries.
 * Sources: Varma & Simon 2006 (BMC Bioinformatics 7:91) for choosing again with one query left out; Breiman et al.
 * 1984, Classification and Regression Trees, 3.4.3, for the rule of one standard error.
 * @param truth - people's values, as [engine][query]; finite
 */
export function choosePolicy(truth: EngineValues, policies: readonly PolicyToChoose[], options: ChooseOptions) {
  const { fallback } = options;
  const queries = truth[0]?.length ?? 0;
  const agreements = agreementsOf(truth, policies, queries, options);
  const hasEnough = queries >= QUERIES_FOR_EVERY_POLICY;
  const eligible = [...policies.keys()].filter(
    (place) => place === fallback || hasEnough || at(policies, place).isPredeclared,
  );
  const choose = (tauOf: (place: number) => number | null) => {
    const tau = (place: number) => tauOf(place) ?? Number.NEGATIVE_INFINITY;
    const best = eligible.reduce((most, place) => (tau(place) > tau(most) ? place : most), fallback);
    const error = at(agreements, best).standardErrorOfGain ?? Number.POSITIVE_INFINITY;
    return { best, chosen: tau(best) - tau(fallback) > error ? best : fallback };
  };
  const { best, chosen } = choose((place) => at(agreements, place).tauB);
  const apparent = at(agreements, chosen).tauB;
  const heldOut = queries < 2 ? null : heldOutTau(truth, policies, queries, (tauOf) => choose(tauOf).chosen);
  const whyDefault = best === fallback ? ("default is best" as const) : ("gain within one standard error" as const);
  return {
    policies: agreements,
    chosen,
    best,
    reason: chosen === fallback ? whyDefault : ("gain" as const),
    eligible: eligible.length,
    apparent,
    heldOut,
    optimism: apparent === null || heldOut === null ? null : apparent - heldOut,
  };
}

function agreementsOf(
  truth: EngineValues,
  policies: readonly PolicyToChoose[],
  queries: number,
  { fallback, ...resampling }: ChooseOptions,
): PolicyAgreement[] {
  const everyQuery = Int32Array.from({ length: queries }, (_, query) => query);
  const resampled = policies.map((): (number | null)[] => []);
  for (const counts of resampleCounts(everyQuery, queries, resampling)) {
    const ofTruth = meansOf(truth, counts);
    for (const [place, { values }] of policies.entries()) {
      at(resampled, place).push(tauOf(meansOf(values, counts), ofTruth));
    }
  }
  const trueMeans = engineMeans(truth);
  const tauBs = policies.map(({ values }) => tauOf(engineMeans(values), trueMeans));
  const own = at(tauBs, fallback);
  return tauBs.map((tauB, place) => {
    const gains = at(resampled, place).flatMap((tau, sample) => {
      const ofFallback = at(at(resampled, fallback), sample);
      return tau === null || ofFallback === null ? [] : tau - ofFallback;
    });
    return {
      tauB,
      interval: percentileInterval(at(resampled, place)).interval,
      gain: tauB === null || own === null ? null : tauB - own,
      standardErrorOfGain: place === fallback || gains.length < 2 ? null : meanAndDeviation(gains).standardDeviation,
    };
  });
}

function heldOutTau(
  truth: EngineValues,
  policies: readonly PolicyToChoose[],
  queries: number,
  choose: (tauOf: (place: number) => number | null) => number,
): number | null {
  const means = policies.map(({ values }) => engineMeans(values));
  const ofTruth = engineMeans(truth);
  const pooled = new Float64Array(truth.length);
  for (let query = 0; query < queries; query++) {
    // Returns sums over the other queries, because sums give engines the same order as means.
    const without = (all: Float64Array, values: EngineValues) =>
      all.map((mean, engine) => mean * queries - at(at(values, engine), query));
    const others = without(ofTruth, truth);
    const chosen = choose((place) => tauOf(without(at(means, place), at(policies, place).values), others));
    const { values } = at(policies, chosen);
    for (const [engine, ofEngine] of values.entries()) pooled[engine] = at(pooled, engine) + at(ofEngine, query);
  }
  return tauOf(pooled, ofTruth);
}

function tauOf(proxy: Float64Array, truth: Float64Array): number | null {
  return kendallTauB(proxy, truth)?.tau ?? null;
}

/** @param counts - for each query, the number of times that it was drawn */
function meansOf(values: EngineValues, counts: Uint32Array): Float64Array {
  return Float64Array.from(values, (ofEngine) => {
    let sum = 0;
    for (let query = 0; query < ofEngine.length; query++) {
      sum += (counts[query] as number) * (ofEngine[query] as number);
    }
    return sum / ofEngine.length;
  });
}
