/** Sets of queries, with made-up answers and a made-up clock. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CollectOptions, collectLists, listRows } from "../../src/collect/collect-lists.ts";
import { collectSummary } from "../../src/collect/collected.ts";
import type { AskTools } from "../../src/io/ask/ask.ts";
import { jsonResponse, LIMIT, madeTools } from "../support/ask-tools.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const paths = { results: "items", title: "name", id: "key", url: null, mayBeAbsent: false };

function optionsFor(queries: readonly string[], further: Partial<CollectOptions> = {}): CollectOptions {
  const folder = temporaryFolder({ "queries.tsv": queries.map((text, at) => `q${at}\t${text}\n`).join("") });
  return {
    queries: join(folder, "queries.tsv"),
    request: { url: "http://s.example/?q={query}&n={size}&from={from}", method: null, body: null, headers: [] },
    ...{ paths, depth: null, pageSize: null, raw: join(folder, "raw"), refetch: false, offline: false },
    patience: { timeoutSeconds: LIMIT, maxBytes: 1e6, retries: 0 },
    ...{ rate: null, concurrency: 2, ...further },
  };
}

/** Thirty results for any query, except those that `special` answers. */
function engine(special: (query: string) => Response | null = () => null, further: Partial<AskTools> = {}) {
  return madeTools((url) => {
    const asked = new URL(url).searchParams;
    const from = Number(asked.get("from"));
    const count = Math.max(0, Math.min(Number(asked.get("n")), 30 - from));
    const items = Array.from({ length: count }, (_, at) => ({
      name: `${asked.get("q")} ${from + at}`,
      key: from + at,
    }));
    return special(asked.get("q") ?? "") ?? jsonResponse({ items });
  }, further);
}

describe("collectLists", () => {
  it("returns the list of each query, in the order of the queries", async () => {
    const { lists, fetched } = await collectLists(optionsFor(["a", "b", "c", "d", "e"], { depth: 2 }), engine().tools);
    expect([
      ...listRows(lists.slice(3), { paths: { id: "key", url: null }, engine: null, spreadsheetSafe: false }),
    ]).toEqual([
      ["query_id", "query", "rank", "id", "title"],
      ["q3", "d", "0", "0", "d 0"],
      ["q3", "d", "1", "1", "d 1"],
      ["q4", "e", "0", "0", "e 0"],
      ["q4", "e", "1", "1", "e 1"],
    ]);
    expect(fetched).toBe(5);
  });
  it("requests pages down to the depth, or to the end of the list", async () => {
    const { tools, asked } = engine();
    const { lists } = await collectLists(optionsFor(["a"], { depth: 25, pageSize: 10 }), tools);
    expect(lists[0]?.results?.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, at) => String(at)));
    expect(asked.map(({ url }) => new URL(url).searchParams.get("from"))).toEqual(["0", "10", "20"]);
    const whole = await collectLists(optionsFor(["a"], { depth: 100, pageSize: 12 }), engine().tools);
    expect(whole.lists[0]?.results).toHaveLength(30);
  });
  it("reports a failure if an engine always returns the same page", async () => {
    const { tools, asked } = engine(() =>
      jsonResponse({
        items: [
          { name: "same", key: 1 },
          { name: "too", key: 2 },
        ],
      }),
    );
    const { failures } = await collectLists(optionsFor(["a"], { depth: 100, pageSize: 2 }), tools);
    expect(failures[0]?.reason).toMatch(/page 2 repeats page 1/);
    expect(asked).toHaveLength(2);
  });
  it("continues after a query that failed, and requests only that query the next time", async () => {
    const options = optionsFor(["a", "b", "c", "d"]);
    const first = await collectLists(options, engine((query) => (query === "b" ? jsonResponse({}, 400) : null)).tools);
    expect(collectSummary(first).failures).toEqual([{ query: "b", reason: expect.stringMatching(/^status 400/) }]);
    const { tools, asked } = engine();
    const second = await collectLists(options, tools);
    expect(asked.map(({ url }) => new URL(url).searchParams.get("q"))).toEqual(["b"]);
    expect(second).toMatchObject({ failures: [], fetched: 1, kept: 3 });
  });
  it("sends no request if it is offline, and names missing pages", async () => {
    const options = optionsFor(["a", "b"]);
    await collectLists(options, engine((query) => (query === "b" ? jsonResponse({}, 400) : null)).tools);
    const { tools, asked } = engine();
    const { failures, lists } = await collectLists({ ...options, request: null, offline: true }, tools);
    expect(lists[0]?.results).toHaveLength(10);
    expect(failures.map(({ reason }) => reason)).toEqual([expect.stringMatching(/page 1 is not in .*raw$/)]);
    expect(asked).toEqual([]);
  });
  it("reads stored answers to a request with a literal secret, and hides the secret if the request differs", async () => {
    const asking = (body: string) => ({ url: "http://s.example/?q={query}", method: null, body, headers: [] });
    const options = optionsFor(["a"], { request: asking('{"token":"{env:T}"}') });
    await collectLists(options, engine(() => null, { environment: { T: "x" } }).tools);
    // An earlier version stored the secret itself.
    const plan = join(options.raw, "request");
    writeFileSync(plan, readFileSync(plan, "utf8").replace("{env:T}", "hunter2"));
    const offline = (body: string) =>
      collectLists({ ...options, request: asking(body), offline: true }, engine().tools);
    expect((await offline('{"token":"hunter2"}')).failures).toEqual([]);
    const other = await offline('{"token":"hunter3"}').catch((error: Error) => error.message);
    expect(other).toMatch(/answers belong to another request: --body was/);
    expect(other).not.toMatch(/hunter/);
  });
  it("repeats requests whose answers were incomplete, or were errors with status 200", async () => {
    const options = optionsFor(["a", "b", "c"]);
    const odd = (query: string) =>
      query === "b"
        ? jsonResponse({ timed_out: true, items: [{ name: "x", key: 1 }] })
        : query === "c"
          ? jsonResponse({ error: "overloaded" })
          : null;
    const first = collectSummary(await collectLists(options, engine(odd).tools));
    expect(first.incomplete).toEqual(["b"]);
    expect(first.failures).toEqual([{ query: "c", reason: "the answer is an error (overloaded)" }]);
    const { tools, asked } = engine();
    const second = collectSummary(await collectLists(options, tools));
    expect(asked).toHaveLength(2);
    expect(second).toMatchObject({ incomplete: [], failures: [] });
  });
  it.each([
    ["the list", { results: "item" }, /no "item"; its lists are at: items\. Did you mean "items"\?/],
    [
      "titles",
      { title: "nam" },
      /none of 30 results has a value at "nam"; the first has: name, key\. Did you mean "name"/,
    ],
    ["ids", { id: "kee" }, /Correct --id/],
  ])("stops after three queries if the path to %s is wrong", async (_, wrong, message) => {
    const { tools, asked } = engine();
    const options = optionsFor(
      Array.from({ length: 50 }, (_, at) => `query ${at}`),
      { paths: { ...paths, ...wrong } },
    );
    await expect(collectLists(options, tools)).rejects.toThrow(message);
    expect(asked).toHaveLength(3);
  });
  it("stops after ten failures in a row, and returns the other queries as skipped", async () => {
    const { tools, asked } = engine(() => jsonResponse({}, 401));
    const options = optionsFor(
      Array.from({ length: 50 }, (_, at) => `query ${at}`),
      { concurrency: 1 },
    );
    const { failures } = await collectLists(options, tools);
    expect(asked).toHaveLength(10);
    expect(failures).toHaveLength(50);
    expect(failures[49]?.reason).toMatch(/^skipped, because 10 queries in a row failed/);
  });
  it("counts queries without results, missing titles and repeated ids", async () => {
    const odd = (query: string) =>
      query === "none"
        ? jsonResponse({ items: null })
        : jsonResponse({ items: [{ name: "x", key: 1 }, { name: "y", key: 1 }, { key: 2 }] });
    const summary = collectSummary(await collectLists(optionsFor(["a", "none", "b"]), engine(odd).tools));
    expect(summary).toMatchObject({
      ...{ queries: 3, results: 6, withoutResults: ["none"], withoutTitle: 2, repeatedIds: 2, cappedAt: 3 },
    });
  });
  it("throws if it is interrupted, and keeps the received answers for the next run", async () => {
    const stop = new AbortController();
    const options = optionsFor(["a", "b", "c", "d", "e"], { concurrency: 1 });
    const interrupting = engine(
      (query) => {
        if (query === "c") stop.abort();
        return null;
      },
      { signal: stop.signal },
    );
    await expect(collectLists(options, interrupting.tools)).rejects.toMatchObject({ code: "INTERRUPTED" });
    const { tools, asked } = engine();
    await collectLists(options, tools);
    expect(asked.length).toBeLessThanOrEqual(3);
  });
  it("refuses a request with a variable that the environment lacks", async () => {
    const request = { url: "http://s/?q={query}", method: null, body: null, headers: ["X-Api-Key: {env:KEY}"] };
    const options = optionsFor(["a"], { request });
    await expect(collectLists(options, engine().tools)).rejects.toThrow(/the environment has no KEY/);
  });
  it("requires ids of queries for {query_id}", async () => {
    const options = optionsFor(["a"], {
      request: { url: "http://s/?q={query_id}", method: null, body: null, headers: [] },
    });
    writeFileSync(options.queries, "only text\n");
    await expect(collectLists(options, engine().tools)).rejects.toThrow(/no id, which \{query_id\} needs/);
  });
});
