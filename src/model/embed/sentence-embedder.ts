/** Embeds titles with a sentence model, in semqrel's own session or another library. */
import { createHash } from "node:crypto";
import { messageOf, SemqrelError } from "../../core/errors.ts";
import { sha256 } from "../../core/files/read-whole.ts";
import type { Embedder } from "../../core/ports.ts";
import type { ModelIdentity } from "../../core/types.ts";
import { embedInBatches, type ModelRunner, runBatch } from "./embed-in-batches.ts";
import type { ModelFolder } from "./model-folder.ts";
import { openOnnxSession } from "./onnx-session.ts";
import { loadTokenizer } from "./tokenizer.ts";

export interface SentenceEmbedderOptions {
  /** Number of threads that share the work of one operator of the model, >= 1. */
  readonly threads: number;
  /** Runs the model instead of semqrel's own session, and chooses the number of threads itself. @default none */
  readonly library?: ModelLibrary | null;
}

export interface ModelLibrary {
  /** Name and version of the package. */
  readonly name: string;
  open(model: ModelFolder): Promise<ModelRunner>;
}

/** Loads tokenizer and session only for the first call of `embed`, because they are not needed for cached vectors. */
export function sentenceEmbedder(model: ModelFolder, options: SentenceEmbedderOptions): Embedder {
  let loaded: Promise<ModelRunner> | null = null;
  return {
    model: options.library ? identityWith(options.library, model.identity) : model.identity,
    async embed(titles, embedOptions = {}) {
      loaded ??= load(model, options);
      const runner = await loaded;
      // Lets the event loop run. Without this, Ctrl-C would have no effect, because the model runs on this thread.
      const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
      return embedInBatches(titles, runner, model.identity, { tokenKey, pause }, embedOptions);
    },
  };
}

/** Adds the library to the model's name and checksum, so that vectors of the library and of semqrel are not mixed. */
function identityWith(library: ModelLibrary, { name, sha256: sum, ...rest }: ModelIdentity): ModelIdentity {
  const both = { name: `${name} in ${library.name}`, sha256: sha256(`${sum}  ${library.name}\n`) };
  return { ...both, ...rest, library: library.name };
}

async function load(model: ModelFolder, { threads, library }: SentenceEmbedderOptions): Promise<ModelRunner> {
  try {
    return await (library ? library.open(model) : openOwnSession(model, threads));
  } catch (cause) {
    if (cause instanceof SemqrelError) throw cause;
    const { folder } = model;
    const how = library ? ` with ${library.name}` : "";
    const message = `Opening the model in ${folder}${how}: ${messageOf(cause)}. Check it with: semqrel system model verify.`;
    throw new SemqrelError("MODEL_DAMAGED", message, { details: { folder }, cause });
  }
}

/** Returns 132 bits of a hash of the ids, as 22 characters. */
function tokenKey(ids: readonly number[]): string {
  return createHash("sha256").update(Int32Array.from(ids)).digest("base64url").slice(0, 22);
}

async function openOwnSession(model: ModelFolder, threads: number): Promise<ModelRunner> {
  const { folder, identity, onnxPath, pooling } = model;
  const { tokenise } = await loadTokenizer(folder, identity.maxTokens);
  const session = await openOnnxSession(onnxPath, threads);
  return { tokenise, run: (_, ids) => runBatch(session, ids, identity.dimensions, pooling) };
}
