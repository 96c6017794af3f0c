/** Tests the built command with its own server: from queries to labels, killed, interrupted, and with secrets. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { collect } from "../../src/collect/collect.ts";
import { mainFile, runCli, temporaryFolder } from "../support/run-cli.ts";
import { elasticsearchAnswer, type SearchAnswer, type SearchServer, searchServer } from "../support/search-server.ts";
import { runInProcess } from "./run-in-process.ts";

let server: SearchServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function start(answer: SearchAnswer): Promise<SearchServer> {
  server = await searchServer(answer);
  return server;
}

const titlesOf = (query: string) => Array.from({ length: 5 }, (_, at) => `${query} volume ${at}`);
const queries = Array.from({ length: 12 }, (_, at) => `q${at}\tquery number ${at}\n`).join("");
const body = '{"size": {size}, "query": {"match": {"title": "{query}"}}}';
/** Obeys the size and checks the key. */
const books: SearchAnswer = ({ body: asked, headers }, response) => {
  if (headers.authorization !== "ApiKey hunter2hunter2") return void response.writeHead(401).end("{}");
  const { size, query } = JSON.parse(asked);
  return elasticsearchAnswer(query.match.title.includes("11") ? [] : titlesOf(query.match.title).slice(0, size));
};
const asBooks = (address: string) => [
  ...["collect", "queries.tsv", "--preset", "elasticsearch", "--url", `${address}/books/_search`, "-d", "@body.json"],
  ...["-H", "Authorization: ApiKey {env:ES_KEY}", "-o", "lists.csv", "--rate", "0"],
];
const env = { ES_KEY: "hunter2hunter2" };

describe("semqrel collect", () => {
  it("collects lists from Elasticsearch that label can read, and stores no secret", async () => {
    const { address, requests } = await start(books);
    const folder = temporaryFolder({ "queries.tsv": queries, "body.json": body });
    const collected = await runCli(asBooks(address), { cwd: folder, env });
    expect(collected.exitCode, collected.stderr).toBe(0);
    expect(collected.stderr).toMatch(/Wrote lists\.csv: 55 results of 12 queries \(12 answers fetched, 0 kept/);
    expect(collected.stderr).toMatch(/No results: 1 query \("query number 11"\)\..*--queries queries\.tsv/);
    expect(requests).toHaveLength(12);
    const [header, first] = readFileSync(join(folder, "lists.csv"), "utf8").split("\n");
    expect(header).toBe("query_id,query,rank,id,title");
    expect(first).toBe("q0,query number 0,0,b0,query number 0 volume 0");
    for (const name of readdirSync(join(folder, "lists.raw"))) {
      expect(readFileSync(join(folder, "lists.raw", name), "utf8")).not.toContain("hunter2");
    }
    const lists = ["--reference", "lists.csv", "--candidates", "again=lists.csv", "--queries", "queries.tsv"];
    const labelled = await runInProcess(["label", ...lists, "--embedder", "hash", "--json"], { cwd: folder });
    expect(labelled.exitCode, labelled.stderr).toBe(0);
    // A list labelled by itself is perfect, if the query has reference results.
    const engine = JSON.parse(labelled.stdout).engines.again;
    expect(engine["ndcg_reference@10"]).toMatchObject({ count: 11, mean: 1 });
    expect(engine.queries).toBe(12);
  });

  it.each(["$.hits.hits[*]", "hits.hits[]"])(
    "reads the path %s in a program as on the command line",
    async (results) => {
      const { address } = await start(() => elasticsearchAnswer(titlesOf("pears")));
      const folder = temporaryFolder({ "queries.tsv": "q0\tpears\n" });
      const paths = { results, title: "$._source.title", id: "$._id" };
      const given = { url: `${address}/{query}`, raw: join(folder, "raw"), rate: 0, depth: 5, ...paths };
      const { collected } = await collect(join(folder, "queries.tsv"), given);
      expect(collected.lists[0]?.results?.map(({ title }) => title)).toEqual(titlesOf("pears"));
    },
  );

  it("keeps an earlier file if a query fails, names the query, and requests only this query the next time", async () => {
    let isIll = true;
    const { address, requests } = await start((request, response) =>
      isIll && request.body.includes("number 3") ? void response.writeHead(400).end("{}") : books(request, response),
    );
    const folder = temporaryFolder({ "queries.tsv": queries, "body.json": body, "lists.csv": "mine" });
    const failed = await runInProcess([...asBooks(address), "--json"], { cwd: folder, environment: env });
    expect(failed.exitCode).toBe(2);
    expect(failed.stderr).toMatch(/1 of 12 queries failed\. "query number 3": status 400.*lists\.csv was not written/);
    expect(JSON.parse(failed.stdout)).toMatchObject({
      schema: "semqrel.collect/1",
      failures: [{ query: "query number 3" }],
    });
    expect(readFileSync(join(folder, "lists.csv"), "utf8")).toBe("mine");
    isIll = false;
    const before = requests.length;
    const resumed = await runInProcess(asBooks(address), { cwd: folder, environment: env });
    expect(resumed.exitCode, resumed.stderr).toBe(0);
    expect(requests.length - before).toBe(1);
  });

  it("writes the lists of the other queries with --partial if one query fails", async () => {
    const { address } = await start((request, response) =>
      request.body.includes("number 3") ? void response.writeHead(400).end("{}") : books(request, response),
    );
    const folder = temporaryFolder({ "queries.tsv": queries, "body.json": body });
    const { exitCode, stderr } = await runInProcess([...asBooks(address), "--partial"], {
      cwd: folder,
      environment: env,
    });
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(
      /Failed: 1 query\. "query number 3": status 400.*In check and label, they count as queries without results/,
    );
    expect(readFileSync(join(folder, "lists.csv"), "utf8")).not.toContain("query number 3,");
  });

  it("writes nothing with --partial if every query fails, and prints why", async () => {
    const { address } = await start((_, response) => void response.writeHead(400).end("{}"));
    const folder = temporaryFolder({ "queries.tsv": "a\nb\n", "body.json": body });
    const options = { cwd: folder, environment: env };
    const { exitCode, stderr } = await runInProcess([...asBooks(address), "--partial"], options);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/none of 2 queries has a result, so nothing is written\. .*status 400.*--dry-run/);
    expect(existsSync(join(folder, "lists.csv"))).toBe(false);
  });

  it.each(["SIGKILL", "SIGINT"] as const)(
    "resumes after %s, and writes the same bytes as an uninterrupted run",
    async (signal) => {
      let isStuck = true;
      let answered = 0;
      let onStuck = () => {};
      const { address, requests } = await start((request, response) => {
        if (isStuck && answered === 5) return onStuck();
        answered++;
        return books(request, response);
      });
      const folder = temporaryFolder({ "queries.tsv": queries, "body.json": body });
      const stuck = new Promise<void>((resolve) => {
        onStuck = resolve;
      });
      const child = spawn(process.execPath, [mainFile, ...asBooks(address)], {
        cwd: folder,
        env: { ...process.env, ...env },
      });
      let stderr = "";
      child.stderr.on("data", (piece) => {
        stderr += piece;
      });
      const ended = new Promise((resolve) => child.on("close", resolve));
      await stuck;
      child.kill(signal);
      expect(await ended).toBe(signal === "SIGINT" ? 130 : null);
      if (signal === "SIGINT") expect(stderr).toMatch(/interrupted\. \d queries are in lists\.raw/);
      expect(existsSync(join(folder, "lists.csv"))).toBe(false);
      isStuck = false;
      const before = requests.length;
      const resumed = await runInProcess(asBooks(address), { cwd: folder, environment: env });
      expect(resumed.exitCode, resumed.stderr).toBe(0);
      // Of two parallel requests, the second may not have been stored yet.
      expect(requests.length - before).toBeGreaterThanOrEqual(7);
      expect(requests.length - before).toBeLessThanOrEqual(9);
      const whole = temporaryFolder({ "queries.tsv": queries, "body.json": body });
      await runInProcess(asBooks(address), { cwd: whole, environment: env });
      expect(readFileSync(join(folder, "lists.csv"), "utf8")).toBe(readFileSync(join(whole, "lists.csv"), "utf8"));
    },
  );

  it("refuses to write the lists over the file of queries", async () => {
    const { address, requests } = await start(books);
    const folder = temporaryFolder({ "queries.tsv": queries, "body.json": body });
    const given = [...asBooks(address), "-o", "./queries.tsv"];
    const { exitCode, stderr } = await runInProcess(given, { cwd: folder, environment: env });
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining("Cannot write ./queries.tsv: it is also an input."),
    ]);
    expect(requests).toEqual([]);
    expect(readFileSync(join(folder, "queries.tsv"), "utf8")).toBe(queries);
  });

  it("shows the first request without secrets for --dry-run, and neither writes a file nor sends a request", async () => {
    const { address, requests } = await start(books);
    const folder = temporaryFolder({ "queries.tsv": 'q1\tso "called"\n', "body.json": body });
    const { exitCode, stdout } = await runInProcess([...asBooks(address), "--dry-run"], {
      cwd: folder,
      environment: env,
    });
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      `POST ${address}/books/_search\nAccept: application/json\nContent-Type: application/json\n` +
        'Authorization: ApiKey ***\n\n{"size": 10, "query": {"match": {"title": "so \\"called\\""}}}\n',
    );
    expect(requests).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(["body.json", "queries.tsv"]);
  });
});
