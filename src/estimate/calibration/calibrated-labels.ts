/**
 * Which label does every result have now, and who gave it?
 */
import type { ListsToJudge } from "../../trust/judged-lists.ts";
import { NO_TITLE, type TitlePool } from "./title-pool.ts";

/** How the mean measure by calibrated labels is called: it orders engines, and is no level. */
export const CALIBRATED_SCORE = "calibrated_score";

/** Where a label comes from: the match rule of `label`, a calibration, or people. */
export const labelOrigins = ["proxy", "calibrated", "human"] as const;
export type LabelOrigin = (typeof labelOrigins)[number];

/** By row of an engine's lists. */
export interface LabelsOfEngine {
  readonly labels: Float64Array;
  readonly origins: readonly LabelOrigin[];
}

/**
 * By engine. People's grade where they judged the document, else the calibrated label of its title, else (a result without
 * title) the label that it had.
 *
 * @param labels by pool row, as `crossFit` gives them
 * @param proxyLabel the label of a row that has no title
 *
 * Cost O(results).
 */
export function calibratedLabels(
  pool: TitlePool,
  labels: Float64Array,
  judged: ListsToJudge | null,
  proxyLabel: (engine: number, row: number) => number,
): LabelsOfEngine[] {
  return pool.engines.map(({ lists, poolRows }, engine) => {
    const origins: LabelOrigin[] = [];
    const keys = judged?.engines[engine]?.documentKeys;
    const ofRows = Float64Array.from(poolRows, (place, row) => {
      const grade = judged?.grades[lists.queryOfRow[row] ?? 0]?.get(keys?.[row] ?? "") ?? Number.NaN;
      const origin = grade >= 0 ? "human" : place === NO_TITLE ? "proxy" : "calibrated";
      origins.push(origin);
      return origin === "human" ? grade : origin === "proxy" ? proxyLabel(engine, row) : (labels[place] ?? 0);
    });
    return { labels: ofRows, origins };
  });
}
