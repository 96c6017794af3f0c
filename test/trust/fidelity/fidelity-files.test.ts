/** Is a folder labelled again like `label` does, and are two folders compared row by row? */

import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Embedder } from "../../../src/core/ports.ts";
import type { RawResults } from "../../../src/core/types.ts";
import { folderRun, writeLabelFolder } from "../../../src/label/label-folder.ts";
import { parseLabelFunction } from "../../../src/label/label-functions/label-function.ts";
import type { LabelOptions } from "../../../src/label/label-options.ts";
import { matchRuleNames, rulesWithout } from "../../../src/label/match/match-rules.ts";
import { labelLists } from "../../../src/label/pipeline.ts";
import { hashEmbedder } from "../../../src/model/embed/hash-embedder.ts";
import { openTools } from "../../../src/model/open-tools.ts";
import { fidelityFiles } from "../../../src/trust/fidelity/fidelity-files.ts";
import { makeRaw, type Row } from "../../support/make-lists.ts";
import { runs } from "../../support/property.ts";
import { temporaryFolder } from "../../support/run-cli.ts";
import { summariseLabelRun } from "../../support/summarise-run.ts";

/** A model of two dimensions: the title `pear 10 40` is at 10 degrees in the first such model, at 40 in the second. */
function angles(model: "first" | "second"): Embedder {
  const place = model === "first" ? 1 : 2;
  return {
    model: { name: model, sha256: String(place).repeat(64), dimensions: 2, precision: "float32", maxTokens: 256 },
    embed: async (titles) => ({
      dimensions: 2,
      vectors: Float32Array.from(
        titles.flatMap((title) => {
          const angle = (Number(title.split(" ")[place]) * Math.PI) / 180;
          return [Math.cos(angle), Math.sin(angle)];
        }),
      ),
      tokenKeys: titles,
      tokenCounts: new Int32Array(titles.length).fill(5),
      flags: new Uint8Array(titles.length),
    }),
  };
}

const usual: LabelOptions = {
  ...{ depth: null, referenceDepth: null, labelColumn: null, matchOn: ["title"], threshold: null, oneToOne: false },
  ...{ labelFunction: parseLabelFunction("inverse"), veto: [], fusionK: 60 },
  rules: rulesWithout(matchRuleNames),
};

async function toolsOf(embedder: Embedder) {
  const { tools } = await openTools({ embedder: "hash", exact: true });
  return { ...tools, embedder };
}

interface Lists {
  readonly references: readonly RawResults[];
  readonly candidates: readonly RawResults[];
}

/** Writes a folder as `label --out` does, and returns its path. */
async function labelled(lists: Lists, embedder: Embedder, options: Partial<LabelOptions> = {}, safe = false) {
  const folder = join(temporaryFolder(), "out");
  const all = { ...usual, ...options };
  const { run, indexes } = await labelLists({ ...lists, queries: null }, all, await toolsOf(embedder));
  const layout = { spreadsheetSafe: safe, integerQrels: false };
  const { labelFunction, fusionK, ...plain } = all;
  const versions = { semqrel: "0", node: "0" };
  const content = {
    run: folderRun({ run, indexes }),
    versions,
    inputs: [],
    machineWarnings: [],
    summary: summariseLabelRun(run),
  };
  writeLabelFolder(folder, { ...content, options: { ...plain, ...layout, labelFunction: labelFunction.name } }, layout);
  return folder;
}

const compare = async (folder: string, embedder: Embedder) =>
  (await fidelityFiles(folder, { tools: await toolsOf(embedder) }, 10)).report;
const compareFolders = async (one: string, other: string) => (await fidelityFiles(one, { labels: other }, 10)).report;

// The reference is at 0, 60 and 90 degrees in both models.
const reference: Row[] = [
  [0, 0, "a 0 0"],
  [0, 1, "b 60 60"],
  [0, 2, "c 90 90"],
];
// 10 is nearest to a, 50 to b: 5 becomes 2.5. 80 stays with c. 20 and 40 stay on their side of 30: a, then b.
const candidate: Row[] = [
  [0, 0, "x 10 50"],
  [0, 1, "y 80 80"],
  [0, 2, "z 20 40"],
  [1, 0, "nobody 0 0"],
];
const worked: Lists = { references: [makeRaw("old", reference)], candidates: [makeRaw("new", candidate)] };

describe("fidelityFiles", () => {
  it("labels the lists of a folder again, as worked by hand", async () => {
    const report = await compare(await labelled(worked, angles("first")), angles("second"));
    expect(report).toMatchObject({ sameModel: false, queries: 1, order: { pairs: 0 }, conclusions: null });
    expect(report.before.model.name).toBe("first");
    expect(report.after).toMatchObject({ labels: null, model: { name: "second" } });
    expect(report.rows).toMatchObject({
      ...{ rows: 3, withoutReference: 1, matched: 3, otherTitle: 2, clear: 3, clearOtherTitle: 2 },
      ...{ lost: 0, gained: 0, otherLabel: 2, label: { meanAbsoluteChange: 5 / 3, largestChange: 2.5 } },
    });
    // DCG with logarithms to base 2: labels 5, 5/3, 5, and then 2.5, 5/3, 2.5.
    const log3 = Math.log2(3);
    const { dcg, precision } = report.engines["new"]?.measures ?? {};
    expect(dcg?.before).toBeCloseTo(5 + 5 / 3 / log3 + 2.5, 12);
    expect(dcg?.after).toBeCloseTo(2.5 + 5 / 3 / log3 + 1.25, 12);
    expect(dcg?.largest).toEqual({ query: "query 0", change: expect.closeTo(-3.75, 12) });
    expect(precision).toMatchObject({ before: 0, after: 0, largest: null });
    const degrees = (angle: number) => Math.round(Math.cos((angle * Math.PI) / 180) * 1e6) / 1e6;
    expect(report.examples[0]).toEqual({
      ...{ engine: "new", query: "query 0", title: "x 10 50", change: -2.5 },
      before: {
        ...{ match: "semantic", label: 5, referenceRank: 0, referenceTitle: "a 0 0" },
        ...{ similarity: degrees(10), margin: expect.closeTo(degrees(10) - degrees(50), 5) },
      },
      after: {
        ...{ match: "semantic", label: 2.5, referenceRank: 1, referenceTitle: "b 60 60" },
        ...{ similarity: degrees(10), margin: expect.closeTo(degrees(10) - degrees(40), 5) },
      },
    });
  });

  it("labels again with the threshold and the one-to-one matching of the folder", async () => {
    // At 20.5 degrees, every result has a match before and after.
    const options = { threshold: Math.cos((20.5 * Math.PI) / 180) };
    const near = await compare(await labelled(worked, angles("first"), options), angles("second"));
    expect(near.rows).toMatchObject({ rows: 3, matched: 3, lost: 0, otherLabel: 2 });
    const nearer = { threshold: Math.cos((15 * Math.PI) / 180) };
    const lost = await compare(
      await labelled(
        { ...worked, candidates: [makeRaw("new", [[0, 0, "w 50 30"], ...candidate.slice(1, 2)])] },
        angles("first"),
        nearer,
      ),
      angles("second"),
    );
    expect(lost.rows).toMatchObject({ rows: 2, matched: 1, lost: 1, gained: 0, otherTitle: 0 });
    const one = { oneToOne: true };
    const assigned = await compare(await labelled(worked, angles("first"), one), angles("second"));
    // Before: x a, y c, z b. After: z at 40 and x at 50 compete for a and b, and x, the nearer, keeps b.
    expect(
      assigned.examples.map(({ title, before, after }) => [title, before.referenceRank, after.referenceRank]),
    ).toEqual([
      ["x 10 50", 0, 1],
      ["z 20 40", 1, 0],
    ]);
  });

  it("labels again with the veto of the folder", async () => {
    // All titles have different numbers, so the veto refuses every match.
    const vetoed = await labelled(worked, angles("first"), { veto: ["title"] });
    expect((await compare(vetoed, angles("first"))).rows).toMatchObject({ otherLabel: 0 });
    expect((await compare(await labelled(worked, angles("first")), angles("second"))).rows.otherLabel).toBeGreaterThan(
      0,
    );
  });

  it("returns the same report for two folders as for one folder that it labels again", async () => {
    const [first, second] = [await labelled(worked, angles("first")), await labelled(worked, angles("second"))];
    const again = await compare(first, angles("second"));
    expect(await compareFolders(first, second)).toEqual({ ...again, after: { ...again.after, labels: second } });
  });

  it("finds the rows of the other folder in any order of its rows", async () => {
    const engines = (order: (rows: Row[]) => Row[]) => [makeRaw("new", order(candidate)), makeRaw("next", candidate)];
    const shuffled: Lists = { ...worked, candidates: engines((rows) => rows.toReversed()).toReversed() };
    const one = await labelled({ ...worked, candidates: engines((rows) => rows) }, angles("first"));
    const other = await labelled(shuffled, angles("second"));
    const { after, ...found } = await compareFolders(one, other);
    const { after: _, ...expected } = await compare(one, angles("second"));
    expect(found).toEqual(expected);
  });

  it("labels again with the reference's own labels, even if they came from a column", async () => {
    const columns = new Map([["grade", ["1", "", "7.5"]]]);
    const lists = { ...worked, references: [makeRaw("old", reference, { columns })] };
    const report = await compare(await labelled(lists, angles("first"), { labelColumn: "grade" }), angles("second"));
    expect(report.examples.map(({ before, after }) => [before.label, after.label])).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect(report.rows).toMatchObject({ rows: 3, otherLabel: 2 });
  });

  it("matches by id again, because the files contain ids", async () => {
    const rows = (ids: string): Row[] => [[0, 0, "x 10 50", ids]];
    const lists = {
      references: [
        makeRaw(
          "old",
          reference.map(([query, rank, title]): Row => [query, rank, title, `id${rank}`]),
        ),
      ],
      candidates: [makeRaw("new", rows("id2")), makeRaw("next", rows("other"))],
    };
    const report = await compare(
      await labelled(lists, angles("first"), { matchOn: ["id", "title"] }),
      angles("second"),
    );
    expect(report.engines["new"]?.rows).toMatchObject({ otherTitle: 0, otherLabel: 0 });
    expect(report.engines["next"]?.rows).toMatchObject({ otherTitle: 1, otherLabel: 1 });
  });

  it("finds no change if it labels any lists again with the same model", async () => {
    const titles = ["pear", "Pear", "pears", "plum", "plums", "=fig", "a fig", "-quince", 'the "date"'];
    const someRows = fc
      .tuple(...[0, 1].map(() => fc.array(fc.constantFrom(...titles), { maxLength: 6 })))
      .map((lists) => lists.flatMap((list, query) => list.map((title, rank): Row => [query, rank, title])))
      // Every list has results for query 2, so all lists have a query in common.
      .map((rows): Row[] => [...rows, [2, 0, "pear"]]);
    const some = fc.array(someRows, { minLength: 1, maxLength: 3 });
    const someOptions = fc.record({
      threshold: fc.constantFrom(null, 0.4),
      oneToOne: fc.boolean(),
      depth: fc.constantFrom(null, 2),
      referenceDepth: fc.constantFrom(null, 3),
    });
    let rows = 0;
    await fc.assert(
      fc.asyncProperty(some, some, someOptions, fc.boolean(), async (references, candidates, options, safe) => {
        // The names would run as formulas in a spreadsheet.
        const raw = (name: string, list: readonly Row[]) =>
          makeRaw(name, list, { queryTexts: list.map(([query]) => `-query ${query}`) });
        const lists = {
          references: references.map((list, place) => raw(`reference ${place}`, list)),
          candidates: candidates.map((list, place) => raw(`=candidate ${place}`, list)),
        };
        const folder = await labelled(lists, hashEmbedder(), options, safe);
        const again = await compare(folder, hashEmbedder());
        expect(again.sameModel).toBe(true);
        for (const report of [again, await compareFolders(folder, folder)]) {
          const { otherTitle, lost, gained, exactness, otherLabel } = report.rows;
          expect([otherTitle, lost, gained, exactness, otherLabel]).toEqual([0, 0, 0, 0, 0]);
          expect(report.examples).toEqual([]);
          expect(report.order).toMatchObject({ changedPairs: [], winnerChanges: false });
          for (const { measures } of Object.values(report.engines)) {
            for (const measure of Object.values(measures))
              expect(measure).toMatchObject({ largest: null, measuredOnce: 0 });
          }
          rows += report.rows.rows;
        }
      }),
      { ...runs, numRuns: 25 },
    );
    expect(rows).toBeGreaterThan(80);
  });

  describe("refuses", () => {
    const ofCode = (code: string, message: RegExp) =>
      expect.objectContaining({ code, message: expect.stringMatching(message) });
    const first = () => labelled(worked, angles("first"));

    it("a path that is not a folder of labels", async () => {
      const folder = temporaryFolder({ "some.csv": "query,rank,title,label\na,0,b,1\n" });
      await expect(compareFolders(join(folder, "none"), folder)).rejects.toEqual(
        ofCode(
          "FILE_NOT_FOUND",
          /none: there is no such folder\. Give a folder that semqrel check or label --out wrote\.$/,
        ),
      );
      await expect(compareFolders(join(folder, "some.csv"), folder)).rejects.toEqual(
        ofCode("INVALID_FORMAT", /some\.csv: it is not a folder of labels\./),
      );
      await expect(compareFolders(folder, folder)).rejects.toEqual(ofCode("FILE_NOT_FOUND", /has no manifest\.json/));
    });

    it("a folder without reference.csv, or without measures of an engine", async () => {
      const [one, other] = [await first(), await first()];
      rmSync(join(one, "reference.csv"));
      await expect(compare(one, angles("second"))).rejects.toEqual(
        ofCode("INVALID_FORMAT", /it has no reference\.csv/),
      );
      const path = join(other, "measures.csv");
      writeFileSync(path, readFileSync(path, "utf8").replaceAll("\nnew,", "\nold,"));
      await expect(compare(other, angles("second"))).rejects.toEqual(
        ofCode("INVALID_FORMAT", /measures\.csv does not have precision of new/),
      );
    });

    it("to label a folder again if its matching used columns that labels.csv does not contain", async () => {
      const columns = new Map([["year", reference.map(() => "1999")]]);
      const lists = {
        references: [makeRaw("old", reference, { columns })],
        candidates: [makeRaw("new", candidate, { columns: new Map([["year", candidate.map(() => "1999")]]) })],
      };
      const vetoed = await labelled(lists, angles("first"), { veto: ["year"] });
      await expect(compare(vetoed, angles("second"))).rejects.toEqual(
        ofCode(
          "INVALID_OPTION",
          /matched by year, and labels\.csv does not have it\. Run semqrel label twice.*semqrel compare --fidelity A B/,
        ),
      );
      const identified = await labelled(lists, angles("first"), {
        matchOn: ["year", "id", "title"].filter((name) => name !== "id"),
      });
      await expect(compare(identified, angles("second"))).rejects.toEqual(ofCode("INVALID_OPTION", /matched by year/));
      // The remedy that the message suggests helps.
      const twice = await labelled(lists, angles("second"), { veto: ["year"] });
      expect((await compareFolders(vetoed, twice)).rows.otherLabel).toBe(2);
    });

    it("to label a calibrated folder again, or to compare it with a folder that is not calibrated", async () => {
      const folder = await first();
      const path = join(folder, "manifest.json");
      const manifest = { ...JSON.parse(readFileSync(path, "utf8")), calibration: { sha256: "0" } };
      const calibrated = temporaryFolder();
      cpSync(folder, calibrated, { recursive: true });
      writeFileSync(join(calibrated, "manifest.json"), JSON.stringify(manifest));
      await expect(compare(calibrated, angles("second"))).rejects.toEqual(
        ofCode("INVALID_OPTION", /labels are calibrated/),
      );
      await expect(compareFolders(folder, calibrated)).rejects.toEqual(
        ofCode("DIFFERENT_CONDITIONS", /the second has labels made with another calibration/),
      );
    });

    it("two folders whose lists, references, engines or options differ", async () => {
      const one = await first();
      const other = (candidates: readonly RawResults[], options: Partial<LabelOptions> = {}) =>
        labelled({ ...worked, candidates }, angles("second"), options);
      const refusal = async (folder: Promise<string>, message: RegExp) =>
        expect(compareFolders(one, await folder)).rejects.toEqual(ofCode("DIFFERENT_CONDITIONS", message));
      await refusal(other([makeRaw("newer", candidate)]), /other engines \(new, newer\)/);
      const renamed = candidate.map(([query, rank, title]): Row => [query, rank, rank === 1 ? "v 80 80" : title]);
      await refusal(other([makeRaw("new", renamed)]), /another list of new for "query 0"/);
      await refusal(other([makeRaw("new", candidate.slice(0, 2))]), /another list of new for "query 0"/);
      await refusal(
        other([
          makeRaw(
            "new",
            candidate.map(([query, rank, title]): Row => [query, rank + 1, title]),
          ),
        ]),
        /another list of new/,
      );
      await refusal(other([makeRaw("new", [...candidate, [2, 0, "more 0 0"]])]), /other queries of new/);
      await refusal(
        other(worked.candidates, { threshold: 0.5, oneToOne: true }),
        /another policy \(threshold, oneToOne\)/,
      );
      const shorter = { ...worked, references: [makeRaw("old", reference.slice(0, 2))] };
      await refusal(labelled(shorter, angles("second")), /labels made with another reference/);
    });

    it("a folder whose manifest has an invalid threshold", async () => {
      const folder = await first();
      const path = join(folder, "manifest.json");
      const manifest = JSON.parse(readFileSync(path, "utf8"));
      writeFileSync(path, JSON.stringify({ ...manifest, options: { ...manifest.options, threshold: 7 } }));
      await expect(compare(folder, angles("second"))).rejects.toEqual(ofCode("INVALID_OPTION", /threshold 7/));
    });
  });
});
