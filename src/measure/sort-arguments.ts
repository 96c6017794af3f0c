/** Separates measures from files in the arguments of `measure` and `compare`, and loads --measure-module. */
import { closeSync, existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { attempt } from "../core/attempt.ts";
import { invalidOption, messageOf, SemqrelError } from "../core/errors.ts";
import { isFile, nearFile } from "../core/files/folders.ts";
import { openPlain } from "../core/files/read-whole.ts";
import type { Warning } from "../core/warnings.ts";
import { namedFile } from "../io/results/results-file.ts";
import type { NamedBound } from "./evaluation-settings.ts";
import type { Measure, MeasureKind } from "./measures/define-measure.ts";
import { describeUnknownMeasure, isMeasure, namesOf, parseMeasures } from "./measures/parse-measures.ts";
import { measureKinds } from "./measures/registry.ts";

/** An argument is a measure if it names a known kind. Otherwise it must be an existing file or contain a slash. */
export function sortArguments(
  given: readonly string[],
  defaults: readonly string[],
  kinds: readonly MeasureKind[],
  trecEval: "9" | "10",
) {
  const names = given.filter((text) => isMeasure(text, kinds));
  const files = given.filter((text) => !isMeasure(text, kinds));
  const runs = files.map(namedFile);
  const unknown = runs.filter(({ path }) => path !== "-" && !/[\\/]/.test(path) && !existsSync(path));
  if (unknown.length > 0) {
    const lines = unknown.map(({ path }) => describeUnknownMeasure(path, kinds));
    const others = mistakesIn(names, kinds);
    throw new SemqrelError(
      "INVALID_MEASURE",
      `Reading arguments: ${[...lines, lines.length === 1 ? "No file has this name either. Check the spelling." : "No files have these names either. Check the spelling.", ...others].join(" ")}`,
      { details: { arguments: unknown.map(({ path }) => path) } },
    );
  }
  // Compares real paths to find a run that is given twice, because comparing a run with itself shows nothing.
  const keys = runs.map(({ path }) => (path !== "-" && existsSync(path) ? realpathSync(path) : path));
  const twice = files.find((_, index) => keys.indexOf(keys[index] ?? "") < index);
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
    // Leaves `trec_eval=10` out of the name, because reports state it once for all measures.
    return { ...measure.kind.with({ ...Object.fromEntries(given), trec_eval: 10 }, at), name: measure.name };
  });
  return parsed.filter(({ name }, index) => parsed.findIndex((other) => other.name === name) === index);
}

export function boundsOf(given: readonly NamedBound[], kinds: readonly MeasureKind[], trecEval: "9" | "10") {
  const parse = (names: readonly string[]) => measuresOf(names, kinds, trecEval);
  // Parses all names together, to report all mistakes in one error.
  parse(given.map(({ measure }) => measure));
  return given.flatMap(({ measure: name, bound }) => parse([name]).map((measure) => ({ measure, bound })));
}

export async function loadMeasureModules(modules: readonly string[]): Promise<readonly MeasureKind[]> {
  const all = [...measureKinds];
  for (const path of modules) {
    for (const kind of await loadModule(path)) {
      const taken = namesOf(kind).find((name) => all.some((other) => namesOf(other).includes(name)));
      if (taken !== undefined) {
        throw invalidModule(path, `there is already a measure "${taken}". Give yours another name.`);
      }
      all.push(kind);
    }
  }
  return all;
}

async function loadModule(path: string): Promise<MeasureKind[]> {
  if (!existsSync(path)) {
    const message = `Loading ${path}: there is no such file. Check the path.${nearFile(path)}`;
    throw new SemqrelError("FILE_NOT_FOUND", message, { details: { file: path } });
  }
  closeSync(openPlain(path));
  let loaded: { default?: unknown };
  try {
    loaded = await import(pathToFileURL(resolve(path)).href);
  } catch (cause) {
    throw invalidModule(path, `it cannot be loaded: ${messageOf(cause)}. Correct the module.`, cause);
  }
  const kinds = [loaded.default].flat();
  if (kinds.length > 0 && kinds.every(isKind)) return kinds.map((kind) => checked(kind, path));
  const lacks = kinds.filter(isMade).map(missingFields);
  const named = lacks.find((fields) => fields.length > 0)?.join(", ");
  throw invalidModule(
    path,
    named === undefined
      ? "its default export is not a measure. Export the result of defineMeasure from semqrel/measures, or a list of them."
      : `fields of a measure are missing or have the wrong type: ${named}. Correct the rules passed to defineMeasure.`,
  );
}

function isKind(value: unknown): value is MeasureKind {
  return isMade(value) && missingFields(value).length === 0;
}

type Fields = Partial<Record<keyof MeasureKind, unknown>>;

/** Whether the value was made by `defineMeasure`. The rules that were passed to it may still be wrong. */
function isMade(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && typeof (value as Fields).with === "function";
}

function missingFields(kind: Fields): string[] {
  const { range } = kind;
  const isRecord = (field: unknown) => typeof field === "object" && field !== null;
  const isThere: Partial<Record<keyof MeasureKind, boolean>> = {
    name: typeof kind.name === "string",
    summary: typeof kind.summary === "string",
    citation: typeof kind.citation === "string",
    at: typeof kind.at === "string",
    range: Array.isArray(range) && range.length === 2 && range.every((bound) => typeof bound === "number"),
    needsRelevant: typeof kind.needsRelevant === "boolean",
    parameters: isRecord(kind.parameters),
    aliases: Array.isArray(kind.aliases),
    presets: isRecord(kind.presets),
    trecInput: isRecord(kind.trecInput),
  };
  return Object.entries(isThere).flatMap(([field, isSound]) => (isSound ? [] : [field]));
}

/** Names the module in the error if its measure throws or does not return a number. */
function checked(kind: MeasureKind, path: string): MeasureKind {
  const checkedKind: MeasureKind = {
    ...kind,
    with(values, at) {
      const measure = kind.with(values, at);
      const { name, computeRun } = measure;
      const check = (compute: () => unknown) => numberOf(compute, path, name);
      return {
        ...measure,
        kind: checkedKind,
        compute: (list) => check(() => measure.compute(list)),
        computeRun: computeRun && ((lists) => check(() => computeRun(lists))),
      };
    },
  };
  return checkedKind;
}

function numberOf(compute: () => unknown, path: string, name: string): number {
  let value: unknown;
  try {
    value = compute();
  } catch (cause) {
    throw invalidModule(path, `its measure ${name} failed: ${messageOf(cause)}. Correct the module.`, cause);
  }
  if (typeof value === "number") return value;
  const shown = typeof value === "string" ? `"${value}"` : String(value);
  throw invalidModule(path, `its measure ${name} returned ${shown}, which is not a number. Correct the module.`);
}

function invalidModule(path: string, why: string, cause?: unknown): SemqrelError {
  return new SemqrelError("INVALID_MEASURE", `Loading ${path}: ${why}`, { details: { file: path }, cause });
}
