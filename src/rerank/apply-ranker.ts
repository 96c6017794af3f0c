/**
 * What does a ranker that was fitted before say of these lists?
 */
import { predictionErrors } from "../maths/regression/prediction-errors.ts";
import { type CompareOrdersOptions, compareOrders } from "./compare-orders.ts";
import type { ExperimentRows } from "./experiment-rows.ts";
import { originalOrder } from "./measure-order.ts";
import { predictLabels, type Ranker } from "./ranker.ts";
import type { Experiment } from "./run-experiment.ts";

/**
 * No fold and nothing fitted: whether the ranker has seen these lists nobody knows. The baseline predicts their own mean.
 *
 * @throws SemqrelError MISSING_COLUMN  the features lack one that the ranker was fitted on
 */
export function applyRanker(rows: ExperimentRows, ranker: Ranker, options: CompareOrdersOptions): Experiment {
  const { targets, features } = rows;
  const tested = originalOrder(rows);
  const predictions = predictLabels(ranker, features, tested);
  const mean = targets.reduce((sum, label) => sum + label, 0) / targets.length;
  const { kind } = ranker.model;
  return {
    foldOfRow: Int32Array.from(targets, () => -1),
    tested,
    baseline: predictionErrors(
      targets.map(() => mean),
      targets,
    ),
    models: [
      {
        kind,
        predictions,
        errors: predictionErrors(predictions, targets),
        importance: [],
        curves: [],
        coefficients: [],
        ranker,
        strengthAtEnd: null,
      },
    ],
    ...compareOrders(rows, [{ name: kind, scores: predictions }], options),
  };
}
