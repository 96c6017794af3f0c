import { join } from "node:path";
import { expect, it } from "vitest";
import { areChosen, requireDrawn, requireWholeQueries } from "../../../src/io/judgments/chosen-judgments.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const provenance = (fields: object) => JSON.stringify({ schema: "semqrel.gold-provenance/1", ...fields });

it.each([
  ["of a pool that was chosen", { "gold.qrels.provenance.json": provenance({ chosen: "doubtful", pairs: [] }) }, true],
  ["of a pool that was drawn", { "gold.qrels.provenance.json": provenance({ pairs: [] }) }, false],
  ["of another command", { "gold.qrels.provenance.json": '{"schema":"semqrel.judge-provenance/1"}' }, false],
  ["of another tool", {}, false],
])("knows judgments %s", (_, files, expected) => {
  const path = join(temporaryFolder({ "gold.qrels": "q 0 d 1\n", ...files }), "gold.qrels");
  expect(areChosen(path)).toBe(expected);
  const require = () => requireDrawn(path);
  if (expected) expect(require).toThrow(expect.objectContaining({ code: "INVALID_OPTION", details: { file: path } }));
  else expect(require).not.toThrow();
});

it("names a provenance that says something else there", () => {
  const files = { "gold.qrels.provenance.json": provenance({ chosen: 3, pairs: [] }) };
  const path = join(temporaryFolder(files), "gold.qrels");
  expect(() => areChosen(path)).toThrow(expect.objectContaining({ code: "INVALID_FORMAT" }));
});

it.each([
  ["whole queries, drawn", [{ probability: 0.2, queryProbability: 0.2 }], null],
  ["single pairs of all queries", [{ probability: 0.2, queryProbability: 1 }], "1 pair was drawn one by one"],
])("takes judgments for those of whole queries where they are: %s", (_, pairs, problem) => {
  const files = { "gold.qrels": "q 0 d 1\n", "gold.qrels.provenance.json": provenance({ pairs }) };
  const path = join(temporaryFolder(files), "gold.qrels");
  const require = () => requireWholeQueries(path);
  if (problem === null) expect(require).not.toThrow();
  else expect(require).toThrow(problem);
});
