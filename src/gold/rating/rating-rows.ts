/** Which tables hold the ratings, and how are their rows read and written? */
import type { PooledPair } from "../../core/types.ts";
import { asText, type SqlRow, type SqlValue } from "./sql-connection.ts";

/** `skipped` is still to do. */
export type ItemState = "rated" | "flagged" | "skipped";

export interface StoredState {
  readonly state: ItemState;
  readonly grade: number | null;
  readonly note: string;
  readonly seconds: number | null;
  /** ISO 8601, UTC. */
  readonly ratedAt: string;
}

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

export function stateOf(row: SqlRow): StoredState {
  const state = row["state"];
  return {
    state: state === "flagged" || state === "skipped" ? state : "rated",
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

// docs/ratings-database.md describes this schema for people with sqlite3. Each change of the schema is a new version.

/** "sqrl": tells a database of ratings from those of other programs. */
export const applicationId = 0x7371726c;

export const schemaVersion = 1;

/** Databases that were made before it get it when they are next written to. */
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
