/**
 * What becomes of a block that a worker failed at?
 * It is tried again after a pause, three times in all, and then reported. A fault of this machine ends the worker; a model
 * that is not here leaves the block to other workers. (The command `semqrel queue retry` is in queue-retry.ts.)
 */
import { messageOf, SemqrelError } from "../../core/errors.ts";
import { keepFailure, leaveToOthers, type TakenBlock, waitAgain } from "./postgres-block.ts";
import type { Job } from "./postgres-drivers.ts";
import type { QueueWorker, ReportBlock } from "./worker-options.ts";

/** This machine's fault, and no block's. */
const ownFaults = ["NATIVE_MODULE_MISSING", "DATABASE_UNUSABLE", "OUTPUT_UNWRITABLE"];
/** Faults of one model; blocks of another model may run. */
const modelFaults = ["MODEL_MISSING", "MODEL_DAMAGED", "DOWNLOAD_FAILED"];

export interface FailedTry {
  readonly key: string;
  readonly job: Job;
  readonly block: TakenBlock;
  readonly error: unknown;
  readonly report: ReportBlock;
}

/** @throws the error, where graphile-worker is to try again */
export async function afterFailure(worker: QueueWorker, failed: FailedTry): Promise<void> {
  const { error } = failed;
  const code = error instanceof SemqrelError ? error.code : "";
  const isOwnFault = ownFaults.includes(code);
  if (modelFaults.includes(code) && !worker.signal.aborted) return await leaveModel(worker, failed);
  if (isOwnFault) worker.endWith(error);
  if (isOwnFault || worker.signal.aborted) return await giveBack(worker, failed);
  return await retryOrReport(worker, failed);
}

/** From now on this worker takes no block with the same settings. */
async function leaveModel({ database, options, left }: QueueWorker, { key, job, block, error }: FailedTry) {
  // First: until the block waits again, a worker that ends when idle would not count it among those left to others.
  await leaveToOthers(database, key, job, block);
  const why = messageOf(error);
  if (!left.has(block.settings)) options.report?.({ kind: "left", error: why });
  left.set(block.settings, why);
}

/** As if it had not been tried. */
async function giveBack({ database, givenBack }: QueueWorker, { key, job, error, report }: FailedTry) {
  givenBack.push(job);
  report("given back", null);
  await waitAgain(database, key).catch(() => {});
  throw error;
}

/** An error of semqrel's own comes again with every try: it is reported at once. */
async function retryOrReport({ database }: QueueWorker, { key, job, error, report }: FailedTry) {
  const isLast = error instanceof SemqrelError || job.attempts >= job.max_attempts;
  report("failed", messageOf(error));
  await keepFailure(database, key, error, isLast);
  // After the last try graphile-worker takes the job for done: our table says how it ended.
  if (!isLast) throw error;
}
