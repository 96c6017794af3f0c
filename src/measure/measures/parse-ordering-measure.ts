/**
 * Which measure orders engines by their first results?
 */
import { SemqrelError } from "../../core/errors.ts";
import type { Measure } from "./define-measure.ts";
import { parseMeasures } from "./parse-measures.ts";

/**
 * A mean over queries of a number that lists alone give, larger being better, with a cutoff in positions or none.
 *
 * @throws SemqrelError INVALID_MEASURE  for any other measure, or several   details: { measure }; as `parseMeasures`
 */
export function parseOrderingMeasure(name: string): Measure {
  const [measure, ...others] = parseMeasures([name]);
  const isOne = measure !== undefined && others.length === 0;
  const isDeep = isOne && (measure.at === Number.POSITIVE_INFINITY || Number.isInteger(measure.at));
  // Errors are distances of scores from grades, and ranks are no such scores.
  const isMeanOfLists =
    isOne && measure.kind.aggregate === "mean" && measure.kind.needs === null && !measure.kind.lowerIsBetter;
  if (isDeep && measure.at >= 1 && isMeanOfLists) return measure;
  throw new SemqrelError(
    "INVALID_MEASURE",
    `Reading --measure ${name}: engines are ordered by one mean over queries of their first results. Give a measure such as nDCG@10, P@10 or AP.`,
    { details: { measure: name } },
  );
}
