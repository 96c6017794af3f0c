/** Which grades may raters give, and what do they mean? */
import { at } from "../../core/at.ts";
import { SemqrelError } from "../../core/errors.ts";
import type { RatingScale } from "../../core/types.ts";

const LARGEST_GRADE = 100;
/** The rating page has a key for each grade. */
const LARGEST_KEY = 9;

/** @throws SemqrelError INVALID_SCALE  the page has no key for some grade */
export function requireKeys({ name, grades }: RatingScale): void {
  if (grades.every(({ grade }) => grade <= LARGEST_KEY)) return;
  const message = `Serving the rating page: the scale ${name} has grades above ${LARGEST_KEY}, for which there is no key. Ratings on it can be imported, but not given here.`;
  throw new SemqrelError("INVALID_SCALE", message, { details: { scale: name } });
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
 * Parses a scale such as `1-5`: whole grades, one apart, from 0 or 1 upwards, the last one 100 at most.
 *
 * @param name `LOWEST-HIGHEST`
 * @param labels of each grade, lowest first; the usual ones (or the bare grades) without
 * @throws SemqrelError INVALID_SCALE
 */
export function parseRatingScale(name: string, labels?: readonly string[]): RatingScale {
  const [, lowest = "", highest = ""] = /^\s*(\d)\s*-\s*(\d{1,3})\s*$/.exec(name) ?? [];
  const first = Number(lowest);
  const last = Number(highest);
  if (lowest === "" || first > 1 || last <= first || last > LARGEST_GRADE) {
    const rule = "a scale is two whole numbers, such as 1-5, 0-3 or 0-1, from 0 or 1 up to 100 at most.";
    throw new SemqrelError("INVALID_SCALE", `Reading the scale "${name}": ${rule}`, { details: { scale: name } });
  }
  const grades = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  const trimmedName = `${first}-${last}`;
  const texts = labels?.map((label) => label.trim()) ?? usualLabels[trimmedName] ?? grades.map(String);
  if (texts.length !== grades.length || texts.includes("")) {
    const found = texts.includes("") ? "one label is empty" : `${texts.length} labels were given`;
    const message = `Naming the grades of the scale ${trimmedName}: ${found}. Give ${grades.length}, lowest first: "irrelevant|…".`;
    throw new SemqrelError("INVALID_SCALE", message, { details: { scale: name, labels } });
  }
  return { name: trimmedName, grades: grades.map((grade, place) => ({ grade, label: at(texts, place) })) };
}
