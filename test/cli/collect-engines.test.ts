/** Tests the command with servers that answer like the documentation of five engines. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { documentedEngines } from "../support/documented-engines.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { type SearchServer, searchServer } from "../support/search-server.ts";
import { runInProcess } from "./run-in-process.ts";

let server: SearchServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const files = {
  "queries.tsv": 'q1\theat transfer\nq2\tnothing\nq3\todd\nq4\tC++ & "co"\n',
  "search.json":
    '{"size": {size}, "from": {from}, "track_total_hits": false, "_source": ["title"], "query": {"match": {"title": "{query}"}}}',
};
type Engine = keyof typeof documentedEngines;

async function collect(engine: Engine, path: string, args: readonly string[]) {
  server = await searchServer(documentedEngines[engine]);
  const folder = temporaryFolder(files);
  const whole = [
    "collect",
    "queries.tsv",
    "--url",
    `${server.address}${path}`,
    "--rate",
    "0",
    "-o",
    "lists.csv",
    ...args,
  ];
  const result = await runInProcess([...whole, "--json"], { cwd: folder, environment: { KEY: "k-search" } });
  return { ...result, folder, requests: server.requests };
}

const algolia = ["-d", '{"query": "{query}", "page": {page0}, "hitsPerPage": {size}}'];
const keys = ["-H", "X-Algolia-API-Key: {env:KEY}", "-H", "X-Algolia-Application-Id: APP"];
/** The address of each engine, with placeholders for pages, and the paths of its preset as people would write them. */
const asked: readonly (readonly [Engine, string, readonly string[], readonly string[], string])[] = [
  ["elasticsearch", "/books/_search", ["-d", "@search.json"], ["hits.hits[]", "._source.title", "_id"], "es-0"],
  [
    ...(["solr", "/solr/books/select?wt=json&fl=id,title&q={query}&rows={size}&start={from}"] as const),
    ...([[], ["$.response.docs[*]", "title[0]", "id"], "solr-0"] as const),
  ],
  [
    ...(["crossref", "/works?query={query}&rows={size}&offset={from}"] as const),
    ...([[], ["message.items[]", "title[0]", "DOI"], "10.5555/0"] as const),
  ],
  [
    ...(["openalex", "/works?search={query}&per-page={size}&page={page}"] as const),
    ...([[], [".results", "display_name", "id"], "https://openalex.org/W0"] as const),
  ],
  ["algolia", "/1/indexes/books/query", [...algolia, ...keys], ["hits", "title", "objectID"], "a-0"],
];

describe("semqrel collect", () => {
  it.each(asked)(
    "collects all pages of %s, either with its preset or with paths",
    async (engine, path, args, paths, id) => {
      const pages = [...args, "--depth", "30", "--page-size", "10"];
      const byPreset = await collect(engine, path, [...pages, "--preset", engine]);
      expect(byPreset.exitCode, byPreset.stderr).toBe(0);
      // 25 results for three of four queries: two full pages and a half; one page for the query without results.
      expect(JSON.parse(byPreset.stdout)).toMatchObject({
        ...{ queries: 4, results: 75, requests: { fetched: 3 * 3 + 1, kept: 0 } },
        ...{ withoutResults: ["nothing"], withoutTitle: 1, repeatedIds: 0, failures: [] },
      });
      const table = readFileSync(join(byPreset.folder, "lists.csv"), "utf8").split("\n");
      expect(table[1]).toBe(`q1,heat transfer,0,${id},"heat transfer, volume 0"`);
      expect(table[75]).toMatch(/^q4,"C\+\+ & ""co""",24,.*24,"C\+\+ & ""co"", volume 24"$/);
      await server?.close();
      const [results = "", title = "", ids = ""] = paths;
      const byPaths = await collect(engine, path, [...pages, "--results", results, "--title", title, "--id", ids]);
      expect(byPaths.exitCode, byPaths.stderr).toBe(0);
      expect(readFileSync(join(byPaths.folder, "lists.csv"), "utf8")).toBe(table.join("\n"));
    },
  );

  it.each([
    ["elasticsearch", "/books/_search", ["-d", "@search.json", "--depth", "10001"], /Result window is too large, from/],
    ["elasticsearch", "/book/_search", ["-d", "@search.json"], /404 .*no such index \[book\]\): check the address/],
    ["crossref", "/works?query={query}&rows={size}", ["--depth", "5000"], /less than or equal to 1000/],
    ["openalex", "/works?search={query}&per-page={size}", ["--depth", "300"], /must be between 1 and 200/],
    ["algolia", "/1/indexes/books/query", algolia, /403 .*Invalid Application-ID or API key\): check the headers/],
  ] as const)("prints the error that %s returns for %s", async (engine, path, args, said) => {
    const { exitCode, stderr } = await collect(engine, path, [...args, "--preset", engine]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(said);
  });
});
