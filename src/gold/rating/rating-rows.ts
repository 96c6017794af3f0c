/** What do rows of the ratings database say? */
import type { PooledPair } from "../../core/types.ts";
import type { SqlRow, SqlValue } from "./sql-connection.ts";

/** `skipped` is still to do. */
export type ItemState = "rated" | "flagged" | "skipped";

export interface StoredState {
  readonly state: ItemState;
  /** On the scale where `state` is `rated`, else null. */
  readonly grade: number | null;
  readonly note: string;
  readonly seconds: number | null;
  /** ISO 8601, UTC. */
  readonly ratedAt: string;
}

/** For `pairOf`. Columns by name: where those of a damaged file are not UTF-8, `*` would end the process. */
export const selectPairs = `SELECT pair.number, id, title, url, engines, probability, query_probability, merged,
  query.name, query_id, information_need FROM pair JOIN query ON query.number = pair.query`;

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
