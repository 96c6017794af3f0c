/**
 * Is a ratings database as it was written?
 * A disk, a copy or a hand may have changed any byte of it. SQLite looks at its pages alone, and text that is no UTF-8
 * would end the process.
 */
import { createHash } from "node:crypto";
import { checked, list, record, text } from "../../core/schema.ts";
import { replaceControlCharacters } from "../../core/text/escape.ts";
import { mergedShape, storedEngine } from "../pools/read-pool.ts";
import { howToSave, unusableDatabase } from "./database-error.ts";
import { hasShown } from "./rating-schema.ts";
import { setSetting, settingOf } from "./rating-settings.ts";
import { asText, decoded, type SqlConnection } from "./sql-connection.ts";

interface Table {
  readonly name: string;
  /** By which a row is found. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** @default all rows */
  readonly where?: string;
}

const item = ["rater", "pair", "occasion"];
const given = ["state", "grade", "note", "seconds", "rated_at"];
const ofPair = [
  "query",
  "id",
  "title",
  "url",
  "probability",
  "query_probability",
  "engines",
  "merged",
  "shown",
  "origin",
];

/** What comes with a pool or an import, and changes with those alone; the sum is made of them. */
const pooled: readonly Table[] = [
  { name: "setting", key: ["name"], columns: ["value"], where: "WHERE name NOT IN ('id', 'sum')" },
  { name: "grade", key: ["grade"], columns: ["label"] },
  { name: "query", key: ["number"], columns: ["name", "query_id", "information_need"] },
  { name: "pair", key: ["number"], columns: ofPair },
];

/** A database that was made before has no column `shown`, and gets it when it is next written to. */
function pooledOf(sql: SqlConnection): readonly Table[] {
  if (sql.one(hasShown) !== null) return pooled;
  return pooled.map((table) => ({ ...table, columns: table.columns.filter((column) => column !== "shown") }));
}
const others: readonly Table[] = [
  { name: "setting", key: ["name"], columns: ["value"], where: "WHERE name IN ('id', 'sum')" },
  { name: "rating", key: item, columns: given },
  { name: "history", key: ["number"], columns: [...item, ...given] },
];

/** Each rating stands in the history too; seconds may be those of an earlier change. */
const ratingNotInHistory = `SELECT ${asText("rater")}, pair FROM rating AS now WHERE NOT EXISTS (
    SELECT 1 FROM history WHERE rater = now.rater AND pair = now.pair AND occasion = now.occasion AND state = now.state
    AND grade IS now.grade AND note = now.note AND rated_at = now.rated_at
  ) OR (seconds IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM history
    WHERE rater = now.rater AND pair = now.pair AND occasion = now.occasion AND seconds = now.seconds
  )) LIMIT 1`;

/**
 * Reads all of it.
 *
 * @throws SemqrelError DATABASE_UNUSABLE  `damaged`, with table, row and column where one is meant
 */
export function requireSound(sql: SqlConnection): void {
  sql.transaction("DEFERRED", () => {
    const { said } = sql.one(`SELECT ${asText("integrity_check", "said")} FROM pragma_integrity_check(1)`) ?? {};
    if (said !== "ok") throw damaged(sql, `SQLite finds "${said}"`);
    const names = `${asText('"table"', "name")}, ${asText("parent")}`;
    const stray = sql.one(`SELECT ${names} FROM pragma_foreign_key_check`);
    if (stray !== null)
      throw damaged(sql, `a row of table ${stray["name"]} is of a ${stray["parent"]} that is not there`);
    const sum = readPooled(sql);
    for (const table of others) for (const _ of rowsOf(sql, table));
    const stored = settingOf(sql, "sum");
    if (stored !== sum) requireLists(sql, pooledOf(sql));
    if (stored !== null && stored !== sum) {
      throw damaged(sql, "pairs, queries, grades or settings are not those that were written, or were edited by hand");
    }
    const unknown = sql.one(ratingNotInHistory);
    if (unknown === null) return;
    const { rater, pair } = unknown;
    throw damaged(
      sql,
      `table rating, row '${rater}', ${pair}: table history does not have it so, or it was edited by hand`,
    );
  });
}

/** To be called where pairs, scale or settings have changed. Cost: O(pairs). */
export function keepSum(sql: SqlConnection): void {
  setSetting(sql, "sum", readPooled(sql));
}

/** @returns the sum */
function readPooled(sql: SqlConnection): string {
  const hash = createHash("sha256");
  for (const table of pooledOf(sql)) {
    hash.update(`${table.name}\n`);
    for (const row of rowsOf(sql, table)) hash.update(row).update("\n");
  }
  return hash.digest("hex");
}

/** Each row as text, which quotes and commas make unambiguous. */
function* rowsOf(sql: SqlConnection, table: Table): Iterable<string> {
  const { name, key, columns, where = "" } = table;
  const all = [...key, ...columns];
  let place = 0;
  for (const { row } of sql.raw(
    `SELECT ${asText(joined(all), "row")} FROM ${name} ${where} ORDER BY ${orderOf(table)}`,
  )) {
    const text = decoded(row);
    if (typeof text !== "string") throw damagedText(sql, table, place);
    yield text;
    place++;
  }
}

function joined(columns: readonly string[]): string {
  return columns.map((column) => `quote(${column})`).join(" || ', ' || ");
}

function orderOf({ name, key }: Table): string {
  return key.map((column) => `${name}.${column}`).join(", ");
}

function damagedText(sql: SqlConnection, table: Table, place: number): Error {
  const { name, key, columns, where = "" } = table;
  const bytes = [...key, ...columns].map((column) => asText(column)).join(", ");
  const only = `FROM ${name} ${where} ORDER BY ${orderOf(table)} LIMIT 1 OFFSET ${place}`;
  const [row = {}] = sql.raw(`SELECT ${asText(joined(key), "its_place")}, ${bytes} ${only}`);
  const misread = Object.entries(row).findLast(([, value]) => decoded(value) === undefined);
  const shown = replaceControlCharacters(new TextDecoder().decode(row["its_place"] as ArrayBuffer));
  return damaged(sql, `table ${name}, row ${shown}: column ${misread?.[0]} is no text in UTF-8`);
}

function requireLists(sql: SqlConnection, tables: readonly Table[]): void {
  const shapes = { engines: list(storedEngine), merged: list(mergedShape), shown: record(text) };
  const columns = tables.find(({ name }) => name === "pair")?.columns.filter((column) => column in shapes) ?? [];
  for (const row of sql.all(`SELECT number, ${columns.map((column) => asText(column)).join(", ")} FROM pair`)) {
    for (const column of columns) {
      const refuse = (misfit: string) => damaged(sql, `table pair, row ${row["number"]}: column ${column}: ${misfit}`);
      checked(shapes[column as keyof typeof shapes], jsonOf(String(row[column]), refuse), refuse);
    }
  }
}

function jsonOf(json: string, refuse: (misfit: string) => Error): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw refuse("it is no JSON");
  }
}

function damaged({ path }: SqlConnection, what: string): Error {
  return unusableDatabase(path, "damaged", `it is damaged. ${what[0]?.toUpperCase()}${what.slice(1)}. ${howToSave}`);
}
