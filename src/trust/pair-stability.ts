/** Which of two engines is better, and would other queries, or people, agree? For too few engines to correlate ranks. */
import { at } from "../core/at.ts";
import { type SignStability, signStability } from "../maths/correlation/correlate.ts";
import { pairedDifferences } from "../maths/significance/paired-tests.ts";
import type { EngineValues } from "./engine-values.ts";

export interface PairStability {
  readonly first: string;
  readonly second: string;
  /** Of the differences by labels, first - second. */
  readonly byLabels: SignStability;
  /** The same by people's grades; null without grades. */
  readonly byGrades: SignStability | null;
  /** Whether labels and grades prefer the same engine; null without grades, and where a difference is 0. */
  readonly signsAgree: boolean | null;
}

/**
 * Each interval is of its pair alone; together they hold less often.
 *
 * @param engines names, in the order of the values
 * @param labels  finite, larger is better
 * @param grades  the same engines and queries, larger is better
 * @param seed    any 32-bit whole number
 * @returns every pair in the order of engines; none without queries
 * @throws SemqrelError INVALID_OPTION as `pairedDifferences`
 *
 * Cost O(engines² x queries x resamples).
 */
export function pairStability(
  engines: readonly string[],
  labels: EngineValues,
  grades: EngineValues,
  seed: number,
): PairStability[] {
  return engines.flatMap((first, one) =>
    engines.slice(one + 1).flatMap((second, after): PairStability[] => {
      const stabilityBy = (values: EngineValues) =>
        signStability(pairedDifferences(at(values, one), at(values, one + 1 + after)), { seed });
      const [byLabels, byGrades] = [stabilityBy(labels), stabilityBy(grades)];
      if (byLabels === null || byGrades === null) return [];
      const signs = Math.sign(byLabels.difference) * Math.sign(byGrades.difference);
      return [{ first, second, byLabels, byGrades, signsAgree: signs === 0 ? null : signs > 0 }];
    }),
  );
}
