/** Are a reader and a writer chosen that fit the input and the options, and is anything else rejected? */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chooseFormats } from "../../src/io/choose-formats.ts";
import { formatOfPath } from "../../src/io/formats.ts";
import { examples } from "../support/judged-rows.ts";

function choose(name: string, to: string | null, from: string | null = null, output = "out") {
  const head = readFileSync(examples + name, "utf8");
  const { source, kind, from: chosen, writer } = chooseFormats(head, { input: name, output, from, to, columns: {} });
  return [source, kind, chosen, writer.name];
}

describe("formatOfPath", () => {
  it.each([
    ["a/b.qrels", "trec-qrels"],
    ["qrels.txt", "trec-qrels"],
    ["qrels", "trec-qrels"],
    ["QRELS.dl19.int", "trec-qrels"],
    ["bm25.run", "trec-run"],
    ["bm25.res", "trec-run"],
    ["qrels.tsv", "beir"],
    ["nq/qrels/test.tsv", "beir"],
    ["nq/queries.jsonl", "beir-queries"],
    ["topics.tsv", "queries-tsv"],
    ["labels.csv", "csv"],
    ["labels.tsv", "tsv"],
    ["labels.jsonl", "jsonl"],
    ["a.ltr", "ltr"],
    ["a.prefs", "trec-prefs"],
    ["a.json", null],
    ["qrels.json", null],
    ["a.txt", null],
    ["-", null],
  ])("returns for the path %s: %s", (path, format) => {
    expect(formatOfPath(path)).toBe(format);
  });
});

describe("chooseFormats", () => {
  it.each([
    ["trec.qrels", "csv", ["judgments", "judgments", "trec-qrels", "csv"]],
    ["trec.run", "csv", ["run", "run", "trec-run", "csv"]],
    ["pyterrier.csv", "jsonl", ["run", "run", "csv", "jsonl"]],
    ["pyterrier.csv", "queries-tsv", ["run", "queries", "csv", "queries-tsv"]],
    ["ranx-run.json", "csv", ["run", "run", "ranx", "csv"]],
    ["ranx-qrels.json", "csv", ["judgments", "judgments", "ranx", "csv"]],
    ["ranx-qrels.json", "trec-run", ["run", "run", "ranx", "trec-run"]],
    ["ranx-run.json", "trec-qrels", ["judgments", "judgments", "ranx", "trec-qrels"]],
    ["quepid.csv", "opensearch-query-set", ["judgments", "queries", "quepid-csv", "opensearch-query-set"]],
    ["queries.jsonl", "queries-tsv", ["queries", "queries", "queries", "queries-tsv"]],
    ["opensearch-query-set.json", "beir-queries", ["queries", "queries", "queries", "beir-queries"]],
  ])("chooses the reader and the writer for %s and --to %s: %j", (name, to, chosen) => {
    expect(choose(name, to)).toEqual(chosen);
  });

  it.each([
    ["q1 Q0 d1 1 nan t\n", "csv", "run"],
    ["q1 0 d1\nq1 0 d2 1\n", "csv", "judgments"],
    ["q1 0 d1 1 x\n", "ltr", "judgments"],
    ["how to grow pears\n", "queries-tsv", "queries"],
  ])("chooses the reader that can explain the error for malformed %j and --to %s", (head, to, source) => {
    const choice = { input: "in", output: "out", from: null, to, columns: {} };
    expect(chooseFormats(head, choice)).toMatchObject({ source });
  });

  it("chooses the writer by the name of the output, and the reader by --from", () => {
    expect(choose("quepid.csv", null, null, "x.qrels")).toEqual(["judgments", "judgments", "quepid-csv", "trec-qrels"]);
    expect(choose("quepid.csv", null, "csv", "x.qrels")).toEqual(["judgments", "judgments", "csv", "trec-qrels"]);
  });

  it("rejects a table that is neither judgments nor a run, and lists the formats of query sets", () => {
    const choice = { input: "q.tsv", output: "q.jsonl", from: null, to: null, columns: {} };
    expect(() => chooseFormats("s01\tgrow pears\ns02\tprune pears\n", choice)).toThrow(
      /does not look like judgments or a run, which jsonl requires .*For a set of queries, pass --to with one of: .*queries-tsv/,
    );
  });

  it("rejects a table that looks like judgments, and names the options for its columns", () => {
    const choice = { input: "a.csv", output: "out", from: null, to: "csv", columns: {} };
    expect(() => chooseFormats("Suchanfrage;Nr;Note 0 bis 4\nBirnen;d1;3\n", choice)).toThrow(
      'Pass --query-column Suchanfrage --label-column "Note 0 bis 4" --id-column NAME.',
    );
  });

  it.each([
    ["trec.run", "beir", null, "INVALID_FORMAT", "it contains a run (trec-run), but beir is for judgments"],
    ["trec.qrels", "trec-run", null, "INVALID_FORMAT", "it contains judgments (trec-qrels), but trec-run is for a run"],
    ["queries.jsonl", "csv", null, "INVALID_FORMAT", "it contains a set of queries"],
    ["discernatron.tsv", "csv", null, "INVALID_FORMAT", "with the columns qid, doc_id, mean_score"],
    [
      "trec.qrels",
      "chorus",
      null,
      "INVALID_OPTION",
      'no format "chorus" to write. Pass --to with one of: opensearch-judgments',
    ],
    ["trec.qrels", null, null, "INVALID_OPTION", "its name does not show a format. Pass --to with one of"],
    ["trec.qrels", "csv", "quepid", "INVALID_OPTION", 'no format "quepid". Pass --from with one of: '],
  ])("rejects %s with --to %s and --from %s", (name, to, from, code, words) => {
    expect(() => choose(name, to, from)).toThrow(expect.objectContaining({ code }));
    expect(() => choose(name, to, from)).toThrow(words);
  });
});
