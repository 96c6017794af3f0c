/** Are new lists labelled by a stored calibration, and is an unsuitable calibration refused? */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApplyFiles, applyCalibration } from "../../src/estimate/apply-calibration.ts";
import { calibratedValues } from "../../src/estimate/calibration/calibrated-values.ts";
import { predictGrades } from "../../src/estimate/calibration/calibration-model.ts";
import { calibrateFiles } from "../../src/estimate/estimate-files.ts";
import { writeRelabelledFolder } from "../../src/estimate/relabelled-folder.ts";
import { parseOrderingMeasure } from "../../src/measure/measures/parse-measures.ts";
import { hashEmbedder } from "../../src/model/embed/hash-embedder.ts";
import { makeLabelFolder } from "../support/make-label-folder.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const measure = parseOrderingMeasure("nDCG@10");
const progress = { start: () => {}, update: () => {}, finish: () => {} };
const tools = { embedder: hashEmbedder(), progress, signal: new AbortController().signal };

let folder: string;
let proxies: ApplyFiles["proxies"];
let calibrated: Awaited<ReturnType<typeof calibrateFiles>>;

/** @param more - overrides of the files */
function learn(more: Partial<Parameters<typeof calibrateFiles>[0]> = {}) {
  return calibrateFiles(
    { labels: join(folder, "labels"), gold: join(folder, "eight.qrels"), proxies: [], pools: [], ...more },
    { measure, target: "these", method: "ridge", depth: 10, unjudged: "nonrelevant", seed: 1 },
    tools,
  );
}

const apply = (files: Partial<ApplyFiles> = {}, used = tools) =>
  applyCalibration(
    { labels: join(folder, "labels"), calibration: join(folder, "calibrated"), proxies: [], ...files },
    measure,
    used,
  );

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

beforeAll(async () => {
  folder = await makeLabelFolder();
  const lines = readFileSync(join(folder, "gold.qrels"), "utf8").trim().split("\n");
  written("eight.qrels", lines.filter((line) => /^q(0|2|3|5|7|9|11|13) /.test(line)).join("\n"));
  calibrated = await learn();
  writeRelabelledFolder(join(folder, "calibrated"), calibrated);
  proxies = [{ name: "llm", path: join(folder, "gold.qrels") }];
  writeRelabelledFolder(join(folder, "with-proxy"), await learn({ proxies }));
}, 120_000);

describe("applyCalibration", () => {
  let applied: Awaited<ReturnType<typeof apply>>;
  beforeAll(async () => {
    applied = await apply();
  }, 60_000);

  it("gives every title of the training lists the prediction of the model trained on all ratings", () => {
    const { pool, training } = calibrated;
    const rows = Int32Array.from(pool.titles.keys());
    const expected = predictGrades(calibrated.calibration, training.features, rows).map((one) => Math.max(0, one));
    for (const [engine, { poolRows }] of pool.engines.entries()) {
      expect(applied.labels[engine]?.labels).toEqual(Float64Array.from(poolRows, (row) => expected[row] ?? 0));
      expect(new Set(applied.labels[engine]?.origins)).toEqual(new Set(["calibrated"]));
    }
    const values = calibratedValues(pool, expected, measure);
    expect(applied.values.map(({ proxy }) => proxy)).toEqual(values);
    const means = Object.values(applied.report.scores);
    expect(means).toEqual(values.map((own) => expect.closeTo(own.reduce((sum, value) => sum + value, 0) / 14, 12)));
    expect(applied.report).toMatchObject({ gaps: {}, shifts: {}, cautions: [], queries: 14 });
  });

  it("orders engines correctly on queries without ratings", async () => {
    const other = await makeLabelFolder({ engines: 4, queries: 6 });
    const { report } = await apply({ labels: join(other, "labels") });
    expect(report.order[0]).toBe("e0");
    expect(report.order.at(-1)).toBe("e3");
  });

  it("writes a folder whose measures are all unrated", () => {
    const out = join(temporaryFolder(), "out");
    const names = writeRelabelledFolder(out, applied);
    expect(names.filter((name) => !name.startsWith("runs/"))).toEqual([
      ...["labels.csv", "labels.qrels", "measures.csv", "reference.csv"],
      ...["calibration.json", "summary.json", "manifest.json"],
    ]);
    const [header, ...rows] = readFileSync(join(out, "measures.csv"), "utf8").trim().split("\n");
    expect(header).toBe("engine,query,nDCG@10,calibrated_score,state,reason");
    for (const row of rows) expect(row).toMatch(/^e\d,question \d+,,[01](\.\d+)?,unmeasurable,not-rated$/);
    expect(readFileSync(join(out, "calibration.json"))).toEqual(
      readFileSync(join(folder, "calibrated/calibration.json")),
    );
    const { inputs } = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
    expect(inputs.at(-1)).toMatchObject({ path: join(folder, "calibrated/calibration.json"), format: "json" });
  });

  it("accepts the path of calibration.json instead of the path of its folder", async () => {
    const byFile = await apply({ calibration: join(folder, "calibrated/calibration.json") });
    expect(byFile.report).toEqual(applied.report);
  });

  it("uses the proxy labels that the calibration learned from, and warns if they cover fewer results", async () => {
    const calibration = join(folder, "with-proxy");
    expect((await apply({ calibration, proxies })).report.cautions).toEqual([]);
    const few = readFileSync(join(folder, "gold.qrels"), "utf8")
      .split("\n")
      .slice(0, 24 * 7)
      .join("\n");
    const half = await apply({ calibration, proxies: [{ name: "llm", path: written("half.qrels", few) }] });
    expect(half.report.gaps["proxy llm"]).toBeCloseTo(0.5, 1);
    expect(half.report.cautions[0]).toContain("proxy llm (5");
  });

  describe("refuses", () => {
    it("titles whose vectors come from another model", async () => {
      const { model } = tools.embedder;
      const other = { ...tools, embedder: { ...tools.embedder, model: { ...model, sha256: "1".repeat(64) } } };
      await expect(apply({}, other)).rejects.toMatchObject({
        ...{
          code: "DIFFERENT_CONDITIONS",
          message: expect.stringMatching(
            /cosines of the model .*, but these titles have cosines of .*Use the same model/,
          ),
        },
      });
    });

    it("two engines if the calibration learned from the number of engines that return a title", async () => {
      const two = await makeLabelFolder({ engines: 2, queries: 4 });
      await expect(apply({ labels: join(two, "labels") })).rejects.toMatchObject({
        ...{ code: "DIFFERENT_CONDITIONS", message: expect.stringMatching(/needs three engines.*Label three engines/) },
      });
    });

    it("labels without their reference", async () => {
      const alone = written("alone.csv", readFileSync(join(folder, "labels/labels.csv"), "utf8"));
      await expect(apply({ labels: alone })).rejects.toMatchObject({
        ...{ code: "DIFFERENT_CONDITIONS", message: expect.stringContaining("Give the whole folder") },
      });
    });

    it("missing proxy labels, proxy labels that the calibration did not learn from, and two proxies with one name", async () => {
      await expect(apply({ calibration: join(folder, "with-proxy") })).rejects.toMatchObject({
        ...{ code: "DIFFERENT_CONDITIONS", message: expect.stringContaining("--proxy llm=FILE") },
      });
      await expect(apply({ proxies })).rejects.toMatchObject({
        ...{ code: "INVALID_OPTION", message: expect.stringContaining("it learned from no other labels") },
      });
      const two = [...proxies, ...proxies];
      await expect(apply({ calibration: join(folder, "with-proxy"), proxies: two })).rejects.toMatchObject({
        ...{ code: "INVALID_OPTION", message: expect.stringContaining("two proxies have this name") },
      });
    });

    it.each([
      [
        "that does not exist",
        null,
        "FILE_NOT_FOUND",
        /there is no such file.*calibration\.json that semqrel estimate wrote/,
      ],
      ["that is cut short", '{"schema":', "INVALID_FORMAT", /it is not JSON/],
      [
        "of another version",
        '{"schema":"semqrel.calibration/9"}',
        "INVALID_FORMAT",
        /another version .*calibration\/9/,
      ],
      [
        "that contains no calibration",
        '{"schema":"semqrel.ranker/1"}',
        "INVALID_FORMAT",
        /does not contain a calibration/,
      ],
      ["that is damaged", '{"schema":"semqrel.calibration/1"}', "INVALID_FORMAT", /damaged/],
    ])("a file %s", async (name, text, code, message) => {
      const calibration = text === null ? join(folder, "nowhere.json") : written(`${name}.json`, text);
      await expect(apply({ calibration })).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    });
  });
});
