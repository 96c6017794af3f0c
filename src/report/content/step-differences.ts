/** Did an engine change from one run to the next, so far as their labels can be compared? */
import { at } from "../../core/at.ts";
import type { Interval } from "../../core/document/blocks.ts";
import { holm, type Verdict, verdict } from "../../maths/significance/corrections.ts";
import { PERMUTATIONS } from "../../measure/measures/compare-engines.ts";
import { compareRuns } from "../../measure/measures/compare-runs.ts";
import type { ConditionChange } from "./condition-changes.ts";
import type { HistoryStep } from "./report-inputs.ts";
import { valuesOfEngine } from "./report-measures.ts";

/** By step: what is new there. */
export type Changes = readonly (readonly ConditionChange[])[];

/** One engine, from one step to the next one. */
export interface StepDifference {
  readonly engine: string;
  readonly from: string;
  readonly to: string;
  /** Null where the labels of the two steps were not made alike, or no query is shared. */
  readonly test: {
    readonly queries: number;
    /** Later - earlier, over the queries of both. */
    readonly difference: number;
    readonly interval: Interval | null;
    /** Corrected by Holm over all differences of the report. */
    readonly p: number;
    readonly verdict: Verdict;
  } | null;
  /** Why not; "" where it is tested. */
  readonly reason: string;
}

/** Paired randomisation tests over the queries that both steps measure. Cost some 40 ms a difference of 225 queries. */
export function stepDifferences(
  steps: readonly HistoryStep[],
  changes: Changes,
  { engines, measure, seed }: { readonly engines: readonly string[]; readonly measure: string; readonly seed: number },
): StepDifference[] {
  const found = engines.flatMap((engine) =>
    steps.slice(1).flatMap((step, before): StepDifference[] => {
      const earlier = at(steps, before);
      const hasEngine = ({ measures }: HistoryStep) => measures.some((one) => one.engine === engine);
      if (![earlier, step].every(hasEngine)) return [];
      const unlike = (changes[before + 1] ?? []).filter(({ changesLabels }) => changesLabels);
      const names = { engine, from: earlier.name, to: step.name };
      if (unlike.length > 0) {
        return [{ ...names, test: null, reason: `not comparable: ${unlike.map(({ what }) => what).join("; ")}` }];
      }
      const test = compareSteps(earlier, step, engine, measure, seed);
      return [{ ...names, test, reason: test === null ? "not comparable: no query is measured in both" : "" }];
    }),
  );
  // One table, one family of tests.
  const adjusted = holm(found.flatMap(({ test }) => test?.p ?? [])).values();
  return found.map(({ test, ...one }) => {
    if (test === null) return { ...one, test };
    const p = adjusted.next().value ?? 1;
    const corrected = verdict({ queries: test.queries, adjustedP: p, meanDifference: test.difference });
    return { ...one, test: { ...test, p, verdict: corrected } };
  });
}

/** Later - earlier, p not corrected yet; null where no query has a value in both. */
function compareSteps(
  earlier: HistoryStep,
  later: HistoryStep,
  engine: string,
  measure: string,
  seed: number,
): StepDifference["test"] {
  const ofEarlier = new Set(earlier.queries);
  const queries = later.queries.filter((query) => ofEarlier.has(query));
  const values = [later, earlier].map((step) => valuesByQuery(step, engine, measure, queries));
  const [compared] = compareRuns([{ measure, lowerIsBetter: false, values }], {
    ...{ runs: [later.name, earlier.name], queries, pairs: [{ run: 0, baseline: 1 }] },
    ...{ weights: null, seed, permutations: PERMUTATIONS, moved: 0 },
  });
  const [pair] = compared?.pairs ?? [];
  if (pair === undefined || pair.difference === null || pair.randomisation === null) return null;
  const { queries: shared, difference, bootstrap, randomisation } = pair;
  const interval = bootstrap && ([bootstrap.low, bootstrap.high] as const);
  return { queries: shared, difference, interval, p: randomisation.p, verdict: pair.verdict };
}

function valuesByQuery(step: HistoryStep, engine: string, measure: string, queries: readonly string[]): Float64Array {
  const placeOf = new Map(step.queries.map((query, place) => [query, place]));
  const own = valuesOfEngine(step.measures, engine, measure);
  return Float64Array.from(queries, (query) => own[placeOf.get(query) ?? -1] ?? Number.NaN);
}
