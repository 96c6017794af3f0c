/**
 * Are other labels of stored lists written as a folder like that of `label`? calibrate.test.ts tests what `calibrate`
 * writes.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type RelabelledLists, writeRelabelledFolder } from "../../src/estimate/relabelled-folder.ts";
import { readStoredLabels } from "../../src/label/stored-labels.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const labels = temporaryFolder({
  "labels.csv": [
    "engine,query,rank,id,title,label,match,reference_rank,reference_title,similarity,margin,reference,origin",
    "a,pears,0,d1,Pears,5,exact,0,Pears,1.000000,,old,proxy,",
    "a,pears,1,d2,Zebras,2.5,semantic,1,Plums,0.400000,,old,proxy",
    "a,dates,0,d3,Dates,,none,,,,,,,",
    "A,pears,0,d2,Zebras,2.5,semantic,1,Plums,0.400000,,old,proxy",
  ].join("\n"),
  "reference.csv": "engine,query,rank,title,label,point_rank\nold,pears,0,Pears,5,0\nold,pears,1,Plums,2.5,1\n",
  "manifest.json": JSON.stringify({
    schema: "semqrel.manifest/1",
    options: { threshold: null, depth: 7 },
    queries: ["pears", "dates"].map((query) => ({ query, id: null, text: query, qrels: query })),
  }),
});

let relabelled: RelabelledLists;
beforeAll(async () => {
  const { stored } = await readStoredLabels(labels);
  const numbers = (...values: number[]) => Float64Array.from(values);
  relabelled = {
    // The match of the second result is refused.
    stored: {
      ...stored,
      engines: stored.engines.map((engine) => ({
        ...engine,
        kinds: engine.kinds.map((kind) => (kind === 1 ? 0 : kind)),
        referenceRanks: engine.referenceRanks.map((rank) => (rank === 1 ? -1 : rank)),
      })),
    },
    ...{ calibration: null, referenceLabels: null, queries: Int32Array.of(0), files: [], summary: { said: 1 } },
    labels: [
      { labels: numbers(5, 0, Number.NaN), origins: ["proxy", "proxy", "proxy"] },
      { labels: numbers(3), origins: ["human"] },
    ],
    values: [
      { human: numbers(0.5), proxy: numbers(0.25) },
      { human: numbers(Number.NaN), proxy: numbers(0) },
    ],
    measures: { human: "P@1", proxy: "score" },
    manifest: { model: null },
    options: { threshold: 0.5 },
  };
});

describe("writeRelabelledFolder", () => {
  const linesOf = (folder: string, name: string) => readFileSync(join(folder, name), "utf8").trim().split("\n");

  it("writes new labels with their origin, an empty cell for no label, and no match for a refused match", () => {
    const out = join(temporaryFolder(), "out");
    writeRelabelledFolder(out, relabelled);
    expect(linesOf(out, "labels.csv").slice(1)).toEqual([
      "a,pears,0,d1,Pears,5,exact,0,Pears,1.000000,,old,proxy,",
      "a,pears,1,d2,Zebras,0,none,,,0.400000,,old,proxy,",
      "a,dates,0,d3,Dates,,none,,,,,,,",
      "A,pears,0,d2,Zebras,3,none,,,0.400000,,old,human,",
    ]);
    // labels.qrels leaves out results without a match, unless people judged them.
    expect(linesOf(out, "labels.qrels")).toEqual(["pears 0 d1 5", "pears 0 d2 3"]);
    expect(linesOf(out, "reference.csv").slice(1)).toEqual(["old,pears,0,,Pears,5,0", "old,pears,1,,Plums,2.5,1"]);
    expect(linesOf(out, "measures.csv")).toEqual([
      "engine,query,P@1,score,state,reason",
      "a,pears,0.5,0.25,measured,",
      "A,pears,,0,unmeasurable,not-rated",
    ]);
  });

  it("writes no calibration.json without a calibration, and keeps other options in the manifest", () => {
    const out = join(temporaryFolder(), "out");
    const names = writeRelabelledFolder(out, relabelled);
    expect(names).not.toContain("calibration.json");
    // The names of the two engines differ only in case.
    expect(readdirSync(join(out, "runs")).sort()).toEqual(["A~2.run", "a.run"]);
    const manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
    expect(manifest).toMatchObject({ options: { threshold: 0.5, depth: 7 }, model: null, files: names });
    expect(manifest).not.toHaveProperty("calibration");
    expect(JSON.parse(readFileSync(join(out, "summary.json"), "utf8"))).toEqual({ said: 1 });
  });

  it("refuses to overwrite the labels", () => {
    expect(() => writeRelabelledFolder(labels, relabelled)).toThrow(
      expect.objectContaining({ code: "OUTPUT_UNWRITABLE" }),
    );
  });
});
