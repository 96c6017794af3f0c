import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PooledPair } from "../../../src/core/types.ts";
import { keyOfPair, PairWriter } from "../../../src/gold/rating/pair-writer.ts";
import { ratingSchema } from "../../../src/gold/rating/rating-rows.ts";
import { asText, SqlConnection } from "../../../src/gold/rating/sql-connection.ts";
import { poolOf } from "../../support/rating-process.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const Database = createRequire(import.meta.url)("libsql");

function newConnection(): SqlConnection {
  const path = join(temporaryFolder(), "some.db");
  const sql = new SqlConnection(path, new Database(path));
  sql.exec(ratingSchema);
  return sql;
}

it("numbers pairs from 0 in order of arrival, and continues the numbers of an earlier writer", () => {
  const sql = newConnection();
  const [one, two, three] = poolOf(3, 1);
  if (one === undefined || two === undefined || three === undefined) throw new Error("three pairs are needed");
  const first = new PairWriter(sql);
  expect([first.write(one, "pool"), first.write(two, "import"), first.write(one, "pool"), first.added]).toEqual([
    0, 1, 0, 2,
  ]);
  const second = new PairWriter(sql);
  expect([second.find(two), second.find(three), second.write(three, "pool"), second.added]).toEqual([1, null, 2, 1]);
  expect(sql.all(`SELECT number, ${asText("name")} FROM query ORDER BY number`)).toMatchObject([
    { number: 0, name: "query 0" },
    { number: 1, name: "query 1" },
    { number: 2, name: "query 2" },
  ]);
  sql.close();
});

it("keeps a query's id and need if a later pair of the query has none", () => {
  const sql = newConnection();
  const [pair] = poolOf(1, 1);
  if (pair === undefined) throw new Error("a pair is needed");
  new PairWriter(sql).write({ ...pair, informationNeed: "to know" }, "pool");
  new PairWriter(sql).write({ ...pair, id: "other", queryId: null, informationNeed: null }, "import");
  expect(sql.all(`SELECT ${asText("query_id")}, ${asText("information_need")} FROM query`)).toMatchObject([
    { query_id: "q0", information_need: "to know" },
  ]);
  sql.close();
});

describe("an imported pair", () => {
  const [pool] = poolOf(1, 1);
  if (pool === undefined) throw new Error("a pair is needed");
  const known = { ...pool, query: "blue jeans", queryId: "7", id: "d1" };

  function newWriter(...pairs: PooledPair[]) {
    const sql = newConnection();
    const first = new PairWriter(sql);
    for (const pair of pairs) first.write(pair, "pool");
    return { sql, writer: new PairWriter(sql) };
  }

  it.each([
    ["the text of its query", { query: "blue jeans", queryId: null }],
    ["the id of its query", { query: "7", queryId: null }],
    ["both", { query: "blue jeans", queryId: "7" }],
    ["an id that a file also uses as a text", { query: "7", queryId: "7" }],
    ["the text and an id of another collection", { query: "blue jeans", queryId: "99" }],
  ])("is found by %s", (_, names) => {
    const { sql, writer } = newWriter(known);
    expect(writer.find({ ...names, id: "d1", title: "" })).toBe(0);
    // A new pair gets the same query, which keeps its names.
    expect(writer.write({ ...known, ...names, id: "d2" }, "import")).toBe(1);
    expect(
      sql.all(
        `SELECT DISTINCT ${asText("name")}, ${asText("query_id")}, query FROM pair JOIN query ON query.number = query`,
      ),
    ).toMatchObject([{ name: "blue jeans", query_id: "7", query: 0 }]);
    sql.close();
  });

  it("is found by the id of a near duplicate, unless the near duplicate is itself a pair", () => {
    const merged = ["d2", "d3"].map((id) => ({ id, title: id, similarity: 0.99 }));
    const { sql, writer } = newWriter(
      { ...known, merged },
      { ...known, id: "d3" },
      { ...known, query: "q", queryId: "8" },
    );
    const found = (query: string, id: string) => writer.find({ query, queryId: null, id, title: "" });
    expect([found("blue jeans", "d2"), found("7", "d2"), found("7", "d3"), found("q", "d2")]).toEqual([0, 0, 1, null]);
    sql.close();
  });

  it("becomes part of a later pool, which gives its query a text", () => {
    const sql = newConnection();
    new PairWriter(sql).write({ ...known, query: "7", queryId: null }, "import");
    const writer = new PairWriter(sql);
    expect([writer.write(known, "pool"), writer.write({ ...known, id: "d2" }, "pool")]).toEqual([0, 1]);
    expect(sql.all(`SELECT ${asText("name")}, ${asText("query_id")} FROM query`)).toMatchObject([
      { name: "blue jeans", query_id: "7" },
    ]);
    expect(new PairWriter(sql).find({ query: "7", queryId: null, id: "d2", title: "" })).toBe(1);
    sql.close();
  });

  it.each([
    ["a text of one query that is the id of another", { query: "7", queryId: null }],
    ["text and id of two queries", { query: "blue jeans", queryId: "8" }],
    ["a known id with another text", { query: "shoes", queryId: "8" }],
  ])("is refused for %s", (_, names) => {
    const { sql, writer } = newWriter(known, { ...known, query: "7", queryId: "8" });
    expect(() => writer.find({ ...names, id: "d1", title: "" })).toThrow(
      expect.objectContaining({ code: "INVALID_RATING" }),
    );
    sql.close();
  });
});

it("distinguishes pairs whose joined query and id are equal", () => {
  expect(keyOfPair({ query: "a b", id: "c" })).not.toBe(keyOfPair({ query: "a", id: "b c" }));
});
