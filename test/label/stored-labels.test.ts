/** Does what `label` wrote say the same again: lists, labels, and the measures that they come to? */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measureNames, type ReferenceLists, type StoredLabels } from "../../src/core/types.ts";
import { summariseLabelRun } from "../../src/label/folder/label-summary.ts";
import { folderRun, writeLabelFolder } from "../../src/label/label-folder.ts";
import { titleKeysOfQuery } from "../../src/label/match/title-keys-of-query.ts";
import { openTools } from "../../src/label/open-tools.ts";
import { labelLists } from "../../src/label/pipeline.ts";
import { parseLabelFunction } from "../../src/label/relevance/label-function.ts";
import { readStoredLabels, withoutEngines } from "../../src/label/stored-labels.ts";
import { rowsOfQuery } from "../../src/lists/group-results.ts";
import { measureQueries } from "../../src/measure/measures/measure-queries.ts";
import { setOverlap } from "../../src/measure/measures/set-overlap.ts";
import { hashEmbedder } from "../../src/model/embed/hash-embedder.ts";
import { makeLists, makeRaw, type Row } from "../support/make-lists.ts";
import { runs } from "../support/property.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const titles = ["pear", "Pear", "pears", "plum", "plums", "=fig", "a fig", "quince, ripe", 'the "date"'];

/** Labels the lists, one by one query and title, writes the folder and reads it again. */
async function roundTrip(
  references: readonly (readonly Row[])[],
  candidates: readonly (readonly Row[])[],
  oneToOne = false,
) {
  const folder = join(temporaryFolder(), "out");
  const opened = await openTools({ embedder: "hash", exact: true });
  const options = {
    ...{ depth: null, referenceDepth: null, labelColumn: null, matchOn: ["title"], threshold: 0.4, oneToOne, veto: [] },
    ...{ labelFunction: parseLabelFunction("inverse"), fusionK: 60 },
  };
  const input = {
    references: references.map((rows, place) => makeRaw(`reference ${place}`, rows)),
    candidates: candidates.map((rows, place) => makeRaw(`candidate ${place}`, rows)),
    queries: null,
  };
  const { run, indexes } = await labelLists(input, options, opened.tools);
  const versions = {};
  const content = {
    run: folderRun(run),
    indexes,
    versions,
    inputs: [],
    machineWarnings: [],
    summary: summariseLabelRun(run),
  };
  const layout = { spreadsheetSafe: true, integerQrels: false };
  writeLabelFolder(folder, { ...content, options: { ...layout } }, layout);
  const { stored } = await readStoredLabels(folder);
  return { run, stored, folder };
}

/** What `measures.csv` should hold, from the folder's lists and labels alone. */
function measureAgain({ queries, engines }: StoredLabels, reference: ReferenceLists) {
  const { lists: of, labels: ofReference, pointRanks } = reference;
  return engines.map(({ lists, labels }) =>
    measureQueries(
      queries.map((_, query) => {
        const points = Array.from(rowsOfQuery(of, query)).filter((row) => of.ranks[row] === pointRanks[row]);
        return {
          overlap: setOverlap(titleKeysOfQuery(lists, query), titleKeysOfQuery(of, query)),
          labels: Float64Array.from(rowsOfQuery(lists, query), (row) => labels[row] ?? Number.NaN),
          idealLabels: Float64Array.from(points, (row) => ofReference[row] ?? Number.NaN),
        };
      }),
    ),
  );
}

describe("readStoredLabels", () => {
  it("gives the run's lists, labels and queries again, of one reference under its own name", async () => {
    const { run, stored } = await roundTrip(
      [
        [
          [0, 0, "pear", "r1"],
          [0, 1, "plum", "r2"],
          [1, 0, "=fig", ""],
        ],
      ],
      [
        [
          [0, 0, "Pear", "c1"],
          [0, 1, "zebra", ""],
          [2, 0, "date", ""],
        ],
      ],
    );
    expect(stored.queries).toEqual(run.queries);
    expect(stored.model).toEqual(hashEmbedder().model);
    const [engine] = stored.engines;
    expect(engine?.lists).toMatchObject({ engine: "candidate 0", titles: ["Pear", "zebra", "date"] });
    expect(engine?.labels).toEqual(run.engines[0]?.labels);
    expect(engine?.kinds).toEqual(run.engines[0]?.matches.kinds);
    expect(stored.reference?.lists).toMatchObject({ engine: "reference 0", titles: ["pear", "plum", "=fig"] });
    expect(stored.reference?.lists).not.toHaveProperty("origins");
    expect(stored.reference?.labels).toEqual(run.referenceLabels);
    expect([...(stored.reference?.pointRanks ?? [])]).toEqual([0, 1, 0]);
  });

  it("gives several references as one list, whose rows say which gave them", async () => {
    const { run, stored } = await roundTrip(
      [
        [
          [0, 0, "pear"],
          [0, 1, "plum"],
        ],
        [
          [0, 0, "Plum"],
          [0, 1, "quince, ripe"],
          [1, 0, "=fig"],
        ],
      ],
      [
        [
          [0, 0, "plum"],
          [1, 0, "=fig"],
        ],
      ],
    );
    const { lists } = stored.reference ?? { lists: null };
    expect(lists).toMatchObject({
      engine: "reference 0+reference 1",
      titles: ["Plum", "pear", "quince, ripe", "=fig"],
    });
    expect(lists?.origins?.map(({ engine }) => engine)).toEqual([
      ...["reference 1", "reference 0", "reference 1", "reference 1"],
    ]);
    expect([...(lists?.ranks ?? [])]).toEqual([...run.reference.ranks]);
    expect([...(lists?.offsets ?? [])]).toEqual([...run.reference.offsets]);
  });

  it("holds all that measures.csv was made of", async () => {
    const someRows = fc
      .tuple(...[0, 1].map(() => fc.array(fc.constantFrom(...titles), { maxLength: 6 })))
      .map((lists) => lists.flatMap((list, query) => list.map((title, rank): Row => [query, rank, title])))
      // Every list answers query 2, so that there is one in common.
      .map((rows): Row[] => [...rows, [2, 0, "pear"]]);
    const some = fc.array(someRows, { minLength: 1, maxLength: 3 });
    let ideals = 0;
    await fc.assert(
      fc.asyncProperty(some, some, fc.boolean(), async (references, candidates, oneToOne) => {
        const { stored, folder } = await roundTrip(references, candidates, oneToOne);
        const { reference } = stored;
        if (reference === null) throw new TypeError("the folder has no reference");
        const written: Record<string, string>[] = parse(readFileSync(join(folder, "measures.csv"), "utf8"), {
          columns: true,
        });
        const found = measureAgain(stored, reference).flatMap(({ values }) =>
          stored.queries.map((_, query) => measureNames.map((name) => values[name][query] ?? Number.NaN)),
        );
        const wanted = written.map((row) => measureNames.map((name) => (row[name] ? Number(row[name]) : Number.NaN)));
        expect(found).toEqual(wanted);
        ideals += wanted.length;
      }),
      { ...runs, numRuns: 40 },
    );
    expect(ideals).toBeGreaterThan(100);
  });
});

describe("withoutEngines", () => {
  const stored: StoredLabels = {
    ...{ source: "labels", queries: [], queryKeys: [], model: null, reference: null },
    engines: ["dense_title", "dense.title", "Dense_text", "bm25 (k=1)", "new\nline"].map((engine) => ({
      lists: makeLists(engine, [], 0),
      ...{ labels: new Float64Array(0), kinds: new Uint8Array(0), referenceRanks: new Int32Array(0) },
      ...{ similarities: new Float64Array(0), margins: new Float64Array(0) },
    })),
  };
  const left = (...patterns: readonly string[]) =>
    withoutEngines(stored, patterns, "Judging").engines.map(({ lists }) => lists.engine);

  it("leaves out whole names, a star standing for any letters and for nothing else", () => {
    expect(left("dense_*")).toEqual(["dense.title", "Dense_text", "bm25 (k=1)", "new\nline"]);
    expect(left("*title", "bm25 (k=1)")).toEqual(["Dense_text", "new\nline"]);
    expect(left("dense.title")).toEqual(["dense_title", "Dense_text", "bm25 (k=1)", "new\nline"]);
    expect(left("new*", "*(k=*", "*nse_t*t")).toEqual(["dense_title", "dense.title"]);
    expect(left("dense.title*")).toEqual(["dense_title", "Dense_text", "bm25 (k=1)", "new\nline"]);
  });

  it("keeps the order, the labels and everything else, and all engines where no name is given", () => {
    expect(withoutEngines(stored, [], "Judging")).toEqual(stored);
    expect(withoutEngines(stored, ["nobody*"], "Judging")).toEqual(stored);
    expect(withoutEngines(stored, ["new*"], "Judging")).toEqual({ ...stored, engines: stored.engines.slice(0, 4) });
  });

  it("refuses a name that no engine has, and to leave out all", () => {
    const refused = (...patterns: readonly string[]) => expect(() => left(...patterns));
    const all = "dense_title, dense.title, Dense_text, bm25 (k=1), new\nline";
    const unknown = `Judging labels: --without names dense, and no engine is called so (${all}).`;
    refused("new*", "dense").toThrow(expect.objectContaining({ code: "INVALID_OPTION", message: unknown }));
    const none = `Judging labels: --without leaves out every engine (${all}). Leave one in.`;
    refused("*e*", "bm*").toThrow(expect.objectContaining({ code: "INVALID_OPTION", message: none }));
  });
});
