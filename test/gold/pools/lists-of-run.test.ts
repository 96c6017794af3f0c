import { describe, expect, it } from "vitest";
import { sha256 } from "../../../src/core/files/sha256.ts";
import { NameTable } from "../../../src/core/titles/name-table.ts";
import type { PooledPair, RawRun } from "../../../src/core/types.ts";
import { HOLE, NOTHING } from "../../../src/gold/measure-gold-engines.ts";
import { listsOfRun } from "../../../src/gold/pools/lists-of-run.ts";
import { rankRun } from "../../../src/lists/rank-run.ts";
import { makeGold, makePool } from "../../support/make-pool.ts";

type Row = readonly [query: string, document: string, title?: string];

function rawRun(rows: readonly Row[], texts: Readonly<Record<string, string>> = {}): RawRun {
  const names = { queries: new NameTable(), documents: new NameTable() };
  return {
    ...{ name: "new", tag: null, source: "new.run", names },
    queries: Int32Array.from(rows, ([query]) => names.queries.add(query)),
    documents: Int32Array.from(rows, ([, document]) => names.documents.add(document)),
    scores: Float64Array.from(rows, (_, row) => -row),
    titles: rows.some(([, , title]) => title !== undefined) ? rows.map(([, , title]) => title ?? "") : null,
    queryTexts: new Map(Object.entries(texts).map(([query, text]) => [names.queries.add(query), text])),
  };
}

function lists(pairs: readonly PooledPair[], raw: RawRun) {
  const { run } = rankRun(raw, { scorePrecision: "single" });
  return listsOfRun(makeGold(pairs, {}), raw, run, sha256).lists.map((list) => list && [...list]);
}

const pool = makePool({ q1: { one: ["a", "b"] }, q2: { one: ["a"] } });

describe("listsOfRun", () => {
  it("finds documents by id, each in its own query, and keeps the place of those that were not pooled", () => {
    const raw = rawRun([
      ["q2", "b"],
      ["q2", "a"],
      ["q1", "b"],
      ["q1", "x"],
      ["q1", "a"],
    ]);
    expect(lists(pool, raw)).toEqual([
      [1, HOLE, 0],
      [HOLE, 2],
    ]);
  });

  it("has no list for a query that the run lacks, and does not look at further ones", () => {
    const raw = rawRun([
      ["q2", "a"],
      ["q9", "a"],
    ]);
    expect(lists(pool, raw)).toEqual([null, [2]]);
  });

  it.each([
    { name: "its text", query: "text of q1", texts: {} },
    { name: "the hash of its text", query: sha256("text of q1").slice(0, 16), texts: {} },
    { name: "a text beside another id", query: "77", texts: { 77: "text of q1" } },
  ])("finds a query by $name", ({ query, texts }) => {
    expect(lists(pool, rawRun([[query, "b"]], texts))).toEqual([[1], null]);
  });

  it("takes a near duplicate for its pair, and a second copy for nothing", () => {
    const merged = [{ id: "copy", title: "A copy", similarity: 0.98 }];
    const raw = rawRun([
      ["q1", "copy"],
      ["q1", "a"],
      ["q1", "x"],
      ["q1", "y"],
    ]);
    const [first, ...others] = pool;
    expect(lists([...(first ? [{ ...first, merged }] : []), ...others], raw)).toEqual([[0, NOTHING, HOLE, HOLE], null]);
  });

  it("believes titles before ids, as engines may number their rows each in its own way", () => {
    const raw = rawRun([
      ["q1", "a", "title B"],
      ["q1", "b", "TITLE A"],
      ["q1", "d", "Another title"],
    ]);
    expect(lists(pool, raw)).toEqual([[1, 0, HOLE], null]);
  });

  it("does not take another title for a pair because its id is the same", () => {
    expect(lists(pool, rawRun([["q1", "a", "Another title"]]))).toEqual([[HOLE], null]);
  });

  it("does not take documents without a title for one another", () => {
    const untitled = pool.map((pair) => ({ ...pair, title: "" }));
    expect(lists(untitled, rawRun([["q1", "b", ""]]))).toEqual([[1], null]);
  });
});
