/** Shows how much the engines' means and order depend on the choice of the reference. */
import { plainPath } from "../../core/text/paths.ts";
import { kendallTauB } from "../../maths/correlation/rank-correlation.ts";
import { roundScore } from "../../maths/numbers.ts";
import { describe } from "../../maths/summary.ts";
import type { MeasuredEngine, MeasuredRun } from "./measured-run.ts";

export const biasMeasures = ["ndcg_reference@10", "ndcg_reference"] as const;
export type BiasMeasure = (typeof biasMeasures)[number];

/** The candidates' means and order if the labels come from one reference, or from several fused references. */
export interface OrderByReference {
  readonly engines: {
    readonly [engine: string]: {
      readonly mean: number | null;
      /** Number of queries in the mean. The reference has results for all of them. */
      readonly count: number;
      /** Place in the order: 1 plus the number of engines with a larger mean. Null without a mean. */
      readonly place: number | null;
    };
  };
  /** Kendall's tau-b of this order and `fused`, -1..1. Null for fewer than two engines, or if all tie in one order. */
  readonly tau_b: number | null;
  /** Whether the engine in first place (or the set of tied engines) is not the same as in `fused`. */
  readonly winner_changes: boolean;
}

export interface OrdersByReference {
  /** Order with all references, fused. */
  readonly fused: OrderByReference;
  /** Orders with one reference alone, by the name of the reference. */
  readonly alone: Readonly<Record<string, OrderByReference>>;
  /** Orders with one reference left out, by its name. Absent for two references: `alone` has the same orders. */
  readonly without?: Readonly<Record<string, OrderByReference>>;
}

export interface ReferenceBias {
  /** Names of the references in the given order. */
  readonly engines: readonly string[];
  readonly fusion: string;
  /** Candidates that are also references. Labels from their own list give them nDCG 1, or more if titles repeat. */
  readonly also_candidates: readonly string[];
  readonly measures: { readonly [measure in BiasMeasure]: OrdersByReference };
}

/** A run of the same candidates with labels from one reference `alone`, or `without` one of the references. */
export interface RunBySubset {
  readonly kind: "alone" | "without";
  readonly engine: string;
  readonly run: MeasuredRun;
}

export function referenceBias(run: MeasuredRun, subsets: readonly RunBySubset[], fusionK: number): ReferenceBias {
  const alone = subsets.filter(({ kind }) => kind === "alone");
  const without = subsets.filter(({ kind }) => kind === "without");
  const ordersBy = (measure: BiasMeasure): OrdersByReference => {
    const order = (some: MeasuredRun) => orderBy(some.engines, run.engines, measure);
    const orders = (some: readonly RunBySubset[]) =>
      Object.fromEntries(some.map((one) => [one.engine, order(one.run)]));
    return { fused: order(run), alone: orders(alone), ...(without.length > 0 && { without: orders(without) }) };
  };
  const isReference = ({ engine, source }: MeasuredEngine) =>
    alone.some(
      ({ run: { reference } }) => reference.engine === engine && plainPath(reference.source) === plainPath(source),
    );
  return {
    engines: alone.map(({ engine }) => engine),
    fusion: `rrf(k=${fusionK})`,
    also_candidates: run.engines.filter(isReference).map(({ engine }) => engine),
    measures: { "ndcg_reference@10": ordersBy("ndcg_reference@10"), ndcg_reference: ordersBy("ndcg_reference") },
  };
}

function orderBy(engines: readonly MeasuredEngine[], underAll: readonly MeasuredEngine[], measure: BiasMeasure) {
  const means = engines.map(({ measures }) => describe(measures.values[measure]));
  const scores = means.map(({ mean }) => mean);
  const fused = underAll.map(({ measures }) => describe(measures.values[measure]).mean);
  // An engine that lacks one of the two means cannot be compared.
  const both = scores.flatMap((score, place) => {
    const other = fused[place] ?? null;
    return score === null || other === null ? [] : [{ score, other }];
  });
  const tau = kendallTauB(
    both.map(({ score }) => score),
    both.map(({ other }) => other),
  );
  const places = placesOf(scores);
  const fusedPlaces = placesOf(fused);
  return {
    engines: Object.fromEntries(
      engines.map(({ engine }, at) => [
        engine,
        { mean: scores[at] ?? null, count: means[at]?.count ?? 0, place: places[at] ?? null },
      ]),
    ),
    tau_b: tau?.tau ?? null,
    winner_changes: places.some((place, at) => (place === 1) !== (fusedPlaces[at] === 1)),
  };
}

function placesOf(scores: readonly (number | null)[]): (number | null)[] {
  const rounded = scores.map((score) => (score === null ? null : roundScore(score)));
  return rounded.map((score) =>
    score === null ? null : 1 + rounded.filter((other) => other !== null && other > score).length,
  );
}
