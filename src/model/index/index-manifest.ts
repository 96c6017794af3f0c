import { statSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../core/attempt.ts";
import { readWhole, readWholeText, sha256 } from "../../core/files/read-whole.ts";
import { fits, type InferOutput, number, object, oneOf, record, text, wholeNumber } from "../../core/schema.ts";
import type { ModelIdentity } from "../../core/types.ts";
import { hnswParameters } from "./hnsw.ts";

const count = wholeNumber(1);
const indexEntry = object({
  query: text,
  count,
  /** SHA-256 of the titles, in the order of the points. */
  titlesSha256: text,
  sha256: text,
  sizeBytes: count,
});
const manifest = object({
  schema: oneOf("semqrel.indexes/1"),
  dataset: text,
  model: object({ name: text, sha256: text, precision: text }),
  dimensions: count,
  parameters: object({ space: text, M: number, efConstruction: number, seed: number }),
  /** Entry of each file, under the file's name. */
  indexes: record(indexEntry),
});
export type Manifest = InferOutput<typeof manifest>;

export const NOT_IN_MANIFEST = "not in the manifest";

/** Returns why a stored file may not be used. Null if it is usable, or if neither the file nor its entry exists. */
export function troubleWith(
  folder: string,
  file: string,
  entry: Manifest["indexes"][string] | undefined,
  expected: { readonly titlesSha256: string; readonly count: number },
): string | null {
  const path = join(folder, file);
  const sizeBytes = attempt(() => statSync(path).size);
  if (entry === undefined) return sizeBytes === null ? null : NOT_IN_MANIFEST;
  if (sizeBytes === null) return "file missing";
  if (entry.titlesSha256 !== expected.titlesSha256 || entry.count !== expected.count) return "other titles";
  if (sizeBytes !== entry.sizeBytes) return "damaged file";
  // `attempt` returns null if another process has removed the file meanwhile.
  return attempt(() => sha256(readWhole(path, sizeBytes))) === entry.sha256 ? null : "damaged file";
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

/** Whether both manifests have the same model and parameters, so that the same vectors give the same index. */
export function isMadeAlike(one: Manifest, other: Manifest): boolean {
  const conditions = ({ model, dimensions, parameters }: Manifest) =>
    JSON.stringify([model.sha256, model.precision, dimensions, Object.entries(parameters).sort()]);
  return conditions(one) === conditions(other);
}

export function manifestPath(folder: string): string {
  return join(folder, "manifest.json");
}

/** Returns null if the manifest is missing or damaged. */
export function readManifest(folder: string): Manifest | null {
  const content: unknown = attempt(() => JSON.parse(readWholeText(manifestPath(folder))));
  return fits(manifest, content) ? content : null;
}
