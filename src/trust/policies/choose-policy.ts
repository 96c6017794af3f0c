/** Which policy orders the engines most as people do, and how much of that is luck? */
import { at } from "../../core/at.ts";
import { kendallTauB } from "../../maths/correlation/rank-correlation.ts";
import { type ResampleOptions, resampleCounts } from "../../maths/random.ts";
import { meanAndDeviation, percentileInterval } from "../../maths/summary.ts";
import { type EngineValues, engineMeans } from "../engine-values.ts";

export interface PolicyToChoose {
  readonly values: EngineValues;
  /** Named before the truth was known. */
  readonly isPredeclared: boolean;
}

interface ChooseOptions extends ResampleOptions {
  /** Place of the policy that stays unless another is better. */
  readonly fallback: number;
}

export interface PolicyAgreement {
  /** τ-b of engine means, -1..1; null where a side is constant. */
  readonly tauB: number | null;
  /** The middle 95 % over resampled queries. Resampling adds noise to both orders: it lies low, even below the τ-b. */
  readonly interval: readonly [low: number, high: number] | null;
  /** τ-b less that of the fallback. */
  readonly gain: number | null;
  /** Standard deviation of the gain over resampled queries; null for the fallback itself. */
  readonly standardErrorOfGain: number | null;
}

export interface PolicyChoice {
  readonly policies: readonly PolicyAgreement[];
  readonly chosen: number;
  /** Place of the eligible policy with the largest τ-b; of equal ones the fallback, or the first. */
  readonly best: number;
  readonly reason: "gain" | "gain within one standard error" | "default is best";
  /** Policies that could be chosen. */
  readonly eligible: number;
  /** τ-b of the chosen policy on the queries that chose it. */
  readonly apparent: number | null;
  /** τ-b of this way of choosing on queries that it did not see; null for one query. */
  readonly heldOut: number | null;
  /** Apparent less held out; chance may put it below 0. */
  readonly optimism: number | null;
}

/** With fewer rated queries only predeclared policies can be chosen. */
export const QUERIES_FOR_EVERY_POLICY = 40;

/**
 * The eligible policy with the largest τ-b is chosen where its gain over the fallback exceeds one standard error, else
 * the fallback. Held out: each query has the values of the policy chosen without it (by the standard errors of all
 * queries: a bootstrap for each would take hours), and the means of these values order the engines.
 *
 * @param truth by engine, then query: people's values; finite
 * @param policies the same engines and queries
 *
 * Cost O(samples policies engines (queries + engines)): some 8 s for 200, 600, 28 and 225.
 * Source: leave-one-out of the whole selection, Varma & Simon 2006 (BMC Bioinformatics 7:91); the rule of one standard
 * error, Breiman et al. 1984, Classification and Regression Trees, 3.4.3.
 */
export function choosePolicy(
  truth: EngineValues,
  policies: readonly PolicyToChoose[],
  options: ChooseOptions,
): PolicyChoice {
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
  return {
    policies: agreements,
    chosen,
    best,
    reason: chosen !== fallback ? "gain" : best === fallback ? "default is best" : "gain within one standard error",
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
    // A sum less one query: dividing it changes no order.
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

/** Over resampled queries: how often each was drawn. */
function meansOf(values: EngineValues, counts: Uint32Array): Float64Array {
  return Float64Array.from(values, (ofEngine) => {
    let sum = 0;
    for (let query = 0; query < ofEngine.length; query++) {
      sum += (counts[query] as number) * (ofEngine[query] as number);
    }
    return sum / ofEngine.length;
  });
}
