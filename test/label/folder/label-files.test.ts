import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LabelRun, MATCH_EXACT, MATCH_SEMANTIC, type Matches } from "../../../src/core/types.ts";
import { labelColumns } from "../../../src/io/labels/label-manifest.ts";
import { type LabelFilesOptions, labelFilesOf } from "../../../src/label/folder/label-files.ts";
import { measuredRun } from "../../../src/label/folder/measured-run.ts";
import { runRows } from "../../../src/label/folder/run-rows.ts";
import { makeEngine, makeRun } from "../../support/make-run.ts";
import { runs } from "../../support/property.ts";

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function shortHash(text: string): string {
  return hash(text).slice(0, 16);
}

function filesOf(run: LabelRun, options: Partial<LabelFilesOptions> = {}) {
  const { files, warnings } = labelFilesOf(
    { queries: run.queries, timings: run.timings, measured: measuredRun(run), rows: runRows(run, hash) },
    { spreadsheetSafe: false, integerQrels: false, ...options },
  );
  const texts = new Map(files.map(({ path, content }) => [path, [...(content as Iterable<string>)].join("")]));
  return { texts, warnings };
}

type Files = ReturnType<typeof filesOf>;

function table({ texts }: Files, path: string): string[][] {
  return parse(texts.get(path) ?? "");
}

function lines({ texts }: Files, path: string): string[] {
  return (texts.get(path) ?? "").split("\n").slice(0, -1);
}

function exactly(referenceRow: number, row: number): Matches {
  const columns = {
    kinds: new Uint8Array(row + 1).fill(MATCH_EXACT),
    reasons: new Uint8Array(row + 1),
    referenceRows: new Int32Array(row + 1).fill(referenceRow),
    similarities: new Float64Array(row + 1).fill(1),
    margins: new Float64Array(row + 1).fill(0.5),
  };
  return columns;
}

describe("labelFilesOf", () => {
  it("writes the seconds of each query if requested", () => {
    const run = makeRun();
    const embeddingSecondsOfQuery = Float64Array.from(run.queries, (_, query) => query + 0.25);
    const timed = { ...run, timings: { ...run.timings, embeddingSecondsOfQuery } };
    expect(filesOf(timed).texts.has("timings.csv")).toBe(false);
    const [header, ...rows] = table(filesOf(timed, { timings: true }), "timings.csv");
    expect(header).toEqual(["query", "embedding_seconds", "lookup_seconds"]);
    expect(rows.map(([query, seconds]) => [query, seconds])).toEqual(
      run.queries.map(({ name }, query) => [name, String(query + 0.25)]),
    );
  });

  it("writes kept columns after its own, with empty cells for engines that lack them", () => {
    const run = makeRun();
    const [first] = run.engines;
    if (first === undefined) throw new RangeError("makeRun has no engine.");
    const year = first.lists.titles.map((_, row) => `=${row}`);
    const engines = [
      { ...first, lists: { ...first.lists, columns: new Map([["=year", year]]) } },
      ...run.engines.slice(1),
    ];
    const kept = { ...run, engines, keptColumns: ["=year", "label"] };
    const [header = [], ...rows] = table(filesOf(kept), "labels.csv");
    expect(header.slice(labelColumns.length)).toEqual(["=year", "input_label"]);
    expect(rows.slice(0, year.length).map((row) => row.slice(-2))).toEqual(year.map((cell) => [cell, ""]));
    const [guardedHeader = [], guarded = []] = table(filesOf(kept, { spreadsheetSafe: true }), "labels.csv");
    expect([guardedHeader.at(-2), guarded.at(-2)]).toEqual(["'=year", "'=0"]);
  });

  it("names the reference of each matched row, and all references if a row has no match", () => {
    const run = makeRun();
    const origins = ["one", "other", "other"].map((engine) => ({ engine, source: `${engine}.csv` }));
    const files = filesOf({ ...run, reference: { ...run.reference, engine: "one+other", origins } });
    const ofColumn = (path: string, name: string) => {
      const [header = [], ...rows] = table(files, path);
      return rows.map((row) => row[header.indexOf(name)]);
    };
    expect(ofColumn("reference.csv", "engine")).toEqual(["one", "other", "other"]);
    // The rows of makeRun match the reference rows 0, 1, none, without reference, 2.
    expect(ofColumn("labels.csv", "reference")).toEqual(["one", "other", "one+other", "", "other"]);
  });

  it("writes labels.csv with the columns of cli.md, one row per candidate row in the order of the input", () => {
    // cli.md. The numbers are those of test/support/make-run.ts, with 6 decimals if cli.md says so.
    expect(table(filesOf(makeRun()), "labels.csv").map((row) => row.join(","))).toEqual([
      "engine,query,rank,id,title,label,match,reference_rank,reference_title,similarity,margin,reference,origin,reason",
      "explorer,fast cars,0,d1,alpha,5,exact,0,Alpha,1.000000,0.400000,scopus,proxy,",
      "explorer,fast cars,1,d 2,Betta,2.5,semantic,1,Beta,0.750000,0.000000,scopus,proxy,",
      "explorer,fast cars,2,d1,Zeta,0,none,,,0.123457,0.020000,scopus,proxy,too-far",
      "explorer,slow food,0,d4,Delta,,none,,,,,,,no-reference",
      "explorer,q 3,0,,+Gamma,5,semantic,0,=Gamma,0.900000,1.900000,scopus,proxy,",
    ]);
  });

  it("writes measures.csv with the columns of cli.md, and empty cells for undefined measures", () => {
    const [header, measured, unmeasurable, other] = table(filesOf(makeRun()), "measures.csv");
    expect(header?.join(",")).toBe(
      "engine,query,precision,recall,f1,dcg,idcg,ndcg_returned,ndcg_returned@10,ndcg_reference,ndcg_reference@10,precision_exact,recall_exact,f1_exact,state,reason",
    );
    // By hand: labels 5, 2.5, 0 are in the ideal order, and the reference's ideal is 5, 2.5.
    const dcg = 5 + 2.5 / Math.log2(3);
    expect(measured?.slice(0, 2)).toEqual(["explorer", "fast cars"]);
    expect(measured?.slice(2, 14).map(Number)).toEqual([1 / 3, 0.5, 0.4, dcg, dcg, 1, 1, 1, 1, 1 / 3, 0.5, 0.4]);
    expect(measured?.slice(14)).toEqual(["measured", ""]);
    expect(unmeasurable).toEqual(["explorer", "slow food", ...Array(12).fill(""), "unmeasurable", "no-reference"]);
    // F1 is undefined if precision and recall are 0.
    expect(other?.slice(2, 5)).toEqual(["0", "0", ""]);
  });

  it("writes qrels of matched results, whose names have no white space", () => {
    const files = filesOf(makeRun());
    const expected = ["q1 0 d1 5", `q1 0 ${shortHash("betta")} 2.5`, `${shortHash("q 3")} 0 ${shortHash("+gamma")} 5`];
    expect(lines(files, "qrels/explorer.qrels")).toEqual(expected);
    expect(lines(files, "labels.qrels")).toEqual(expected);
    expect(files.warnings).toEqual([]);
  });

  it("writes a run of every row, with scores that decrease by one per position", () => {
    expect(lines(filesOf(makeRun()), "runs/explorer.run")).toEqual([
      "q1 Q0 d1 1 3 explorer",
      `q1 Q0 ${shortHash("betta")} 2 2 explorer`,
      "q1 Q0 d1~2 3 1 explorer",
      `${shortHash("slow food")} Q0 d4 1 1 explorer`,
      `${shortHash("q 3")} Q0 ${shortHash("+gamma")} 1 1 explorer`,
    ]);
  });

  it("keeps the larger label if engines disagree on a document, and warns", () => {
    const one = makeEngine("one", { rows: [[0, 0, "Beta", "d1"]], matches: exactly(1, 0) });
    const other = makeEngine("other", { rows: [[0, 0, "Alpha", "d1"]], matches: exactly(0, 0) });
    for (const engines of [
      [one, other],
      [other, one],
    ]) {
      const files = filesOf(makeRun(engines));
      expect(lines(files, "labels.qrels")).toEqual(["q1 0 d1 5"]);
      expect(lines(files, "qrels/one.qrels")).toEqual(["q1 0 d1 2.5"]);
      expect(files.warnings).toEqual([{ kind: "conflicting-labels", count: 1, examples: ["q1 d1"] }]);
    }
    expect(filesOf(makeRun([one, { ...one, lists: { ...one.lists, engine: "same" } }])).warnings).toEqual([]);
  });

  it("writes whole grades and a file of their labels if requested", () => {
    const files = filesOf(makeRun(), { integerQrels: true });
    expect(lines(files, "labels.integer.qrels")).toEqual([
      "q1 0 d1 2",
      `q1 0 ${shortHash("betta")} 1`,
      `${shortHash("q 3")} 0 ${shortHash("+gamma")} 2`,
    ]);
    expect(JSON.parse(lines(files, "gains.json").join("\n"))).toEqual({
      schema: "semqrel.gains/1",
      gains: [
        { grade: 1, label: 2.5 },
        { grade: 2, label: 5 },
      ],
    });
    expect(files.warnings).toEqual([]);
  });

  it("if requested, puts a quote before cells that a spreadsheet would run", () => {
    const cells = (safe: boolean) => table(filesOf(makeRun(), { spreadsheetSafe: safe }), "labels.csv")[5];
    expect(cells(true)?.slice(4, 9)).toEqual(["'+Gamma", "5", "semantic", "0", "'=Gamma"]);
    expect(cells(false)?.slice(4, 9)).toEqual(["+Gamma", "5", "semantic", "0", "=Gamma"]);
  });

  describe("the files of labelFilesOf", () => {
    it("have similarities and margins with 6 decimals, and never minus zero", () => {
      const small = fc.oneof(
        fc.double({ min: -1e-6, max: 1e-6, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.constantFrom(-0, -4.9e-7, -5e-7, -5.1e-7),
      );
      fc.assert(
        fc.property(small, small, (similarity, margin) => {
          const matches: Matches = {
            kinds: Uint8Array.of(MATCH_SEMANTIC),
            reasons: Uint8Array.of(0),
            referenceRows: Int32Array.of(0),
            similarities: Float64Array.of(similarity),
            margins: Float64Array.of(margin),
          };
          const run = makeRun([makeEngine("e", { rows: [[0, 0, "x"]], matches })]);
          const cells = table(filesOf(run), "labels.csv")[1]?.slice(9, 11) ?? [];
          for (const [place, value] of [similarity, margin].entries()) {
            expect(cells[place]).toMatch(/^-?\d\.\d{6}$/);
            expect(cells[place]).not.toBe("-0.000000");
            expect(Math.abs(Number(cells[place]) - value)).toBeLessThanOrEqual(5.0001e-7);
          }
        }),
        runs,
      );
    });
  });

  describe("labelFilesOf in edge cases", () => {
    it("uses labelColumns, which are in the order of cli.md, as the columns of labels.csv", () => {
      expect(labelColumns.join()).toBe(
        "engine,query,rank,id,title,label,match,reference_rank,reference_title,similarity,margin,reference,origin,reason",
      );
    });

    it("gives engines different file names, all inside the folder", () => {
      const names = ["a b", "a/b", "../up", "…", "Zürich"];
      const files = filesOf(makeRun(names.map((name) => makeEngine(name))));
      const paths = [...files.texts.keys()].filter((path) => path.startsWith("qrels/"));
      expect(paths).toEqual([
        "qrels/a-b.qrels",
        "qrels/a-b~2.qrels",
        "qrels/--up.qrels",
        "qrels/-.qrels",
        "qrels/Zürich.qrels",
      ]);
    });

    it("replaces white space in the tag of a run", () => {
      expect(lines(filesOf(makeRun([makeEngine("my  engine")])), "runs/my-engine.run")[0]).toBe(
        "q1 Q0 d1 1 3 my-engine",
      );
    });

    it("warns that whole grades lose precision if there are 128 distinct labels", () => {
      const run = makeRun();
      const count = 128;
      const matches = exactly(0, count - 1);
      const engine = makeEngine("e", {
        rows: Array.from({ length: count }, (_, rank) => [0, rank, `t${rank}`]),
        matches,
      });
      const labels = Float64Array.from({ length: count }, (_, rank) => 5 / (rank + 1));
      const files = filesOf({ ...run, engines: [{ ...engine, labels }] }, { integerQrels: true });
      expect(files.warnings).toEqual([{ kind: "integer-labels-lossy", distinct: 128, kept: 64 }]);
    });

    it("returns the same texts if it is called twice with the same rows", () => {
      const run = makeRun();
      const { queries, timings } = run;
      const made = { queries, timings, measured: measuredRun(run), rows: runRows(run, hash) };
      const textsOf = () =>
        labelFilesOf(made, { spreadsheetSafe: false, integerQrels: true }).files.map(({ path, content }) => [
          path,
          [...(content as Iterable<string>)].join(""),
        ]);
      expect(textsOf()).toEqual(textsOf());
    });

    it("writes only headers for an engine without rows", () => {
      const files = filesOf(makeRun([makeEngine("e", { rows: [], matches: exactly(0, -1) })]));
      expect(table(files, "labels.csv")).toHaveLength(1);
      expect(table(files, "measures.csv")[1]?.slice(-2)).toEqual(["unmeasurable", "no-candidate-results"]);
      expect(lines(files, "labels.qrels")).toEqual([]);
    });
  });
});
