/** Does every command read every file that another one reads, with the same queries, ids, titles and order? */
import { readFileSync, writeFileSync } from "node:fs";
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
/** By id. The second result of each query is the best: DCG is 2/log2(3) + 1/2, the ideal DCG 2 + 1/log2(3). */
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
  "spaces-beside-bars.txt": table(usual, " | ", cellsOf),
  "spaces-beside-commas.csv": table(usual, ", ", cellsOf),
  "tabs.tsv": table(usual, "\t", cellsOf),
  "closing-comma.csv": table([...usual, ""], ",", (result) => [...cellsOf(result), ""]),
  "blank-and-repeated.csv": plain.replace("black tea,1", ",,,\nquery,rank,id,title\nblack tea,1"),
  "row-numbers.csv": table(["", ...usual], ",", (result) => [results.indexOf(result), ...cellsOf(result)]),
  "german.csv": table(["Suchbegriff", "Rang", "Dokument-ID", "Titel"], ";", cellsOf),
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

it.each(Object.keys(lists))(
  "label, check, pool, measure, compare and convert read %s in the same way",
  async (name) => {
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
  },
);

const pairs = results.map(({ query, id }, place) => [query, id, labels[place]] as const);
const judged = (rows: readonly (readonly unknown[])[], delimiter: string) =>
  rows.map((row) => `${row.join(delimiter)}\n`).join("");
const ratings = (query: string) =>
  pairs.filter(([of]) => of === query).map(([, docId, rating]) => ({ docId, rating: String(rating) }));
const judgmentFiles: Readonly<Record<string, string>> = {
  "judged.csv": judgments,
  "judged-semicolons.csv": judged([["query", "docid", "rating"], ...pairs], ";"),
  "judged-bars.txt": judged([["query", "docid", "rating"], ...pairs], " | "),
  "judged-no-names.csv": judged(pairs, ","),
  "judged-no-names.tsv": judged(pairs, "\t"),
  "judged-beir.tsv": judged([["query-id", "corpus-id", "score"], ...pairs], "\t"),
  "judged-book.csv": judged(
    [["query", "docid", "Ann Ash", "Bob Berg"], ...pairs.map((pair) => [...pair, pair[2]])],
    ",",
  ),
  "judged-raters.csv": judged(
    [["query", "docid", "rating", "worker_id"], ...pairs.map((pair) => [...pair, "w7"])],
    ",",
  ),
  "judged.jsonl": judged(
    pairs.map(([query, id, relevance]) => [JSON.stringify({ query, id, relevance })]),
    "",
  ),
  "judged-opensearch.json": JSON.stringify({
    judgmentRatings: queries.map((query) => ({ query, ratings: ratings(query) })),
  }),
  "judged-ranx.json": JSON.stringify(
    Object.fromEntries(
      queries.map((query) => [
        query,
        Object.fromEntries(ratings(query).map(({ docId, rating }) => [docId, Number(rating)])),
      ]),
    ),
  ),
};

it.each(Object.entries(judgmentFiles))(
  "measure, compare, convert, rate and validate read %s in the same way",
  async (name, text) => {
    writeFileSync(join(folder, name), text);
    const { stdout } = await run(["measure", name, "plain.csv", "nDCG", "--json"]);
    expect(JSON.parse(stdout).runs.plain.nDCG.mean).toBeCloseTo(ndcg, 12);
    await run(["compare", name, "plain.csv", "scores.csv", "nDCG"]);
    await run(["convert", name, `${name}.jsonl`]);
    const converted = new Set(rowsOf(`${name}.jsonl`).map(({ query, id, label }) => [query, id, label].join()));
    expect(converted).toEqual(new Set(pairs.map((pair) => pair.join())));
    await run(["rate", "--import", name, "--db", `${name}.db`, "--scale", "0-2"]);
    await run(["gold", `${name}.db`, "-o", `${name}.gold`]);
    const again = await run(["measure", `${name}.gold`, "plain.csv", "nDCG", "--json"]);
    expect(JSON.parse(again.stdout).runs.plain.nDCG.mean).toBeCloseTo(ndcg, 12);
    await run(["label", "--reference", "plain.csv", "--candidates", "scores.csv", "-o", "validated"]);
    await run(["validate", "validated", "--gold", name]);
  },
);

/** Runs without titles, with query ids. */
const runs: Readonly<Record<string, string>> = {
  "bm25.run": results
    .map(({ query, rank, id }) => `q${queries.indexOf(query)} Q0 ${id} ${rank} ${9 - rank} x\n`)
    .join(""),
  "ranx.json": JSON.stringify(
    Object.fromEntries(
      queries.map((query, place) => [
        `q${place}`,
        Object.fromEntries(hits(query).map(({ id, rank }) => [id, 1.5 - rank])),
      ]),
    ),
  ),
  "mteb.json": JSON.stringify({
    mteb_model_meta: { model_name: "m", revision: null },
    default: {
      test: Object.fromEntries(
        queries.map((query, place) => [
          `q${place}`,
          Object.fromEntries(hits(query).map(({ id, rank }) => [id, 1.5 - rank])),
        ]),
      ),
    },
  }),
  "msmarco.tsv": results.map(({ query, rank, id }) => `q${queries.indexOf(query)}\t${id}\t${rank}\n`).join(""),
};

it.each(Object.entries(runs))("label, pool, measure and convert read %s in the same way", async (name, text) => {
  writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, "queries.tsv"), queries.map((query, place) => `q${place}\t${query}\n`).join(""));
  writeFileSync(join(folder, "titles.tsv"), results.map(({ id, title }) => `${id}\t${title}\n`).join(""));
  const joined = ["--queries", "queries.tsv", "--titles", "titles.tsv"];
  await run(["label", "--reference", "reference.csv", "--candidates", name, ...joined, "-o", `${name}.labels`]);
  expect(labelled(`${name}.labels`)).toEqual(expected);
  await run(["pool", name, ...joined, "-o", `${name}.pool`]);
  const { stdout } = await run([
    "measure",
    "judgments.csv",
    `run=${name}`,
    "nDCG",
    "--queries",
    "queries.tsv",
    "--json",
  ]);
  expect(JSON.parse(stdout).runs.run.nDCG.mean).toBeCloseTo(ndcg, 12);
  await run(["convert", name, `${name}.jsonl`, "--queries", "queries.tsv"]);
  expect(rowsOf(`${name}.jsonl`).map(({ query, id }) => [query, id])).toEqual(
    expected.map(([query, , id]) => [query, id]),
  );
});

/** Lists without ids, whose documents are identified by titles. */
const listsOfTitles: Readonly<Record<string, string>> = {
  "no-ids.csv": table(["search term", "pos", "document title"], ",", ({ query, rank, title }) => [query, rank, title]),
  "in-order.csv": table(["query", "title"], ",", ({ query, title }) => [query, title]),
  "titles-by-query.json": JSON.stringify(
    Object.fromEntries(queries.map((query) => [query, hits(query).map(({ title }) => title)])),
  ),
  "ragas.jsonl": lines((user_input) => ({
    user_input,
    retrieved_contexts: hits(user_input).map(({ title }) => title),
  })),
  "deepeval.json": JSON.stringify(
    queries.map((input) => ({ input, context: null, retrieval_context: hits(input).map(({ title }) => title) })),
  ),
  // pandas writes lists like this.
  "ragas.csv": `user_input,retrieved_contexts,response,reference\n${queries
    .map((query) => `${query},"[${hits(query).map(({ title }) => `'${title}'`)}]",an answer,the truth\n`)
    .join("")}`,
  "phoenix.csv": table(
    ["context.span_id", "document_position", "context.trace_id", "input", "reference", "document_score"],
    ",",
    ({ query, rank, title }) => [`span of ${query}`, rank - 1, "t", query, title, 1 / rank],
  ),
  // Joined with --join from one tab-delimited file of Web of Science per query.
  "web-of-science.tsv": table(["query", "PT", "AU", "TI", "SO"], "\t", ({ query, title }) => [
    query,
    "J",
    "Smith, J",
    title,
    "JOURNAL OF TEA",
  ]),
};

it.each(Object.entries(listsOfTitles))(
  "label, pool, measure and compare read %s, which has no ids, in the same way",
  async (name, text) => {
    writeFileSync(join(folder, name), text);
    const judged = results.map(({ query, title }, place) => `${query},${title},${labels[place]}\n`).join("");
    writeFileSync(join(folder, "judged-titles.csv"), `query,title,rating\n${judged}`);
    writeFileSync(
      join(folder, "judged-both.csv"),
      `query,id,title,rating\n${results.map(({ query, id, title }, place) => `${query},${id},${title},${labels[place]}\n`).join("")}`,
    );
    await run(["label", "--reference", "reference.csv", "--candidates", name, "-o", `${name}.labels`]);
    expect(labelled(`${name}.labels`).map(([query, rank, , title]) => [query, rank, title])).toEqual(
      expected.map(([query, rank, , title]) => [query, rank, title]),
    );
    await run(["pool", name, "-o", `${name}.pool`]);
    for (const file of ["judged-titles.csv", "judged-both.csv"]) {
      for (const list of [name, "plain.csv"]) {
        const { stdout } = await run(["measure", file, `run=${list}`, "nDCG", "--json"]);
        expect(JSON.parse(stdout).runs.run.nDCG.mean).toBeCloseTo(ndcg, 12);
      }
    }
    await run(["compare", "judged-titles.csv", "plain.csv", `other=${name}`, "nDCG"]);
    const { exitCode, stderr } = await runInProcess(["measure", "judgments.csv", name, "nDCG"], { cwd: folder });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('The judgments have "d0"; the run has no ids.');
  },
);

it("commands read files that convert wrote for Excel, and measure escapes formulas in its output", async () => {
  writeFileSync(join(folder, "halves.csv"), judgments.replaceAll(/,(\d)$/gm, ",$1.5"));
  const measured = async (judged: string, list: string) =>
    JSON.parse((await run(["measure", judged, `run=${list}`, "nDCG", "--json"])).stdout).runs.run.nDCG.mean;
  const mean = await measured("halves.csv", "scores.csv");
  for (const locale of ["de", "en"]) {
    for (const ending of ["csv", "tsv"]) {
      const [judged, list] = [`judged-${locale}.${ending}`, `list-${locale}.${ending}`];
      await run(["convert", "halves.csv", judged, "--excel", locale]);
      await run(["convert", "scores.csv", list, "--excel", locale]);
      expect(readFileSync(join(folder, judged), "utf8")).toMatch(/^\ufeff/);
      expect(await measured(judged, list)).toBe(mean);
      await run(["compare", judged, "plain.csv", `other=${list}`, "nDCG"]);
      await run(["label", "--reference", "plain.csv", "--candidates", `other=${list}`, "-o", `${list}.labels`]);
      await run(["pool", list, "-o", `${list}.pool`]);
      await run(["rate", "--import", judged, "--db", `${judged}.db`, "--scale", "0-3"]);
      await run(["gold", `${judged}.db`, "-o", `${judged}.gold`]);
      expect(await measured(`${judged}.gold`, list)).toBe(mean);
    }
  }
  writeFileSync(join(folder, "formula.csv"), "query,rank,id\n=1+1,1,d0\n");
  writeFileSync(join(folder, "formula.qrels.csv"), "query,docid,rating\n=1+1,d0,1\n");
  const csv = ["measure", "formula.qrels.csv", "formula.csv", "nDCG", "--per-query", "--format", "csv"];
  expect((await run([...csv, "--spreadsheet-safe"])).stdout).toBe("name,qid,measure,value\nformula,'=1+1,nDCG,1\n");
  expect((await run([...csv, "--excel", "de"])).stdout).toBe("\ufeffname;qid;measure;value\nformula;=1+1;nDCG;1\n");
});

it.each(["jsonl", "json", "csv"])(
  "measure joins ids of %s files even if they differ in white space or Unicode form",
  async (form) => {
    const spelled = (id: string) => `${id}\u00e9`;
    const rows = results.map(({ query, rank, id }) => ({ query, rank, id: `${spelled(id).normalize("NFD")} ` }));
    const text =
      form === "jsonl"
        ? rows.map((row) => JSON.stringify(row)).join("\n")
        : form === "json"
          ? JSON.stringify(rows)
          : `query,rank,id\n${rows.map(({ query, rank, id }) => `${query},${rank},"${id}"\n`).join("")}`;
    writeFileSync(join(folder, `mac.${form}`), text);
    writeFileSync(
      join(folder, "pc.csv"),
      judgments.replaceAll(/,(d\d)/g, (_, id) => `,${spelled(id)}`),
    );
    const { stdout } = await run(["measure", "pc.csv", `mac.${form}`, "nDCG", "--json"]);
    expect(JSON.parse(stdout).runs.mac.nDCG.mean).toBeCloseTo(ndcg, 12);
  },
);

it("measure refuses a run without a judged document, because all its measures would be 0", async () => {
  writeFileSync(join(folder, "others.csv"), plain.replaceAll(/,d(\d)/g, ",other$1"));
  const { exitCode, stderr } = await runInProcess(["measure", "judgments.csv", "others.csv", "nDCG"], { cwd: folder });
  expect(exitCode).toBe(2);
  expect(stderr).toContain(
    'no document in common, so every measure would be 0. The judgments have "d0"; the run has "other0".',
  );
});
