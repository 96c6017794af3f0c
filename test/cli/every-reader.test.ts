/** Does every command read every file that one of them reads, with the same queries, ids, titles and order? */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

interface Result {
  readonly query: string;
  readonly rank: number;
  readonly id: string;
  readonly title: string;
}

const queries = ["green tea", "black tea"];
const titles = ["Catechins in leaves", "Drying of leaves", "Steaming of leaves", "Fermented leaves", "Aroma", "Trade"];
const results: readonly Result[] = titles.map((title, place) => ({
  query: queries[Math.floor(place / 3)] as string,
  rank: (place % 3) + 1,
  id: `d${place}`,
  title,
}));
/** By id. The second result of each query is the best: DCG is 2/log2(3) + 1/2, the ideal 2 + 1/log2(3). */
const labels = [0, 2, 1, 0, 2, 1];
const ndcg = (2 / Math.log2(3) + 1 / 2) / (2 + 1 / Math.log2(3));

function table(names: readonly string[], delimiter: string, cells: (result: Result) => readonly unknown[], end = "\n") {
  return [names, ...results.map(cells)].map((row) => row.join(delimiter) + end).join("");
}

const usual = ["query", "rank", "id", "title"];
const cellsOf = ({ query, rank, id, title }: Result) => [query, rank, id, title];
const plain = table(usual, ",", cellsOf);
const hits = (query: string) => results.filter((result) => result.query === query);
const lines = (line: (query: string) => unknown) => queries.map((query) => JSON.stringify(line(query))).join("\n");
const documents = (query: string) => hits(query).map(({ id, title }) => ({ id, title }));

const lists: Readonly<Record<string, string | Uint8Array>> = {
  "plain.csv": plain,
  "packed.csv.gz": gzipSync(plain),
  "utf-16.csv": Buffer.from(`\ufeff${plain}`, "utf16le"),
  "scores.csv": table(["query", "id", "title", "score"], ",", ({ query, rank, id, title }) => [
    query,
    id,
    title,
    -rank,
  ]),
  "from-zero.csv": table(usual, ",", ({ query, rank, id, title }) => [query, rank - 1, id, title]),
  "semicolons.csv": `\ufeff${table(usual, ";", cellsOf, "\r\n")}`,
  "named.csv": `sep=|\n${table(usual, "|", cellsOf)}`,
  "tabs.tsv": table(usual, "\t", cellsOf),
  "closing-comma.csv": table([...usual, ""], ",", (result) => [...cellsOf(result), ""]),
  "blank-and-repeated.csv": plain.replace("black tea,1", ",,,\nquery,rank,id,title\nblack tea,1"),
  "row-numbers.csv": table(["", ...usual], ",", (result) => [results.indexOf(result), ...cellsOf(result)]),
  "lines.jsonl": results.map((result) => JSON.stringify(result)).join("\n"),
  "list.json": JSON.stringify(
    results.map(({ query, rank, id, title }) => ({ query, position: rank, doc_id: id, name: title })),
    null,
    1,
  ),
  "by-query.json": JSON.stringify(Object.fromEntries(queries.map((query) => [query, documents(query)]))),
  "answers.jsonl": lines((query) => ({ query, results: documents(query) })),
  "algolia.json": JSON.stringify({
    results: queries.map((query) => ({
      query,
      nbHits: 3,
      hits: hits(query).map(({ id, title }) => ({ objectID: id, title })),
    })),
  }),
  "with-a-head.json": JSON.stringify({
    meta: { n: 2 },
    results: queries.map((query) => ({ query, hits: documents(query) })),
  }),
  "elasticsearch.jsonl": lines((query) => ({
    query,
    response: {
      hits: { hits: hits(query).map(({ id, rank, title }) => ({ _id: id, _score: 9 - rank, _source: { title } })) },
    },
  })),
  "solr.jsonl": lines((q) => ({ responseHeader: { params: { q } }, response: { start: 0, docs: documents(q) } })),
  "solr-grouped.jsonl": lines((q) => ({
    responseHeader: { params: { q } },
    grouped: { id: { matches: 3, groups: documents(q).map((document) => ({ doclist: { docs: [document] } })) } },
  })),
  "vespa.jsonl": lines((query) => ({
    query,
    response: {
      root: {
        id: "toplevel",
        fields: { totalCount: 3 },
        children: hits(query).map(({ id, rank, title }) => ({
          id: `id:shop:tea::${id}`,
          relevance: 1 / rank,
          fields: { title },
        })),
      },
    },
  })),
  "typesense.jsonl": lines((q) => ({
    found: 3,
    hits: documents(q).map((document) => ({ document, text_match: 100 })),
    request_params: { q },
  })),
};

const judgments = `query,docid,rating\n${results.map(({ query, id }, place) => `${query},${id},${labels[place]}\n`).join("")}`;
let folder = "";
const run = async (args: readonly string[]) => {
  const result = await runInProcess(args, { cwd: folder });
  expect(result.exitCode, `${args.join(" ")}\n${result.stderr}`).toBe(0);
  return result;
};
const rowsOf = (path: string) =>
  readFileSync(join(folder, path), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const labelled = (path: string) =>
  readFileSync(join(folder, path, "labels.csv"), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",").slice(1, 5));
const expected = results.map(({ query, rank, id, title }) => [query, String(rank - 1), id, title]);

beforeAll(() => {
  folder = temporaryFolder({ "reference.csv": plain, "judgments.csv": judgments, ...lists });
});

it.each(Object.keys(lists))("reads %s alike with label, check, pool, measure, compare and convert", async (name) => {
  await run(["label", "--reference", "reference.csv", "--candidates", name, "-o", `${name}.labels`]);
  expect(labelled(`${name}.labels`)).toEqual(expected);
  await run(["check", "reference.csv", name, "-o", `${name}.check`]);
  expect(labelled(`${name}.check`)).toEqual(expected);
  await run(["pool", name, "-o", `${name}.pool`]);
  const pooled = rowsOf(`${name}.pool`).map(({ query, id, title, engines }) => [
    query,
    String(engines[0].rank),
    id,
    title,
  ]);
  expect(pooled.sort()).toEqual([...expected].sort());
  const { stdout } = await run(["measure", "judgments.csv", name, "nDCG", "NumRet", "--json"]);
  const [measured] = Object.values<Record<string, { mean: number }>>(JSON.parse(stdout).runs);
  expect(measured?.["nDCG"]?.mean).toBeCloseTo(ndcg, 12);
  await run(["compare", "judgments.csv", "reference.csv", `other=${name}`, "nDCG"]);
  await run(["convert", name, `${name}.jsonl`]);
  const converted = rowsOf(`${name}.jsonl`).map(({ query, id, title }) => [query, id, title]);
  expect(converted).toEqual(expected.map(([query, , id, title]) => [query, id, title]));
});
