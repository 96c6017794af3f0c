/** Which differences between engines do labels show that people's grades do not show, or turn round? */
import { at } from "../core/at.ts";
import { holm } from "../maths/significance/corrections.ts";
import { pairedTTest } from "../maths/significance/paired-tests.ts";
import type { EngineValues } from "./engine-values.ts";

/** A difference is significant where Holm's adjusted p is below. */
const LEVEL = 0.05;

/** Each pair of engines counts once: pairs = agree + agreeNot + missed + reversed + invented. */
export interface WrongConclusions {
  readonly pairs: number;
  /** Significant by both, with the same sign. */
  readonly agree: number;
  /** Significant by neither. */
  readonly agreeNot: number;
  /** Significant by grades alone. */
  readonly missed: number;
  /** Significant by both, with opposite signs. */
  readonly reversed: number;
  /** Significant by labels alone. */
  readonly invented: number;
  /** The reversed pairs, then the invented ones, each in the order of engines. */
  readonly wrong: readonly WrongConclusion[];
}

/** Labels say that `better` beats `worse`. */
interface WrongConclusion {
  readonly kind: "reversed" | "invented";
  readonly better: string;
  readonly worse: string;
  /** Mean by labels, better - worse: above 0. */
  readonly byLabels: number;
  /** Mean by people's grades, better - worse. */
  readonly byGrades: number;
}

/**
 * Student's paired t test over queries for every pair of engines, by labels and by grades, each with Holm's correction
 * over all pairs.
 *
 * @param engines names, in the order of the values
 * @param labels  larger is better
 * @param grades  the same engines and queries; larger is better
 * @returns null below two queries
 * @throws SemqrelError INVALID_OPTION  as `pairedTTest`
 *
 * Cost O(engines² x queries). Source of the classes: Urbano, Marrero & Martín 2013 (SIGIR, 925-928), who compare two
 * halves of the queries: success (agree), lack of power (missed), major error (reversed). Here grades are the truth, so
 * that differences by labels alone are invented.
 */
export function wrongConclusions(
  engines: readonly string[],
  labels: EngineValues,
  grades: EngineValues,
): WrongConclusions | null {
  if ((grades[0]?.length ?? 0) < 2) return null;
  const pairs = engines.flatMap((_, one) => engines.slice(one + 1).map((__, after) => [one, one + 1 + after] as const));
  const byLabels = compare(pairs, labels);
  const byGrades = compare(pairs, grades);
  const counts = { agree: 0, agreeNot: 0, missed: 0, reversed: 0, invented: 0 };
  const wrong: WrongConclusion[] = [];
  pairs.forEach(([one, other], pair) => {
    const [labelled, graded] = [at(byLabels, pair), at(byGrades, pair)];
    const kind = kindOf(labelled.shown, graded.shown);
    counts[kind]++;
    if (kind !== "reversed" && kind !== "invented") return;
    const [better, worse] = labelled.shown > 0 ? [one, other] : [other, one];
    wrong.push({
      kind,
      better: at(engines, better),
      worse: at(engines, worse),
      byLabels: labelled.shown * labelled.mean,
      byGrades: labelled.shown * graded.mean,
    });
  });
  const ofKind = (kind: WrongConclusion["kind"]) => wrong.filter((conclusion) => conclusion.kind === kind);
  return { pairs: pairs.length, ...counts, wrong: [...ofKind("reversed"), ...ofKind("invented")] };
}

/** Of each pair: first - second, and its sign where it is significant, else 0. */
function compare(pairs: readonly (readonly [number, number])[], values: EngineValues) {
  const tests = pairs.map(([one, other]) => pairedTTest(at(values, one), at(values, other)));
  const adjusted = holm(tests.map((test) => test?.p ?? 1));
  return tests.map((test, pair) => {
    const mean = test?.mean ?? 0;
    return { mean, shown: at(adjusted, pair) < LEVEL ? Math.sign(mean) : 0 };
  });
}

function kindOf(byLabels: number, byGrades: number) {
  if (byLabels === 0) return byGrades === 0 ? "agreeNot" : "missed";
  if (byGrades === 0) return "invented";
  return byLabels === byGrades ? "agree" : "reversed";
}
