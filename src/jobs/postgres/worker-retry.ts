/**
 * What becomes of a block that a worker failed at?
 * It is tried again after a pause, three times in all, and then reported. A fault of this machine ends the worker; a block
 * whose model is missing here is left to others. (The command `semqrel queue retry` is in queue-retry.ts.)
 */
import { messageOf, SemqrelError } from "../../core/errors.ts";
import { keepFailure, leaveToOthers, type TakenBlock, waitAgain } from "./block-state.ts";
import type { Job } from "./postgres-drivers.ts";
import type { QueueWorker, ReportBlock } from "./worker-options.ts";

/** Faults of this machine. */
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
  if (modelFaults.includes(code) && !worker.signal.aborted) return leaveModel(worker, failed);
  // Aborts the signal.
  if (ownFaults.includes(code)) worker.endWith(error);
  return worker.signal.aborted ? giveBack(worker, failed) : retryOrReport(worker, failed);
}

/** The worker takes no more blocks with these settings. */
async function leaveModel({ database, options, left }: QueueWorker, { key, job, block, error }: FailedTry) {
  // Before `left` has it: a worker that ends when idle counts only waiting blocks as left to others.
  await leaveToOthers(database, key, job, block);
  const why = messageOf(error);
  if (!left.has(block.settings)) options.report?.({ kind: "left", error: why });
  left.set(block.settings, why);
}

async function giveBack({ database, givenBack }: QueueWorker, { key, job, error, report }: FailedTry) {
  givenBack.push(job);
  report("given back", null);
  await waitAgain(database, key).catch(() => {});
  throw error;
}

/** An error of semqrel's own would come again: it is reported at once. */
async function retryOrReport({ database }: QueueWorker, { key, job, error, report }: FailedTry) {
  const isLast = error instanceof SemqrelError || job.attempts >= job.max_attempts;
  report("failed", messageOf(error));
  await keepFailure(database, key, error, isLast);
  // After the last try graphile-worker may count the job as done: our table has the failure.
  if (!isLast) throw error;
}
