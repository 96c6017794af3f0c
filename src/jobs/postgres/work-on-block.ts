/**
 * How does a worker run one block, and what becomes of a block that it failed at?
 * It is tried again after a pause, three times in all, and then reported. A fault of this machine ends the worker; a block
 * whose model is missing here is left to others. (The command `semqrel system queue retry` is in queue-changes.ts.)
 */
import { messageOf, SemqrelError } from "../../core/errors.ts";
import { runBlock } from "../run-block.ts";
import { keepFailure, keepOutcome, leaveToOthers, type TakenBlock, takeBlock, waitAgain } from "./block-state.ts";
import type { Job } from "./postgres-drivers.ts";
import { compress, decompress, type StoredSettings } from "./postgres-enqueue.ts";
import type { QueueWorker } from "./worker-options.ts";

/** Faults of this machine. */
const ownFaults = ["NATIVE_MODULE_MISSING", "DATABASE_UNUSABLE", "OUTPUT_UNWRITABLE"];
/** Faults of one model; blocks of another model may run. */
const modelFaults = ["MODEL_MISSING", "MODEL_DAMAGED", "DOWNLOAD_FAILED"];

/** @throws its error where graphile-worker is to try again */
export async function workOnBlock(worker: QueueWorker, key: string, job: Job): Promise<void> {
  const { database, options } = worker;
  const begun = performance.now();
  const block = await takeBlock(database, key, job);
  if (block === null) return;
  const report = (kind: "done" | "failed" | "given back", error: string | null) =>
    options.report?.({
      kind,
      work: block.kind,
      key,
      rows: block.rows,
      texts: block.texts_count,
      seconds: (performance.now() - begun) / 1000,
      error,
      attempt: job.attempts,
    });
  try {
    await keepOutcome(database, key, await compress(await outcomeOf(worker, block)));
    report("done", null);
  } catch (error) {
    const code = error instanceof SemqrelError ? error.code : "";
    if (modelFaults.includes(code) && !worker.signal.aborted) return leaveModel(worker, key, job, block, error);
    // Aborts the signal.
    if (ownFaults.includes(code)) worker.endWith(error);
    if (worker.signal.aborted) {
      worker.givenBack.push(job);
      report("given back", null);
      await waitAgain(database, key).catch(() => {});
      throw error;
    }
    // An error of semqrel's own would come again: it is reported at once.
    const isLast = error instanceof SemqrelError || job.attempts >= job.max_attempts;
    report("failed", messageOf(error));
    await keepFailure(database, key, error, isLast);
    // After the last try graphile-worker may count the job as done: our table has the failure.
    if (!isLast) throw error;
  }
}

/** Empty of titles: their vectors are in the shared table. */
async function outcomeOf({ options, models, signal }: QueueWorker, block: TakenBlock): Promise<Uint8Array> {
  if (signal.aborted) throw new SemqrelError("INTERRUPTED", "Working: interrupted.");
  const stored = JSON.parse(block.content) as StoredSettings;
  const tools = await models.open(stored);
  const input = await decompress(block.input);
  if (block.kind === "label") return (options.runBlock ?? runBlock)(input, stored.settings, tools);
  await tools.embedder.embed(JSON.parse(input.toString("utf8")), { signal });
  return new Uint8Array(0);
}

/** The worker takes no more blocks with these settings. */
async function leaveModel(worker: QueueWorker, key: string, job: Job, block: TakenBlock, error: unknown) {
  const { database, options, left } = worker;
  // Before `left` has it: a worker that ends when idle counts only waiting blocks as left to others.
  await leaveToOthers(database, key, job, block);
  const why = messageOf(error);
  if (!left.has(block.settings)) options.report?.({ kind: "left", error: why });
  left.set(block.settings, why);
}
