/**
 * How does a run of `label` go that is larger than memory, or done by several processes?
 * plan, run the blocks whose outcome is not there, join: the same files as of a run in memory.
 */
import type { FinishedLabels } from "../label/label-folder.ts";
import type { LabelFiles, LabelOptions, LabelTools } from "../label/label-options.ts";
import type { BlockExecutor, BlockSettings } from "./block.ts";
import { joinOutcomes } from "./join-outcomes.ts";
import type { JobIdentity } from "./journal.ts";
import type { OutcomeStore } from "./outcome-store.ts";
import { planBlocks } from "./plan-blocks.ts";

/** Where a job keeps what it has done: a `Journal`, or a folder that goes with the run. */
export interface WorkPlace {
  /** For blocks and copies of inputs. */
  readonly folder: string;
  /** Outcomes that are there already, of the same job. */
  begin(identity: JobIdentity): Promise<OutcomeStore>;
}

export interface BlockJob extends Pick<BlockSettings, "apart" | "model"> {
  readonly executor: BlockExecutor;
  readonly work: WorkPlace;
  /** As the journal compares them; model and inputs are added. */
  readonly identity: Pick<JobIdentity, "version" | "options">;
  readonly rowsPerBlock?: number;
}

/**
 * The rows of the result are read from the work place whenever they are asked for: it must stay until they are written.
 *
 * @throws SemqrelError as `planBlocks`, the work place and the executor; what was done until then stays
 */
export async function labelInBlocks(
  files: LabelFiles,
  options: LabelOptions,
  tools: LabelTools,
  job: BlockJob,
): Promise<FinishedLabels> {
  const { clock, progress, signal, embedder } = tools;
  const begin = clock.seconds();
  const plan = await planBlocks(files, {
    labels: options,
    apart: job.apart,
    model: job.model,
    identity: embedder.model,
    progress,
    signal,
    folder: job.work.folder,
    ...(job.rowsPerBlock === undefined ? {} : { rowsPerBlock: job.rowsPerBlock }),
  });
  const readSeconds = clock.seconds() - begin;
  const outcomes = await job.work.begin({
    ...job.identity,
    model: embedder.model,
    inputs: plan.inputs.map(({ path, sha256 }) => ({ path, sha256 })),
  });
  const missing = plan.tickets.filter((ticket) => !outcomes.has(ticket));
  await job.executor.run(missing, plan, (ticket, outcome) => outcomes.save(ticket, outcome), signal);
  const { queries, warnings, inputs } = plan;
  return { ...joinOutcomes({ paths: plan.tickets.map(outcomes.path), queries, warnings, readSeconds }), inputs };
}
