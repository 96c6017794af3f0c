/** Does a job in blocks give the same files as a run in memory, however its queries are divided? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256Lines } from "../../src/core/files/read-whole.ts";
import type { BlockSettings } from "../../src/jobs/block.ts";
import { joinOutcomes } from "../../src/jobs/label-in-blocks.ts";
import { type FolderRun, labelFilesOf } from "../../src/label/folder/label-files.ts";
import { summariseMeasuredRun } from "../../src/label/folder/label-summary.ts";
import { finishedLabels } from "../../src/label/label-folder.ts";
import { parseLabelFunction } from "../../src/label/label-functions/label-function.ts";
import type { LabelInput } from "../../src/label/label-options.ts";
import { labelLists } from "../../src/label/pipeline.ts";
import { cutInput, plainOptions, plainTools, runBlocks, settingsOf } from "../support/blocks.ts";
import { makeRaw, type Row } from "../support/make-lists.ts";
import { runs } from "../support/property.ts";

/** Everything that a folder shows of a run. */
function shown(run: FolderRun) {
  const made = labelFilesOf(run, { spreadsheetSafe: true, integerQrels: true });
  return {
    texts: made.files.map(({ path, content }) => [path, [...(content as Iterable<string>)].join("")]),
    warnings: made.warnings,
    summary: summariseMeasuredRun(run.measured),
    reference: sha256Lines(run.rows.referenceOrder()),
    distinct: run.titles.distinct,
    queries: run.queries,
    model: run.model,
  };
}

async function inMemory(input: LabelInput, options: BlockSettings["options"]) {
  const labelFunction = parseLabelFunction(options.labelFunction);
  return finishedLabels({ ...(await labelLists(input, { ...options, labelFunction }, plainTools())), inputs: [] });
}

async function inBlocks(input: LabelInput, options: BlockSettings["options"], cuts: readonly number[]) {
  const settings = settingsOf(input, options, true);
  const { queries, blocks } = cutInput(input, cuts, settings);
  const paths = await runBlocks(blocks, settings);
  return joinOutcomes({ paths, queries, warnings: [], readSeconds: 0 });
}

const titles = [
  "Alpha",
  "alpha",
  "beta",
  "Gamma rays",
  "gamma",
  "=SUM(A1)",
  "日本庭園の歴史",
  "",
  "tab\there",
  'quote "q"',
  "line\nbreak",
  "half \ud800",
  "half \ud801",
];
const row: fc.Arbitrary<Row> = fc.tuple(
  fc.nat(5),
  fc.nat(6),
  fc.constantFrom(...titles),
  fc.constantFrom("", "d1", "d2", "d 3", "d1~2"),
);
const years = (rows: readonly Row[]) =>
  new Map([["year", rows.map(([query, rank]) => String(2000 + ((query + rank) % 3)))]]);
/** All engines have one common query. */
const engineRows = fc.array(row, { maxLength: 25 }).map((rows): Row[] => [[0, 0, "Alpha", "d1"], ...rows]);

const inputs = fc
  .tuple(fc.array(engineRows, { minLength: 1, maxLength: 3 }), fc.array(engineRows, { minLength: 1, maxLength: 2 }))
  .map(
    ([references, candidates]): LabelInput => ({
      references: references.map((rows, place) => makeRaw(`reference ${place}`, rows, { columns: years(rows) })),
      candidates: candidates.map((rows, place) => makeRaw(`candidate ${place}`, rows, { columns: years(rows) })),
      queries: null,
    }),
  );

const options = fc.record({
  depth: fc.constantFrom(null, 2),
  referenceDepth: fc.constantFrom(null, 3),
  threshold: fc.constantFrom(null, 0.5),
  oneToOne: fc.boolean(),
  veto: fc.constantFrom([], ["year"]),
  matchOn: fc.constantFrom(["title"], ["id", "title"]),
  labelColumn: fc.constantFrom(null, "year"),
});

describe("joinOutcomes", () => {
  it("returns the result of a run in memory, however the queries are divided", async () => {
    await fc.assert(
      fc.asyncProperty(inputs, options, fc.array(fc.nat(6), { maxLength: 5 }), async (input, chosen, cuts) => {
        const all = { ...plainOptions, ...chosen };
        const [memory, blocks] = [await inMemory(input, all), await inBlocks(input, all, cuts)];
        expect(shown(blocks.run)).toEqual(shown(memory.run));
        expect(blocks.doubleChecks).toEqual(memory.doubleChecks);
        expect(blocks.subsets.map(({ kind, engine }) => [kind, engine])).toEqual(
          memory.subsets.map(({ kind, engine }) => [kind, engine]),
        );
        for (const [place, { kind, run }] of memory.subsets.entries()) {
          const other = blocks.subsets[place]?.run;
          if (other === undefined) throw new Error("a subset is missing");
          expect(other.measured).toEqual(run.measured);
          if (kind === "alone") expect(shown(other)).toEqual(shown(run));
        }
      }),
      { ...runs, numRuns: 60 },
    );
  });
});
