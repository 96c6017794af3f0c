import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { openRatingDatabase } from "../../../src/gold/rating/open-rating-database.ts";
import { RatingStore, readRatingSet } from "../../../src/gold/rating/rating-store.ts";
import { Database, newPath, newStore, pairs, rated, rowsOf, settings, unusable } from "../../support/rating-store.ts";
import { root, temporaryFolder } from "../../support/run-cli.ts";

const hasPython =
  spawnSync("python3", ["-c", "import sqlite3; assert sqlite3.sqlite_version_info >= (3, 37)"]).status === 0;

/** Returns the target of a link; "" if the link no longer exists, like that of the folder being read. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

describe("openRatingDatabase", () => {
  describe("the file", () => {
    it("is an ordinary SQLite database in WAL mode, with the version of its schema", () => {
      const store = newStore();
      store.close();
      expect(rowsOf(store.path, "PRAGMA journal_mode")).toEqual([{ journal_mode: "wal" }]);
      expect(rowsOf(store.path, "PRAGMA user_version")).toEqual([{ user_version: 1 }]);
      expect(rowsOf(store.path, "PRAGMA application_id")).toEqual([{ application_id: 0x7371726c }]);
      expect(rowsOf(store.path, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    });

    it.skipIf(!hasPython)("opens in another SQLite, which can run the documented examples", () => {
      const store = newStore();
      store.save(rated);
      store.save({ ...rated, rater: "Bob", grade: 2, note: "no, it's not" });
      store.close();
      const document = readFileSync(join(root, "docs/ratings-database.md"), "utf8");
      const queries = [...document.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql]) => sql ?? "");
      expect(queries.length).toBeGreaterThan(3);
      const script = `
import json, sqlite3, sys
database = sqlite3.connect(sys.argv[1])
print(json.dumps([database.execute(sql).fetchall() for sql in json.loads(sys.argv[2])]))`;
      const printed = execFileSync("python3", ["-c", script, store.path, JSON.stringify(queries)], {
        encoding: "utf8",
      });
      const rows = JSON.parse(printed) as unknown[][];
      expect(rows).toHaveLength(queries.length);
      expect(rows[0]).toEqual([
        ["Ann", "query 0", "d0", "Title 0 0", 4, "", rated.ratedAt],
        ["Bob", "query 0", "d0", "Title 0 0", 2, "no, it's not", rated.ratedAt],
      ]);
    });

    it("is documented in docs/ratings-database.md with every table and column", () => {
      const store = newStore();
      store.close();
      const document = readFileSync(join(root, "docs/ratings-database.md"), "utf8");
      const columns = rowsOf(
        store.path,
        "SELECT t.name AS of, c.name AS name FROM sqlite_schema t JOIN pragma_table_info(t.name) c " +
          "WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'",
      );
      expect(columns.length).toBeGreaterThan(25);
      for (const { of, name } of columns) {
        const [, section = ""] = document.split(`### \`${of}\``);
        expect(section.split("\n### ")[0], `${of}.${name}`).toContain(`\`${name}\``);
      }
    });

    it("gains the column `shown` when it is opened for writing, and can be read without the column", () => {
      const store = newStore();
      store.close();
      const path = newPath();
      copyFileSync(store.path, path);
      new Database(path).exec("ALTER TABLE pair DROP COLUMN shown; DELETE FROM setting WHERE name = 'sum'");
      expect(readRatingSet(path).pairs).toHaveLength(12);
      const opened = RatingStore.open(path, { create: true });
      expect(opened.shownOf(3)).toEqual({});
      opened.addPool([...pairs.map((pair) => ({ ...pair, shown: { year: "2001" } }))], settings);
      expect(opened.shownOf(3)).toEqual({ year: "2001" });
      opened.close();
    });

    it("is not changed by reading", () => {
      const store = newStore();
      store.save(rated);
      store.close();
      const copy = newPath();
      copyFileSync(store.path, copy);
      readRatingSet(copy);
      expect(readFileSync(copy).equals(readFileSync(store.path))).toBe(true);
    });

    it("can have any name, and is a file even if the name is :memory:", () => {
      const folder = temporaryFolder();
      for (const name of ["50% #1?.db", ":memory:", "file:x.db"]) {
        const store = newStore(join(folder, name));
        store.close();
        expect(readRatingSet(join(folder, name)).pairs).toHaveLength(12);
      }
    });
  });

  describe("errors", () => {
    it("reports a missing file", () => {
      const path = newPath();
      expect(() => RatingStore.open(path, { create: false })).toThrow(
        expect.objectContaining({
          code: "FILE_NOT_FOUND",
          message: `Opening the ratings database ${path}: there is no such file. semqrel rate creates it when people rate a pool.`,
        }),
      );
      expect(() => readRatingSet(path)).toThrow(expect.objectContaining({ code: "FILE_NOT_FOUND" }));
    });

    it("refuses a file that is not a database, and does not change it", () => {
      const text = "query,id\n".repeat(1000);
      const path = join(temporaryFolder({ "pool.csv": text }), "pool.csv");
      expect(() => RatingStore.open(path, { create: true })).toThrow(unusable("not-a-database"));
      expect(() => readRatingSet(path)).toThrow(unusable("not-a-database"));
      expect(readFileSync(path, "utf8")).toBe(text);
    });

    it.skipIf(!existsSync("/proc/self/fd"))("closes a file that it cannot read", () => {
      const path = join(temporaryFolder({ "pool.csv": "query,id\n".repeat(1000) }), "pool.csv");
      const isOpen = () => readdirSync("/proc/self/fd").some((file) => linkOf(`/proc/self/fd/${file}`) === path);
      expect(() => openRatingDatabase(path, { create: false, readOnly: true })).toThrow(unusable("not-a-database"));
      expect(isOpen()).toBe(false);
    });

    it("refuses another program's database, and does not change it", () => {
      const path = newPath();
      new Database(path).exec("CREATE TABLE other (a); INSERT INTO other VALUES (1)");
      const before = readFileSync(path);
      expect(() => RatingStore.open(path, { create: true })).toThrow(unusable("other-program"));
      expect(readFileSync(path).equals(before)).toBe(true);
    });

    it("refuses a database from a newer version of semqrel, and does not change it", () => {
      const store = newStore();
      store.close();
      new Database(store.path).exec("PRAGMA user_version = 2");
      const newer = expect.objectContaining({ details: { path: store.path, reason: "newer-version", version: 2 } });
      expect(() => RatingStore.open(store.path, { create: true })).toThrow(newer);
      expect(() => readRatingSet(store.path)).toThrow(newer);
    });

    it("makes an empty file a database, but refuses to read one", () => {
      const path = join(temporaryFolder({ "empty.db": "" }), "empty.db");
      expect(() => readRatingSet(path)).toThrow(unusable("empty"));
      newStore(path).close();
      expect(readRatingSet(path).pairs).toHaveLength(12);
    });

    it("refuses to read a database without a pool", () => {
      const path = newPath();
      RatingStore.open(path, { create: true }).close();
      expect(() => readRatingSet(path)).toThrow(unusable("empty"));
    });

    it("refuses a database with a column name that is not UTF-8", () => {
      const store = newStore();
      store.close();
      const bytes = readFileSync(store.path);
      bytes[bytes.indexOf("url TEXT,") + 1] = 0xff;
      writeFileSync(store.path, bytes);
      expect(() => readRatingSet(store.path)).toThrow(expect.objectContaining({ code: "DATABASE_UNUSABLE" }));
    });

    it("refuses a damaged database", () => {
      const store = newStore();
      store.close();
      const bytes = readFileSync(store.path);
      writeFileSync(store.path, Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 7)]));
      expect(() => readRatingSet(store.path)).toThrow(unusable("damaged"));
    });

    it.each(["no/such/folder/ratings.db", "."])("refuses a path where no database can be: %s", (name) => {
      const path = join(temporaryFolder(), name);
      expect(() => RatingStore.open(path, { create: true })).toThrow(unusable("not-writable"));
    });

    it("waits up to five seconds for another program by default", () => {
      const store = newStore();
      const waits = (options: { readonly waitMilliseconds?: number }) => {
        const sql = openRatingDatabase(store.path, { create: false, ...options });
        const row = sql.one("PRAGMA busy_timeout");
        sql.close();
        return row;
      };
      expect(waits({})).toMatchObject({ timeout: 5000 });
      expect(waits({ waitMilliseconds: 70 })).toMatchObject({ timeout: 70 });
      store.close();
    });

    it("reports that another program has locked the database for writing, but still reads it", () => {
      const store = newStore();
      store.waitAtMost(50);
      const other = new Database(store.path);
      other.exec("BEGIN IMMEDIATE");
      expect(() => store.save(rated)).toThrow(unusable("locked"));
      const open = () => RatingStore.open(store.path, { create: true, waitMilliseconds: 50 });
      expect(open).toThrow(/another program has locked it/);
      expect(open).toThrow(unusable("locked"));
      // A reader neither waits to read nor to close.
      const reader = RatingStore.open(store.path, { create: false, readOnly: true, waitMilliseconds: 600_000 });
      expect(reader.read().ratings).toEqual([]);
      reader.close();
      other.exec("COMMIT");
      store.save(rated);
      expect(store.read().ratings).toHaveLength(1);
      store.close();
    });

    // The superuser becomes another user here, who must be able to enter the checkout.
    const isReachable = (path: string): boolean =>
      (statSync(path).mode & 0o001) !== 0 && (dirname(path) === path || isReachable(dirname(path)));
    const strangerCanRun = process.getuid?.() !== 0 || isReachable(root);

    it.skipIf(!strangerCanRun)("can be read, but not written, in a read-only folder", () => {
      const folder = temporaryFolder();
      const path = join(folder, "ratings.db");
      const store = newStore(path);
      store.save(rated);
      store.close();
      // A copy, because the original has its -wal and -shm beside it while this process lives.
      const locked = temporaryFolder();
      copyFileSync(path, join(locked, "ratings.db"));
      chmodSync(join(locked, "ratings.db"), 0o444);
      mkdirSync(join(locked, "closed"), { mode: 0o000 });
      chmodSync(locked, 0o555);
      // The user of the script cannot open the folder of the tests.
      chmodSync(dirname(locked), statSync(dirname(locked)).mode | 0o011);
      const script = `
const { RatingStore, readRatingSet } = await import(${JSON.stringify(pathToFileURL(join(root, "dist/gold/rating/rating-store.js")).href)});
const path = ${JSON.stringify(join(locked, "ratings.db"))};
const tries = [() => RatingStore.open(path, { create: true }), () => RatingStore.open(path + "2", { create: true })];
// The superuser may write anywhere.
if (process.getuid() === 0) process.setuid(65534);
tries.push(() => readRatingSet(${JSON.stringify(join(locked, "closed", "r.db"))}));
const reasons = tries.map((attempt) => { try { attempt(); return "none"; } catch (error) { return error.details.reason; } });
console.log(JSON.stringify([...reasons, readRatingSet(path).ratings.length]));`;
      const opened = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
      chmodSync(locked, 0o755);
      expect(opened.stderr).toBe("");
      expect(JSON.parse(opened.stdout)).toEqual(["not-writable", "not-writable", "not-writable", 1]);
    });
  });
});
