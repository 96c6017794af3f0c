/**
 * Is a measure a sum over results, each one's gain times the weight of its position? Such a sum can be estimated from a
 * sample of results; of any other measure a missing result changes what the others gain.
 */
import { SemqrelError } from "../../core/errors.ts";
import { remember } from "../../maths/numbers.ts";
import type { Measure } from "./define-measure.ts";
import { parseOrderingMeasure } from "./parse-measures.ts";

export type PositionWeights = ReturnType<typeof positionWeights>;

const sums: ReadonlySet<string> = new Set(["P", "DCG", "CG", "RBP"]);

/**
 * The measure of a list is Σ weightAt(rank) gainOf(grade), up to rounding: both are read off the measure itself, which
 * is given lists of one relevant result. Cost of a new rank O(rank), as of a new grade.
 */
export function positionWeights(measure: Measure) {
  const why = whyNoSum(measure);
  if (why !== null) {
    const at = Number.isInteger(measure.at) ? measure.at : 10;
    throw new SemqrelError(
      "INVALID_MEASURE",
      `Estimating ${measure.name} from a sample of pairs: ${why}. Take --measure DCG@${at}, P@${at} or RBP(rel=1)@${at}, or rate whole queries (semqrel pool --sample N, without --per-query).`,
      { details: { measure: measure.name } },
    );
  }
  const valueAt = (rank: number, grade: number) => valueOfOne(measure, rank, grade);
  const { max } = measure.parameters;
  const unit = [measure.relevanceLevel, typeof max === "number" ? max : null, 1, 1 / 2, 1 / 3].find(
    (grade) => grade !== null && valueAt(0, grade) > 0,
  );
  const ofUnit = valueAt(0, unit ?? 1);
  return {
    /** Positions that count, >= 1; Infinity for all of a list. */
    depth: measure.at,
    /** Of a rank, >= 0; 0 from `depth` on. */
    weightAt: remember((rank: number) => valueAt(rank, unit ?? 1)),
    /** In units of the smallest relevant grade's, if the measure distinguishes them: 0 or 1 for P. 0 for a grade below 0 and NaN. */
    gainOf: remember((grade: number) => (grade >= 0 ? valueAt(0, grade) / ofUnit : 0)),
  };
}

/** Returns the DCG that nDCG normalises, and any other measure as it is. */
export function summedMeasure(measure: Measure): Measure {
  return measure.kind.name === "nDCG" ? parseOrderingMeasure(measure.name.replace(/^nDCG/, "DCG")) : measure;
}

function whyNoSum({ kind, parameters, judgedOnly }: Measure): string | null {
  if (kind.name === "nDCG") return "its ideal is a maximum, which unrated pairs bias";
  if (!sums.has(kind.name)) return "what a result gains depends on others, which may be unrated";
  if (judgedOnly) return "positions among judged results alone are not known";
  const isGraded = kind.name === "RBP" && parameters["rel"] === null && parameters["max"] === null;
  return isGraded ? "the largest grade of each query is its unit, and may be unrated: name rel or max" : null;
}

function valueOfOne(measure: Measure, rank: number, grade: number): number {
  const labels = new Float64Array(rank + 1).fill(Number.NaN);
  labels[rank] = grade;
  const scores = labels.map((_, place) => -place);
  const documents = Int32Array.from(labels.keys());
  return measure.compute({ labels, judgedLabels: Float64Array.of(grade), scores, documents }) || 0;
}
