/** Each test damages a database as another program could, through SQLite or in the bytes of the file. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RatingStore, readRatingSet } from "../../../src/gold/rating/rating-store.ts";
import { Database, newPath, newStore, rated, settings, unusable } from "../../support/rating-store.ts";

/** Returns the path of a database with a rating. */
function newDatabase(): string {
  const store = newStore();
  store.save({ ...rated, note: "a note" });
  store.close();
  // Copied, because the store's connection lives as long as the process.
  const path = newPath();
  copyFileSync(store.path, path);
  return path;
}

function expectDamaged(path: string, message: RegExp): void {
  const before = readFileSync(path);
  for (const open of [() => readRatingSet(path), () => RatingStore.open(path, { create: true })]) {
    expect(open).toThrow(unusable("damaged"));
    expect(open).toThrow(message);
  }
  expect(readFileSync(path).equals(before)).toBe(true);
}

describe("requireSound", () => {
  it.each([
    ["setting", "value", "name = 'guidelines'", "'guidelines'"],
    ["grade", "label", "grade = 3", "3.0"],
    ["query", "name", "number = 1", "1"],
    ["query", "information_need", "number = 2", "2"],
    ["pair", "title", "number = 7", "7"],
    ["pair", "url", "number = 10", "10"],
    ["rating", "note", "pair = 0", "'Ann', 0, 0"],
    ["history", "rated_at", "number = 1", "1"],
  ])("reports table %s, column %s and the row if text is not UTF-8", (table, column, where, row) => {
    const path = newDatabase();
    const database = new Database(path);
    database.exec("PRAGMA ignore_check_constraints = ON");
    database.exec(`UPDATE ${table} SET ${column} = CAST(x'61ff62' AS TEXT) WHERE ${where}`);
    database.close();
    expectDamaged(path, new RegExp(`Table ${table}, row ${row}: column ${column} is not text in UTF-8`));
  });

  it("reports a rater's name that is not UTF-8", () => {
    const path = newDatabase();
    const bytes = readFileSync(path);
    // Changes the name in the table, in its index and in the history, as if it had been written with this byte.
    for (let at = bytes.indexOf("Ann"); at >= 0; at = bytes.indexOf("Ann", at + 1)) bytes[at + 1] = 0xff;
    writeFileSync(path, bytes);
    expectDamaged(path, /Table rating, row 'A�n', 0, 0: column rater is not text in UTF-8/);
  });

  it.each([
    ["engines", "[1]", /Table pair, row 4: column engines: \[0\] is 1; an object is expected/],
    ["engines", '{"name":"x"}', /column engines: .*a list is expected/],
    ["engines", '[{"name":"x","rank":-1,"also":[],"of":3}]', /column engines: \[0\]\.rank is -1/],
    ["merged", '[{"id":"x"}]', /column merged: \[0\]\.title/],
  ])("reports invalid %s: %s", (column, json, message) => {
    for (const hasSum of [true, false]) {
      const path = newDatabase();
      const database = new Database(path);
      database.prepare(`UPDATE pair SET ${column} = ? WHERE number = 4`).run([json]);
      if (!hasSum) database.exec("DELETE FROM setting WHERE name = 'sum'");
      database.close();
      expectDamaged(path, message);
    }
  });

  it("detects changed pairs, labels and settings, unless the stored checksum was deleted", () => {
    for (const change of [
      "UPDATE pair SET title = 'Another' WHERE number = 4",
      "UPDATE grade SET label = 'Another' WHERE grade = 3",
      "UPDATE setting SET value = '2' WHERE name = 'seed'",
      "DELETE FROM pair WHERE number = 11",
    ]) {
      const path = newDatabase();
      const database = new Database(path);
      database.exec(change);
      expectDamaged(path, /pairs, queries, grades or settings have changed since semqrel wrote them/i);
      database.exec("DELETE FROM setting WHERE name = 'sum'");
      database.close();
      expect(readRatingSet(path).ratings).toHaveLength(1);
    }
  });

  it("detects a rating that is not in the history", () => {
    for (const change of ["grade = 5", "note = 'other'", "seconds = 3.5", "rater = 'Eve'"]) {
      const path = newDatabase();
      const database = new Database(path);
      database.exec(`UPDATE rating SET ${change}`);
      database.close();
      expectDamaged(path, /table rating, row '(Ann|Eve)', 0: it differs from table history/i);
    }
  });

  it("detects a pair without its query, and a page that SQLite reports as damaged", () => {
    const path = newDatabase();
    const database = new Database(path);
    database.exec("PRAGMA foreign_keys = OFF; DELETE FROM query WHERE number = 1");
    database.close();
    expectDamaged(path, /a row of table pair refers to a query that does not exist/i);
    const other = newDatabase();
    const bytes = readFileSync(other);
    // The number of cells of a page, after its type and free space.
    bytes.writeUInt16BE(0x0fff, bytes.length - 4096 + 3);
    writeFileSync(other, bytes);
    expectDamaged(other, /damaged/);
  });

  it("updates the checksum after changes to pools, imports and settings", () => {
    const store = newStore();
    const imported = { query: "new", queryId: null, id: "d9", title: "T", rater: "Bob", grade: 2 };
    store.addImported([imported], settings.scale);
    store.addPool([...store.read().pairs].slice(0, 12), { ...settings, guidelines: "other" });
    store.save({ ...rated, seconds: null });
    store.save({ ...rated, grade: 2, seconds: null, ratedAt: "2026-01-02T03:05:05.000Z" });
    store.save({ ...rated, state: "none", grade: null, ratedAt: "2026-01-02T03:06:05.000Z" });
    store.close();
    expect(readRatingSet(store.path).pairs).toHaveLength(13);
  });
});
