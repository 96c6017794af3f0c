/** Which kinds of measures are there, those of --measure-module among them? */
import { closeSync, existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { messageOf, SemqrelError } from "../core/errors.ts";
import { nearFile } from "../core/files/folders.ts";
import { openPlain } from "../core/files/read-whole.ts";
import type { MeasureKind } from "./measures/define-measure.ts";
import { namesOf } from "./measures/parse-measures.ts";
import { measureKinds } from "./measures/registry.ts";

export async function loadMeasureModules(modules: readonly string[]): Promise<readonly MeasureKind[]> {
  const all = [...measureKinds];
  for (const path of modules) {
    for (const kind of await loadModule(path)) {
      const taken = namesOf(kind).find((name) => all.some((other) => namesOf(other).includes(name)));
      if (taken !== undefined) {
        throw invalidModule(path, `there is a measure "${taken}" already. Give yours another name.`);
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
      ? "its default export is not a measure. Export what defineMeasure of semqrel/measures returns, or a list of those."
      : `a measure lacks ${named}, or has another type there. Give defineMeasure all of it.`,
  );
}

function isKind(value: unknown): value is MeasureKind {
  return isMade(value) && missingFields(value).length === 0;
}

type Fields = Partial<Record<keyof MeasureKind, unknown>>;

/** Whether defineMeasure made it, of whatever it was given. */
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

/** The kind, its measures stopped where they throw or give no number: that is the module's fault, not a bug here. */
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
  throw invalidModule(path, `its measure ${name} gives ${shown}, which is not a number. Correct the module.`);
}

function invalidModule(path: string, why: string, cause?: unknown): SemqrelError {
  return new SemqrelError("INVALID_MEASURE", `Loading ${path}: ${why}`, { details: { file: path }, cause });
}
