/**
 * What did an earlier `label` or `calibrate` measure, under which conditions, and how was the folder made?
 */
import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { SemqrelError } from "../../core/errors.ts";
import { unescapeFormula } from "../../core/text/escape.ts";
import { type LabelFolderOrigin, policyOptions } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { numberCell } from "../row-error.ts";
import { JsonPlace } from "../tables/json-place.ts";
import { readTable } from "../tables/read-table.ts";

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
  /** By engine, then by query: why it is not measured; null where it is. A query without a row is `no-row`. */
  readonly reasons: ReadonlyMap<string, readonly (string | null)[]>;
  readonly conditions: LabelConditions;
  readonly origin: LabelFolderOrigin;
}

const MANIFEST = "semqrel.manifest/1";

const keyColumns = ["engine", "query", "state", "reason"];
/**
 * @param folder written by `label --out` or `calibrate --out`
 * @throws SemqrelError FILE_NOT_FOUND, INVALID_FORMAT where it is no such folder, or one of another schema;
 *         INVALID_ROW for a cell of measures.csv that is no number
 */
export async function readLabelFolder(folder: string): Promise<LabelledMeasures> {
  const manifest = readManifest(folder);
  const conditions = conditionsOf(manifest, folder);
  const origin = originOf(manifest, join(folder, "manifest.json"));
  const table = await readTable(join(folder, "measures.csv"), () => true, "csv");
  const column = (name: string) => table.columns.get(name) ?? [];
  // `--spreadsheet-safe` put a quote before these.
  const isGuarded = origin.options["spreadsheetSafe"] === true;
  const namesOf = (name: string) => (isGuarded ? column(name).map(unescapeFormula) : column(name));
  const engineOfRow = namesOf("engine");
  const queryOfRow = namesOf("query");
  const engines = [...new Set(engineOfRow)];
  const queries = [...new Set(queryOfRow)];
  const placeOf = new Map(queries.map((query, place) => [query, place]));
  const measures = table.names.filter((name) => !keyColumns.includes(name));
  const ofEngines = <Value>(make: () => Value) => new Map(engines.map((engine) => [engine, make()]));
  const values = ofEngines(
    () => new Map(measures.map((measure) => [measure, new Float64Array(queries.length).fill(Number.NaN)])),
  );
  const reasons = ofEngines(() => queries.map((): string | null => "no-row"));
  const reasonOfRow = column("reason");
  engineOfRow.forEach((engine, row) => {
    const ofEngine = reasons.get(engine);
    if (ofEngine !== undefined) ofEngine[placeOf.get(queryOfRow[row] ?? "") ?? 0] = reasonOfRow[row] || null;
  });
  for (const measure of measures) {
    column(measure).forEach((cell, row) => {
      const place = placeOf.get(queryOfRow[row] ?? "") ?? 0;
      const ofMeasure = values.get(engineOfRow[row] ?? "")?.get(measure);
      if (ofMeasure !== undefined) ofMeasure[place] = numberCell(cell, measure, table.source, table.lines[row] ?? 0);
    });
  }
  const name = basename(resolve(folder));
  return { folder, name, engines, queries, measures, values, reasons, conditions, origin };
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
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(path, "utf8")) ?? {};
  } catch (cause) {
    const isThere = !["ENOENT", "ENOTDIR"].includes((cause as NodeJS.ErrnoException).code ?? "");
    throw new SemqrelError(
      isThere ? "INVALID_FORMAT" : "FILE_NOT_FOUND",
      `Reading ${folder}: ${isThere ? "its manifest.json is no JSON, or cut short" : "it has no manifest.json"}. Give a folder that semqrel label --out wrote.`,
      { details: { file: path }, cause },
    );
  }
  if (manifest.schema === undefined || manifest.schema === MANIFEST) return manifest;
  throw new SemqrelError(
    "INVALID_FORMAT",
    `Reading ${folder}: its manifest.json has the schema ${JSON.stringify(manifest.schema)}, and this version of semqrel reads ${MANIFEST}. ` +
      "Use the version that wrote the folder, or run semqrel label again.",
    { details: { file: path, schema: manifest.schema } },
  );
}

function originOf(manifest: Manifest, path: string): LabelFolderOrigin {
  const place = new JsonPlace(manifest, path, "");
  const partOf = (name: string) => (place.has(name) ? place.get(name) : null);
  const model = partOf("model");
  const reference = partOf("reference");
  const calibration = partOf("calibration");
  const textOf = (part: JsonPlace, name: string) => (part.has(name) ? part.get(name).text() : "");
  return {
    versions: Object.fromEntries(
      partOf("versions")
        ?.entries()
        .map(([name, version]) => [name, version.text()]) ?? [],
    ),
    options: Object.fromEntries(
      partOf("options")
        ?.entries()
        .map(([name, { value }]) => [name, value]) ?? [],
    ),
    inputs:
      partOf("inputs")
        ?.items()
        .map((input) => ({
          path: input.get("path").text(),
          format: input.get("format").text(),
          rows: input.get("rows").number(),
          sha256: input.get("sha256").text(),
        })) ?? [],
    model: model && {
      name: textOf(model, "name"),
      sha256: model.get("sha256").text(),
      precision: textOf(model, "precision"),
    },
    reference: reference && { engine: textOf(reference, "engine"), sha256: reference.get("sha256").text() },
    calibration: calibration && {
      sha256: calibration.get("sha256").text(),
      method: textOf(calibration, "method"),
    },
    machine: (partOf("machine")?.items() ?? []).map((warning) => {
      warning.get("kind").text();
      return warning.value as Warning;
    }),
    counts: Object.fromEntries(
      partOf("counts")
        ?.entries()
        .map(([name, { value }]) => [name, value]) ?? [],
    ),
  };
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
