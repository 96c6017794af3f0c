/** Which grades may raters give, and what do they mean? */
import { at } from "../../core/at.ts";
import { SemqrelError } from "../../core/errors.ts";
import type { RatingScale } from "../../core/types.ts";

const LARGEST_GRADE = 100;
/** The rating page has a key for each grade. */
const LARGEST_KEY = 9;

/** @throws SemqrelError INVALID_SCALE  the page has no key for some grade */
export function requireKeys({ name, grades }: RatingScale): void {
  requireWholeGrades({ name, grades }, "Serving the rating page");
  if (grades.every(({ grade }) => grade <= LARGEST_KEY)) return;
  const message = `Serving the rating page: the scale ${name} has grades above ${LARGEST_KEY}, for which there is no key. Ratings on it can be imported, but not given here.`;
  throw new SemqrelError("INVALID_SCALE", message, { details: { scale: name } });
}

/** @param task the beginning of a message. @throws SemqrelError INVALID_SCALE */
export function requireWholeGrades({ name, grades }: RatingScale, task: string): void {
  if (grades.every(({ grade }) => Number.isInteger(grade))) return;
  const message = `${task}: the scale ${name} has grades between whole ones. They can be imported, but only whole grades can be given here: pass a scale such as ${name.replace(/:.*/, "")}.`;
  throw new SemqrelError("INVALID_SCALE", message, { details: { scale: name } });
}

/** The steps in which grades stand: 1 for whole ones; null where no usual step fits. */
export function stepOf(grades: readonly number[]): number | null {
  return [1, ...STEPS].find((step) => grades.every((grade) => isMultiple(grade, step))) ?? null;
}

const STEPS = [0.5, 0.25, 0.2, 0.1];

function isMultiple(grade: number, step: number): boolean {
  return Math.abs(grade / step - Math.round(grade / step)) < 1e-9;
}

/** Lowest grade first. */
const usualLabels: Readonly<Record<string, readonly string[]>> = {
  "0-1": ["irrelevant", "relevant"],
  "0-2": ["irrelevant", "partly relevant", "relevant"],
  "0-3": ["irrelevant", "marginally relevant", "relevant", "highly relevant"],
  "0-4": ["irrelevant", "marginally relevant", "moderately relevant", "relevant", "highly relevant"],
  "1-5": ["irrelevant", "marginally relevant", "moderately relevant", "relevant", "highly relevant"],
};

/**
 * Parses a scale such as `1-5`: whole grades from 0 or 1 upwards, the last one 100 at most; `0-3:0.5` also has the grades
 * between them.
 *
 * @param name `LOWEST-HIGHEST` or `LOWEST-HIGHEST:STEP`, where the step is 0.5, 0.25, 0.2 or 0.1
 * @param labels of each grade, lowest first; the usual ones (or the bare grades) without
 * @throws SemqrelError INVALID_SCALE
 */
export function parseRatingScale(name: string, labels?: readonly string[]): RatingScale {
  const [, lowest = "", highest = "", between = "1"] =
    /^\s*(\d)\s*-\s*(\d{1,3})\s*(?::\s*(0?\.\d+)\s*)?$/.exec(name) ?? [];
  const first = Number(lowest);
  const last = Number(highest);
  const step = Number(between);
  const isStep = step === 1 || STEPS.includes(step);
  if (lowest === "" || first > 1 || last <= first || last > LARGEST_GRADE || !isStep) {
    const rule =
      "a scale is two whole numbers, such as 1-5, 0-3 or 0-1, from 0 or 1 up to 100 at most; 0-3:0.5 has half grades, too.";
    throw new SemqrelError("INVALID_SCALE", `Reading the scale "${name}": ${rule}`, { details: { scale: name } });
  }
  const count = Math.round((last - first) / step) + 1;
  // 3 * 0.1 is not 0.3.
  const grades = Array.from({ length: count }, (_, place) => Number((first + place * step).toFixed(2)));
  const trimmedName = `${first}-${last}${step === 1 ? "" : `:${step}`}`;
  const texts = labels?.map((label) => label.trim()) ?? usualLabels[trimmedName] ?? grades.map(String);
  if (texts.length !== grades.length || texts.includes("")) {
    const found = texts.includes("") ? "one label is empty" : `${texts.length} labels were given`;
    const message = `Naming the grades of the scale ${trimmedName}: ${found}. Give ${grades.length}, lowest first: "irrelevant|…".`;
    throw new SemqrelError("INVALID_SCALE", message, { details: { scale: name, labels } });
  }
  return { name: trimmedName, grades: grades.map((grade, place) => ({ grade, label: at(texts, place) })) };
}
