import { existsSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listDatasets, removeDatasets, verifyDatasets } from "../../../src/model/index/stored-datasets.ts";
import { hasHnsw } from "../../support/hnsw.ts";
import { temporaryFolder } from "../../support/run-cli.ts";
import { datasetFolder, editManifest, files, openAndClose } from "../../support/stored-indexes.ts";

describe.skipIf(!hasHnsw)("listDatasets, verifyDatasets and removeDatasets", () => {
  it("list the stored data sets", async () => {
    const folder = temporaryFolder();
    await openAndClose(folder);
    await openAndClose(folder, { dataset: "wos", queries: ["alpha"] });
    const [scopus, wos] = listDatasets(folder);
    expect(scopus).toMatchObject({ dataset: "scopus", model: "mini", indexes: 2, points: 24 });
    expect(wos).toMatchObject({ dataset: "wos", indexes: 1, points: 12 });
    const bytes = files(wos?.folder ?? "").map((file) => statSync(join(wos?.folder ?? "", file)).size);
    expect(wos?.sizeBytes).toBe(bytes[0]);
  });

  it("check every file, and return why a file is invalid", async () => {
    const folder = temporaryFolder();
    await openAndClose(folder, { queries: ["alpha", "beta two", "gamma"] });
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

  it("remove one data set by its name, or all data sets", async () => {
    const folder = temporaryFolder();
    await openAndClose(folder);
    await openAndClose(folder, { dataset: "wos" });
    const kept = listDatasets(folder).find(({ dataset }) => dataset === "wos")?.folder ?? "";
    const [one] = listDatasets(folder).filter(({ dataset }) => dataset === "scopus");
    writeFileSync(join(one?.folder ?? "", "0a.hnsw.0123456789ab.12.tmp"), "left behind by a crash");
    const removed = removeDatasets(folder, "scopus");
    expect(removed).toHaveLength(1);
    expect(removed.some((path) => existsSync(path))).toBe(false);
    expect(existsSync(kept)).toBe(true);
    expect(removeDatasets(folder, null)).toEqual([kept]);
    expect(readdirSync(folder)).toEqual([]);
  });

  describe("listDatasets, verifyDatasets and removeDatasets in edge cases", () => {
    it("return no data sets for an empty folder or a folder that does not exist", async () => {
      for (const folder of [temporaryFolder(), join(temporaryFolder(), "none")]) {
        expect(listDatasets(folder)).toEqual([]);
        expect(await verifyDatasets(folder)).toEqual([]);
        expect(removeDatasets(folder, null)).toEqual([]);
      }
    });

    it("remove no data set if none has the given name", async () => {
      const folder = temporaryFolder();
      await openAndClose(folder);
      expect(removeDatasets(folder, "scopu")).toEqual([]);
      expect(listDatasets(folder)).toHaveLength(1);
    });

    it("leave folders with a manifest of another program and other files unchanged", async () => {
      const folder = temporaryFolder({ "README.md": "notes" });
      mkdirSync(join(folder, "label-out"));
      writeFileSync(join(folder, "label-out", "manifest.json"), '{"schema":"semqrel.manifest/1"}');
      writeFileSync(join(folder, "label-out", "labels.csv"), "engine,query\n");
      await openAndClose(folder);
      const [stored] = listDatasets(folder);
      writeFileSync(join(stored?.folder ?? "", "notes.txt"), "mine");
      expect(listDatasets(folder).map(({ dataset }) => dataset)).toEqual(["scopus"]);
      removeDatasets(folder, null);
      expect(readdirSync(folder).sort()).toEqual(["README.md", "label-out", stored?.folder.split("/").at(-1)].sort());
      expect(readdirSync(join(folder, "label-out")).sort()).toEqual(["labels.csv", "manifest.json"]);
      expect(readdirSync(stored?.folder ?? "")).toEqual(["notes.txt"]);
    });

    it("list and remove a data set with a damaged manifest", async () => {
      const folder = temporaryFolder();
      await openAndClose(folder);
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
