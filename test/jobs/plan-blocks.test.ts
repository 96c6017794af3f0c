/** Do blocks respect their bounds, and do their keys change if, and only if, the job does? */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RowLine } from "../../src/jobs/block.ts";
import { type PlanSettings, planBlocks } from "../../src/jobs/plan-blocks.ts";
import { parseLabelFunction } from "../../src/label/label-functions/label-function.ts";
import { hashEmbedder } from "../../src/model/embed/hash-embedder.ts";
import { plainOptions, plainTools } from "../support/blocks.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const { progress, signal } = plainTools();
const labels = { ...plainOptions, labelFunction: parseLabelFunction("inverse") };

/** Index of the lists of other queries, after the reference and the candidate. */
const MOVED = 2;

/** Writes `rowsOf(query)` rows for each query. */
function csv(queries: number, rowsOf: (query: number) => number): string {
  const rows = Array.from({ length: queries }, (_, query) =>
    Array.from(
      { length: rowsOf(query) },
      (__, rank) => `query ${query},${rank},title ${rank} of ${query},${rank}\n`,
    ).join(""),
  );
  return `query,rank,title,grade\n${rows.join("")}`;
}

async function planIn(at: string, settings: Partial<PlanSettings>) {
  const folder = join(at, "work");
  const input = (name: string) => ({ path: join(at, name), engine: name });
  const planned = await planBlocks(
    {
      references: [input("reference.csv")],
      candidates: [input("candidate.csv")],
      ...{ queries: null, titles: null, referenceEngine: null },
      read: { format: null, columns: {}, rankBase: null },
    },
    { labels, identity: hashEmbedder().model, folder, apart: false, model: {}, progress, signal, ...settings },
  );
  return { ...planned, folder };
}

function plan(files: Readonly<Record<string, string>>, settings: Partial<PlanSettings> = {}) {
  return planIn(temporaryFolder(files), settings);
}

const small = { "reference.csv": csv(9, (query) => query), "candidate.csv": csv(10, () => 3) };

describe("planBlocks", () => {
  it("puts every row into the block of its query, and exceeds the bound only for a single query", async () => {
    const { tickets, queries, read } = await plan(small, { rowsPerBlock: 8 });
    expect(queries).toHaveLength(10);
    expect(tickets.map(({ queries: [from] }) => from)).toEqual([
      0,
      ...tickets.slice(0, -1).map(({ queries: [, to] }) => to),
    ]);
    // 1 to 8 rows of the reference and 3 of the candidate. The first and the last query only have candidate rows.
    expect(tickets.reduce((sum, { rows }) => sum + rows, 0)).toBe(36 + 30);
    for (const ticket of tickets) {
      const [from, to] = ticket.queries;
      expect(ticket.rows <= 8 || to - from === 1).toBe(true);
      const lines = new TextDecoder()
        .decode(await read(ticket))
        .trimEnd()
        .split("\n")
        .slice(1);
      const found = lines.map((line) => JSON.parse(line) as RowLine);
      expect(found.filter(([engine]) => engine < MOVED)).toHaveLength(ticket.rows);
      expect(found.every(([, , query]) => query >= from && query < to)).toBe(true);
    }
  });

  it("adds the first ten rows of each candidate list under another query that has a reference", async () => {
    const from = (query: number) => query * 20;
    // Ranks have gaps and are not in the order of the rows.
    const rows = [0, 1, 2, 3].flatMap((query) =>
      Array.from(
        { length: 12 },
        (_, row) => `query ${query},${from(query) + 3 * (12 - row)},from ${query} row ${row},1`,
      ),
    );
    const files = {
      "reference.csv": csv(4, (query) => (query === 2 ? 0 : 1)),
      "candidate.csv": ["query,rank,title,grade", ...rows].join("\n"),
    };
    const permutedIn = async (settings: Partial<PlanSettings> = {}) => {
      const { tickets, read } = await plan(files, { rowsPerBlock: 1, ...settings });
      const lines: RowLine[] = [];
      for (const ticket of tickets) {
        const text = new TextDecoder().decode(await read(ticket));
        for (const line of text.trimEnd().split("\n").slice(1)) lines.push(JSON.parse(line));
      }
      const ofQuery = (query: number) => lines.filter(([engine, , at]) => engine === MOVED && at === query);
      return [0, 1, 2, 3].map((query) => ofQuery(query).map((line) => line[5]));
    };
    const listOf = (query: number, depth: number) =>
      Array.from({ length: depth }, (_, place) => `from ${query} row ${11 - place}`);
    // Query 2 has no reference, so its number is the last and it keeps its list. The other lists move to the next query.
    expect(await permutedIn()).toEqual([listOf(3, 10), listOf(0, 10), listOf(1, 10), listOf(2, 10)]);
    const oneToOne = await permutedIn({ labels: { ...labels, oneToOne: true } });
    expect(oneToOne).toEqual([listOf(3, 12), listOf(0, 12), listOf(1, 12), listOf(2, 12)]);
    const short = await permutedIn({ labels: { ...labels, depth: 2 } });
    expect(short).toEqual([listOf(3, 2), listOf(0, 2), listOf(1, 2), listOf(2, 2)]);
  });

  it("creates at most 512 blocks", async () => {
    const files = { "reference.csv": csv(1500, () => 1), "candidate.csv": csv(1500, (query) => 1 + (query % 4)) };
    const { tickets } = await plan(files, { rowsPerBlock: 1 });
    expect(tickets.length).toBeGreaterThan(200);
    expect(tickets.length).toBeLessThanOrEqual(512);
  });

  it("gives the same keys to the same job, and other keys if the model or options differ", async () => {
    // The same files, because messages name them, so equal files elsewhere are another job.
    const at = temporaryFolder(small);
    const keysOf = async (settings: Partial<PlanSettings> = {}) =>
      (await planIn(at, { rowsPerBlock: 20, ...settings })).tickets.map(({ key }) => key);
    const keys = await keysOf();
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThan(2);
    expect(await keysOf()).toEqual(keys);
    const changes: Partial<PlanSettings>[] = [
      { identity: { ...hashEmbedder().model, sha256: "1".repeat(64) } },
      { labels: { ...labels, threshold: 0.5 } },
      { apart: true },
      { model: { exact: true } },
    ];
    for (const change of changes) expect((await keysOf(change)).filter((key) => keys.includes(key))).toEqual([]);
  });

  it("names the invalid label that is first in the file, whatever its block", async () => {
    const lines = csv(9, () => 2)
      .trimEnd()
      .split("\n");
    // Rows 4 and 12 below the header are in other blocks.
    const spoilt = lines.map((line, row) => (row === 12 || row === 4 ? line.replace(/\d+$/, "many") : line));
    const files = { "reference.csv": spoilt.join("\n"), "candidate.csv": csv(9, () => 1) };
    const reading = plan(files, { rowsPerBlock: 4, labels: { ...labels, labelColumn: "grade" } });
    await expect(reading).rejects.toMatchObject({ code: "INVALID_LABEL", details: { line: 5, value: "many" } });
  });

  it("stores no copy of a file except its blocks, and stops if it is interrupted", async () => {
    const { folder, tickets } = await plan(small, { rowsPerBlock: 8 });
    expect(readdirSync(join(folder, "blocks"))).toHaveLength(tickets.length);
    expect(existsSync(join(folder, "inputs"))).toBe(false);
    await expect(plan(small, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "INTERRUPTED" });
  });
});
