/**
 * What does a data set's manifest say, and does a stored file agree with it?
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../core/files/sha256.ts";
import type { ModelIdentity } from "../../core/types.ts";
import { hnswParameters } from "./hnsw.ts";

export interface Manifest {
  readonly schema: "semqrel.indexes/1";
  readonly dataset: string;
  readonly model: Pick<ModelIdentity, "name" | "sha256" | "precision">;
  readonly dimensions: number;
  readonly parameters: {
    readonly space: string;
    readonly M: number;
    readonly efConstruction: number;
    readonly seed: number;
  };
  /** By file name. */
  readonly indexes: Readonly<Record<string, IndexEntry>>;
}

interface IndexEntry {
  readonly query: string;
  /** Of the titles. An integer >= 1. */
  readonly count: number;
  /** Of the titles in the order of the points. */
  readonly titlesSha256: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Why a stored file may not be used; null where it may, or where there is none. */
export function troubleWith(
  folder: string,
  file: string,
  entry: Manifest["indexes"][string] | undefined,
  expected: { readonly titlesSha256: string; readonly count: number },
): string | null {
  const path = join(folder, file);
  if (entry === undefined) return existsSync(path) ? "not in the manifest" : null;
  if (!existsSync(path)) return "file missing";
  if (entry.titlesSha256 !== expected.titlesSha256 || entry.count !== expected.count) return "other titles";
  if (statSync(path).size !== entry.sizeBytes) return "damaged file";
  return sha256(readFileSync(path)) === entry.sha256 ? null : "damaged file";
}

export function datasetFolder(dataset: string, model: ModelIdentity): string {
  const readable = dataset.replace(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 60);
  return `${readable}-${sha256(JSON.stringify([dataset, model.sha256, model.precision])).slice(0, 8)}`;
}

export function emptyManifest(dataset: string, model: ModelIdentity): Manifest {
  return {
    schema: "semqrel.indexes/1",
    dataset,
    model: { name: model.name, sha256: model.sha256, precision: model.precision },
    dimensions: model.dimensions,
    parameters: { ...hnswParameters },
    indexes: {},
  };
}

/** Whether indexes of both manifests are the same for the same vectors. */
export function isMadeAlike(one: Manifest, other: Manifest): boolean {
  const conditions = ({ model, dimensions, parameters }: Manifest) =>
    JSON.stringify([model.sha256, model.precision, dimensions, Object.entries(parameters).sort()]);
  return conditions(one) === conditions(other);
}

export function manifestPath(folder: string): string {
  return join(folder, "manifest.json");
}

/** Null where there is none or it cannot be read as one: then nothing of the folder is trusted. */
export function readManifest(folder: string): Manifest | null {
  try {
    const content: unknown = JSON.parse(readFileSync(manifestPath(folder), "utf8"));
    return isManifest(content) ? content : null;
  } catch {
    return null;
  }
}

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === "string";
const isNumber: Check = Number.isFinite;
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) > 0;

/** It comes from the disk and may be anybody's. */
function isManifest(content: unknown): content is Manifest {
  return holds(content, {
    schema: (value) => value === "semqrel.indexes/1",
    dataset: isText,
    model: (value) => holds(value, { name: isText, sha256: isText, precision: isText }),
    dimensions: isCount,
    parameters: (value) => holds(value, { space: isText, M: isNumber, efConstruction: isNumber, seed: isNumber }),
    indexes: (value) => holds(value, {}) && Object.values(Object(value)).every(isEntry),
  });
}

function isEntry(value: unknown): boolean {
  return holds(value, { query: isText, count: isCount, titlesSha256: isText, sha256: isText, sizeBytes: isCount });
}

/** An object with these keys, and others perhaps. */
function holds(value: unknown, checks: Readonly<Record<string, Check>>): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const found = new Map<string, unknown>(Object.entries(value));
  return Object.entries(checks).every(([key, isGood]) => isGood(found.get(key)));
}
