/**
 * How do pairs get into the database, each once and under one number?
 */
import type { PooledPair } from "../types.ts";
import type { SqlConnection, SqlRow } from "./sql-connection.ts";
import { storable } from "./storable.ts";

/** Adds pairs to the database, or brings them up to date; holds all names in memory while it does. */
export class PairWriter {
  /** Pairs that were new. */
  added = 0;
  readonly #sql: SqlConnection;
  readonly #numberOfPair: Map<string, number>;
  readonly #numberOfQuery: Map<string, number>;
  readonly #seenQueries = new Set<number>();
  #nextPair: number;

  constructor(sql: SqlConnection) {
    this.#sql = sql;
    const queries = sql.all("SELECT name, number FROM query");
    this.#numberOfQuery = new Map(queries.map((row) => [String(row["name"]), Number(row["number"])]));
    const pairs = sql.all(
      "SELECT pair.number, name AS query, id FROM pair JOIN query ON query.number = pair.query ORDER BY pair.number",
    );
    const keyOf = (row: SqlRow) => keyOfPair({ query: String(row["query"]), id: String(row["id"]) });
    this.#numberOfPair = new Map(pairs.map((row) => [keyOf(row), Number(row["number"])]));
    this.#nextPair = Number(pairs.at(-1)?.["number"] ?? -1) + 1;
  }

  find(pair: Pick<PooledPair, "query" | "id">): number | null {
    return this.#numberOfPair.get(keyOfPair(pair)) ?? null;
  }

  /** @returns the number of the pair */
  write(pair: PooledPair, origin: "pool" | "import"): number {
    const query = this.#writeQuery(pair);
    const known = this.find(pair);
    const details = [
      storable(pair.title),
      pair.url === null ? null : storable(pair.url),
      pair.probability,
      JSON.stringify(pair.engines),
      JSON.stringify(pair.merged),
      origin,
    ];
    if (known !== null) {
      const columns = "(title, url, probability, engines, merged, origin)";
      this.#sql.run(`UPDATE pair SET ${columns} = (?, ?, ?, ?, ?, ?) WHERE number = ?`, ...details, known);
      return known;
    }
    const number = this.#nextPair++;
    this.#sql.run(
      `INSERT INTO pair (title, url, probability, engines, merged, origin, number, query, id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...details,
      number,
      query,
      storable(pair.id),
    );
    this.#numberOfPair.set(keyOfPair(pair), number);
    this.added++;
    return number;
  }

  #writeQuery({ query, queryId, informationNeed }: PooledPair): number {
    const name = storable(query);
    const known = this.#numberOfQuery.get(name);
    const number = known ?? this.#numberOfQuery.size;
    if (this.#seenQueries.has(number)) return number;
    this.#seenQueries.add(number);
    this.#numberOfQuery.set(name, number);
    this.#sql.run(
      `INSERT INTO query (number, name, query_id, information_need) VALUES (?, ?, ?, ?)
       ON CONFLICT (number) DO UPDATE SET query_id = coalesce(excluded.query_id, query_id),
       information_need = coalesce(excluded.information_need, information_need)`,
      number,
      name,
      queryId === null ? null : storable(queryId),
      informationNeed === null ? null : storable(informationNeed),
    );
    return number;
  }
}

/** What makes two pairs the same. */
export function keyOfPair({ query, id }: Pick<PooledPair, "query" | "id">): string {
  return JSON.stringify([storable(query), storable(id)]);
}
