/**
 * What does the manifest of a folder of labels say: its queries and files, how it was made, and under which conditions?
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { SemqrelError } from "../../core/errors.ts";
import { isFile } from "../../core/files/folders.ts";
import { type LabelFolderOrigin, type ModelIdentity, policyOptions, type Query } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { JsonPlace } from "../tables/json-place.ts";

const NAME = "manifest.json";

/** Value of `schema` in every manifest. */
export const MANIFEST_SCHEMA = "semqrel.manifest/1";

/**
 * Which folder of `label` a path stands for: a folder stands for itself, `labels.csv` beside a manifest for its folder.
 *
 * @returns null for any other path
 */
export function labelFolderOf(path: string): string | null {
  if (!existsSync(path)) return null;
  if (statSync(path).isDirectory()) return path;
  const folder = dirname(path);
  return basename(path) === "labels.csv" && existsSync(join(folder, NAME)) ? folder : null;
}

/** The manifest as it was written; null where it is missing, no JSON, or of another schema. */
export function manifestIn(folder: string): Readonly<Record<string, unknown>> | null {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, NAME), "utf8"));
    return manifest.schema === MANIFEST_SCHEMA ? manifest : null;
  } catch {
    return null;
  }
}

/**
 * The files that an earlier run wrote into the folder, and its manifest, so far as they are still there. Paths that lead
 * out of the folder are left out.
 *
 * @returns paths relative to the folder; empty without a manifest of ours
 */
export function filesOfEarlierRun(folder: string): string[] {
  const files = manifestIn(folder)?.["files"];
  if (!Array.isArray(files)) return [];
  const isInside = (path: string) => !relative(folder, join(folder, path)).startsWith("..");
  return [...new Set<unknown>([NAME, ...files])]
    .filter((path) => typeof path === "string")
    .filter((path) => isInside(path) && isFile(join(folder, path)));
}

/** What is needed to read the tables of a folder. */
export interface LabelManifest {
  /** `qrels` is the query's name in TREC files. */
  readonly queries: readonly (Query & { readonly qrels: string })[];
  readonly model: ModelIdentity | null;
  /** Name of the reference; names of several are joined by "+". */
  readonly reference: string | null;
  /** Whether a quote was put before cells that a spreadsheet would compute. */
  readonly spreadsheetSafe: boolean;
}

/** Null where `manifestIn` is, and where the manifest has no queries: labels.csv then stands for itself. */
export function readLabelManifest(folder: string): LabelManifest | null {
  const manifest: Manifest | null = manifestIn(folder);
  if (manifest === null || !Array.isArray(manifest.queries)) return null;
  return {
    queries: manifest.queries.map(({ query, id, text, qrels }) => ({ name: query, id, text, qrels })),
    model: manifest.model ?? null,
    reference: manifest.reference?.engine ?? null,
    spreadsheetSafe: manifest.options?.["spreadsheetSafe"] === true,
  };
}

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

/**
 * How a folder was made.
 *
 * @throws SemqrelError FILE_NOT_FOUND, INVALID_FORMAT where it is no folder of labels, or one of another schema
 */
export function readLabelOrigin(folder: string): {
  readonly origin: LabelFolderOrigin;
  readonly conditions: LabelConditions;
} {
  const manifest = requireManifest(folder);
  return { conditions: conditionsOf(manifest, folder), origin: originOf(manifest, join(folder, NAME)) };
}

export interface PolicyDifference {
  /** Of the option. */
  readonly name: string;
  /** Of one folder and of the other; null where an option is not used. */
  readonly values: readonly [unknown, unknown];
}

/** The options by which the labels of two folders differ, in the order of `policyOptions`. */
export function policyDifferences(one: LabelConditions, other: LabelConditions): PolicyDifference[] {
  const parse = ({ policy }: LabelConditions): readonly (readonly [string, unknown])[] => JSON.parse(policy);
  const others = new Map(parse(other));
  return parse(one).flatMap(([name, value]) => {
    const second = others.get(name);
    return JSON.stringify(value) === JSON.stringify(second) ? [] : [{ name, values: [value, second] as const }];
  });
}

/** The fields that are read here, so far as the manifest has them. */
interface Manifest {
  readonly schema?: unknown;
  readonly queries?: unknown;
  readonly reference?: { readonly engine?: string; readonly sha256?: unknown };
  readonly model?: ModelIdentity;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly calibration?: { readonly sha256?: unknown };
}

function requireManifest(folder: string): Manifest {
  const path = join(folder, NAME);
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
  if (manifest.schema === undefined || manifest.schema === MANIFEST_SCHEMA) return manifest;
  throw new SemqrelError(
    "INVALID_FORMAT",
    `Reading ${folder}: its manifest.json has the schema ${JSON.stringify(manifest.schema)}, and this version of semqrel reads ${MANIFEST_SCHEMA}. ` +
      "Use the version that wrote the folder, or run semqrel label again.",
    { details: { file: path, schema: manifest.schema } },
  );
}

function conditionsOf({ reference, model, options, calibration }: Manifest, folder: string): LabelConditions {
  if (typeof reference?.sha256 !== "string" || typeof model?.sha256 !== "string" || options === undefined) {
    throw new SemqrelError(
      "INVALID_FORMAT",
      `Reading ${folder}: its manifest.json does not say which reference and model made the labels. Run semqrel label again.`,
      { details: { file: join(folder, NAME) } },
    );
  }
  return {
    reference: reference.sha256,
    model: `${model.sha256} ${model.precision}`,
    policy: JSON.stringify(policyOptions.map((name) => [name, options[name] ?? null])),
    calibration: typeof calibration?.sha256 === "string" ? calibration.sha256 : null,
  };
}

function originOf(manifest: Manifest, path: string): LabelFolderOrigin {
  const place = new JsonPlace(manifest, path, "");
  const partOf = (name: string) => (place.has(name) ? place.get(name) : null);
  const itemsOf = (name: string) => partOf(name)?.items() ?? [];
  const entriesOf = <Value>(name: string, read: (entry: JsonPlace) => Value): Record<string, Value> =>
    Object.fromEntries(
      partOf(name)
        ?.entries()
        .map(([key, entry]) => [key, read(entry)]) ?? [],
    );
  const textOf = (part: JsonPlace, name: string) => (part.has(name) ? part.get(name).text() : "");
  const model = partOf("model");
  const reference = partOf("reference");
  const calibration = partOf("calibration");
  return {
    versions: entriesOf("versions", (version) => version.text()),
    options: entriesOf("options", ({ value }) => value),
    inputs: itemsOf("inputs").map((input) => ({
      path: input.get("path").text(),
      format: input.get("format").text(),
      rows: input.get("rows").number(),
      sha256: input.get("sha256").text(),
    })),
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
    machine: itemsOf("machine").map((warning) => {
      warning.get("kind").text();
      return warning.value as Warning;
    }),
    counts: entriesOf("counts", ({ value }) => value),
  };
}
