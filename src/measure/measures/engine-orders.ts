/** Do two measures put the engines in the same order? */
import { kendallTauB } from "../../maths/correlation/kendall-tau-b.ts";
import { tauAp } from "../../maths/correlation/tau-ap.ts";
import type { MeasureComparison } from "./compare-runs.ts";

/** How far two measures order the runs alike. */
export interface OrderAgreement {
  /** The order that counts as the true one for tau-AP. */
  readonly measure: string;
  readonly other: string;
  /** -1..1; null where all engines tie under either measure, as is the next one. */
  readonly tauB: number | null;
  readonly tauAp: number | null;
}

/** Every pair of measures; none below three engines, where an order says nothing. */
export function engineOrders(comparisons: readonly MeasureComparison[]): OrderAgreement[] {
  const scores = comparisons.map(({ measure, means, lowerIsBetter }) => ({
    measure,
    values: means.map(({ mean }) => (lowerIsBetter ? -1 : 1) * (mean ?? Number.NaN)),
  }));
  const whole = scores.filter(({ values }) => values.length >= 3 && values.every((value) => !Number.isNaN(value)));
  return whole.flatMap(({ measure, values }, place) =>
    whole.slice(place + 1).map((other) => {
      const tauB = kendallTauB(values, other.values)?.tau ?? null;
      return { measure, other: other.measure, tauB, tauAp: tauB === null ? null : tauAp(values, other.values) };
    }),
  );
}
