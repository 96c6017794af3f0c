/**
 * Enqueues the blocks of a job. Jobs share equal blocks. New titles are enqueued before their block, 1,000 at a time,
 * so that the vector of a title in several blocks is computed only once.
 */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { at } from "../../core/at.ts";
import { SemqrelError } from "../../core/errors.ts";
import { sha256 } from "../../core/files/read-whole.ts";
import { replaceControlCharacters } from "../../core/text/escape.ts";
import { comparedTitle, embeddedTitle, type TitleRules } from "../../core/titles/clean-title.ts";
import type { ModelIdentity } from "../../core/types.ts";
import { numberTitles } from "../../lists/group-results.ts";
import { type BlockInputs, type BlockLists, type BlockTicket, readBlock } from "../block.ts";
import type { QueueDatabase } from "./postgres-database.ts";
import type { PoolClient } from "./postgres-drivers.ts";

export interface StoredSettings {
  readonly settings: BlockInputs["settings"];
  /** The model that workers must have; null accepts any model with the name in the settings. */
  readonly model: ModelIdentity | null;
}

const TITLES_AT_ONCE = 1000;
/** Maximum number of enqueued titles to remember. After that many, all are forgotten, so some may be enqueued again. */
const MOST_REMEMBERED = 4_000_000;
const SHOWN_TEXTS = 10;
const MOST_TRIES = 3;
const priorities = { titles: 0, label: 1 } as const;

export const compress = (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 1 });
export const decompress = promisify(gunzip);

export interface KeyedBlock {
  readonly key: string;
  readonly kind: "label" | "titles";
  readonly version: string;
  readonly settings: string;
}

/**
 * Enqueues the blocks that the queue lacks. Continues an earlier job that has the same settings and blocks.
 * @param hold - is called with the job's name before another process can remove the job
 */
export async function enqueueBlocks(
  database: QueueDatabase,
  blocks: readonly BlockTicket[],
  inputs: BlockInputs,
  version: string,
  model: ModelIdentity | null,
  hold: (job: string) => Promise<void>,
  signal: AbortSignal,
) {
  const { schema } = database;
  const content = JSON.stringify({ settings: inputs.settings, model } satisfies StoredSettings);
  const settings = sha256(content);
  const keyOf = (kind: string, what: string) => sha256([version, kind, settings, what].join("\n"));
  const keys = blocks.map(({ key }) => keyOf("label", key));
  const attempt = <Result>(action: (client: PoolClient) => Promise<Result>) =>
    database.attempt("Enqueueing blocks", action, signal);
  const job = await attempt(async (client) => {
    const name = await beginJob(client, schema, settings, content, keys);
    await hold(name);
    return name;
  });
  const there = await attempt(async (client) => {
    await requireJob(client, database, job);
    const { rows } = await client.query<{ key: string }>(`select key from ${schema}.block where key = any($1)`, [keys]);
    const found = rows.map(({ key }) => key);
    await join(client, schema, job, found);
    return new Set(found);
  });
  const addBlock = async (
    key: string,
    kind: KeyedBlock["kind"],
    bytes: Uint8Array,
    rows: number,
    texts: readonly string[],
  ) => {
    const input = await compress(bytes);
    const shown = texts.slice(0, SHOWN_TEXTS).map(replaceControlCharacters);
    await attempt(async (client) => {
      await requireJob(client, database, job);
      const { rowCount } = await client.query(
        `insert into ${schema}.block (key, kind, version, settings, input, rows, texts, texts_count)
          values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (key) do nothing`,
        [key, kind, version, settings, input, rows, shown, texts.length],
      );
      await join(client, schema, job, [key]);
      if (rowCount === 1) await addJob(client, database, { key, kind, version, settings });
    });
  };
  const titles = titlesToEmbed(async (some) => {
    const input = Buffer.from(JSON.stringify(some));
    await addBlock(keyOf("titles", sha256(input)), "titles", input, some.length, some);
  });
  for (const [place, ticket] of blocks.entries()) {
    const key = at(keys, place);
    if (there.has(key)) continue;
    there.add(key);
    const input = await inputs.read(ticket);
    const lists = readBlock(input, inputs.settings);
    // Workers do not store vectors of the test embedder.
    if (inputs.settings.model.embedder !== "hash") {
      await titles.take(textsToEmbed(lists, inputs.settings.options.rules));
    }
    const texts = lists.queries.map(({ id, text }) => text ?? id ?? "");
    await addBlock(key, "label", input, ticket.rows, texts);
  }
  await titles.rest();
  return { job, keys };
}

/** Returns the texts that the block will embed, so that their vectors are stored before it runs. */
function textsToEmbed({ references, candidates, permuted }: BlockLists, rules: TitleRules): string[] {
  const titles = [...numberTitles([...references, ...candidates, ...permuted]).keys()];
  const texts = titles.map((title) => embeddedTitle(comparedTitle(title, rules), rules));
  return [...new Set(texts.filter((text) => text !== null))];
}

async function beginJob(
  client: PoolClient,
  schema: string,
  settings: string,
  content: string,
  keys: readonly string[],
): Promise<string> {
  await lockJobs(client, schema);
  const addSettings = `insert into ${schema}.settings (key, content) values ($1, $2) on conflict do nothing`;
  await client.query(addSettings, [settings, content]);
  const { rows } = await client.query<{ key: string }>(
    `select key from ${schema}.job
      where settings = $1 and (select count(*) from ${schema}.job_block where job = key and block = any($2)) = $3
      order by begun_at desc limit 1`,
    [settings, keys, new Set(keys).size],
  );
  const name = rows[0]?.key ?? sha256([...keys].sort().join("\n")).slice(0, JOB_NAME_LENGTH);
  const addName = `insert into ${schema}.job (key, settings) values ($1, $2) on conflict do nothing`;
  await client.query(addName, [name, settings]);
  return name;
}

/** Locks all jobs until the transaction ends, so that this job stays. Throws if the job was already removed. */
async function requireJob(client: PoolClient, { schema, shown }: QueueDatabase, job: string): Promise<void> {
  await lockJobs(client, schema);
  const { rowCount } = await client.query(`select from ${schema}.job where key = $1`, [job]);
  if (rowCount !== 0) return;
  throw new SemqrelError(
    "BLOCK_FAILED",
    `Enqueueing blocks at ${shown}: job ${job} was removed from the queue in the meantime, by semqrel system queue rm or by another run of the ` +
      "same job. Run the same command again.",
    { details: { job } },
  );
}

const JOB_NAME_LENGTH = 12;

/** Locks all jobs until the transaction ends, so that only one process at a time changes shared blocks. */
export async function lockJobs(client: PoolClient, schema: string): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`semqrel jobs of ${schema}`]);
}

/**
 * Adds a graphile-worker job for a block. Its task is named after semqrel's version, so that only workers of this
 * version take it. Its flag is the key of the settings, so that workers without the model can refuse it.
 */
export async function addJob(
  client: PoolClient,
  { jobsSchema }: QueueDatabase,
  { key, kind, version, settings }: KeyedBlock,
): Promise<void> {
  await client.query(
    `select ${jobsSchema}.add_job($1, payload := $2, max_attempts := $3, job_key := $4, priority := $5, flags := $6)`,
    [taskOf(version), JSON.stringify({ key }), MOST_TRIES, key, priorities[kind], [settings]],
  );
}

export function taskOf(version: string): string {
  return `semqrel ${version}`;
}

async function join(client: PoolClient, schema: string, job: string, keys: readonly string[]): Promise<void> {
  await client.query(
    `insert into ${schema}.job_block (job, block) select $1, unnest($2::text[]) on conflict do nothing`,
    [job, keys],
  );
}

function titlesToEmbed(give: (titles: readonly string[]) => Promise<void>) {
  const seen = new Set<string>();
  const waiting: string[] = [];
  const next = () => give(waiting.splice(0, TITLES_AT_ONCE));
  return {
    async take(titles: readonly string[]): Promise<void> {
      for (const title of titles) {
        const fingerprint = sha256(title).slice(0, FINGERPRINT_LENGTH);
        if (seen.has(fingerprint)) continue;
        if (seen.size >= MOST_REMEMBERED) seen.clear();
        seen.add(fingerprint);
        waiting.push(title);
      }
      while (waiting.length >= TITLES_AT_ONCE) await next();
    },
    async rest(): Promise<void> {
      if (waiting.length > 0) await next();
    },
  };
}

/** 64 bits are enough, because a collision does no harm: the second title is embedded later, with its block. */
const FINGERPRINT_LENGTH = 16;
