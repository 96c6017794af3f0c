/** Which pairs have a grade already, and of whom? People's go before models'. */
import { SemqrelError } from "../../core/errors.ts";
import type { PooledPair, RatingScale } from "../../core/types.ts";
import { judgedBy } from "../judged-by.ts";
import { readPairLabels } from "../pair-labels.ts";

/** A label from 0 on, and the file that it stands in. */
export interface ExistingGrade {
  readonly label: number;
  readonly file: string;
}

/**
 * By pair; null where no file has one. Of several people's files the first counts, and of several models'.
 *
 * @throws SemqrelError as `readPairLabels`; INVALID_SCALE for a label above the scale
 */
export async function readExisting(
  paths: readonly string[],
  pooled: readonly PooledPair[],
  scale: RatingScale,
): Promise<readonly (ExistingGrade | null)[]> {
  const found: (ExistingGrade | null)[] = pooled.map(() => null);
  const isOfModel = (path: string) => judgedBy(path) !== null;
  for (const file of [...paths.filter((path) => !isOfModel(path)), ...paths.filter(isOfModel)]) {
    for (const [place, label] of (await readPairLabels(file, pooled)).entries()) {
      if (Number.isNaN(label)) continue;
      requireOnScale(label, scale, file);
      found[place] ??= { label, file };
    }
  }
  return found;
}

function requireOnScale(label: number, { name, grades }: RatingScale, file: string): void {
  if (label <= grades.length - 1) return;
  const message =
    `Reading ${file}: it has the label ${label}, and labels of the scale ${name} end with ${grades.length - 1}. ` +
    "Give --scale as people rated, so that both can stand in one file.";
  throw new SemqrelError("INVALID_SCALE", message, { details: { file, label, scale: name } });
}
