/**
 * Does `semqrel label` read Parquet files and saved search responses like the same lists in CSV?
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { runCli, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

/** The candidate's lists, in CSV, from which each format is made. */
const rows = [
  { query: "pears", id: "d2", title: "Pears in the winter" },
  { query: "pears", id: "x1", title: "growing PEARS" },
  { query: "plums", id: "d6", title: "Plum cake" },
];
const queries = ["pears", "plums"];
const ranked = rows.map((row) => ({ ...row, rank: rows.filter(({ query }) => query === row.query).indexOf(row) }));

const reference = [
  "query,rank,id,title",
  "pears,1,d1,Growing pears",
  "pears,2,d2,Pears in winter",
  "plums,1,d5,Plums for everyone",
  "plums,2,d6,Plum jam and plum cake",
  "",
].join("\n");
const csv = `query,rank,id,title\n${ranked.map(({ query, rank, id, title }) => `${query},${rank},${id},${title}\n`).join("")}`;

function elasticsearch(field = "title", query?: string) {
  const hits = rows.filter((row) => query === undefined || row.query === query);
  return {
    took: 3,
    timed_out: false,
    hits: {
      total: { value: hits.length },
      hits: hits.map(({ id, title }) => ({ _id: id, _source: { [field]: title } })),
    },
  };
}

function solr(query: string) {
  const docs = rows.filter((row) => row.query === query).map(({ id, title }) => ({ id, title: [title] }));
  return { responseHeader: { status: 0, params: { q: query } }, response: { numFound: docs.length, start: 0, docs } };
}

const wrapped = (field?: string) => queries.map((query) => ({ query, response: elasticsearch(field, query) }));
const byLine = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

const parquet = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      ...(["query", "id", "title"] as const).map((name) => ({
        name,
        data: ranked.map((row) => row[name]),
        type: "STRING" as const,
      })),
      { name: "rank", data: ranked.map(({ rank }) => BigInt(rank)), type: "INT64" },
    ],
  }),
);

async function label(files: Files, args: readonly string[], exitCode = 0) {
  const folder = temporaryFolder({ "ref.csv": reference, ...files });
  const inputs = args.includes("--reference") ? [] : ["--reference", "ref.csv"];
  const all = ["label", ...inputs, "--embedder", "hash", "--indexes", "ix", "--out", "out", ...args];
  const result = await runInProcess(all, { cwd: folder });
  expect(result.exitCode, result.stderr).toBe(exitCode);
  return { ...result, read: (file: string) => readFileSync(join(folder, "out", file), "utf8"), folder };
}

describe("label writes the same labels as for CSV", () => {
  it.each<[string, string | Uint8Array, readonly string[]]>([
    ["from Parquet", parquet, []],
    ["from Parquet with --input-format parquet", parquet, ["--input-format", "parquet"]],
    ["from responses of Elasticsearch, one per line", byLine(wrapped()), []],
    ["from responses of Elasticsearch in a list, compressed", gzipSync(JSON.stringify(wrapped(), null, 2)), []],
    ["from responses whose titles are in another field", byLine(wrapped("name")), ["--title-field", "name"]],
    ["from responses of Solr, one per line", byLine(queries.map(solr)), []],
    ["from responses of Solr in a list", JSON.stringify(queries.map(solr)), []],
  ])("%s", async (_, content, args) => {
    // The given format applies to all files.
    const files = args.includes("--input-format") ? { "ref.parquet": parquet } : {};
    const named = Object.keys(files).length > 0 ? ["--reference", "ref.parquet"] : [];
    const expected = await label({ "cand.csv": csv, ...files }, [...named, "--candidates", "cand=cand.csv"]);
    const found = await label({ saved: content, ...files }, [...named, ...args, "--candidates", "cand=saved"]);
    expect(expected.read("labels.csv").split("\n").length).toBeGreaterThan(rows.length);
    for (const file of ["labels.csv", "measures.csv", "labels.qrels"])
      expect(found.read(file)).toBe(expected.read(file));
  });

  it("from Parquet on standard input", async () => {
    const folder = temporaryFolder({ "ref.csv": reference, "cand.csv": csv });
    const args = [
      "label",
      "--reference",
      "ref.csv",
      "--embedder",
      "hash",
      "--no-cache",
      "--format",
      "csv",
      "--candidates",
    ];
    const [piped, read] = await Promise.all([
      runCli([...args, "cand=-"], { cwd: folder, stdin: parquet }),
      runInProcess([...args, "cand=cand.csv"], { cwd: folder }),
    ]);
    expect(piped).toMatchObject({ exitCode: 0, stdout: read.stdout });
  });
});

it("label uses the file's name as the query of a single response", async () => {
  const { read } = await label({ "plums.json": JSON.stringify(elasticsearch("title", "plums")) }, [
    ...["--candidates", "cand=plums.json"],
  ]);
  expect(read("labels.csv")).toContain("plums,");
  expect(JSON.parse(read("manifest.json")).inputs[1]).toMatchObject({ format: "elasticsearch", rows: 1 });
});

it("label reads a file whose name contains = if the file exists", async () => {
  const { read } = await label({ "year=2020.csv": csv }, ["--candidates", "year=2020.csv"]);
  expect(Object.keys(JSON.parse(read("summary.json")).engines)).toEqual(["year=2020"]);
});

it("label records --title-field in the manifest", async () => {
  const { read } = await label({ "es.jsonl": byLine(wrapped("name")) }, [
    ...["--candidates", "es.jsonl", "--title-field", "_source.name"],
  ]);
  expect(JSON.parse(read("manifest.json")).options).toMatchObject({ titleField: "_source.name" });
});

it("label takes titles from --titles if the hits of responses have none", async () => {
  const bare = queries.map((query) => ({
    query,
    response: { hits: { hits: rows.filter((row) => row.query === query).map(({ id }) => ({ _id: id })) } },
  }));
  const titles = rows.map(({ id, title }) => `${id}\t${title}\n`).join("");
  const { read } = await label({ "es.jsonl": byLine(bare), "titles.tsv": titles }, [
    ...["--candidates", "es.jsonl", "--titles", "titles.tsv"],
  ]);
  for (const { title } of rows) expect(read("labels.csv")).toContain(title);
});

it("label counts a query whose response has no hits as a query without results", async () => {
  const saved = byLine([wrapped()[0], { query: "plums", response: { hits: { total: { value: 0 }, hits: [] } } }]);
  const { read } = await label({ "es.jsonl": saved }, ["--candidates", "es.jsonl"]);
  expect(read("measures.csv")).toContain("no-candidate-results");
});

describe("label refuses", () => {
  const whole = JSON.stringify(wrapped(), null, 2);
  const compressed = gzipSync(byLine(wrapped()));
  const hits = byLine([{ query: "plums", title: "Plums", _source: { name: "Other plums" } }]);
  it.each<[string, string | Uint8Array, readonly string[], readonly string[]]>([
    ["a response cut short", whole.slice(0, -20), [], ["saved:1", "it is incomplete", "Save all of it"]],
    [
      "a line cut short",
      byLine(wrapped()).slice(0, -20),
      [],
      ["saved:2", "it is incomplete", "one complete response per line"],
    ],
    [
      "compressed responses cut short",
      compressed.subarray(0, compressed.length - 12),
      [],
      ["saved", "gzip", "cut short"],
    ],
    ["Parquet cut short", parquet.subarray(0, parquet.length - 12), [], ["saved", "Parquet", "cut short"]],
    [
      "a Parquet file as CSV",
      parquet,
      ["--input-format", "csv"],
      ["saved", "it is a Parquet file", "Leave out the option that names the format"],
    ],
    ["a CSV file as Parquet", csv, ["--input-format", "parquet"], ["it is not a Parquet file", "PAR1"]],
    ["hits without a title", byLine(wrapped("name")), [], ["saved", "_source.name", "Pass --title-field PATH"]],
    [
      "a title field of lines that are not responses",
      hits,
      ["--title-field", "_source.name"],
      ["ref.csv, saved", "there are none", "--title-column _source.name"],
    ],
    [
      "a title field of lines that are not responses, in blocks",
      hits,
      ["--title-field", "_source.name", "--jobs", "2"],
      ["ref.csv, saved", "there are none", "--title-column _source.name"],
    ],
    ["a wrong title field", whole, ["--title-field", "nmae"], ['"_source.nmae"', "the hits have: _source.title"]],
    [
      "several responses without a query",
      byLine([elasticsearch(), elasticsearch()]),
      [],
      ["response 1 has no query", '{"query"'],
    ],
    [
      "a response that is an error",
      '{"error":{"root_cause":[],"type":"parsing_exception","reason":"why not"},"status":400}',
      [],
      ["saved:1", "parsing_exception: why not", "Run the query again"],
    ],
    [
      "a response without hits",
      byLine([{ query: "a", response: { hits: { hits: [] } } }]),
      [],
      ["saved", "the response has no hits"],
    ],
  ])("%s", async (_, content, args, says) => {
    const { stderr, folder } = await label({ saved: content }, ["--candidates", "saved", ...args], 2);
    for (const words of says) expect(stderr).toContain(words);
    expect(stderr).toMatch(/^semqrel: /);
    expect(stderr).not.toMatch(/this is a bug|\n {4}at /);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });
});
