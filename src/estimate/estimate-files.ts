import { at } from "../core/at.ts";
import { invalidOption } from "../core/errors.ts";
import { counted } from "../core/text/wording.ts";
import type { Warning } from "../core/warnings.ts";
import type { Holes } from "../gold/gold-view.ts";
import { secondsPerRating } from "../gold/pools/order-for-rating.ts";
import type { PairSample } from "../maths/sampling/pair-sample-estimate.ts";
import type { Correction } from "../maths/sampling/simultaneous-intervals.ts";
import type { TitleVectorTools } from "../model/title-vectors.ts";
import { documentLabelSource, judgedLists, unjudgedResults } from "../trust/engine-values.ts";
import { type CalibratedStudy, calibratedStudy, type PairStudy, type StudyOptions } from "./calibrated-study.ts";
import {
  CALIBRATED_SCORE,
  calibratedLabels,
  calibratedReferenceLabels,
  calibrationOffsets,
} from "./calibration/calibrated-values.ts";
import { fitCalibration } from "./calibration/calibration-model.ts";
import { expectedVariances } from "./draw-next.ts";
import type { EstimateReport } from "./estimate-report.ts";
import { concludedEstimate, unratedOf } from "./estimate-standing.ts";
import { interimAnalyses, type PairDraw, type RatedSample, readingsOf } from "./rated-sample.ts";
import type { StudyFiles } from "./study-settings.ts";

export interface EstimateFilesOptions extends StudyOptions {
  /** Correction of p-values for the number of pairs of engines. @default "fdr" */
  readonly correction?: Correction;
}

export async function estimateFiles(
  files: StudyFiles,
  options: EstimateFilesOptions,
  tools: TitleVectorTools,
): Promise<{ readonly report: EstimateReport; readonly warnings: readonly Warning[] }> {
  const study = await calibratedStudy(files, { ...options, ordersEngines: true }, tools);
  return { report: estimatesOf(study, options), warnings: study.warnings };
}

/** Estimates the engines of a study. Leaves out engines whose results could not be drawn. */
export function estimatesOf(study: CalibratedStudy, options: EstimateFilesOptions): EstimateReport {
  const { sample, pairs } = study;
  if (sample !== null) requireComplete(sample);
  const names = study.stored.engines.map(({ lists }) => lists.engine);
  const isDrawable = (name: string) => sample?.pairs.every(({ engines }) => engines.has(name)) ?? true;
  const places = [...names.keys()].filter((place) => isDrawable(at(names, place)));
  const kept = <Value>(ofEngines: readonly Value[]) => places.map((place) => at(ofEngines, place));
  const depth = Math.min((pairs?.measure ?? options.measure).at, options.depth);
  return concludedEstimate({
    ...study,
    ...options,
    engines: kept(names),
    values: kept(study.values),
    measure: options.measure.name,
    differencesBy: (pairs?.measure ?? options.measure).name,
    needsRelevant: options.measure.kind.needsRelevant,
    draws: sample?.draws ?? null,
    expected: expectedVariances({ ...study.pool, engines: kept(study.pool.engines) }, study.queries, depth),
    pairs: pairs && {
      ...pairs,
      samples: pairs.samples.map(({ draw, values }) => {
        return { sample: pairSampleOf(draw, study.queries.length), values: kept(values) };
      }),
      whole: pairs.whole && kept(pairs.whole),
      order: pairs.order.map((place) => places.indexOf(place)).filter((place) => place >= 0),
      noLevels: reasonForNoLevels(pairs, options),
    },
    sample: sample && {
      of: sample.pairs.length === 0 ? "queries" : "pairs",
      pools: sample.pools,
      pickedByHand: sample.pickedByHand,
      unratedResults: study.unratedResults,
    },
    correction: options.correction ?? "fdr",
    look: sample === null ? 1 : Math.max(1, interimAnalyses(sample).length),
    unanswered: study.stored.queries.length - study.queries.length,
    holes: pairs === null && study.unratedResults > 0 ? holesOf(study, depth) : {},
    readings: sample && pairs ? readingsOf(sample) : 0,
    gold: study.draw,
    secondsPerRating,
  });
}

/** Returns the bounds of each engine's mean nDCG over the rated queries, as in `validate` and `gold`. */
function holesOf({ judged }: CalibratedStudy, depth: number): Holes {
  const { engines } = unjudgedResults(judgedLists(judged, documentLabelSource(judged)), depth);
  return Object.fromEntries(
    engines.map(({ engine, unjudged: count, lower, upper }) => [engine, { count, lower, upper }] as const),
  );
}

function reasonForNoLevels({ samples, measure }: PairStudy, options: EstimateFilesOptions): string | null {
  const drawn = samples.flatMap(({ draw }) => draw.pairs.flat());
  if (drawn.some(({ pair }) => pair.inOrder?.by === "spread"))
    return "documents that all engines rank the same are never drawn";
  return measure === options.measure
    ? null
    : `${options.measure.name} divides by the best possible score, which is unknown if pairs are unrated`;
}

function pairSampleOf({ probabilities, pairs, together }: PairDraw, queries: number): PairSample {
  const pairProbabilities = pairs.map((ofQuery) => Float64Array.from(ofQuery, ({ probability }) => probability));
  return { queries, probabilities, pairProbabilities, together };
}

function requireComplete(sample: RatedSample): void {
  const { pools } = sample;
  if (pools.some(({ complete }) => complete > 0)) return;
  const drawn = pools.reduce((sum, pool) => sum + pool.drawn, 0);
  const unjudged = unratedOf(sample);
  const files = pools.map(({ path }) => path);
  throw invalidOption(
    `Estimating from ${files.join(", ")}: ${drawn === 1 ? "the drawn query does not have" : `none of the ${drawn} drawn queries has`} all its pairs rated (${counted(unjudged, "pair lacks", "pairs lack")} a rating). ` +
      "Finish the queries. If the judgments list only relevant results, give the other results of the pool grade 0.",
    { pools: files, drawn, unjudged },
  );
}

/** Estimates the engines, and labels all results again for `writeRelabelledFolder`. */
export async function calibrateFiles(files: StudyFiles, options: EstimateFilesOptions, tools: TitleVectorTools) {
  const study = await calibratedStudy(files, options, tools);
  const { stored, embedding, pool, judged, fit, training, values, warnings } = study;
  const calibration = fitCalibration(training, { embedding, seed: options.seed, method: options.method });
  const { trainedOn } = calibration;
  const report = estimatesOf(study, options);
  const offsetOf = calibrationOffsets(values);
  const offsets = Object.fromEntries(
    stored.engines.map(({ lists }, engine) => [lists.engine, offsetOf === null ? 0 : at(offsetOf, engine)]),
  );
  return {
    ...study,
    report,
    offsets,
    // The model that learned from all ratings. It is stored, so that it can label new lists.
    calibration,
    labels: calibratedLabels(pool, fit.labels, judged, stored.engines),
    referenceLabels: calibratedReferenceLabels(pool, fit.labels, stored.reference),
    measures: { human: options.measure.name, proxy: CALIBRATED_SCORE },
    summary: { ...report, schema: "semqrel.calibrate/1", offsets, trainedOn, warnings },
    manifest: { model: embedding },
  };
}
