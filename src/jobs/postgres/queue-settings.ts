/** The setting that names a queue on PostgreSQL. */
import { special } from "../../command/settings.ts";
import { PostgresAddress } from "./postgres-address.ts";

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
