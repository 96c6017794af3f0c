/** Does the table of formats show what each definition allows? */

import { describe, expect, it } from "vitest";
import { formats } from "../../../src/io/formats.ts";
import { formatTable } from "../../../src/measure/convert/convert-file.ts";

const table = formatTable();

function entryOf(kind: string, name: string) {
  return table.find((entry) => entry.kind === kind && entry.name === name);
}

describe("formatTable", () => {
  // From the fields of each format: `qid iter docno rel` has no field for a rater, and JSON objects cannot repeat a key.
  it.each([
    ["judgments", "trec-qrels", ["unrated rows", "raters", "query texts", "titles", "repeats", "white space in ids"]],
    ["judgments", "trec-prefs", ["unrated rows", "query texts", "titles", "repeats", "white space in ids"]],
    ["judgments", "quepid-csv", ["raters", "iterations", "query ids", "titles", "repeats"]],
    ["judgments", "quepid-book", ["iterations", "query ids", "titles", "repeats"]],
    [
      "judgments",
      "ltr",
      [
        "unrated rows",
        "raters",
        "iterations",
        "query ids that are not numbers",
        "titles",
        "repeats",
        "white space in ids",
      ],
    ],
    ["judgments", "ranx", ["fractions", "unrated rows", "raters", "iterations", "query texts", "titles", "repeats"]],
    ["judgments", "csv", []],
    ["judgments", "jsonl", []],
    ["run", "trec-run", ["several engines", "query texts", "titles", "white space in ids"]],
    ["run", "ranx", ["several engines", "query texts", "titles", "repeats"]],
    ["run", "tsv", []],
    ["queries", "opensearch-query-set", ["query ids"]],
    ["queries", "opensearch-queries", ["query ids"]],
    ["queries", "beir-queries", []],
    ["queries", "queries-tsv", []],
  ])("lists what %s in %s cannot store: %j", (kind, name, lacks) => {
    const entry = entryOf(kind, name);
    expect(entry).toMatchObject({ reads: true, writes: true });
    expect([...(entry?.lacks ?? [])].sort()).toEqual([...lacks].sort());
  });

  it.each([
    ["judgments", "chorus"],
    ["judgments", "umbrela"],
    ["judgments", "parquet"],
    ["run", "parquet"],
    ["run", "elasticsearch"],
    ["run", "solr"],
    ["queries", "quepid-information-needs"],
  ])("shows that %s in %s can be read but not written", (kind, name) => {
    expect(entryOf(kind, name)).toEqual({ name, kind, reads: true, writes: false, lacks: [] });
  });

  it("lists judgments, runs and query sets in this order, and each format of a kind once", () => {
    expect([...new Set(table.map(({ kind }) => kind))]).toEqual(["judgments", "run", "queries"]);
    const places = table.map(({ kind }) => ["judgments", "run", "queries"].indexOf(kind));
    expect(places).toEqual([...places].sort());
    const names = table.map(({ kind, name }) => `${kind} ${name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each([
    ["judgments", formats.judgments.map(({ name }) => name)],
    ["run", formats.run.map(({ name }) => name)],
    ["queries", formats.queries.map(({ name }) => name)],
  ])("lists formats of %s in the order in which they are tried: %j", (kind, known) => {
    const names = table.filter((entry) => entry.kind === kind && entry.reads).map(({ name }) => name);
    expect(names).toEqual(known);
  });

  it("lists only formats that can be read or written", () => {
    expect(table.filter(({ reads, writes }) => !reads && !writes)).toEqual([]);
  });
});
