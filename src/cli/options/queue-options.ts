/** Which options do all commands take that work with a queue on PostgreSQL? */
import type { Command, Option } from "commander";
import { PostgresAddress } from "../../jobs/postgres/postgres-address.ts";
import type { DatabaseOptions } from "../../jobs/postgres/postgres-database.ts";
import type { CliIo } from "../io.ts";
import { reachingOption } from "./reach.ts";

export interface QueueFlags {
  readonly queue?: PostgresAddress;
  readonly queueSchema: string;
}

/** Adds the options of `QueueFlags`. */
export function queueOptions(command: Command): Command {
  return command
    .addOption(
      queueOption(
        "--queue <url>",
        "the queue's PostgreSQL: postgres://USER@HOST/DATABASE; postgres:// takes all from PG*",
      ),
    )
    .option("--queue-schema <name>", "of the queue's tables", "semqrel");
}

/** Without an address everything comes from `PG*`. */
export function queueOf({ queue, queueSchema }: QueueFlags, io: CliIo): [PostgresAddress, DatabaseOptions] {
  return [queue ?? new PostgresAddress("postgres://"), { schema: queueSchema, environment: io.environment }];
}

/** Its value hides its password wherever it is printed or written, --print-config too. */
export function queueOption(flags: string, text: string): Option {
  return reachingOption("address", flags, text).argParser(queueAddress);
}

function queueAddress(text: string): PostgresAddress {
  const address = new PostgresAddress(text);
  // Everybody on this machine may read what a process was started with.
  if (address.hasPassword) process.title = "semqrel";
  return address;
}
