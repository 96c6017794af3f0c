import { describe, expect, it } from "vitest";
import { sha256 } from "../../../src/core/files/read-whole.ts";
import { makeNames } from "../../../src/core/titles/name-table.ts";
import type { PooledEngine, PooledPair, RawRun } from "../../../src/core/types.ts";
import { HOLE, NOTHING } from "../../../src/gold/measure-gold-engines.ts";
import { listsOfPool, listsOfRun } from "../../../src/gold/pools/pool-results.ts";
import { rankRun } from "../../../src/lists/rank-run.ts";
import { makeEngine } from "../../support/make-pair.ts";
import { exampleLists, makeGold, makePair, makePool } from "../../support/make-pool.ts";

function pooled(pairs: readonly PooledPair[]) {
  return listsOfPool(makeGold(pairs, {})).map((engine) => ({
    name: engine.name,
    lists: engine.lists.map((list) => list && [...list]),
  }));
}

describe("listsOfPool", () => {
  it("restores the pooled lists, whatever the order of the pairs", () => {
    const pairs = makePool(exampleLists).toReversed();
    const documentsOf = (name: string) =>
      listsOfPool(makeGold(pairs, {}))
        .find((engine) => engine.name === name)
        ?.lists.map((list) => [...(list ?? [])].map((pair) => pairs[pair]?.id));
    for (const engine of ["alpha", "beta", "gamma"]) {
      expect(documentsOf(engine)).toEqual(["q4", "q3", "q2", "q1"].map((query) => exampleLists[query]?.[engine]));
    }
  });

  it("returns no list for a query for which an engine returned nothing", () => {
    const pairs = makePool({ q1: { one: ["a"], two: ["a", "b"] }, q2: { two: ["c"] } });
    expect(pooled(pairs)).toEqual([
      { name: "one", lists: [[0], null] },
      { name: "two", lists: [[0, 1], [2]] },
    ]);
  });

  const at = (rank: number, more: Partial<PooledEngine> = {}) => ({
    query: "one",
    engines: [makeEngine("one", rank, { of: 4, ...more })],
  });

  it("puts NOTHING where a list repeats a document", () => {
    const pairs = [makePair(0, at(0, { also: [1, 3] })), makePair(1, at(2))];
    expect(pooled(pairs)).toEqual([{ name: "one", lists: [[0, NOTHING, 1, NOTHING]] }]);
  });

  it("puts holes for results without a title and for pairs that were not drawn, also at the end", () => {
    expect(pooled([makePair(0, at(0)), makePair(1, at(2))])).toEqual([{ name: "one", lists: [[0, HOLE, 1, HOLE]] }]);
  });

  it("restores the lists of queries that were drawn with all their pairs", () => {
    const drawn = { probability: 0.1, queryProbability: 0.1 };
    const pairs = [
      makePair(0, { ...at(0, { also: [1], of: 3 }), ...drawn }),
      makePair(1, { ...at(2, { of: 3 }), ...drawn }),
    ];
    expect(pooled(pairs)).toEqual([{ name: "one", lists: [[0, NOTHING, 1]] }]);
  });

  it("returns no lists for imported judgments", () => {
    expect(pooled([makePair(0, { engines: [] })])).toEqual([]);
  });
});

type Row = readonly [query: string, document: string, title?: string];

function rawRun(rows: readonly Row[], texts: Readonly<Record<string, string>> = {}): RawRun {
  const names = makeNames();
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
  it("finds documents by id within their query, and puts holes for unknown documents", () => {
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

  it("returns no list for a query that the run lacks, and ignores queries that are not pooled", () => {
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

  it("matches a near duplicate to its pair, and puts NOTHING for a second copy", () => {
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

  it("prefers titles to ids, because each engine may number its rows", () => {
    const raw = rawRun([
      ["q1", "a", "title B"],
      ["q1", "b", "TITLE A"],
      ["q1", "d", "Another title"],
    ]);
    expect(lists(pool, raw)).toEqual([[1, 0, HOLE], null]);
  });

  it("does not match a result with a pair's id and another title", () => {
    expect(lists(pool, rawRun([["q1", "a", "Another title"]]))).toEqual([[HOLE], null]);
  });

  it("matches untitled documents by id, not to each other", () => {
    const untitled = pool.map((pair) => ({ ...pair, title: "" }));
    expect(lists(untitled, rawRun([["q1", "b", ""]]))).toEqual([[1], null]);
  });
});
