import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CollectOptions } from "../../src/collect/collect-lists.ts";
import { dryRun } from "../../src/collect/collect-lists.ts";
import { temporaryFolder } from "../support/run-cli.ts";

async function shown(further: Partial<CollectOptions>, environment: Readonly<Record<string, string>> = {}) {
  const texts = { stdout: "", stderr: "" };
  const folder = temporaryFolder({ "queries.tsv": "q1\theat & mass\nq2\twings\n" });
  const options: CollectOptions = {
    ...{ queries: join(folder, "queries.tsv"), raw: join(folder, "raw"), refetch: false, offline: false },
    request: { url: "http://s.example/?q={query}&n={size}&p={page0}", method: null, body: null, headers: [] },
    paths: { results: "items", title: "name", id: null, url: null, mayBeAbsent: false },
    ...{ depth: null, pageSize: null, rate: null, concurrency: 1 },
    patience: { timeoutSeconds: 1, maxBytes: 1, retries: 0 },
    ...further,
  };
  await dryRun(options, {
    environment,
    write: (text) => {
      texts.stdout += text;
    },
    say: (lines) => {
      texts.stderr += [lines]
        .flat()
        .map((line) => `${line}\n`)
        .join("");
    },
  });
  return texts;
}

describe("dryRun", () => {
  it("prints the request for the first query and the first page, with ten results by default", async () => {
    const { stdout, stderr } = await shown({});
    expect(stdout).toBe("GET http://s.example/?q=heat%20%26%20mass&n=10&p=0\nAccept: application/json\n");
    expect(stderr).toBe("\nThis is the request for the first of 2 queries (up to 1 page each). Nothing was sent.\n");
  });

  it("counts the pages that a query may need", async () => {
    // 25 results in pages of 10 need two full pages and half a page.
    const { stdout, stderr } = await shown({ depth: 25, pageSize: 10 });
    expect(stdout).toContain("&n=10&p=0");
    expect(stderr).toContain("up to 3 pages each");
  });

  it("masks variables of the environment, and names variables that are not set", async () => {
    const headers = ["X-Api-Key: {env:KEY}", "X-Other: {env:OTHER}"];
    const body = '{"q": "{query}",\n "n": {size}}';
    const request = { url: "http://s.example/", method: null, body, headers };
    const { stdout, stderr } = await shown({ request }, { KEY: "hunter2" });
    expect(stdout).toBe(
      "POST http://s.example/\nAccept: application/json\nContent-Type: application/json\nX-Api-Key: ***\nX-Other: ***\n" +
        '\n{"q": "heat & mass",\n "n": 10}\n',
    );
    expect(stderr).toContain("The environment variable OTHER is not set.\n");
    expect(stderr).not.toContain("KEY.");
  });

  it("refuses several pages without a page placeholder, and {query_id} for queries without ids", async () => {
    const asking = (url: string) => ({ request: { url, method: null, body: null, headers: [] } });
    const pages = shown({ ...asking("http://s.example/?q={query}&n={size}"), depth: 20, pageSize: 10 });
    await expect(pages).rejects.toThrow("20 results in pages of 10 need {from}, {page} or {page0}");
    const queries = join(temporaryFolder({ "texts.txt": "heat\nwings\n" }), "texts.txt");
    const ids = shown({ ...asking("http://s.example/?q={query_id}"), queries });
    await expect(ids).rejects.toThrow('the query "heat" has no id, which {query_id} needs');
  });

  it("refuses a request without an address", async () => {
    await expect(shown({ request: null })).rejects.toMatchObject({ code: "INVALID_OPTION" });
  });
});
