/**
 * How does `label` work on inputs larger than memory, or with several processes?
 * It plans blocks, runs those without outcome and joins: the files are the same as of a run in memory.
 */
import type { FinishedLabels } from "../label/label-folder.ts";
import type { LabelFiles, LabelOptions, LabelTools } from "../label/label-options.ts";
import type { BlockExecutor } from "./block.ts";
import { joinOutcomes } from "./join-outcomes.ts";
import type { JobIdentity, OutcomeStore } from "./journal.ts";
import { type PlanSettings, planBlocks } from "./plan-blocks.ts";

/** A `Journal`, or a folder that is removed with the run. */
export interface WorkPlace {
  readonly folder: string;
  /** @returns the outcomes, with those of the same job that are there already */
  begin(identity: JobIdentity): Promise<OutcomeStore>;
}

interface BlockJob extends Pick<PlanSettings, "apart" | "model" | "rowsPerBlock"> {
  readonly executor: BlockExecutor;
  readonly work: WorkPlace;
  readonly identity: Pick<JobIdentity, "version" | "options">;
}

/**
 * The rows of the result are read from the work place when asked for: it must stay until they are written.
 * @throws SemqrelError as `planBlocks`, the work place and the executor; finished outcomes stay
 */
export async function labelInBlocks(
  files: LabelFiles,
  options: LabelOptions,
  tools: LabelTools,
  job: BlockJob,
): Promise<FinishedLabels> {
  const { clock, progress, signal, embedder } = tools;
  const { work, executor, identity, ...settings } = job;
  const begin = clock.seconds();
  const { folder } = work;
  const planned = { ...settings, labels: options, identity: embedder.model, progress, signal, folder };
  const plan = await planBlocks(files, planned);
  const readSeconds = clock.seconds() - begin;
  const inputFiles = plan.inputs.map(({ path, sha256 }) => ({ path, sha256 }));
  const outcomes = await work.begin({ ...identity, model: embedder.model, inputs: inputFiles });
  const missing = plan.tickets.filter((ticket) => !outcomes.has(ticket));
  await executor.run(missing, plan, (ticket, outcome) => outcomes.save(ticket, outcome), signal);
  const { queries, warnings, inputs } = plan;
  return { ...joinOutcomes({ paths: plan.tickets.map(outcomes.path), queries, warnings, readSeconds }), inputs };
}
