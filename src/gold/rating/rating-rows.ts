import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { storable } from "../../core/text/escape.ts";
import type { PooledPair, RatingScale } from "../../core/types.ts";
import { asText, type SqlConnection, type SqlRow, type SqlValue } from "./sql-connection.ts";

/** State of an item that a rater has seen. Skipped items must still be rated. */
export type ItemState = "rated" | "flagged" | "skipped";

export type StoredState = ReturnType<typeof stateOf>;

const textsOfPair = ["id", "title", "url", "engines", "merged", "query.name", "query_id", "information_need"];

export const selectPairs = `SELECT pair.number, probability, query_probability,
  ${textsOfPair.map((column) => asText(column)).join(", ")} FROM pair JOIN query ON query.number = pair.query`;

export const stateColumns = `${asText("state")}, grade, ${asText("note")}, seconds, ${asText("rated_at")}`;

export function textOrNull(value: SqlValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

export function numberOrNull(value: SqlValue | undefined): number | null {
  return typeof value === "number" ? value : null;
}

export function stateOf(row: SqlRow) {
  const { state } = row;
  return {
    state: (state === "flagged" || state === "skipped" ? state : "rated") as ItemState,
    grade: numberOrNull(row["grade"]),
    note: String(row["note"]),
    seconds: numberOrNull(row["seconds"]),
    ratedAt: String(row["rated_at"]),
  };
}

export function pairOf(row: SqlRow): PooledPair {
  return {
    query: String(row["name"]),
    queryId: textOrNull(row["query_id"]),
    informationNeed: textOrNull(row["information_need"]),
    id: String(row["id"]),
    title: String(row["title"]),
    url: textOrNull(row["url"]),
    engines: JSON.parse(String(row["engines"])) as PooledPair["engines"],
    probability: Number(row["probability"]),
    queryProbability: Number(row["query_probability"]),
    merged: JSON.parse(String(row["merged"])) as PooledPair["merged"],
  };
}

type SettingName =
  | "id"
  | "scale"
  | "seed"
  | "repeat_share"
  | "guidelines"
  | "fingerprint"
  | "pool_sha256"
  | "pool"
  | "chosen"
  | "drawn"
  | "sum";

export function settingOf(sql: SqlConnection, name: SettingName): string | null {
  return textOrNull(sql.one(`SELECT ${asText("value")} FROM setting WHERE name = ?`, name)?.["value"]);
}

export function setSetting(sql: SqlConnection, name: SettingName, value: string): void {
  sql.run("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", name, value);
}

export function scaleOf(sql: SqlConnection): RatingScale | null {
  const rows = sql.all(`SELECT grade, ${asText("label")} FROM grade ORDER BY grade`);
  const name = settingOf(sql, "scale");
  if (name === null) return null;
  return { name, grades: rows.map((row) => ({ grade: Number(row["grade"]), label: String(row["label"]) })) };
}

/** `repeatShare`: share of pairs that raters see twice, 0..1. */
export function orderOf(sql: SqlConnection) {
  return { seed: Number(settingOf(sql, "seed") ?? 1), repeatShare: Number(settingOf(sql, "repeat_share") ?? 0.05) };
}

/** Labels of grades may change at any time. The grades themselves may only change before the first rating. */
export function setScale(sql: SqlConnection, scale: RatingScale): void {
  const { path } = sql;
  const stored = scaleOf(sql);
  const isSame = String(stored?.grades.map(({ grade }) => grade)) === String(scale.grades.map(({ grade }) => grade));
  if (stored !== null && !isSame && sql.one("SELECT 1 FROM rating LIMIT 1") !== null) {
    const problem = `its ratings use the scale ${stored.name}, not ${scale.name}.`;
    const message = `Opening the ratings database ${path}: ${problem} Leave --scale out, or give the database another name.`;
    throw new SemqrelError("INVALID_SCALE", message, { details: { path, stored: stored.name, scale: scale.name } });
  }
  if (!isSame) sql.run("DELETE FROM grade");
  const insert = "INSERT INTO grade (grade, label) VALUES (?, ?) ON CONFLICT DO UPDATE SET label = excluded.label";
  for (const { grade, label } of scale.grades) sql.run(insert, grade, storable(label));
  setSetting(sql, "scale", scale.name);
}

export function setOrder(sql: SqlConnection, { seed, repeatShare }: ReturnType<typeof orderOf>): void {
  const { path } = sql;
  const stored = orderOf(sql);
  const isSame = stored.seed === seed && stored.repeatShare === repeatShare;
  const hasBegun = "SELECT 1 FROM rating JOIN pair ON number = pair WHERE origin = 'pool' LIMIT 1";
  if (!isSame && settingOf(sql, "fingerprint") !== null && sql.one(hasBegun) !== null) {
    throw invalidOption(
      `Opening the ratings database ${path}: its raters already use --seed ${stored.seed} and ` +
        `--repeat-share ${stored.repeatShare}, not ${seed} and ${repeatShare}. Leave out both options.`,
      { path, ...stored },
    );
  }
  setSetting(sql, "seed", String(seed));
  setSetting(sql, "repeat_share", String(repeatShare));
}

// docs/ratings-database.md describes this schema for users of sqlite3. Each change of the schema needs a new version.

/** "sqrl" distinguishes a database of ratings from those of other programs. */
export const applicationId = 0x7371726c;

export const schemaVersion = 1;

/** Column that an older database lacks until it is next opened for writing. */
export const shownColumn = "shown TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(shown))";

export const hasShown = "SELECT 1 FROM pragma_table_info('pair') WHERE name = 'shown'";

export const ratingSchema = `
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE grade (
  grade REAL PRIMARY KEY,
  label TEXT NOT NULL
) STRICT;
CREATE TABLE query (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  query_id TEXT,
  information_need TEXT
) STRICT;
CREATE TABLE pair (
  number INTEGER PRIMARY KEY,
  query INTEGER NOT NULL REFERENCES query (number),
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  url TEXT,
  probability REAL NOT NULL CHECK (probability > 0 AND probability <= 1),
  query_probability REAL NOT NULL DEFAULT 1 CHECK (query_probability > 0 AND query_probability <= 1),
  engines TEXT NOT NULL CHECK (json_valid(engines)),
  merged TEXT NOT NULL CHECK (json_valid(merged)),
  origin TEXT NOT NULL CHECK (origin IN ('pool', 'import')),
  ${shownColumn},
  UNIQUE (query, id)
) STRICT;
CREATE TABLE rating (
  rater TEXT NOT NULL,
  pair INTEGER NOT NULL REFERENCES pair (number),
  occasion INTEGER NOT NULL CHECK (occasion IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('rated', 'flagged', 'skipped')),
  grade REAL REFERENCES grade (grade),
  note TEXT NOT NULL,
  seconds REAL,
  rated_at TEXT NOT NULL,
  PRIMARY KEY (rater, pair, occasion),
  CHECK ((state = 'rated') = (grade IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_by_time ON rating (rater, rated_at);
CREATE TABLE history (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  rater TEXT NOT NULL,
  pair INTEGER NOT NULL REFERENCES pair (number),
  occasion INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('rated', 'flagged', 'skipped', 'none')),
  grade REAL,
  note TEXT NOT NULL,
  seconds REAL,
  rated_at TEXT NOT NULL
) STRICT;
CREATE INDEX history_of_item ON history (rater, pair, occasion);
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${schemaVersion};
`;
