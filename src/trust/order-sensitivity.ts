/** How far does the order of engines depend on the policy? */
import { roundScore } from "../maths/classification/round-score.ts";
import { midRanks } from "../maths/correlation/pearson-spearman.ts";
import { quantile } from "../maths/summary/quantiles.ts";
import type { Policy } from "./policies/policy.ts";

export interface PolicyMeans {
  readonly policy: Policy;
  /** By engine. */
  readonly means: Float64Array;
}

export interface OrderSensitivity {
  /** Policies that order engines. */
  readonly policies: number;
  /** Policies under which all engines are equal; nothing else counts them. */
  readonly withoutOrder: number;
  /** τ-b between the orders of any two policies; null below two. */
  readonly tauB: { readonly median: number; readonly lowest: number } | null;
  /** Those that vary, the one that matters most first. */
  readonly factors: readonly FactorEffect[];
  /** In the order of the means; empty where no policy orders engines. */
  readonly engines: readonly EnginePlaces[];
}

export interface FactorEffect {
  readonly factor: keyof Policy;
  /** Mean τ-b between two policies that differ in this factor alone: the lower, the more it matters. */
  readonly tauB: number;
  readonly pairs: number;
}

export interface EnginePlaces {
  /** The best and the worst place under any policy, from 1; engines that tie share the mean of their places. */
  readonly best: number;
  readonly worst: number;
  /** Share of policies under which it is the first; engines that tie share one policy. */
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
  const tauOfPair = (one: number, other: number) => taus[(other * (other - 1)) / 2 + one] ?? Number.NaN;
  const sorted = taus.toSorted();
  return {
    policies: policies.length,
    withoutOrder: all.length - policies.length,
    tauB: sorted.length === 0 ? null : { median: quantile(sorted, 0.5), lowest: sorted[0] ?? Number.NaN },
    factors: factorEffects(policies, tauOfPair),
    engines: Array.from({ length: policies.length === 0 ? 0 : engines }, (_, engine) => {
      const own = places.map((ofPolicy) => ofPolicy[engine] ?? Number.NaN);
      const shares = places.map((ofPolicy) => shareOfFirst(ofPolicy, engine));
      return {
        best: Math.min(...own),
        worst: Math.max(...own),
        wins: shares.reduce((sum, share) => sum + share, 0) / policies.length,
      };
    }),
  };
}

/** Who is before whom: 1, -1, or 0 where they tie, of each pair of engines. */
interface PairOrder {
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

/** As `kendallTauB` has it, from what is known of each order: a loop, as there are 180,000 pairs of 600 policies. */
function tauBetween(one: PairOrder, other: PairOrder): number {
  let excess = 0;
  for (let pair = 0; pair < one.signs.length; pair++) excess += (one.signs[pair] ?? 0) * (other.signs[pair] ?? 0);
  return Math.min(1, Math.max(-1, excess / one.norm / other.norm));
}

/** Of the first place: 1, or a part of it where engines tie there. */
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
      group.forEach((other, at) => {
        for (const one of group.slice(0, at)) sum += tauOfPair(one, other);
        pairs += at;
      });
    }
    return { factor, tauB: sum / pairs, pairs };
  });
  return effects.filter(({ pairs }) => pairs > 0).sort((one, other) => one.tauB - other.tauB);
}
