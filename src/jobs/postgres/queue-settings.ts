/** Settings of commands that work with a queue on PostgreSQL. */
import { type GivenOf, special, text } from "../../command/settings.ts";
import { PostgresAddress } from "./postgres-address.ts";
import type { DatabaseOptions } from "./postgres-database.ts";

/** Its value hides its password wherever it is printed or written. */
export const queueAddress = special<PostgresAddress>(
  {
    wanted: "an address such as postgres://USER@HOST/DATABASE",
    accepts: (value) => value instanceof PostgresAddress,
    read,
  },
  "<address>",
  "PostgreSQL of the queue: postgres://USER@HOST/DATABASE; postgres:// takes all from PG*",
  { reach: "address" },
);

function read(address: string): PostgresAddress {
  const queue = new PostgresAddress(address);
  // Everybody on this machine may read what a process was started with.
  if (queue.hasPassword) process.title = "semqrel";
  return queue;
}

export const queueSettings = {
  queue: queueAddress,
  queueSchema: text("<name>", "schema of the queue's tables", { default: "semqrel" }),
};
export type QueueGiven = GivenOf<typeof queueSettings>;

/** Without an address everything comes from `PG*`. */
export function queueOf(
  { queue, queueSchema: schema }: QueueGiven,
  environment: NonNullable<DatabaseOptions["environment"]>,
): [PostgresAddress, DatabaseOptions] {
  return [queue ?? new PostgresAddress("postgres://"), { schema, environment }];
}
