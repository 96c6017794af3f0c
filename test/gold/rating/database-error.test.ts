import { describe, expect, it, test } from "vitest";
import { SemqrelError } from "../../../src/core/errors.ts";
import { databaseErrorCode, explainDatabaseError, unusableDatabase } from "../../../src/gold/rating/sql-connection.ts";

const sqlite = (rawCode: number) => Object.assign(new Error("as SQLite says it"), { code: "SQLITE_X", rawCode });

describe("explainDatabaseError", () => {
  // Result codes: https://www.sqlite.org/rescode.html; extended ones keep the primary code in their low byte.
  test.each([
    ["SQLITE_BUSY", 5, "locked"],
    ["SQLITE_BUSY_SNAPSHOT", 517, "locked"],
    ["SQLITE_LOCKED", 6, "locked"],
    ["SQLITE_FULL", 13, "full"],
    ["SQLITE_READONLY_DIRECTORY", 1544, "not-writable"],
    ["SQLITE_CANTOPEN", 14, "not-writable"],
    ["SQLITE_CORRUPT", 11, "damaged"],
    ["SQLITE_NOTADB", 26, "not-a-database"],
    ["SQLITE_IOERR", 10, "failed"],
  ])("reports %s (%d) as %s", (_, code, reason) => {
    const cause = sqlite(code);
    const error = explainDatabaseError("r.db", cause);
    expect(error).toMatchObject({ code: "DATABASE_UNUSABLE", details: { path: "r.db", reason }, cause });
  });

  it("explains how to add ratings if the file is not a database", () => {
    expect(String(explainDatabaseError("ratings.csv", sqlite(26)))).toMatch(
      /Give one that semqrel rate wrote, or a new name. To add ratings from elsewhere, run semqrel rate --import FILE\.$/,
    );
  });

  it("reads the code from the message of libsql if the file cannot be opened", () => {
    const error = new Error('ConnectionFailed("Unable to open connection to local database r.db: 14")');
    expect(databaseErrorCode(error)).toBe(14);
  });

  it.each([new TypeError("x"), "text", null, unusableDatabase("r.db", "empty", "it is empty.")])(
    "returns other errors unchanged",
    (error) => {
      expect(explainDatabaseError("r.db", error)).toBe(error);
    },
  );
});

describe("unusableDatabase", () => {
  it("contains the file, the problem, and the reason as a code for programs", () => {
    const error = unusableDatabase("r.db", "newer-version", "it has version 2.", { details: { version: 2 } });
    expect(error).toBeInstanceOf(SemqrelError);
    expect(error.message).toBe("Opening the ratings database r.db: it has version 2.");
    expect(error.details).toEqual({ path: "r.db", reason: "newer-version", version: 2 });
  });
});
