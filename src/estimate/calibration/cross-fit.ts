/**
 * Which grade would people give each title of every query, said by a model that did not see that query's ratings?
 */
import { at } from "../../core/at.ts";
import { invalidOption } from "../../core/errors.ts";
import { foldsByGroup } from "../../maths/regression/folds.ts";
import {
  type Calibration,
  type CalibrationOptions,
  type CalibrationTraining,
  fitCalibration,
  predictGrades,
} from "./calibration-model.ts";

export interface CrossFit {
  /** By row of the features: the predicted grade, cut at 0. */
  readonly labels: Float64Array;
  /** By fold: the model that did not see it. */
  readonly models: readonly Calibration[];
  /** By query that teaches: its fold. */
  readonly foldOfQuery: ReadonlyMap<number, number>;
}

/** Up to so many queries each is left out alone. */
const MOST_FOLDS = 10;

/**
 * A query that teaches is predicted by the model of the folds without it, any other by the mean of all these models.
 *
 * @throws SemqrelError INVALID_OPTION  fewer than two queries teach   details: { queries }; as `fitCalibration`
 *
 * Cost folds times a fit and a prediction of all rows.
 */
export function crossFit(training: CalibrationTraining, options: CalibrationOptions): CrossFit {
  const { features, rows, queryOfRow } = training;
  const queries = rows.map((row) => at(queryOfRow, row));
  const count = new Set(queries).size;
  if (count < 2) {
    throw invalidOption(
      `Calibrating: ${count === 0 ? "no query has" : "one query alone has"} ratings of results in these lists. Rate at least two queries, ten for a start.`,
      { queries: count },
    );
  }
  const folds = foldsByGroup(queries, Math.min(MOST_FOLDS, count), options.seed);
  const foldOfQuery = new Map(Array.from(queries, (query, place) => [query, at(folds, place)]));
  const models = Array.from({ length: new Set(folds).size }, (_, fold) =>
    fitCalibration({ ...training, rows: rows.filter((_, place) => folds[place] !== fold) }, options),
  );
  const everyRow = Int32Array.from(queryOfRow.keys());
  const predictions = models.map((model) => predictGrades(model, features, everyRow));
  const labels = Float64Array.from(queryOfRow, (query, row) => {
    const fold = foldOfQuery.get(query);
    const label =
      fold === undefined
        ? predictions.reduce((sum, ofFold) => sum + at(ofFold, row), 0) / models.length
        : at(at(predictions, fold), row);
    return Math.max(0, label);
  });
  return { labels, models, foldOfQuery };
}
