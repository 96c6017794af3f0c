/** Which labels do whole grades stand for? */
import { peekInput } from "../format-input.ts";
import { inputError } from "../input-error.ts";
import { closing } from "../open-input.ts";
import { readJson } from "../tables/json-place.ts";

/**
 * Labels by grade, of a file that `convert --integer` or `label --integer-qrels` wrote.
 *
 * @throws SemqrelError as `peekInput`; INVALID_FORMAT where it is no such file
 */
export async function readGains(path: string): Promise<ReadonlyMap<number, number>> {
  const { input } = await peekInput(path);
  const document = await closing(input, () => readJson(input));
  const schema = document.get("schema");
  if (schema.value !== "semqrel.gains/1") throw schema.refuse('"semqrel.gains/1"');
  const gains = document.get("gains").items();
  return new Map(gains.map((gain) => [gain.get("grade").number(), gain.get("label").number()]));
}

/** @throws SemqrelError INVALID_LABEL for a grade that the gains lack; negative labels and NaN stay as they are */
export function restoreLabels(grades: Float64Array, gains: ReadonlyMap<number, number>, source: string): Float64Array {
  return grades.map((grade) => {
    if (!(grade >= 0)) return grade;
    const label = gains.get(grade);
    if (label !== undefined) return label;
    const what = `the gains have no label for grade ${grade}. Give the gains file that was written with it.`;
    throw inputError("INVALID_LABEL", source, what, { grade });
  });
}
