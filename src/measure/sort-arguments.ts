/** Which arguments of `measure` and `compare` are files, and which measures? */
import { existsSync, realpathSync } from "node:fs";
import { attempt } from "../core/attempt.ts";
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { isFile } from "../core/files/folders.ts";
import type { Warning } from "../core/warnings.ts";
import { namedFile } from "../io/results/results-file.ts";
import type { Measure, MeasureKind } from "./measures/define-measure.ts";
import { describeUnknownMeasure, isMeasure, parseMeasures } from "./measures/parse-measures.ts";

/**
 * What parses as a measure is a measure; what exists, or has a slash, is a file; the rest is neither, and all of it is
 * reported together.
 */
export function sortArguments(
  given: readonly string[],
  defaults: readonly string[],
  kinds: readonly MeasureKind[],
  trecEval: "9" | "10",
) {
  const names = given.filter((text) => isMeasure(text, kinds));
  const files = given.filter((text) => !isMeasure(text, kinds));
  const runs = files.map(namedFile).map(({ path, engine: name }) => ({ path, name }));
  const unknown = runs.filter(({ path }) => path !== "-" && !/[\\/]/.test(path) && !existsSync(path));
  if (unknown.length > 0) {
    const lines = unknown.map(({ path }) => describeUnknownMeasure(path, kinds));
    const others = mistakesIn(names, kinds);
    throw new SemqrelError(
      "INVALID_MEASURE",
      `Reading arguments: ${lines.length === 1 ? "one is" : `${lines.length} are`} neither a measure nor a file here: ${[...lines, ...others].join(" ")}`,
      { details: { arguments: unknown.map(({ path }) => path) } },
    );
  }
  // Compare real paths: a run compared with itself shows nothing, however its path and name are written.
  const keys = runs.map(({ path }) => (path !== "-" && existsSync(path) ? realpathSync(path) : path));
  const twice = files.find((_, place) => keys.indexOf(keys[place] ?? "") < place);
  if (twice !== undefined) {
    throw invalidOption(`Reading arguments: the run "${twice}" is given twice. Give each run once.`, { run: twice });
  }
  const shadowed = names.filter(isFile);
  if (runs.length === 0) throw noRun(shadowed, kinds);
  return {
    runs,
    measures: measuresOf(names.length > 0 ? names : defaults, kinds, trecEval),
    warnings: shadowed.map(
      (file): Warning => ({ kind: "file-read-as-measure", file, measure: meaningOf(file, kinds) }),
    ),
  };
}

function mistakesIn(names: readonly string[], kinds: readonly MeasureKind[]): string[] {
  try {
    parseMeasures(names, kinds);
    return [];
  } catch (error) {
    if (!(error instanceof SemqrelError)) throw error;
    return [error.message];
  }
}

function noRun(shadowed: readonly string[], kinds: readonly MeasureKind[]): SemqrelError {
  const usage = "Judgments come first, then runs, then measures: semqrel measure qrels.txt a.run nDCG@10.";
  const meant = shadowed.map(
    (file) => `"${file}" was read as the measure ${meaningOf(file, kinds)}; write ./${file} for the file.`,
  );
  return invalidOption(`Reading arguments: no run is given. ${[...meant, usage].join(" ")}`, { files: shadowed });
}

/** Printed form of the measures that a text names; the text itself where it names them with a mistake. */
function meaningOf(text: string, kinds: readonly MeasureKind[]): string {
  const meant = attempt(() => parseMeasures([text], kinds));
  return meant?.map(({ name }) => name).join(", ") ?? text;
}

export function measuresOf(names: readonly string[], kinds: readonly MeasureKind[], trecEval: "9" | "10"): Measure[] {
  const parsed = parseMeasures(names, kinds).map((measure) => {
    const hasVersions = "trec_eval" in measure.kind.parameters;
    if (trecEval === "9" || !hasVersions) return measure;
    const at = Number.isFinite(measure.at) ? measure.at : null;
    const given = Object.entries(measure.parameters).flatMap(([key, value]) => (value === null ? [] : [[key, value]]));
    // The option applies to all measures, so their names stay as asked.
    return { ...measure.kind.with({ ...Object.fromEntries(given), trec_eval: 10 }, at), name: measure.name };
  });
  return parsed.filter(({ name }, place) => parsed.findIndex((other) => other.name === name) === place);
}
