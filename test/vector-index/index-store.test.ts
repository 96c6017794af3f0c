import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { IndexReport } from "../../src/ports.ts";
import type { ModelIdentity } from "../../src/types.ts";
import { exactIndex } from "../../src/vector-index/exact.ts";
import { loadHnsw } from "../../src/vector-index/hnsw.ts";
import { defaultIndexesFolder, storedIndexes } from "../../src/vector-index/index-store.ts";
import { listDatasets, removeDatasets, verifyDatasets } from "../../src/vector-index/stored-datasets.ts";
import { hasHnsw } from "../support/hnsw.ts";
import { randomUnitVectors, vectorAt } from "../support/random-vectors.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const dimensions = 16;
const model: ModelIdentity = { name: "mini", sha256: "a".repeat(64), dimensions, precision: "fp32", maxTokens: 256 };

interface Run {
  readonly dataset?: string;
  readonly model?: ModelIdentity;
  readonly queries?: readonly string[];
  readonly count?: number;
  readonly titles?: readonly string[];
}

function pointsOf(query: string, count: number) {
  return { vectors: randomUnitVectors(count, dimensions, query.length * 100 + count), dimensions, count };
}

/** Opens an index for each query, asks it for its own points, and closes. */
async function run(folder: string | null, given: Run = {}): Promise<IndexReport> {
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

function files(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".hnsw"))
    .sort();
}

/** The folder of the only data set. */
function datasetFolder(folder: string): string {
  return join(folder, readdirSync(folder)[0] ?? "");
}

function firstFile(folder: string): string {
  const dataset = datasetFolder(folder);
  return join(dataset, files(dataset)[0] ?? "");
}

function editManifest(folder: string, edit: (text: string) => string): void {
  const path = join(datasetFolder(folder), "manifest.json");
  writeFileSync(path, edit(readFileSync(path, "utf8")));
}

describe.skipIf(!hasHnsw)("storedIndexes", () => {
  it("builds and stores indexes at first, and reuses them when all is the same", async () => {
    const folder = temporaryFolder();
    const first = await run(folder);
    const stored = { kind: "hnsw", folder: datasetFolder(folder), rebuilt: {}, failure: null };
    expect(first).toEqual({ ...stored, reused: 0, built: 2 });
    expect(files(datasetFolder(folder))).toHaveLength(2);
    expect(await run(folder)).toEqual({ ...stored, reused: 2, built: 0 });
  });

  it("keeps no files without a folder", async () => {
    expect(await run(null)).toEqual({
      kind: "hnsw",
      folder: null,
      reused: 0,
      built: 2,
      rebuilt: {},
      failure: null,
    });
  });

  it("writes a manifest that tells what the indexes were made with", async () => {
    const folder = temporaryFolder();
    await run(folder);
    const manifest = JSON.parse(readFileSync(join(datasetFolder(folder), "manifest.json"), "utf8"));
    expect(manifest).toMatchObject({
      schema: "semqrel.indexes/1",
      dataset: "scopus",
      model: { name: "mini", sha256: model.sha256, precision: "fp32" },
      dimensions,
      parameters: { space: "cosine", M: 16, efConstruction: 200, seed: 100 },
    });
    const entry = manifest.indexes[files(datasetFolder(folder))[0] ?? ""];
    expect(entry).toMatchObject({ count: 12, sizeBytes: statSync(firstFile(folder)).size });
    expect(["alpha", "beta two"]).toContain(entry.query);
  });

  describe("what makes it build a stored index anew", () => {
    it.each([
      {
        what: "a title changed",
        again: { titles: Array.from({ length: 12 }, (_, point) => `other ${point}`) },
        rebuilt: { "other titles": 2 },
      },
      { what: "a point more", again: { count: 13 }, rebuilt: { "other titles": 2 } },
    ])("$what", async ({ again, rebuilt }) => {
      const folder = temporaryFolder();
      await run(folder);
      expect(await run(folder, again)).toMatchObject({ reused: 0, built: 2, rebuilt });
      expect(await run(folder, again), "the new ones are kept").toMatchObject({ reused: 2, built: 0, rebuilt: {} });
    });

    it("the order of the titles changed", async () => {
      const folder = temporaryFolder();
      await run(folder, { queries: ["alpha"], titles: Array.from("abcdefghijkl") });
      const again = await run(folder, { queries: ["alpha"], titles: Array.from("bacdefghijkl") });
      expect(again).toMatchObject({ built: 1, rebuilt: { "other titles": 1 } });
    });

    it.each([
      {
        what: "a file was cut short",
        damage: (folder: string) => truncateSync(firstFile(folder), statSync(firstFile(folder)).size - 1),
        rebuilt: { "damaged file": 1 },
        reused: 1,
      },
      {
        what: "a file was emptied",
        damage: (folder: string) => truncateSync(firstFile(folder), 0),
        rebuilt: { "damaged file": 1 },
        reused: 1,
      },
      {
        what: "one byte of a file was turned round",
        damage: (folder: string) => {
          const bytes = readFileSync(firstFile(folder));
          const middle = bytes.length >> 1;
          bytes[middle] = (bytes[middle] ?? 0) ^ 1;
          writeFileSync(firstFile(folder), bytes);
        },
        rebuilt: { "damaged file": 1 },
        reused: 1,
      },
      {
        what: "a file is gone",
        damage: (folder: string) => rmSync(firstFile(folder)),
        rebuilt: { "file missing": 1 },
        reused: 1,
      },
      {
        what: "two files changed places",
        damage: (folder: string) => {
          const [one, other] = files(datasetFolder(folder)).map((file) => join(datasetFolder(folder), file));
          renameSync(String(one), `${one}.kept`);
          renameSync(String(other), String(one));
          renameSync(`${one}.kept`, String(other));
        },
        rebuilt: { "damaged file": 2 },
        reused: 0,
      },
      {
        what: "the manifest is no JSON",
        damage: (folder: string) => editManifest(folder, (text) => text.slice(0, -20)),
        rebuilt: { "not in the manifest": 2 },
        reused: 0,
      },
      {
        what: "the manifest has another shape",
        damage: (folder: string) =>
          editManifest(folder, (text) => text.replace("semqrel.indexes/1", "semqrel.indexes/9")),
        rebuilt: { "not in the manifest": 2 },
        reused: 0,
      },
      {
        what: "the manifest is gone",
        damage: (folder: string) => rmSync(join(datasetFolder(folder), "manifest.json")),
        rebuilt: { "not in the manifest": 2 },
        reused: 0,
      },
      {
        what: "the manifest tells of another number of points",
        damage: (folder: string) => editManifest(folder, (text) => text.replaceAll('"count": 12', '"count": 11')),
        rebuilt: { "damaged file": 2 },
        reused: 0,
      },
      {
        what: "the manifest tells of other parameters",
        damage: (folder: string) => editManifest(folder, (text) => text.replace('"M": 16', '"M": 8')),
        rebuilt: { "made with other settings": 2 },
        reused: 0,
      },
      {
        what: "the manifest tells of another model",
        damage: (folder: string) => editManifest(folder, (text) => text.replace("a".repeat(64), "b".repeat(64))),
        rebuilt: { "made with other settings": 2 },
        reused: 0,
      },
    ])("$what", async ({ damage, rebuilt, reused }) => {
      const folder = temporaryFolder();
      await run(folder);
      damage(folder);
      expect(await run(folder)).toMatchObject({ reused, built: 2 - reused, rebuilt });
      expect(await run(folder), "the new ones are kept").toMatchObject({ reused: 2, built: 0, rebuilt: {} });
    });
  });

  describe("edges", () => {
    it("does not trust a file that no manifest names", async () => {
      const folder = temporaryFolder();
      await run(folder, { queries: ["alpha"] });
      const stranger = temporaryFolder();
      await run(stranger, { queries: ["beta two"] });
      const name = files(datasetFolder(stranger))[0] ?? "";
      writeFileSync(join(datasetFolder(folder), name), readFileSync(firstFile(stranger)));
      expect(await run(folder)).toMatchObject({ reused: 1, built: 1, rebuilt: { "not in the manifest": 1 } });
    });

    it("keeps models, precisions and data sets apart, whatever their names have in common", async () => {
      const folder = temporaryFolder();
      await run(folder);
      const others: Run[] = [
        { model: { ...model, sha256: "b".repeat(64) } },
        { model: { ...model, precision: "int8" } },
        { dataset: "scopus 2" },
        { dataset: "scopus-2" },
        { dataset: "../scopus" },
      ];
      for (const other of others) {
        expect(await run(folder, other), JSON.stringify(other)).toMatchObject({ reused: 0, built: 2, rebuilt: {} });
      }
      expect(readdirSync(folder)).toHaveLength(6);
      expect(await run(folder)).toMatchObject({ reused: 2 });
    });

    it("keeps entries of queries that a run did not ask for", async () => {
      const folder = temporaryFolder();
      await run(folder, { queries: ["alpha"] });
      await run(folder, { queries: ["beta two"] });
      expect(await run(folder)).toMatchObject({ reused: 2, built: 0 });
    });

    it("keeps entries that another run added meanwhile", async () => {
      const folder = temporaryFolder();
      const titles = Array.from("abcdefghijkl");
      const slow = storedIndexes({ hnsw: loadHnsw(), folder, dataset: "scopus", model });
      await slow.open("alpha", titles, pointsOf("alpha", 12));
      await run(folder, { queries: ["beta two"] });
      await slow.close();
      expect(await run(folder, { queries: ["alpha"], titles })).toMatchObject({ reused: 1 });
      expect(await run(folder, { queries: ["beta two"] })).toMatchObject({ reused: 1 });
    });

    it("leaves no temporary file behind", async () => {
      const folder = temporaryFolder();
      await run(folder);
      expect(readdirSync(datasetFolder(folder)).filter((file) => file.endsWith(".tmp"))).toEqual([]);
    });

    it("holds an index of one point", async () => {
      const folder = temporaryFolder();
      await run(folder, { count: 1 });
      expect(await run(folder, { count: 1 })).toMatchObject({ reused: 2 });
    });

    it("works without keeping anything where it cannot write, and says why", async () => {
      const file = join(temporaryFolder({ file: "" }), "file");
      expect(await run(file)).toMatchObject({ reused: 0, built: 2, failure: expect.stringContaining("ENOTDIR") });
    });
  });
});

describe.skipIf(!hasHnsw)("listDatasets, verifyDatasets and removeDatasets", () => {
  it("list what is stored", async () => {
    const folder = temporaryFolder();
    await run(folder);
    await run(folder, { dataset: "wos", queries: ["alpha"] });
    const [scopus, wos] = listDatasets(folder);
    expect(scopus).toMatchObject({ dataset: "scopus", model: "mini", indexes: 2, points: 24 });
    expect(wos).toMatchObject({ dataset: "wos", indexes: 1, points: 12 });
    const bytes = files(wos?.folder ?? "").map((file) => statSync(join(wos?.folder ?? "", file)).size);
    expect(wos?.sizeBytes).toBe(bytes[0]);
  });

  it("verify every file and tell what is wrong with it", async () => {
    const folder = temporaryFolder();
    await run(folder, { queries: ["alpha", "beta two", "gamma"] });
    const path = datasetFolder(folder);
    expect(await verifyDatasets(folder)).toEqual([{ folder: path, good: 3, bad: [] }]);
    const [one = "", other = ""] = files(path);
    truncateSync(join(path, one), 10);
    rmSync(join(path, other));
    writeFileSync(join(path, "zz.hnsw"), "x");
    expect(await verifyDatasets(folder)).toEqual([
      {
        folder: path,
        good: 1,
        bad: [
          { file: one, reason: "damaged file" },
          { file: other, reason: "file missing" },
          { file: "zz.hnsw", reason: "not in the manifest" },
        ],
      },
    ]);
  });

  it("remove one data set by its name, or all", async () => {
    const folder = temporaryFolder();
    await run(folder);
    await run(folder, { dataset: "wos" });
    const kept = listDatasets(folder).find(({ dataset }) => dataset === "wos")?.folder ?? "";
    const removed = removeDatasets(folder, "scopus");
    expect(removed).toHaveLength(1);
    expect(removed.some((path) => existsSync(path))).toBe(false);
    expect(existsSync(kept)).toBe(true);
    expect(removeDatasets(folder, null)).toEqual([kept]);
    expect(readdirSync(folder)).toEqual([]);
  });

  describe("edges", () => {
    it("find nothing in an empty folder and in one that does not exist", async () => {
      for (const folder of [temporaryFolder(), join(temporaryFolder(), "none")]) {
        expect(listDatasets(folder)).toEqual([]);
        expect(await verifyDatasets(folder)).toEqual([]);
        expect(removeDatasets(folder, null)).toEqual([]);
      }
    });

    it("remove nothing under a name that no data set has", async () => {
      const folder = temporaryFolder();
      await run(folder);
      expect(removeDatasets(folder, "scopu")).toEqual([]);
      expect(listDatasets(folder)).toHaveLength(1);
    });

    it("touch nothing else: no folder with a manifest of its own, no file beside the indexes", async () => {
      const folder = temporaryFolder({ "README.md": "notes" });
      mkdirSync(join(folder, "label-out"));
      writeFileSync(join(folder, "label-out", "manifest.json"), '{"schema":"semqrel.manifest/1"}');
      writeFileSync(join(folder, "label-out", "labels.csv"), "engine,query\n");
      await run(folder);
      const [stored] = listDatasets(folder);
      writeFileSync(join(stored?.folder ?? "", "notes.txt"), "mine");
      expect(listDatasets(folder).map(({ dataset }) => dataset)).toEqual(["scopus"]);
      removeDatasets(folder, null);
      expect(readdirSync(folder).sort()).toEqual(["README.md", "label-out", stored?.folder.split("/").at(-1)].sort());
      expect(readdirSync(join(folder, "label-out")).sort()).toEqual(["labels.csv", "manifest.json"]);
      expect(readdirSync(stored?.folder ?? "")).toEqual(["notes.txt"]);
    });

    it("see and remove a data set whose manifest is broken", async () => {
      const folder = temporaryFolder();
      await run(folder);
      editManifest(folder, () => "{");
      expect(listDatasets(folder)).toMatchObject([{ dataset: "(unreadable manifest)", indexes: 0 }]);
      const [verified] = await verifyDatasets(folder);
      expect(verified).toMatchObject({ good: 0 });
      expect(verified?.bad.map(({ reason }) => reason)).toEqual(["not in the manifest", "not in the manifest"]);
      expect(removeDatasets(folder, null)).toHaveLength(1);
      expect(readdirSync(folder)).toEqual([]);
    });
  });
});

describe("defaultIndexesFolder", () => {
  it("is `indexes` of the working folder where there is one", () => {
    // The working folder of the tests is the project's, which has one. (What stands below the cache, the command line's
    // tests show.)
    expect(defaultIndexesFolder("cache")).toBe("indexes");
  });
});
