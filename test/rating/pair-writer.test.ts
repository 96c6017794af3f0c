import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { keyOfPair, PairWriter } from "../../src/rating/pair-writer.ts";
import { ratingSchema } from "../../src/rating/rating-schema.ts";
import { SqlConnection } from "../../src/rating/sql-connection.ts";
import { poolOf } from "../support/rating-process.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const Database = createRequire(import.meta.url)("libsql");

function newConnection(): SqlConnection {
  const path = join(temporaryFolder(), "some.db");
  const sql = new SqlConnection(path, new Database(path));
  sql.exec(ratingSchema);
  return sql;
}

it("numbers pairs from 0 in the order in which they come, and goes on where an earlier writer ended", () => {
  const sql = newConnection();
  const [one, two, three] = poolOf(3, 1);
  if (one === undefined || two === undefined || three === undefined) throw new Error("three pairs are needed");
  const first = new PairWriter(sql);
  expect([first.write(one, "pool"), first.write(two, "import"), first.write(one, "pool"), first.added]).toEqual([
    0, 1, 0, 2,
  ]);
  const second = new PairWriter(sql);
  expect([second.find(two), second.find(three), second.write(three, "pool"), second.added]).toEqual([1, null, 2, 1]);
  expect(sql.all("SELECT number, name FROM query ORDER BY number")).toMatchObject([
    { number: 0, name: "query 0" },
    { number: 1, name: "query 1" },
    { number: 2, name: "query 2" },
  ]);
  sql.close();
});

it("keeps a query's id and need where a later pair does not say them", () => {
  const sql = newConnection();
  const [pair] = poolOf(1, 1);
  if (pair === undefined) throw new Error("a pair is needed");
  new PairWriter(sql).write({ ...pair, informationNeed: "to know" }, "pool");
  new PairWriter(sql).write({ ...pair, id: "other", queryId: null, informationNeed: null }, "import");
  expect(sql.all("SELECT query_id, information_need FROM query")).toMatchObject([
    { query_id: "q0", information_need: "to know" },
  ]);
  sql.close();
});

it("tells pairs apart that would be one text if put together", () => {
  expect(keyOfPair({ query: "a b", id: "c" })).not.toBe(keyOfPair({ query: "a", id: "b c" }));
});
