import { spawn } from "node:child_process";
import {
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
import { defaultIndexesFolder, storedIndexes } from "../../../src/model/index/index-store.ts";
import { hasHnsw, loadHnsw } from "../../support/hnsw.ts";
import { temporaryFolder } from "../../support/run-cli.ts";
import {
  datasetFolder,
  dimensions,
  editManifest,
  files,
  firstFile,
  model,
  openAndClose,
  pointsOf,
  type StoredRun,
} from "../../support/stored-indexes.ts";

describe.skipIf(!hasHnsw)("storedIndexes", () => {
  it("builds and stores indexes in the first run, and reuses them in the next", async () => {
    const folder = temporaryFolder();
    const first = await openAndClose(folder);
    const stored = { kind: "hnsw", folder: datasetFolder(folder), rebuilt: {}, unfinished: 0, failure: null };
    expect(first).toEqual({ ...stored, reused: 0, built: 2, lookups: 24 });
    expect(files(datasetFolder(folder))).toHaveLength(2);
    expect(await openAndClose(folder)).toEqual({ ...stored, reused: 2, built: 0, lookups: 24 });
  });

  it("writes no files if there is no folder", async () => {
    expect(await openAndClose(null)).toEqual({
      kind: "hnsw",
      folder: null,
      reused: 0,
      built: 2,
      lookups: 24,
      rebuilt: {},
      unfinished: 0,
      failure: null,
    });
  });

  it("writes a manifest that records how the indexes were built", async () => {
    const folder = temporaryFolder();
    await openAndClose(folder);
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

  describe("rebuilds stored indexes if", () => {
    it.each([
      {
        what: "a title changed",
        again: { titles: Array.from({ length: 12 }, (_, point) => `other ${point}`) },
        rebuilt: { "other titles": 2 },
      },
      { what: "a point was added", again: { count: 13 }, rebuilt: { "other titles": 2 } },
    ])("$what", async ({ again, rebuilt }) => {
      const folder = temporaryFolder();
      await openAndClose(folder);
      expect(await openAndClose(folder, again)).toMatchObject({ reused: 0, built: 2, rebuilt });
      expect(await openAndClose(folder, again), "the new ones are kept").toMatchObject({
        reused: 2,
        built: 0,
        rebuilt: {},
        unfinished: 0,
      });
    });

    it("the order of the titles changed", async () => {
      const folder = temporaryFolder();
      await openAndClose(folder, { queries: ["alpha"], titles: Array.from("abcdefghijkl") });
      const again = await openAndClose(folder, { queries: ["alpha"], titles: Array.from("bacdefghijkl") });
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
        what: "one bit of a file was changed",
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
        what: "a file is missing",
        damage: (folder: string) => rmSync(firstFile(folder)),
        rebuilt: { "file missing": 1 },
        reused: 1,
      },
      {
        what: "two files were swapped",
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
        what: "the manifest is not JSON",
        damage: (folder: string) => editManifest(folder, (text) => text.slice(0, -20)),
        rebuilt: { "not in the manifest": 2 },
        reused: 0,
      },
      {
        what: "the manifest has another schema",
        damage: (folder: string) =>
          editManifest(folder, (text) => text.replace("semqrel.indexes/1", "semqrel.indexes/9")),
        rebuilt: { "not in the manifest": 2 },
        reused: 0,
      },
      {
        what: "the manifest is missing",
        damage: (folder: string) => rmSync(join(datasetFolder(folder), "manifest.json")),
        rebuilt: { "not in the manifest": 2 },
        reused: 0,
      },
      {
        what: "the manifest has another number of points",
        damage: (folder: string) => editManifest(folder, (text) => text.replaceAll('"count": 12', '"count": 11')),
        rebuilt: { "other titles": 2 },
        reused: 0,
      },
      {
        what: "the manifest has other parameters",
        damage: (folder: string) => editManifest(folder, (text) => text.replace('"M": 16', '"M": 8')),
        rebuilt: { "made with other settings": 2 },
        reused: 0,
      },
      {
        what: "the manifest has another model",
        damage: (folder: string) => editManifest(folder, (text) => text.replace("a".repeat(64), "b".repeat(64))),
        rebuilt: { "made with other settings": 2 },
        reused: 0,
      },
    ])("$what", async ({ damage, rebuilt, reused }) => {
      const folder = temporaryFolder();
      await openAndClose(folder);
      damage(folder);
      expect(await openAndClose(folder)).toMatchObject({ reused, built: 2 - reused, rebuilt });
      expect(await openAndClose(folder), "the new ones are kept").toMatchObject({ reused: 2, built: 0, rebuilt: {} });
    });
  });

  describe("storedIndexes in edge cases", () => {
    it("reports files without a manifest as unfinished, because another run may be writing them", async () => {
      const folder = temporaryFolder();
      await openAndClose(folder);
      rmSync(join(datasetFolder(folder), "manifest.json"));
      expect(await openAndClose(folder)).toMatchObject({ rebuilt: { "not in the manifest": 2 }, unfinished: 2 });
      editManifest(folder, (text) => text.slice(0, -20));
      expect(await openAndClose(folder)).toMatchObject({ rebuilt: { "not in the manifest": 2 }, unfinished: 0 });
    });

    it("does not use a file that is not in the manifest", async () => {
      const folder = temporaryFolder();
      await openAndClose(folder, { queries: ["alpha"] });
      const stranger = temporaryFolder();
      await openAndClose(stranger, { queries: ["beta two"] });
      const name = files(datasetFolder(stranger))[0] ?? "";
      writeFileSync(join(datasetFolder(folder), name), readFileSync(firstFile(stranger)));
      expect(await openAndClose(folder)).toMatchObject({ reused: 1, built: 1, rebuilt: { "not in the manifest": 1 } });
    });

    it("stores models, precisions and data sets with similar names separately", async () => {
      const folder = temporaryFolder();
      await openAndClose(folder);
      const others: StoredRun[] = [
        { model: { ...model, sha256: "b".repeat(64) } },
        { model: { ...model, precision: "int8" } },
        { dataset: "scopus 2" },
        { dataset: "scopus-2" },
        { dataset: "../scopus" },
      ];
      for (const other of others) {
        expect(await openAndClose(folder, other), JSON.stringify(other)).toMatchObject({
          reused: 0,
          built: 2,
          rebuilt: {},
          unfinished: 0,
        });
      }
      expect(readdirSync(folder)).toHaveLength(6);
      expect(await openAndClose(folder)).toMatchObject({ reused: 2 });
    });

    it("keeps entries of queries that a run does not use", async () => {
      const folder = temporaryFolder();
      await openAndClose(folder, { queries: ["alpha"] });
      await openAndClose(folder, { queries: ["beta two"] });
      expect(await openAndClose(folder)).toMatchObject({ reused: 2, built: 0 });
    });

    it("keeps entries that another run has added in the meantime", async () => {
      const folder = temporaryFolder();
      const titles = Array.from("abcdefghijkl");
      const slow = storedIndexes({ hnsw: loadHnsw(), folder, dataset: "scopus", model });
      await slow.open("alpha", titles, pointsOf("alpha", 12));
      await openAndClose(folder, { queries: ["beta two"] });
      await slow.close();
      expect(await openAndClose(folder, { queries: ["alpha"], titles })).toMatchObject({ reused: 1 });
      expect(await openAndClose(folder, { queries: ["beta two"] })).toMatchObject({ reused: 1 });
    });

    it("keeps the entries of all processes that close at the same time", async () => {
      const folder = temporaryFolder();
      const script = `
        import { findHnsw } from "${new URL("../../../dist/model/index/hnsw.js", import.meta.url)}";
        import { storedIndexes } from "${new URL("../../../dist/model/index/index-store.js", import.meta.url)}";
        const [folder, name] = process.argv.slice(1);
        const model = { name: "mini", sha256: "${"a".repeat(64)}", dimensions: 2, precision: "fp32", maxTokens: 256 };
        for (let turn = 0; turn < 12; turn++) {
          const indexes = storedIndexes({ hnsw: findHnsw().hnsw, folder, dataset: "scopus", model });
          const points = { vectors: Float32Array.of(1, 0, 0, 1), dimensions: 2, count: 2 };
          await indexes.open(name + turn, ["one", "two"], points);
          const { failure } = await indexes.close();
          if (failure !== null) throw new Error(failure);
        }`;
      const writers = ["a", "b", "c", "d"].map((name) => {
        const child = spawn(process.execPath, ["--input-type=module", "-e", script, folder, name], {
          stdio: "inherit",
        });
        return new Promise((resolve) => child.on("close", resolve));
      });
      expect(await Promise.all(writers)).toEqual([0, 0, 0, 0]);
      const { indexes } = JSON.parse(readFileSync(join(datasetFolder(folder), "manifest.json"), "utf8"));
      expect(Object.keys(indexes).sort()).toEqual(files(datasetFolder(folder)));
      expect(Object.keys(indexes)).toHaveLength(48);
      expect(readdirSync(datasetFolder(folder))).toHaveLength(49);
    });

    it("takes over the lock of a process that was killed while it was writing the manifest", async () => {
      const folder = temporaryFolder();
      await openAndClose(folder, { queries: ["alpha"] });
      writeFileSync(join(datasetFolder(folder), "manifest.json.lock"), "");
      await openAndClose(folder, { queries: ["beta two"] });
      expect(await openAndClose(folder)).toMatchObject({ reused: 2, built: 0 });
      expect(readdirSync(datasetFolder(folder))).toHaveLength(3);
    });

    it("leaves no temporary files behind", async () => {
      const folder = temporaryFolder();
      await openAndClose(folder);
      expect(readdirSync(datasetFolder(folder)).filter((file) => file.endsWith(".tmp"))).toEqual([]);
    });

    it("stores an index of one point", async () => {
      const folder = temporaryFolder();
      await openAndClose(folder, { count: 1 });
      expect(await openAndClose(folder, { count: 1 })).toMatchObject({ reused: 2 });
    });

    it("leaves no incomplete file behind if renaming fails", async () => {
      const folder = temporaryFolder();
      await openAndClose(folder);
      const dataset = datasetFolder(folder);
      for (const file of files(dataset)) {
        rmSync(join(dataset, file));
        mkdirSync(join(dataset, file));
      }
      expect(await openAndClose(folder)).toMatchObject({ reused: 0, built: 2, failure: expect.any(String) });
      expect(readdirSync(dataset).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    });

    it("builds indexes without storing them if it cannot write, and returns the reason", async () => {
      const file = join(temporaryFolder({ file: "" }), "file");
      expect(await openAndClose(file)).toMatchObject({
        reused: 0,
        built: 2,
        failure: expect.stringContaining("ENOTDIR"),
      });
    });
  });
});

describe("defaultIndexesFolder", () => {
  it("is `indexes` in the working folder if it exists", () => {
    // The tests run in the folder of the project, which has `indexes`. The tests of the command line cover the folder
    // in the cache.
    expect(defaultIndexesFolder("cache")).toBe("indexes");
  });
});
