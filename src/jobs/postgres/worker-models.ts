/**
 * Which models has a worker opened?
 */
import { SemqrelError } from "../../core/errors.ts";
import { type AdapterOptions, type OpenedTools, openTools } from "../../label/open-tools.ts";
import type { LabelTools } from "../../label/pipeline.ts";
import { keepingEmbedder } from "../../model/embed/cached-embedder.ts";
import type { QueueDatabase } from "./postgres-database.ts";
import type { StoredSettings } from "./postgres-enqueue.ts";
import { postgresVectors } from "./postgres-vectors.ts";

export interface WorkerModels {
  /** @throws SemqrelError MODEL_MISSING where the model here is not the one that the job began with   details: { wanted, found } */
  open(stored: StoredSettings): Promise<LabelTools>;
  close(): Promise<void>;
}

/** Opened once for all blocks of a model. */
export function workerModels(
  database: QueueDatabase,
  own: Pick<AdapterOptions, "threads" | "cacheFolder" | "indexesFolder">,
  signal: AbortSignal,
): WorkerModels {
  const opened = new Map<string, Promise<OpenedTools>>();
  const shared = postgresVectors(database, signal);
  return {
    async open({ settings, model }) {
      const name = JSON.stringify(settings.model);
      const opening = opened.get(name) ?? openTools({ ...own, ...settings.model, signal });
      opened.set(name, opening);
      const { tools } = await opening;
      const { embedder } = tools;
      if (model !== null && model.sha256 !== embedder.model.sha256) {
        throw new SemqrelError(
          "MODEL_MISSING",
          `Opening the model ${model.name}: the job was begun with another one (sha256 ${model.sha256.slice(0, 12)}…, here ` +
            `${embedder.model.sha256.slice(0, 12)}…). Bring the same model here: semqrel model fetch.`,
          { details: { wanted: model.sha256, found: embedder.model.sha256 } },
        );
      }
      // The keys of the stand-in do not fit an entry.
      return settings.model.embedder === "hash" ? tools : { ...tools, embedder: keepingEmbedder(embedder, shared) };
    },
    async close() {
      for (const opening of opened.values()) await opening.then(({ close }) => close()).catch(() => {});
    },
  };
}
