/** Loads the queue's packages, which semqrel does not install, because most users need no queue. */
import { createRequire } from "node:module";
import type * as Postgres from "pg";
import type * as Addresses from "pg-connection-string";
import { messageOf, SemqrelError } from "../../core/errors.ts";

export type { Job, Runner } from "graphile-worker";
export type { ClientConfig, Pool, PoolClient } from "pg";

export type PostgresDrivers = Awaited<ReturnType<typeof loadPackages>>;

async function loadPackages() {
  const [pg, graphile] = await Promise.all([import("pg"), import("graphile-worker")]);
  return { pg: pg.default as typeof Postgres, graphile };
}

export async function loadPostgresDrivers(load = loadPackages): Promise<PostgresDrivers> {
  try {
    return await load();
  } catch (cause) {
    throw packagesMissing(cause);
  }
}

/** Synchronous, because arguments are read synchronously. */
export function loadAddressParser(load: (name: string) => typeof Addresses = createRequire(import.meta.url)) {
  try {
    return load("pg-connection-string");
  } catch (cause) {
    throw packagesMissing(cause);
  }
}

function packagesMissing(cause: unknown): SemqrelError {
  const [why] = messageOf(cause).split("\n");
  return new SemqrelError(
    "DATABASE_UNUSABLE",
    `Opening the queue: the packages that connect to PostgreSQL are missing (${why}). Install them beside semqrel: npm ` +
      "install graphile-worker@^0.17.3 pg@^8.11.3 pg-connection-string@^2.14.1 (with -g if semqrel was installed with -g).",
    { details: { packages: ["graphile-worker", "pg", "pg-connection-string"] }, cause },
  );
}
