/** Which tables does the queue have? Numbered steps make them, each done once; graphile-worker's have a schema of their own. */
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import type { Pool, PoolClient, PostgresDrivers } from "./postgres-drivers.ts";

export interface QueuePlace {
  readonly drivers: PostgresDrivers;
  readonly pool: Pool;
  /** Of our tables. Needs no quotes. */
  readonly schema: string;
  readonly jobsSchema: string;
  readonly shown: string;
}

/** Step n is number n + 1; a step that was released is never changed. */
const steps: readonly string[] = [
  `
  create table SCHEMA.settings (
    key text primary key,
    content text not null
  );
  -- One piece of work: bytes in, bytes out. The key follows from what goes in, so equal work is done once.
  create table SCHEMA.block (
    key text primary key,
    kind text not null check (kind in ('label', 'titles')),
    version text not null,
    settings text not null references SCHEMA.settings,
    input bytea not null,
    rows integer not null,
    -- What it is about: queries or titles, the first of them and how many.
    texts text[] not null,
    texts_count integer not null,
    -- What came of it: graphile-worker's jobs know whether it waits or runs, and how often it was tried.
    outcome bytea,
    failure jsonb,
    queued_at timestamptz not null default now()
  );
  alter table SCHEMA.block alter column input set storage external, alter column outcome set storage external;
  create table SCHEMA.job (
    key text primary key,
    settings text not null references SCHEMA.settings,
    begun_at timestamptz not null default now()
  );
  create table SCHEMA.job_block (
    job text not null references SCHEMA.job on delete cascade,
    block text not null references SCHEMA.block on delete cascade,
    primary key (job, block)
  );
  create index on SCHEMA.job_block (block);
  create table SCHEMA.worker (
    key text primary key,
    host text not null,
    process integer not null,
    version text not null,
    begun_at timestamptz not null default now(),
    beat_seconds real not null,
    beat_at timestamptz not null default now()
  );
  -- As src/model/embed/cached-embedder.ts has them: the vector is float32, little-endian, behind a head with a checksum.
  create table SCHEMA.vector (
    key bytea primary key,
    entry bytea not null
  );
  alter table SCHEMA.vector alter column entry set storage external;
  `,
];

/** A number that no other program is likely to lock. */
export const MIGRATION_LOCK = 7_361_155_021;

/** @throws SemqrelError DATABASE_UNUSABLE for tables of a newer semqrel; INVALID_OPTION for a schema that needs quotes; the server's errors */
export async function migrateQueue(place: QueuePlace): Promise<void> {
  const { pool, schema, jobsSchema, drivers } = place;
  const client = await pool.connect();
  try {
    if ((await versionOf(client, place)) === steps.length) return;
    await client.query("begin isolation level read committed");
    // Other processes that start now wait here, and find everything done.
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    const version = await versionOf(client, place);
    if (version === 0) {
      // Even "create … if not exists" needs the right to create it.
      const { rows } = await client.query(
        "select not exists (select from pg_catalog.pg_namespace where nspname = $1) as missing, quote_ident($1) = $1 as plain",
        [schema],
      );
      if (!rows[0].plain) {
        const why = `it is a word of SQL. Say ${schema}_queue, or the like.`;
        throw invalidOption(`Opening the queue: "${schema}" cannot name its schema, because ${why}`);
      }
      if (rows[0].missing) await client.query(`create schema ${schema}`);
      await client.query(
        `create table if not exists ${schema}.migration (number integer primary key, at timestamptz not null default now())`,
      );
    }
    for (const [place, step] of steps.entries()) {
      if (place < version) continue;
      await client.query(step.replaceAll("SCHEMA", schema));
      await client.query(`insert into ${schema}.migration (number) values ($1)`, [place + 1]);
    }
    // On another connection, before ours are visible: a process that finds ours finds these too.
    await drivers.graphile.runMigrations({ pgPool: pool, schema: jobsSchema, logger: silentLogger(place) });
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** graphile-worker would print what our tables and messages already say. */
export function silentLogger({ drivers }: Pick<QueuePlace, "drivers">) {
  return new drivers.graphile.Logger(() => () => {});
}

/** 0 without tables. The catalog is read as a table: to_regclass may answer from this connection's cache before the lock. */
async function versionOf(client: PoolClient, { schema, shown }: QueuePlace): Promise<number> {
  const { rows: found } = await client.query(
    "select exists (select from pg_catalog.pg_tables where schemaname = $1 and tablename = 'migration') as there",
    [schema],
  );
  if (!found[0].there) return 0;
  const { rows } = await client.query(`select coalesce(max(number), 0) as version from ${schema}.migration`);
  const version = Number(rows[0].version);
  if (version <= steps.length) return version;
  throw new SemqrelError(
    "DATABASE_UNUSABLE",
    `Opening the queue at ${shown}: its tables (schema ${schema}) are of version ${version}, and this semqrel knows ` +
      `${steps.length}. Update semqrel here, or use another schema with --queue-schema.`,
    { details: { database: shown, schema, version } },
  );
}
