/** Does the protocol's own client get answers from `system mcp`? */
import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mainFile, oneThread, root, sharedCache, temporaryFolder } from "../support/run-cli.ts";

const names = ["library.csv", "explorer.csv", "quickfind.csv", "queries.tsv"];
const lists = { reference: "library.csv", candidates: ["explorer.csv", "quickfind.csv"], queries: "queries.tsv" };
const searching = "evaluating search engines without relevance judgments";

let folder: string;
let client: Client;

async function connect(...options: readonly string[]): Promise<void> {
  client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [mainFile, "system", "mcp", ...options],
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "", SEMQREL_CACHE: sharedCache, ...oneThread },
    }),
  );
}

interface Answer {
  readonly isError: boolean;
  readonly text: string;
}

async function call(name: string, given: Record<string, unknown>): Promise<Answer> {
  const { isError = false, content } = await client.callTool({ name, arguments: given });
  const [{ text }] = content as [{ text: string }];
  return { isError: isError === true, text };
}

async function found(name: string, given: Record<string, unknown>) {
  const { isError, text } = await call(name, given);
  expect(isError, text).toBe(false);
  return JSON.parse(text);
}

beforeEach(() => {
  folder = temporaryFolder();
  for (const name of names) copyFileSync(join(root, "data/samples", name), join(folder, name));
});
afterEach(() => client.close());

describe("a server without a folder", () => {
  beforeEach(() => connect());

  it("offers four read-only tools, with their arguments", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["check", "compare", "explain_query", "next_step"]);
    for (const { annotations } of tools) expect(annotations).toEqual({ readOnlyHint: true });
    expect(tools[0]?.inputSchema.required).toEqual(["reference", "candidates"]);
  });

  it("checks engines without writing anything", async () => {
    const { conclusion, engines, folder: written } = await found("check", lists);
    // The README prints both numbers, which an independent program also computed.
    expect(engines.explorer["ndcg_reference@10"]).toBeCloseTo(0.701, 3);
    expect(engines.quickfind["ndcg_reference@10"]).toBeCloseTo(0.391, 3);
    expect(conclusion).toMatchObject({ by: "labels", state: "hint", verdict: expect.stringContaining("explorer") });
    expect(written).toBeNull();
    expect(readdirSync(folder).sort()).toEqual([...names].sort());
  });

  it.each([
    ["check", { ...lists, name: "out" }, "this server has no folder to write into"],
    ["check", { reference: "library.csv" }, "Calling check: candidates is missing."],
    ["check", { ...lists, candidates: "explorer.csv" }, 'candidates is "explorer.csv". Give a list of texts.'],
    ["check", { ...lists, query: "x" }, 'it has no argument "query". Did you mean "queries"?'],
    ["check", { ...lists, reference: "libary.csv" }, "libary.csv"],
    ["chek", {}, 'there is no such tool. Did you mean "check"?'],
    ["toString", {}, "there is no such tool."],
    ["explain_query", { labels: "nowhere", query: "x" }, "nowhere"],
    ["next_step", { labels: "queries.tsv" }, "queries.tsv"],
  ])("refuses to call %s with %j, and still answers afterwards", async (name, given, why) => {
    const { isError, text } = await call(name, given);
    expect(isError).toBe(true);
    expect(text).toContain(why);
    expect((await client.listTools()).tools).toHaveLength(4);
  });
});

describe("a server with a folder", () => {
  beforeEach(() => connect("--folder", "evaluation"));

  it("writes labels into the folder, and reads them for its answers", async () => {
    const { folder: labels } = await found("check", { ...lists, name: "first" });
    expect(labels).toBe(join("evaluation", "first"));
    expect(existsSync(join(folder, labels, "report.html"))).toBe(true);
    const compared = await found("compare", { labels, measure: "precision" });
    expect(compared.measures[0].pairs[0]).toMatchObject({ run: "quickfind", baseline: "explorer" });
    const step = await found("next_step", { labels });
    expect(step.next.command).toContain("semqrel pool");
    const { engines } = await found("explain_query", { labels, query: searching, depth: 2 });
    expect(engines.explorer).toHaveLength(2);
    // Explorer's first result is the library's second: 5 / (r + 1), with r from 0.
    expect(engines.explorer[0]).toMatchObject({ position: 1, label: 2.5 });
    expect(engines.explorer[0].title.toLowerCase()).toBe(engines.explorer[0].referenceTitle.toLowerCase());
    const { isError, text } = await call("explain_query", { labels, query: "bread" });
    expect([isError, text]).toEqual([true, expect.stringContaining('has no query "bread"')]);
  });

  it.each(["../out", "/tmp/out", "..", "a/b", ""])("refuses to write to %j", async (name) => {
    const { isError, text } = await call("check", { ...lists, name });
    expect([isError, text]).toEqual([true, expect.stringContaining("is not a plain name")]);
    expect(existsSync(join(folder, "evaluation"))).toBe(false);
  });
});
