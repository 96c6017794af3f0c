/** With which models and vectors does a worker run its blocks? */
import { SemqrelError } from "../../core/errors.ts";
import type { LabelTools } from "../../label/label-options.ts";
import { type KeptEntries, keepingEmbedder } from "../../model/embed/cached-embedder.ts";
import { type AdapterOptions, type OpenedTools, openTools } from "../../model/open-tools.ts";
import type { QueueDatabase } from "./postgres-database.ts";
import type { StoredSettings } from "./postgres-enqueue.ts";

export type WorkerModels = ReturnType<typeof workerModels>;

export function workerModels(
  database: QueueDatabase,
  own: Pick<AdapterOptions, "threads" | "cacheFolder" | "indexesFolder">,
  signal: AbortSignal,
) {
  const opened = new Map<string, Promise<OpenedTools>>();
  const shared = postgresVectors(database, signal);
  return {
    /** @throws SemqrelError MODEL_MISSING where the model here is not the job's   details: { wanted, found } */
    async open({ settings, model }: StoredSettings): Promise<LabelTools> {
      const name = JSON.stringify(settings.model);
      const opening = opened.get(name) ?? openTools({ ...own, ...settings.model, signal });
      opened.set(name, opening);
      const { tools } = await opening;
      const { embedder } = tools;
      if (model !== null && model.sha256 !== embedder.model.sha256) {
        throw new SemqrelError(
          "MODEL_MISSING",
          `Opening the model ${model.name}: the job was begun with another one (sha256 ${model.sha256.slice(0, 12)}…, here ` +
            `${embedder.model.sha256.slice(0, 12)}…). Bring the same model here: semqrel system model fetch.`,
          { details: { wanted: model.sha256, found: embedder.model.sha256 } },
        );
      }
      // The stand-in's keys do not fit an entry.
      return settings.model.embedder === "hash" ? tools : { ...tools, embedder: keepingEmbedder(embedder, shared) };
    },
    async close() {
      for (const opening of opened.values()) await opening.then(({ close }) => close()).catch(() => {});
    },
  };
}

export function postgresVectors(database: QueueDatabase, signal: AbortSignal): KeptEntries {
  const table = `${database.schema}.vector`;
  const nameOf = (key: Uint8Array) => Buffer.from(key).toString("latin1");
  return {
    async get(keys) {
      const select = `select key, entry from ${table} where key = any($1::bytea[])`;
      const { rows } = await database.attempt(
        "Looking up vectors",
        (client) => client.query<{ key: Buffer; entry: Buffer }>(select, [keys.map(bufferOf)]),
        signal,
      );
      const entries = new Map(rows.map(({ key, entry }) => [nameOf(key), entry]));
      return keys.map((key) => entries.get(nameOf(key)));
    },
    async put(entries) {
      // In one order, so that two workers with the same titles cannot deadlock.
      const sorted = entries
        .map(([key, entry]) => [bufferOf(key), bufferOf(entry)] as const)
        .sort(([one], [other]) => Buffer.compare(one, other));
      const columns = [sorted.map(([key]) => key), sorted.map(([, entry]) => entry)];
      const insert = `insert into ${table} (key, entry) select * from unnest($1::bytea[], $2::bytea[]) on conflict do nothing`;
      await database.attempt("Keeping vectors", (client) => client.query(insert, columns), signal);
    },
  };
}

/** The driver takes only buffers for bytes. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
