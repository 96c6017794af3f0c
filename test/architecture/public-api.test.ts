import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as stages from "../../src/entries/stages.ts";
import * as semqrel from "../../src/index.ts";
import { root } from "../support/run-cli.ts";

describe("the public interface", () => {
  it("is this list of names; a change of it is a change for users", () => {
    expect(Object.keys(semqrel).sort()).toEqual([
      "SemqrelError",
      ...[
        "agree",
        "calibrate",
        "collect",
        "compare",
        "estimate",
        "gold",
        "judge",
        "label",
        "labelCandidates",
        "measure",
        "pool",
        "report",
      ],
      ...["rerank", "validate"],
    ]);
  });

  it("has the steps of the verbs in semqrel/stages", () => {
    expect(Object.keys(stages).sort()).toEqual([
      "RatingStore",
      "TitleFlag",
      "addToPool",
      "applyCalibration",
      "assign",
      "betaGammaThreshold",
      "bundledModel",
      "calibrateFiles",
      "chooseEngines",
      "chooseRidgeStrength",
      "collectLists",
      "collectPresets",
      "collectSummary",
      "combineRatings",
      "combinedOrder",
      "combiningRules",
      "compareLabelFolders",
      "compareRunFiles",
      "comparisonReport",
      "convertFile",
      "correlateFeatures",
      "defaultCacheFolder",
      "documentLabelSource",
      "embedTitles",
      "estimateFiles",
      "exactIndex",
      "exactIndexes",
      "expectedVariances",
      "fMeasure",
      "featuresFiles",
      "fidelityFiles",
      "fitForest",
      "fitIsotonic",
      "fitLogistic",
      "fitMlp",
      "fitRidge",
      "folderRun",
      "foldsByGroup",
      "freeBaselines",
      "fuseReferences",
      "goldFiles",
      "goldSet",
      "groupResults",
      "hashEmbedder",
      "historyFiles",
      "horvitzThompson",
      "identifierKey",
      "importRatings",
      "intervalEstimate",
      "joinQueries",
      "judgeFiles",
      "judgedLists",
      "labelFiles",
      "labelLists",
      "labelMatches",
      "labelReference",
      "learnPreparation",
      "listsOfPool",
      "listsOfRun",
      "loadHnsw",
      "matchEngines",
      "matchKinds",
      "matchPresets",
      "matchQuery",
      "matchQueryOneToOne",
      "measureEngine",
      "measureFiles",
      "measureGoldEngines",
      "measureNames",
      "measureQueries",
      "mergeNearDuplicates",
      "missingIdentifiers",
      "mlpEpochs",
      "ndcgBounds",
      "nearestPoint",
      "nullOrders",
      "openAskTools",
      "openModelFolder",
      "openTools",
      "orderForRating",
      "parseCalibration",
      "parseLabelFunction",
      "parseRatingScale",
      "planFiles",
      "planJudging",
      "planRatings",
      "policiesFiles",
      "poolFiles",
      "poolResults",
      "poolText",
      "precision",
      "predictForest",
      "predictGrades",
      "predictIsotonic",
      "predictLabels",
      "predictLogistic",
      "predictMlp",
      "predictRidge",
      "predictionErrors",
      "prepareFeatures",
      "queryAgreements",
      "randomRows",
      "raterAgreement",
      "readGoldGrades",
      "readJudgments",
      "readPool",
      "readQueries",
      "readRatingSet",
      "readResults",
      "readRuns",
      "readStoredLabels",
      "readTitles",
      "recall",
      "referenceBias",
      "referencePoints",
      "renderLabelRun",
      "renderWarning",
      "reportFiles",
      "reportText",
      "rerankFiles",
      "rowsOfQuery",
      "rulesWithout",
      "sameEmbedder",
      "samplePool",
      "sentenceEmbedder",
      "serveRatings",
      "setOverlap",
      "simultaneousIntervals",
      "storedIndexes",
      "storedLabelSource",
      "suggestFiles",
      "suggestPairs",
      "summariseLabelRun",
      "thresholdFiles",
      "titleKey",
      "unmatched",
      "validateFiles",
      "validateLabels",
      "vetoColumns",
      "vetoOf",
      "whenDecided",
      "writeCalibrated",
      "writeFeatures",
      "writeLabelFolder",
      "writeLists",
      "writePool",
      "writeRelabelledFolder",
      "writeReport",
      "writeReportInto",
      "writeReranked",
    ]);
  });

  it.each([
    { entry: "measures", count: 49 },
    { entry: "statistics", count: 34 },
  ])("has semqrel/$entry, each function of it documented", async ({ entry, count }) => {
    const names = Object.entries(await import(`semqrel/${entry}`)).filter(([, value]) => typeof value === "function");
    expect(names).toHaveLength(count);
    const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(root, "src", file), "utf8"));
    const bare = names
      .map(([name]) => name)
      .filter((name) => {
        const declared = new RegExp(`\\*/\n(export (?:abstract )?(?:function\\*?|class)) ${name}\\b`);
        return !sources.some((source) => declared.test(source));
      });
    expect(bare).toEqual([]);
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
    expect(loaded).not.toMatch(/onnxruntime|hnswlib|addon\.node/);
  });
});
