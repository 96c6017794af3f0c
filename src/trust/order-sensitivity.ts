/** How far does the order of engines depend on the policy? */
import { at } from "../core/at.ts";
import { midRanks } from "../maths/correlation/rank-correlation.ts";
import { roundScore } from "../maths/numbers.ts";
import { quantile } from "../maths/summary.ts";
import type { Policy } from "./policies/policy.ts";

interface PolicyMeans {
  readonly policy: Policy;
  /** By engine. */
  readonly means: Float64Array;
}

export interface OrderSensitivity {
  /** Policies that order engines. */
  readonly policies: number;
  /** Policies under which all engines are equal; they count nowhere else. */
  readonly withoutOrder: number;
  /** τ-b between the orders of any two policies; null below two. */
  readonly tauB: { readonly median: number; readonly lowest: number } | null;
  /** Those that vary, the one that matters most first. */
  readonly factors: readonly FactorEffect[];
  /** In the order of the means; empty where no policy orders engines. */
  readonly engines: readonly EnginePlaces[];
}

interface FactorEffect {
  readonly factor: keyof Policy;
  /** Mean τ-b between two policies that differ in this factor alone: the lower, the more it matters. */
  readonly tauB: number;
  readonly pairs: number;
}

interface EnginePlaces {
  /** The best and the worst place under any policy, from 1; engines that tie share the mean of their places. */
  readonly best: number;
  readonly worst: number;
  /** Share of policies under which it is first; engines that tie share a policy. */
  readonly wins: number;
}

/** Cost O(policies² engines²): some 0.4 s for 600 and 28. */
export function orderSensitivity(engines: number, all: readonly PolicyMeans[]): OrderSensitivity {
  const policies = all.filter(({ means }) => new Set(means.map(roundScore)).size > 1);
  const places = policies.map(({ means }) => midRanks(means.map((mean) => -roundScore(mean))));
  // Of the pair of policies one < other, the entry other (other - 1) / 2 + one.
  const orders = policies.map(({ means }) => pairOrderOf(means));
  const taus = Float64Array.from(
    orders.flatMap((other, place) => orders.slice(0, place).map((one) => tauBetween(one, other))),
  );
  const tauOfPair = (one: number, other: number) => at(taus, (other * (other - 1)) / 2 + one);
  const sorted = taus.toSorted();
  return {
    policies: policies.length,
    withoutOrder: all.length - policies.length,
    tauB: sorted.length === 0 ? null : { median: quantile(sorted, 0.5), lowest: at(sorted, 0) },
    factors: factorEffects(policies, tauOfPair),
    engines: Array.from({ length: policies.length === 0 ? 0 : engines }, (_, engine) => {
      const own = places.map((ofPolicy) => at(ofPolicy, engine));
      const wins = places.reduce((sum, ofPolicy) => sum + shareOfFirst(ofPolicy, engine), 0);
      return { best: Math.min(...own), worst: Math.max(...own), wins: wins / policies.length };
    }),
  };
}

interface PairOrder {
  /** Of each pair of engines: 1, -1, or 0 of a tie. */
  readonly signs: Int8Array;
  /** Square root of the pairs that do not tie. */
  readonly norm: number;
}

function pairOrderOf(means: Float64Array): PairOrder {
  const rounded = means.map(roundScore);
  const signs = Int8Array.from(
    [...rounded].flatMap((mean, engine) => [...rounded.subarray(0, engine)].map((other) => Math.sign(mean - other))),
  );
  return { signs, norm: Math.sqrt(signs.filter((sign) => sign !== 0).length) };
}

/** As `kendallTauB`, but each order is prepared once: 600 policies have 180,000 pairs. */
function tauBetween(one: PairOrder, other: PairOrder): number {
  let excess = 0;
  for (let pair = 0; pair < one.signs.length; pair++) excess += (one.signs[pair] ?? 0) * (other.signs[pair] ?? 0);
  return Math.min(1, Math.max(-1, excess / one.norm / other.norm));
}

function shareOfFirst(places: Float64Array, engine: number): number {
  const first = Math.min(...places);
  return places[engine] === first ? 1 / places.filter((place) => place === first).length : 0;
}

function factorEffects(policies: readonly PolicyMeans[], tauOfPair: (one: number, other: number) => number) {
  const [first] = policies;
  const factors = Object.keys(first?.policy ?? {}) as (keyof Policy)[];
  const effects = factors.map((factor): FactorEffect => {
    const alike = new Map<string, number[]>();
    policies.forEach(({ policy }, place) => {
      const others = JSON.stringify({ ...policy, [factor]: null });
      alike.set(others, [...(alike.get(others) ?? []), place]);
    });
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
