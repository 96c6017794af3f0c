/**
 * What did an earlier `label` measure, and under which conditions?
 */
import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { SemqrelError } from "../errors.ts";
import { readTable } from "./read-table.ts";

/** What must be equal where labels of two runs are compared. */
export interface LabelConditions {
  /** Of the reference's titles, ranks and queries. */
  readonly reference: string;
  readonly model: string;
  /** Label function, threshold, depths, what decides a match. */
  readonly policy: string;
  /** Null for labels as the reference gives them. */
  readonly calibration: string | null;
}

export interface LabelledMeasures {
  readonly folder: string;
  /** The folder's own name. */
  readonly name: string;
  readonly engines: readonly string[];
  readonly queries: readonly string[];
  /** In the order of the columns. */
  readonly measures: readonly string[];
  /** By engine and measure, then by query; NaN where the measure is undefined. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, Float64Array>>;
  readonly conditions: LabelConditions;
}

const keyColumns = ["engine", "query", "state", "reason"];
/** Options that decide which label a result gets. */
const policyOptions = [
  ...["labelFunction", "labelColumn", "threshold", "oneToOne", "matchOn", "veto", "depth", "referenceDepth"],
];

/**
 * @param folder written by `label --out`
 * @throws SemqrelError FILE_NOT_FOUND, INVALID_FORMAT where it is no such folder
 */
export async function readLabelFolder(folder: string): Promise<LabelledMeasures> {
  const conditions = conditionsOf(readManifest(folder), folder);
  const table = await readTable(join(folder, "measures.csv"), () => true, "csv");
  const column = (name: string) => table.columns.get(name) ?? [];
  const engines = [...new Set(column("engine"))];
  const queries = [...new Set(column("query"))];
  const placeOf = new Map(queries.map((query, place) => [query, place]));
  const measures = table.names.filter((name) => !keyColumns.includes(name));
  const values = new Map(
    engines.map((engine) => [
      engine,
      new Map(measures.map((measure) => [measure, new Float64Array(queries.length).fill(Number.NaN)])),
    ]),
  );
  for (const measure of measures) {
    column(measure).forEach((cell, row) => {
      const place = placeOf.get(column("query")[row] ?? "") ?? 0;
      const ofMeasure = values.get(column("engine")[row] ?? "")?.get(measure);
      if (ofMeasure !== undefined && cell !== "") ofMeasure[place] = Number(cell);
    });
  }
  return { folder, name: basename(resolve(folder)), engines, queries, measures, values, conditions };
}

interface Manifest {
  readonly schema?: unknown;
  readonly reference?: { readonly sha256?: unknown };
  readonly model?: { readonly sha256?: unknown; readonly precision?: unknown };
  readonly options?: Readonly<Record<string, unknown>>;
  readonly calibration?: { readonly sha256?: unknown };
}

function readManifest(folder: string): Manifest {
  const path = join(folder, "manifest.json");
  try {
    return JSON.parse(readFileSync(path, "utf8")) ?? {};
  } catch (cause) {
    const isThere = !["ENOENT", "ENOTDIR"].includes((cause as NodeJS.ErrnoException).code ?? "");
    throw new SemqrelError(
      isThere ? "INVALID_FORMAT" : "FILE_NOT_FOUND",
      `Reading ${folder}: ${isThere ? "its manifest.json is no JSON" : "it has no manifest.json"}. Give a folder that semqrel label --out wrote.`,
      { details: { file: path }, cause },
    );
  }
}

function conditionsOf(manifest: Manifest, folder: string): LabelConditions {
  const { reference, model, options, calibration } = manifest;
  if (typeof reference?.sha256 !== "string" || typeof model?.sha256 !== "string" || options === undefined) {
    throw new SemqrelError(
      "INVALID_FORMAT",
      `Reading ${folder}: its manifest.json does not say which reference and model made the labels. Run semqrel label again.`,
      { details: { file: join(folder, "manifest.json") } },
    );
  }
  return {
    reference: reference.sha256,
    model: `${model.sha256} ${model.precision}`,
    policy: JSON.stringify(policyOptions.map((name) => [name, options[name] ?? null])),
    calibration: typeof calibration?.sha256 === "string" ? calibration.sha256 : null,
  };
}
