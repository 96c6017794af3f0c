import { createRequire } from "node:module";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { storable } from "../../../src/core/text/escape.ts";
import { asText, SqlConnection } from "../../../src/gold/rating/sql-connection.ts";
import { runs } from "../../support/property.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const Database = createRequire(import.meta.url)("libsql");

function newConnection(): SqlConnection {
  const path = join(temporaryFolder(), "some.db");
  const connection = new SqlConnection(path, new Database(path));
  connection.exec("CREATE TABLE some (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT");
  return connection;
}

describe("SqlConnection", () => {
  it("returns rows with their values, also if the single parameter is null", () => {
    const sql = newConnection();
    sql.run("INSERT INTO some VALUES (?, ?)", 1, "one");
    expect(sql.one(`SELECT ${asText("text")} FROM some WHERE number = ?`, 1)).toMatchObject({ text: "one" });
    expect(sql.one("SELECT text FROM some WHERE number IS ?", null)).toBeNull();
    expect(sql.all("SELECT number FROM some WHERE text <> ?", "two")).toMatchObject([{ number: 1 }]);
    sql.close();
  });

  it("refuses text that is not UTF-8, and text columns without asText", () => {
    const sql = newConnection();
    sql.run("INSERT INTO some VALUES (1, CAST(x'61ff' AS TEXT))");
    const asked = `SELECT ${asText("text")} FROM some`;
    for (const ask of [() => sql.one(asked), () => sql.all(asked)]) {
      expect(ask).toThrow(/it is damaged: column text of a row is not text in UTF-8/);
    }
    expect(() => sql.one("SELECT 'a' AS text")).toThrow(TypeError);
    sql.close();
  });

  it("undoes a transaction that fails, and remains usable", () => {
    const sql = newConnection();
    const failing = () =>
      sql.transaction("IMMEDIATE", () => {
        sql.run("INSERT INTO some VALUES (1, 'one')");
        sql.run("INSERT INTO some VALUES (2, 'one')");
      });
    expect(failing).toThrow(expect.objectContaining({ code: "DATABASE_UNUSABLE" }));
    expect(sql.all("SELECT * FROM some")).toEqual([]);
    expect(sql.transaction("IMMEDIATE", () => sql.all("SELECT 1 AS one"))).toMatchObject([{ one: 1 }]);
    sql.close();
  });

  it("throws errors that are not from the database unchanged", () => {
    const sql = newConnection();
    const bug = new TypeError("a bug");
    const buggy = () =>
      sql.transaction("DEFERRED", () => {
        throw bug;
      });
    expect(buggy).toThrow(bug);
    expect(sql.all("SELECT * FROM some")).toEqual([]);
    sql.close();
  });
});

it("storable: keeps well-formed text without NUL", () => {
  const text = fc.string({ unit: "binary" }).filter((value) => !value.includes("\u0000"));
  fc.assert(
    fc.property(text, (value) => {
      expect(storable(value)).toBe(value);
    }),
    runs,
  );
});

it("storable: replaces NUL and lone surrogates by U+FFFD", () => {
  expect(storable("a\u0000b\ud83dc\ude00d😀")).toBe("a\ufffdb\ufffdc\ufffdd😀");
});
