/** How does a worker run one block? Failures are handled in worker-retry.ts. */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { SemqrelError } from "../../core/errors.ts";
import { runBlock } from "../run-block.ts";
import { keepOutcome, type TakenBlock, takeBlock } from "./block-state.ts";
import type { Job } from "./postgres-drivers.ts";
import type { StoredSettings } from "./postgres-enqueue.ts";
import type { QueueWorker, ReportBlock } from "./worker-options.ts";
import { afterFailure } from "./worker-retry.ts";

const decompress = promisify(gunzip);
const compress = promisify(gzip);

/** @throws its error where graphile-worker is to try again */
export async function workOnBlock(worker: QueueWorker, key: string, job: Job): Promise<void> {
  const { database, options } = worker;
  const begun = performance.now();
  const block = await takeBlock(database, key, job);
  if (block === null) return;
  const report: ReportBlock = (kind, error) =>
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
    await keepOutcome(database, key, await compress(await outcomeOf(worker, block), { level: 1 }));
    report("done", null);
  } catch (error) {
    await afterFailure(worker, { key, job, block, error, report });
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
