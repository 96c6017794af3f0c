/**
 * Can a run be made with these options?
 */
import { SemqrelError } from "../../core/errors.ts";
import type { Warning } from "../../core/warnings.ts";

export interface OptionsToCheck {
  readonly depth: number | null;
  readonly referenceDepth: number | null;
  readonly threshold: number | null;
  readonly matchOn: readonly string[];
  readonly fusionK: number;
}

/** Programs may give anything. @throws SemqrelError INVALID_OPTION  where the run would go on as nonsense */
export function requireLabelOptions({ depth, referenceDepth, threshold, matchOn, fusionK }: OptionsToCheck): void {
  const isCount = (value: number | null) => value === null || (Number.isInteger(value) && value >= 1);
  const wrong =
    (!isCount(depth) && `depth ${depth} is no whole number >= 1`) ||
    (!isCount(referenceDepth) && `referenceDepth ${referenceDepth} is no whole number >= 1`) ||
    (threshold !== null && !(threshold >= -1 && threshold <= 1) && `threshold ${threshold} is no cosine (-1..1)`) ||
    (!(fusionK > 0 && Number.isFinite(fusionK)) && `fusionK ${fusionK} is no number above 0`) ||
    (matchOn.at(-1) !== "title" && `matchOn ends with "${matchOn.at(-1)}", not with "title"`);
  if (wrong) throw new SemqrelError("INVALID_OPTION", `Labelling: ${wrong}.`, { details: { wrong } });
}

/**
 * A column that a flag names may be missing in some files; missing in all of them it is a slip of the pen.
 *
 * @throws SemqrelError MISSING_COLUMN   details: { file, role, asked }
 */
export function requireNamedColumns(warnings: readonly Warning[], files: number): void {
  const missed = warnings.filter((warning) => warning.kind === "column-not-found");
  for (const { source, role, asked, near } of missed) {
    if (missed.filter((other) => other.role === role).length < files) continue;
    throw new SemqrelError(
      "MISSING_COLUMN",
      `Reading ${source}: column "${asked.join('" or "')}" is missing there and in every other file. ` +
        `${near === undefined ? "" : `There is "${near}". `}Correct --${role.replace(" ", "-")}-column.`,
      { details: { file: source, role, asked } },
    );
  }
}
