import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../../src/core/files/read-whole.ts";
import type { ModelIdentity } from "../../../src/core/types.ts";
import {
  datasetFolder,
  emptyManifest,
  isMadeAlike,
  manifestPath,
  readManifest,
  troubleWith,
} from "../../../src/model/index/index-manifest.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const model: ModelIdentity = { name: "mini", sha256: "a".repeat(64), dimensions: 4, precision: "fp32", maxTokens: 256 };
const manifest = emptyManifest("scopus", model);
const content = "an index";
const entry = {
  query: "alpha",
  count: 3,
  titlesSha256: sha256("titles"),
  sha256: sha256(content),
  sizeBytes: content.length,
};

describe("troubleWith", () => {
  it("returns null for a file that matches its entry", async () => {
    const folder = temporaryFolder({ "a.hnsw": content });
    expect(troubleWith(folder, "a.hnsw", entry, entry)).toBeNull();
  });

  it("returns null if there is neither an entry nor a file", async () => {
    expect(troubleWith(temporaryFolder(), "a.hnsw", undefined, entry)).toBeNull();
  });

  it.each([
    { reason: "not in the manifest", file: content, known: undefined, titles: entry.titlesSha256 },
    { reason: "file missing", file: null, known: entry, titles: entry.titlesSha256 },
    { reason: "other titles", file: content, known: entry, titles: sha256("other titles") },
    { reason: "other titles", file: content, known: entry, titles: entry.titlesSha256, count: 4 },
    { reason: "damaged file", file: "an inde", known: entry, titles: entry.titlesSha256 },
    { reason: "damaged file", file: "an indeX", known: entry, titles: entry.titlesSha256 },
  ])("returns the reason $reason for the file $file", async ({ reason, file, known, titles, count = 3 }) => {
    const folder = temporaryFolder(file === null ? {} : { "a.hnsw": file });
    expect(troubleWith(folder, "a.hnsw", known, { titlesSha256: titles, count })).toBe(reason);
  });
});

describe("datasetFolder", () => {
  it("has a readable name that differs by data set, model and precision", () => {
    const others = [
      datasetFolder("scopus", model),
      datasetFolder("a/b", model),
      datasetFolder("a b", model),
      datasetFolder("scopus", { ...model, sha256: "b".repeat(64) }),
      datasetFolder("scopus", { ...model, precision: "int8" }),
    ];
    expect(others[0]).toMatch(/^scopus-[0-9a-f]{8}$/);
    expect(new Set(others).size).toBe(others.length);
  });

  describe("datasetFolder in edge cases", () => {
    it.each(["../up", "a/b\\c", "", ".", "x".repeat(500), "Zürich 深圳"])(
      "is a short name without slashes for %j",
      (dataset) => {
        expect(datasetFolder(dataset, model)).toMatch(/^[\p{L}\p{N}._-]{9,69}$/u);
      },
    );

    it("does not depend on the name of the model", () => {
      expect(datasetFolder("scopus", { ...model, name: "other" })).toBe(datasetFolder("scopus", model));
    });
  });
});

describe("isMadeAlike", () => {
  it.each([
    { what: "another name of the model", other: { ...manifest, model: { ...manifest.model, name: "x" } } },
    { what: "other entries", other: { ...manifest, indexes: { "a.hnsw": entry } } },
    { what: "another data set", other: { ...manifest, dataset: "wos" } },
  ])("ignores $what", ({ other }) => {
    expect(isMadeAlike(manifest, other)).toBe(true);
  });

  it.each([
    { what: "another model", other: { ...manifest, model: { ...manifest.model, sha256: "b" } } },
    { what: "another precision", other: { ...manifest, model: { ...manifest.model, precision: "int8" } } },
    { what: "other dimensions", other: { ...manifest, dimensions: 5 } },
    { what: "another space", other: { ...manifest, parameters: { ...manifest.parameters, space: "l2" } } },
    { what: "another M", other: { ...manifest, parameters: { ...manifest.parameters, M: 8 } } },
    {
      what: "another efConstruction",
      other: { ...manifest, parameters: { ...manifest.parameters, efConstruction: 100 } },
    },
    { what: "another seed", other: { ...manifest, parameters: { ...manifest.parameters, seed: 1 } } },
  ])("returns false for $what", ({ other }) => {
    expect(isMadeAlike(manifest, other)).toBe(false);
  });
});

describe("readManifest", () => {
  it("returns the manifest that was written", () => {
    const folder = temporaryFolder();
    const written = { ...manifest, indexes: { "a.hnsw": entry } };
    writeFileSync(manifestPath(folder), JSON.stringify(written));
    expect(readManifest(folder)).toEqual(written);
  });

  describe("readManifest without a valid manifest", () => {
    it.each([
      { what: "incomplete JSON", text: '{"schema":' },
      { what: "no content", text: "" },
      { what: "another schema", text: JSON.stringify({ ...manifest, schema: "semqrel.manifest/1" }) },
      { what: "a missing field", text: JSON.stringify({ ...manifest, dimensions: undefined }) },
      { what: "null", text: "null" },
      { what: "a list of manifests", text: JSON.stringify([manifest]) },
      { what: "a list of indexes", text: JSON.stringify({ ...manifest, indexes: [entry] }) },
      { what: "text instead of a number", text: JSON.stringify({ ...manifest, dimensions: "4" }) },
      { what: "half a dimension", text: JSON.stringify({ ...manifest, dimensions: 4.5 }) },
      { what: "a model without a sum", text: JSON.stringify({ ...manifest, model: { name: "a", precision: "b" } }) },
      { what: "text instead of parameters", text: JSON.stringify({ ...manifest, parameters: "M=16" }) },
      { what: "an entry without a size", text: JSON.stringify({ ...manifest, indexes: { a: { query: "x" } } }) },
      {
        what: "an index without points",
        text: JSON.stringify({ ...manifest, indexes: { a: { ...entry, count: 0 } } }),
      },
    ])("returns null for a file with $what", ({ text }) => {
      const folder = temporaryFolder();
      writeFileSync(manifestPath(folder), text);
      expect(readManifest(folder)).toBeNull();
    });

    it("returns null if there is no file or no folder, or if a folder has the file's name", () => {
      const folder = temporaryFolder();
      expect(readManifest(folder)).toBeNull();
      expect(readManifest(join(folder, "none"))).toBeNull();
      mkdirSync(manifestPath(folder));
      expect(readManifest(folder)).toBeNull();
      rmSync(folder, { recursive: true });
    });
  });
});
