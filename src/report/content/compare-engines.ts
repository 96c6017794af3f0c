/** Which engine is better by these labels, and how sure is that? */
import { at } from "../../core/at.ts";
import type { Interval } from "../../core/document/blocks.ts";
import { holm } from "../../maths/significance/corrections.ts";
import { type Verdict, verdict } from "../../maths/significance/significance-verdict.ts";
import { compareRuns, type PairComparison } from "../../measure/measures/compare-runs.ts";
import type { ReportInputs } from "./report-inputs.ts";
import {
  enginesByMean,
  isCalibrated,
  MOST_PLOTTED,
  meanInterval,
  measuresOf,
  PERMUTATIONS,
  valuesOfEngine,
} from "./report-measures.ts";

/** `better` has the larger mean over the queries that both have. */
export interface EnginePair {
  readonly better: string;
  readonly worse: string;
  readonly queries: number;
  /** better - worse, so >= 0. */
  readonly difference: number;
  readonly interval: Interval | null;
  /** Corrected by Holm over all pairs of engines. */
  readonly p: number;
  readonly verdict: Verdict;
  /** What as many queries would show in four of five tries; null below two. */
  readonly smallestDetectable: number | null;
}

export interface EngineComparison {
  readonly measure: string;
  /** Best first, those without a mean left out. */
  readonly order: readonly {
    readonly engine: string;
    readonly mean: number;
    readonly interval: Interval | null;
    readonly queries: number;
  }[];
  /** Every pair of up to six engines, else the best against each; pairs without a common query are left out. */
  readonly pairs: readonly EnginePair[];
  /** Pairs of engines in all, over which p is corrected. */
  readonly allPairs: number;
}

/**
 * Paired randomisation tests with Holm's correction over all pairs of engines. Untested pairs count in it with a p of 1:
 * the best engine, which is then tested against each, was chosen by the same values.
 *
 * Cost some 40 ms a pair of 225 queries.
 *
 * @returns null where nothing is measured, and for calibrated labels, of which no mean is a measure
 */
export function compareEngines(inputs: ReportInputs): EngineComparison | null {
  const [measure] = measuresOf(inputs);
  if (measure === undefined || isCalibrated(inputs)) return null;
  const order = enginesByMean(inputs.measures, measure).flatMap(({ engine, mean, values, queries }) =>
    mean === null ? [] : [{ engine, mean, interval: meanInterval(values, inputs), queries }],
  );
  if (order.length === 0) return null;
  const runs = order.map(({ engine }) => engine);
  const values = runs.map((name) => valuesOfEngine(inputs.measures, name, measure));
  const tested = runs.length <= MOST_PLOTTED ? runs : runs.slice(0, 1);
  const pairs = tested.flatMap((_, run) => [...runs.keys()].slice(run + 1).map((baseline) => ({ run, baseline })));
  const queries = inputs.stored.queries.map(({ name }) => name);
  const options = { runs, queries, pairs, weights: null, seed: inputs.seed, permutations: PERMUTATIONS, moved: 0 };
  const [compared] = compareRuns([{ measure, lowerIsBetter: false, values }], options);
  const allPairs = (runs.length * (runs.length - 1)) / 2;
  return { measure, order, pairs: correct(compared?.pairs ?? [], allPairs), allPairs };
}

function correct(compared: readonly PairComparison[], allPairs: number): EnginePair[] {
  const known = compared.flatMap(({ difference, randomisation, ...pair }) =>
    difference === null || randomisation === null ? [] : [{ ...pair, difference, p: randomisation.p }],
  );
  const untested = new Array<number>(allPairs - compared.length).fill(1);
  const adjusted = holm([...known.map(({ p }) => p), ...untested]);
  return known.map((pair, place): EnginePair => {
    const { run, baseline, queries, bootstrap, smallestDetectable } = pair;
    const isTurned = pair.difference < 0;
    const difference = Math.abs(pair.difference);
    const p = at(adjusted, place);
    return {
      ...(isTurned ? { better: baseline, worse: run } : { better: run, worse: baseline }),
      queries,
      difference,
      interval: bootstrap && (isTurned ? [-bootstrap.high, -bootstrap.low] : [bootstrap.low, bootstrap.high]),
      p,
      verdict: verdict({ queries, adjustedP: p, meanDifference: difference }),
      smallestDetectable,
    };
  });
}
