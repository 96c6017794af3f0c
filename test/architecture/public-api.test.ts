import { describe, expect, it } from "vitest";
import * as semqrel from "../../src/index.ts";

describe("the public interface", () => {
  it("is this list of names; a change of it is a change for users", () => {
    expect(Object.keys(semqrel).sort()).toEqual([
      "SemqrelError",
      "TitleFlag",
      "assign",
      "bundledModel",
      "chooseEngines",
      "dcg",
      "defaultCacheFolder",
      "describe",
      "embedTitles",
      "exactIndex",
      "exactIndexes",
      "fMeasure",
      "groupResults",
      "hashEmbedder",
      "identifierColumns",
      "identifierKey",
      "joinQueries",
      "labelCandidates",
      "labelFiles",
      "labelLists",
      "labelMatches",
      "labelReference",
      "loadHnsw",
      "matchEngines",
      "matchKinds",
      "matchQuery",
      "matchQueryOneToOne",
      "measureEngine",
      "measureNames",
      "measureQueries",
      "ndcg",
      "nearestPoint",
      "openModelFolder",
      "openTools",
      "parseLabelFunction",
      "precision",
      "quantile",
      "readQueries",
      "readResults",
      "readTitles",
      "recall",
      "referencePoints",
      "renderLabelRun",
      "renderWarning",
      "rowsOfQuery",
      "sentenceEmbedder",
      "setOverlap",
      "storedIndexes",
      "summariseLabelRun",
      "titleKey",
      "unmatched",
      "writeLabelFolder",
    ]);
  });

  it("loads no native code and no model when imported", async () => {
    const { execFileSync } = await import("node:child_process");
    const loaded = execFileSync(
      process.execPath,
      [
        "-e",
        "import('semqrel').then(() => console.log(process.moduleLoadList.concat(Object.keys(require.cache)).join('\\n')))",
      ],
      { encoding: "utf8" },
    );
    expect(loaded).not.toMatch(/onnxruntime|hnswlib|lmdb|addon\.node/);
  });
});
