import { createHash } from "node:crypto";
import { checked, list, record, text } from "../../core/schema.ts";
import { replaceControlCharacters, storable } from "../../core/text/escape.ts";
import { quoted } from "../../core/text/wording.ts";
import type { PooledPair } from "../../core/types.ts";
import { PairIndex } from "../../lists/documents.ts";
import { mergedShape, storedEngine } from "../pools/pool-format.ts";
import { keyOfPair } from "./pair-writer.ts";
import { hasShown, setSetting, settingOf } from "./rating-rows.ts";
import { asText, decoded, howToSave, type SqlConnection, unusableDatabase } from "./sql-connection.ts";

// Checks a database in which any byte may have changed. SQLite's own check does not find all changed values.

interface Table {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
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

/** Tables into which only pools and imports write. A checksum covers them. */
const pooled: readonly Table[] = [
  { name: "setting", key: ["name"], columns: ["value"], where: "WHERE name NOT IN ('id', 'sum')" },
  { name: "grade", key: ["grade"], columns: ["label"] },
  { name: "query", key: ["number"], columns: ["name", "query_id", "information_need"] },
  { name: "pair", key: ["number"], columns: ofPair },
];

function pooledOf(sql: SqlConnection): readonly Table[] {
  if (sql.one(hasShown) !== null) return pooled;
  return pooled.map((table) => ({ ...table, columns: table.columns.filter((column) => column !== "shown") }));
}
const others: readonly Table[] = [
  { name: "setting", key: ["name"], columns: ["value"], where: "WHERE name IN ('id', 'sum')" },
  { name: "rating", key: item, columns: given },
  { name: "history", key: ["number"], columns: [...item, ...given] },
];

/** Finds a rating that is not in the history. A rating's grade and seconds may be in different rows of the history. */
const ratingNotInHistory = `SELECT ${asText("rater")}, pair FROM rating AS now WHERE NOT EXISTS (
    SELECT 1 FROM history WHERE rater = now.rater AND pair = now.pair AND occasion = now.occasion AND state = now.state
    AND grade IS now.grade AND note = now.note AND rated_at = now.rated_at
  ) OR (seconds IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM history
    WHERE rater = now.rater AND pair = now.pair AND occasion = now.occasion AND seconds = now.seconds
  )) LIMIT 1`;

export function requireSound(sql: SqlConnection): void {
  sql.transaction("DEFERRED", () => {
    const { said } = sql.one(`SELECT ${asText("integrity_check", "said")} FROM pragma_integrity_check(1)`) ?? {};
    if (said !== "ok") throw damaged(sql, `SQLite finds "${said}"`);
    const names = `${asText('"table"', "name")}, ${asText("parent")}`;
    const stray = sql.one(`SELECT ${names} FROM pragma_foreign_key_check`);
    if (stray !== null)
      throw damaged(sql, `a row of table ${stray["name"]} refers to a ${stray["parent"]} that does not exist`);
    const sum = readPooled(sql);
    for (const table of others) for (const _ of rowsOf(sql, table));
    const stored = settingOf(sql, "sum");
    if (stored !== sum) requireLists(sql, pooledOf(sql));
    if (stored !== null && stored !== sum) {
      throw damaged(sql, "pairs, queries, grades or settings have changed since semqrel wrote them, perhaps by hand");
    }
    const unknown = sql.one(ratingNotInHistory);
    if (unknown === null) return;
    const row = `table rating, row '${unknown["rater"]}', ${unknown["pair"]}`;
    throw damaged(sql, `${row}: it differs from table history, perhaps because it was edited by hand`);
  });
}

/** Stores the checksum. Call it after changing pairs, scale or settings. Cost: O(pairs). */
export function keepSum(sql: SqlConnection): void {
  setSetting(sql, "sum", readPooled(sql));
}

function readPooled(sql: SqlConnection): string {
  const hash = createHash("sha256");
  for (const table of pooledOf(sql)) {
    hash.update(`${table.name}\n`);
    for (const row of rowsOf(sql, table)) hash.update(row).update("\n");
  }
  return hash.digest("hex");
}

/** Yields each row as text. Quotes and commas make it unambiguous. */
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
  return damaged(sql, `table ${name}, row ${shown}: column ${misread?.[0]} is not text in UTF-8`);
}

function requireLists(sql: SqlConnection, tables: readonly Table[]): void {
  const shapes = { engines: list(storedEngine), merged: list(mergedShape), shown: record(text) };
  const columns = tables.find(({ name }) => name === "pair")?.columns.filter((column) => column in shapes) ?? [];
  for (const row of sql.all(`SELECT number, ${columns.map((column) => asText(column)).join(", ")} FROM pair`)) {
    for (const column of columns) {
      const refuse = (misfit: string) => damaged(sql, `table pair, row ${row["number"]}: column ${column}: ${misfit}`);
      let json: unknown;
      try {
        json = JSON.parse(String(row[column]));
      } catch {
        throw refuse("it is not JSON");
      }
      checked(shapes[column as keyof typeof shapes], json, refuse);
    }
  }
}

function damaged({ path }: SqlConnection, what: string): Error {
  return unusableDatabase(path, "damaged", `it is damaged. ${what[0]?.toUpperCase()}${what.slice(1)}. ${howToSave}`);
}

/**
 * Requires that a pool contains all pairs of the database's pool, unedited. It may have more pairs and more engines.
 * @param held - `ofImports` has the pairs that only imports contain. Their engines and probabilities are unknown,
 * and their titles may be ""
 */
export function requireSamePool(
  pairs: readonly PooledPair[],
  held: { readonly path: string; readonly ofPool: readonly PooledPair[]; readonly ofImports: readonly PooledPair[] },
): void {
  const { path, ofPool, ofImports } = held;
  const given = new Map(pairs.map((pair) => [keyOfPair(pair), pair]));
  const nowOf = (pair: PooledPair) => given.get(keyOfPair(pair)) ?? pair;
  const refuse = ({ query, id }: PooledPair, what: string, how: string, details: object) => {
    const first = `for example query ${quoted(query)}, document ${quoted(id)}${how && `: ${how}`}`;
    const remedy =
      "Give the pool of this database, leave out the pool to continue with what the database contains, or give the database " +
      "another name.";
    return unusableDatabase(path, "other-pool", `${what} - ${first}. ${remedy}`, {
      details: { query, id, ...details },
    });
  };
  const missing = ofPool.filter((pair) => !given.has(keyOfPair(pair)));
  if (missing[0] !== undefined) {
    const stored = ofPool.length;
    const what =
      missing.length === stored
        ? `it has ${stored} pairs of another pool: none is in this one`
        : `${missing.length} of its ${stored} pairs ${missing.length === 1 ? "is" : "are"} not in this pool`;
    throw refuse(missing[0], what, "", { missing: missing.length, stored });
  }
  const retitled = [...ofPool, ...ofImports].filter((pair) => {
    const { query, id } = pair;
    const title = storable(nowOf(pair).title);
    return pair.title !== "" && new PairIndex([{ query, id, title, merged: [] }]).find(pair) === null;
  });
  if (retitled[0] !== undefined) {
    const { title } = retitled[0];
    const newTitle = storable(nowOf(retitled[0]).title);
    const what = `this pool has different titles for ${retitled.length} of its pairs, so ratings would move to different documents`;
    const titles = `${quoted(title)} in the database, ${quoted(newTitle)} in the pool`;
    throw refuse(retitled[0], what, titles, { title, newTitle, retitled: retitled.length });
  }
  const edited = ofPool.filter((pair) => editedField(pair, nowOf(pair)) !== null);
  if (edited[0] === undefined) return;
  const field = editedField(edited[0], nowOf(edited[0]));
  const what = `this pool changes ${edited.length} of its pairs, but a pool may only grow (semqrel pool --add)`;
  throw refuse(edited[0], what, `another "${field}"`, { field, edited: edited.length });
}

/**
 * Returns the first edited field that affects ratings or measures; null if the pair is unchanged or has only grown.
 * With `pool --add`, a pair may get more engines, more merged ids, and more ranks per engine. If pairs are drawn in
 * order, its probability may grow. If they are drawn by spread, engines and ranks may change in any way, because the
 * pool stores the probabilities that were computed from them.
 */
export function editedField(stored: PooledPair, now: PooledPair): string | null {
  if (storable(now.title) !== stored.title) return "title";
  for (const engine of now.inOrder?.by === "spread" ? [] : stored.engines) {
    const same = now.engines.find(({ name }) => name === engine.name);
    if (same === undefined || same.of < engine.of) return "engines";
    const places = new Set([same.rank, ...same.also]);
    if (![engine.rank, ...engine.also].every((place) => places.has(place))) return "rank";
  }
  // The probability grows with the number of pairs drawn in order.
  const hasGrown = now.inOrder !== undefined && now.probability > stored.probability;
  if (now.probability !== stored.probability && !hasGrown) return "probability";
  if (now.queryProbability !== stored.queryProbability) return "queryProbability";
  const merged = new Set(now.merged.map(({ id }) => id));
  return stored.merged.every(({ id }) => merged.has(id)) ? null : "merged";
}
