/**
 * Which vectors have all workers together computed already?
 * The entries of the cache, in a table that every worker reads and writes.
 */
import type { KeptEntries } from "../../model/embed/cached-embedder.ts";
import type { QueueDatabase } from "./postgres-database.ts";

/** @returns what throws DATABASE_UNUSABLE where the database stays away */
export function postgresVectors(database: QueueDatabase, signal: AbortSignal): KeptEntries {
  const table = `${database.schema}.vector`;
  const nameOf = (key: Uint8Array) => Buffer.from(key).toString("latin1");
  return {
    async get(keys) {
      const { rows } = await database.attempt(
        "Looking up vectors",
        (client) =>
          client.query<{ key: Buffer; entry: Buffer }>(`select key, entry from ${table} where key = any($1::bytea[])`, [
            keys.map(bufferOf),
          ]),
        signal,
      );
      const entries = new Map(rows.map(({ key, entry }) => [nameOf(key), entry]));
      return keys.map((key) => entries.get(nameOf(key)));
    },
    async put(entries) {
      // In one order everywhere: else two workers with the same titles could wait for each other.
      const sorted = entries
        .map(([key, entry]) => [bufferOf(key), bufferOf(entry)] as const)
        .sort(([one], [other]) => Buffer.compare(one, other));
      await database.attempt(
        "Keeping vectors",
        (client) =>
          client.query(
            `insert into ${table} (key, entry) select * from unnest($1::bytea[], $2::bytea[]) on conflict do nothing`,
            [sorted.map(([key]) => key), sorted.map(([, entry]) => entry)],
          ),
        signal,
      );
    },
  };
}

/** The driver knows buffers alone as bytes. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
