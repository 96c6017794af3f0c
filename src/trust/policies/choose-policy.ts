/** Which policy orders the engines most as people do, and how much of that is luck? */
import { kendallTauB } from "../../maths/correlation/kendall-tau-b.ts";
import { type ResampleOptions, resampleCounts } from "../../maths/random/resample-counts.ts";
import { meanAndDeviation } from "../../maths/summary/means.ts";
import { percentileInterval } from "../../maths/summary/quantiles.ts";
import type { EngineValues } from "../engine-values.ts";

export interface PolicyToChoose {
  readonly values: EngineValues;
  /** Named before anybody saw the truth. */
  readonly isPredeclared: boolean;
}

export interface ChooseOptions extends ResampleOptions {
  /** Place of the policy that stays unless another one is better. */
  readonly fallback: number;
}

/** How one policy agrees with people. */
export interface PolicyAgreement {
  /** τ-b of engine means, -1..1; null where a side is constant. */
  readonly tauB: number | null;
  /**
   * The middle 95 % over resampled queries. Resampling adds noise to both orders, so that it lies low, and may even end
   * below the τ-b itself.
   */
  readonly interval: readonly [low: number, high: number] | null;
  /** τ-b less that of the fallback. */
  readonly gain: number | null;
  /** Standard deviation of the gain over resampled queries; null for the fallback itself. */
  readonly standardErrorOfGain: number | null;
}

export interface PolicyChoice {
  readonly policies: readonly PolicyAgreement[];
  /** Place of the chosen policy. */
  readonly chosen: number;
  /** Place of the eligible policy with the largest τ-b, the fallback's or the first of equal ones. */
  readonly best: number;
  readonly reason: "gain" | "gain within one standard error" | "default is best";
  /** Policies that could be chosen. */
  readonly eligible: number;
  /** τ-b of the chosen policy on the queries that chose it. */
  readonly apparent: number | null;
  /** τ-b of this way of choosing on queries that had no say; null for one query. */
  readonly heldOut: number | null;
  /** Apparent less held out; below 0 by chance where there is none. */
  readonly optimism: number | null;
}

/** With fewer rated queries only predeclared policies can be chosen. */
export const QUERIES_FOR_EVERY_POLICY = 40;

/**
 * The eligible policy with the largest τ-b is chosen where its gain over the fallback exceeds one standard error, else
 * the fallback. Held out: for each query the same choice is made without it (with the standard errors of all queries,
 * since a bootstrap for each would take hours), the query has the values of that choice, and the engines are ordered by
 * the means of these values.
 *
 * @param truth by engine, then query: what people say; finite
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
    (place) => place === fallback || hasEnough || policies[place]?.isPredeclared === true,
  );
  const choose = (tauOf: (place: number) => number | null) => {
    const tau = (place: number) => tauOf(place) ?? Number.NEGATIVE_INFINITY;
    const best = eligible.reduce((most, place) => (tau(place) > tau(most) ? place : most), fallback);
    const error = agreements[best]?.standardErrorOfGain ?? Number.POSITIVE_INFINITY;
    return { best, chosen: tau(best) - tau(fallback) > error ? best : fallback };
  };
  const { best, chosen } = choose((place) => agreements[place]?.tauB ?? null);
  const apparent = agreements[chosen]?.tauB ?? null;
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
    policies.forEach(({ values }, place) => {
      resampled[place]?.push(tauOf(meansOf(values, counts), ofTruth));
    });
  }
  const once = new Uint32Array(queries).fill(1);
  const ofTruth = meansOf(truth, once);
  const tauBs = policies.map(({ values }) => tauOf(meansOf(values, once), ofTruth));
  return policies.map((_, place) => {
    const [tauB = null, own = null] = [tauBs[place], tauBs[fallback]];
    const gains = (resampled[place] ?? []).flatMap((tau, sample) => {
      const ofFallback = resampled[fallback]?.[sample] ?? null;
      return tau === null || ofFallback === null ? [] : tau - ofFallback;
    });
    return {
      tauB,
      interval: percentileInterval(resampled[place] ?? []).interval,
      gain: tauB === null || own === null ? null : tauB - own,
      standardErrorOfGain: place === fallback || gains.length < 2 ? null : meanAndDeviation(gains).standardDeviation,
    };
  });
}

type Choose = (tauOf: (place: number) => number | null) => number;

function heldOutTau(
  truth: EngineValues,
  policies: readonly PolicyToChoose[],
  queries: number,
  choose: Choose,
): number | null {
  const once = new Uint32Array(queries).fill(1);
  const means = policies.map(({ values }) => meansOf(values, once));
  const ofTruth = meansOf(truth, once);
  const pooled = new Float64Array(truth.length);
  for (let query = 0; query < queries; query++) {
    // A sum less one query: dividing it changes no order.
    const without = (all: Float64Array, values: EngineValues) =>
      all.map((mean, engine) => mean * queries - (values[engine]?.[query] ?? 0));
    const others = without(ofTruth, truth);
    const chosen = choose((place) => {
      const values = policies[place]?.values ?? [];
      return tauOf(without(means[place] ?? new Float64Array(0), values), others);
    });
    pooled.forEach((sum, engine) => {
      pooled[engine] = sum + (policies[chosen]?.values[engine]?.[query] ?? 0);
    });
  }
  return tauOf(pooled, ofTruth);
}

function tauOf(proxy: Float64Array, truth: Float64Array): number | null {
  return kendallTauB(proxy, truth)?.tau ?? null;
}

function meansOf(values: EngineValues, counts: Uint32Array): Float64Array {
  return Float64Array.from(values, (ofEngine) => {
    let sum = 0;
    for (let query = 0; query < ofEngine.length; query++) sum += (counts[query] ?? 0) * (ofEngine[query] ?? 0);
    return sum / ofEngine.length;
  });
}
