import { join } from "node:path";
import { expect, it } from "vitest";
import {
  areChosen,
  drawOf,
  requireDrawn,
  requireWholeQueries,
  topLabelOf,
} from "../../../src/io/judgments/chosen-judgments.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const provenance = (fields: object) => JSON.stringify({ schema: "semqrel.gold-provenance/1", ...fields });

it.each([
  ["a chosen pool", { "gold.qrels.provenance.json": provenance({ chosen: "doubtful", pairs: [] }) }, true],
  ["a drawn pool", { "gold.qrels.provenance.json": provenance({ pairs: [] }) }, false],
  ["judgments of another command", { "gold.qrels.provenance.json": '{"schema":"semqrel.judge-provenance/1"}' }, false],
  ["judgments of another tool", {}, false],
])("areChosen is true, and requireDrawn fails, only for judgments of a chosen pool: %s", (_, files, expected) => {
  const path = join(temporaryFolder({ "gold.qrels": "q 0 d 1\n", ...files }), "gold.qrels");
  expect(areChosen(path)).toBe(expected);
  const require = () => requireDrawn(path);
  if (expected) expect(require).toThrow(expect.objectContaining({ code: "INVALID_OPTION", details: { file: path } }));
  else expect(require).not.toThrow();
});

it.each([
  ["stars that gold converts to labels from 0", { scale: { grades: [{ grade: 1 }, { grade: 5 }] } }, 4],
  ["stars that gold keeps", { scale: { grades: [{ grade: 1 }, { grade: 5 }] }, keepStars: true }, 5],
  ["a file without a scale", {}, 0],
])("topLabelOf returns the highest label of %s", (_, fields, expected) => {
  const files = { "gold.qrels": "q 0 d 1\n", "gold.qrels.provenance.json": provenance({ pairs: [], ...fields }) };
  expect(topLabelOf(join(temporaryFolder(files), "gold.qrels"))).toBe(expected);
});

it("areChosen rejects an invalid provenance file", () => {
  const files = { "gold.qrels.provenance.json": provenance({ chosen: 3, pairs: [] }) };
  const path = join(temporaryFolder(files), "gold.qrels");
  expect(() => areChosen(path)).toThrow(expect.objectContaining({ code: "INVALID_FORMAT" }));
});

it.each([
  ["drawn queries", { pairs: [{ probability: 0.2, queryProbability: 0.2 }] }, null],
  [
    "single pairs of all queries",
    { pairs: [{ probability: 0.2, queryProbability: 1 }] },
    "some of its ratings are of single results, not of whole queries",
  ],
  [
    "pairs of all queries, each sure to be drawn",
    { drawn: "pairs", pool: "next.jsonl", pairs: [{ probability: 1, queryProbability: 1 }] },
    /some of its ratings are of single results, not of whole queries.*with the pool that was drawn: --pool \S+\/next\.jsonl\.$/,
  ],
])("requireWholeQueries accepts only queries that were drawn with all their pairs: %s", (_, fields, problem) => {
  const files = { "gold.qrels": "q 0 d 1\n", "gold.qrels.provenance.json": provenance(fields) };
  const path = join(temporaryFolder(files), "gold.qrels");
  const require = () => requireWholeQueries(path);
  if (problem === null) expect(require).not.toThrow();
  else expect(require).toThrow(problem);
});

it("drawOf returns what gold recorded about the drawn sample", () => {
  const pair = { id: "d", engines: [{ name: "one", rank: 0, also: [], of: 8 }], ratings: [{}, {}], label: 1 };
  const pairs = [
    { ...pair, query: "a", probability: 0.5, queryProbability: 0.5 },
    { ...pair, query: "b", probability: 1, queryProbability: 1 },
    { ...pair, query: "c", probability: 0.5, queryProbability: 1, label: null, ratings: [] },
  ];
  const drawn = (fields: object) => {
    const files = { "gold.qrels": "q 0 d 1\n", "gold.qrels.provenance.json": provenance(fields) };
    const folder = temporaryFolder(files);
    return { folder, draw: drawOf(join(folder, "gold.qrels")) };
  };
  const { folder, draw } = drawn({ ratings: "my.db", pool: "../pool.jsonl", pairs });
  expect(draw).toMatchObject({ database: "my.db", pool: join(folder, "../pool.jsonl"), singled: "each" });
  expect(draw).toMatchObject({ ratings: 4, further: 2, labelled: 2 });
  expect(draw).toMatchObject({
    isComplete: true,
    depth: 8,
    engines: new Set(["one"]),
    drawn: [{ query: "a", id: "d" }],
  });
  expect(drawn({ pairs: pairs.slice(0, 2) }).draw).toMatchObject({ database: "", pool: null, singled: null });
  expect(drawn({ pairs: pairs.slice(2) }).draw).toMatchObject({ isComplete: false, drawn: [] });
  const imported = { ...pair, query: "d", probability: 1, queryProbability: 1, engines: [] };
  const together = drawn({ drawn: "pairs", pairs: [pairs[1], imported] }).draw;
  expect(together).toMatchObject({ singled: "together", drawn: [{ query: "b", id: "d" }] });
  expect(drawn({ chosen: "doubtful", pairs }).draw).toBeNull();
  expect(drawOf(join(folder, "other.qrels"))).toBeNull();
});
