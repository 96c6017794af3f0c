/** Stores indexes, reads their files and damages them. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { IndexReport } from "../../src/core/ports.ts";
import type { ModelIdentity } from "../../src/core/types.ts";
import { exactIndex } from "../../src/model/index/exact.ts";
import { storedIndexes } from "../../src/model/index/index-store.ts";
import { loadHnsw } from "./hnsw.ts";
import { randomUnitVectors, vectorAt } from "./random-vectors.ts";

export const dimensions = 16;
export const model: ModelIdentity = {
  name: "mini",
  sha256: "a".repeat(64),
  dimensions,
  precision: "fp32",
  maxTokens: 256,
};

export interface StoredRun {
  readonly dataset?: string;
  readonly model?: ModelIdentity;
  readonly queries?: readonly string[];
  readonly count?: number;
  readonly titles?: readonly string[];
}

export function pointsOf(query: string, count: number) {
  return { vectors: randomUnitVectors(count, dimensions, query.length * 100 + count), dimensions, count };
}

/** Opens an index for each query, looks up its own points, and closes. */
export async function openAndClose(folder: string | null, given: StoredRun = {}): Promise<IndexReport> {
  const { dataset = "scopus", queries = ["alpha", "beta two"], count = 12 } = given;
  const indexes = storedIndexes({ hnsw: loadHnsw(), folder, dataset, model: given.model ?? model });
  for (const query of queries) {
    const points = pointsOf(query, count);
    const titles = given.titles ?? Array.from({ length: count }, (_, point) => `${query} ${point}`);
    const index = await indexes.open(query, titles, points);
    const exact = exactIndex(points);
    for (let point = 0; point < count; point++) {
      const asked = vectorAt(points.vectors, dimensions, point);
      expect([...index.nearest(asked, 3)], `${query}, point ${point}`).toEqual(exact.nearest(asked, 3));
    }
  }
  return indexes.close();
}

export function files(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".hnsw"))
    .sort();
}

/** The folder of the only data set. */
export function datasetFolder(folder: string): string {
  return join(folder, readdirSync(folder)[0] ?? "");
}

export function firstFile(folder: string): string {
  const dataset = datasetFolder(folder);
  return join(dataset, files(dataset)[0] ?? "");
}

export function editManifest(folder: string, edit: (text: string) => string): void {
  const path = join(datasetFolder(folder), "manifest.json");
  writeFileSync(path, edit(readFileSync(path, "utf8")));
}
