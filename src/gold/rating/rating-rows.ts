/** What do rows of the ratings database say? */
import type { PooledPair } from "../../core/types.ts";
import { asText, type SqlRow, type SqlValue } from "./sql-connection.ts";

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

const textsOfPair = ["id", "title", "url", "engines", "merged", "query.name", "query_id", "information_need"];

/** For `pairOf`. */
export const selectPairs = `SELECT pair.number, probability, query_probability,
  ${textsOfPair.map((column) => asText(column)).join(", ")} FROM pair JOIN query ON query.number = pair.query`;

/** For `stateOf`, of the table rating. */
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
