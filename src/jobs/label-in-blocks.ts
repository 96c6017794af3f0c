/** Runs `label` in blocks, for large inputs or several processes. Writes the same files as a run in memory. */

import { at } from "../core/at.ts";
import type { IndexReport } from "../core/ports.ts";
import type { Query, RunTimings } from "../core/types.ts";
import { isFound, SHOWN_EXAMPLES, type Warning } from "../core/warnings.ts";
import type { FolderRun } from "../label/folder/label-files.ts";
import { joinMeasuredRuns } from "../label/folder/measured-run.ts";
import type { RunRows } from "../label/folder/run-rows.ts";
import type { FinishedLabels } from "../label/label-folder.ts";
import type { LabelFiles, LabelOptions, LabelTools } from "../label/label-options.ts";
import type { DoubleChecks } from "../label/pipeline.ts";
import { indexWarnings } from "../label/stages/match-engines.ts";
import { sumOf } from "../maths/summary.ts";
import type { BlockExecutor } from "./block.ts";
import type { JobIdentity, OutcomeStore } from "./journal.ts";
import {
  type BlockFacts,
  type BlockMachine,
  type BlockPart,
  mergeSorted,
  openOutcome,
  type StoredOutcome,
  type TitleTally,
  tallyTitles,
  unpackValues,
} from "./outcome.ts";
import { type PlanSettings, planBlocks } from "./plan-blocks.ts";

export interface WorkPlace {
  readonly folder: string;
  begin(identity: JobIdentity): Promise<OutcomeStore>;
}

interface BlockJob extends Pick<PlanSettings, "apart" | "model" | "rowsPerBlock"> {
  readonly executor: BlockExecutor;
  readonly work: WorkPlace;
  readonly identity: Pick<JobIdentity, "version" | "options">;
}

/** The result reads its rows from the work folder, so the caller must keep this folder until all rows are written. */
export async function labelInBlocks(files: LabelFiles, options: LabelOptions, tools: LabelTools, job: BlockJob) {
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

export function joinOutcomes(job: {
  readonly paths: readonly string[];
  readonly queries: readonly Query[];
  readonly warnings: readonly Warning[];
  readonly readSeconds: number;
}): Omit<FinishedLabels, "inputs"> {
  const stored = job.paths.map(openOutcome);
  const facts = stored.map((outcome) => unpackValues<BlockFacts>(outcome.bytes("facts")));
  const machines = stored.map((outcome) => unpackValues<BlockMachine>(outcome.bytes("machine")));
  const tally = tallyTitles(stored.map((outcome) => outcome.bytes("titles")));
  const first = at(facts, 0);
  const parts = first.parts.map(({ kind, engine }, place) => {
    const ofBlocks = facts.map((block) => at(block.parts, place));
    const looked = joinWarnings(ofBlocks.map((part) => part.looked)).map((warning) => withTally(warning, tally));
    const warnings = [...job.warnings, ...looked].filter(isFound);
    const run: FolderRun = {
      queries: job.queries,
      model: first.model,
      titles: {
        distinct: tally.distinct,
        computed: sumOf(machines.map(({ titles }) => titles.computed)),
        computedTokens: sumOf(machines.map(({ titles }) => titles.computedTokens)),
      },
      timings: joinTimings(machines, place, job.readSeconds),
      measured: joinMeasuredRuns(
        ofBlocks.map((part) => part.measured),
        warnings,
      ),
      rows: rowsOf(stored, ofBlocks),
      indexes: joinIndexes(machines.map(({ indexes }) => at(indexes, place))),
    };
    return { kind, engine, run };
  });
  const { run } = at(parts, 0);
  const ofTools = new Set(machines.flatMap(({ warnings }) => warnings.map((warning) => JSON.stringify(warning))));
  return {
    run,
    doubleChecks: joinDoubleChecks(facts.map(({ doubleChecks }) => doubleChecks)),
    machineWarnings: [...Array.from(ofTools, (text) => JSON.parse(text) as Warning), ...indexWarnings(run.indexes)],
    subsets: parts.flatMap(({ kind, ...part }) => (kind === "whole" ? [] : [{ kind, ...part }])),
  };
}

function joinDoubleChecks(blocks: readonly DoubleChecks[]): DoubleChecks {
  const { permuted, inTurn } = at(blocks, 0);
  const joined = (parts: readonly Float64Array[]) => Float64Array.from(parts.flatMap((part) => [...part]));
  return {
    permuted: permuted.map((_, engine) => joined(blocks.map((block) => at(block.permuted, engine)))),
    inTurn: inTurn.map(({ reference, values }, turn) => ({
      reference,
      values: values.map((own, engine) => {
        return own && joined(blocks.flatMap((block) => at(at(block.inTurn, turn).values, engine) ?? []));
      }),
    })),
  };
}

function rowsOf(stored: readonly StoredOutcome[], ofBlocks: readonly BlockPart[]): RunRows {
  const number = ofBlocks[0]?.sections ?? null;
  const sections = (name: string) => (number === null ? [] : stored.map((one) => one.lines(`${number}/${name}`)));
  const byQuery = (name: string) => concatenated(sections(name));
  return {
    kept: ofBlocks[0]?.kept ?? [],
    labels: (engine) => byRow(sections(`labels/${engine}`)),
    reference: () => byRow(sections("reference")),
    qrels: (engine) => byQuery(`qrels/${engine}`),
    runs: (engine) => byQuery(`runs/${engine}`),
    merged: () => byQuery("merged"),
    mergedLabels: new Set(ofBlocks.flatMap((part) => part.mergedLabels)),
    conflicts: {
      count: sumOf(ofBlocks.map(({ conflicts }) => conflicts.count)),
      examples: ofBlocks.flatMap(({ conflicts }) => conflicts.examples).slice(0, SHOWN_EXAMPLES),
    },
    referenceOrder: () => byQuery("order"),
  };
}

/** Yields the rows of all blocks in the order of the input file. */
function* byRow(sections: readonly Iterable<string>[]): Iterable<readonly string[]> {
  const parsed = sections.map(function* (lines) {
    for (const line of lines) yield JSON.parse(line) as [row: number, ...cells: string[]];
  });
  for (const [, ...cells] of mergeSorted(parsed, (one, other) => one[0] - other[0])) yield cells;
}

function* concatenated(sequences: readonly Iterable<string>[]): Iterable<string> {
  for (const sequence of sequences) yield* sequence;
}

/** Corrects the sum over blocks in a warning about titles: a title in several blocks must only be counted once. */
function withTally(warning: Warning, { distinct, odd }: TitleTally): Warning {
  const kind = warning.kind as keyof typeof odd;
  if (!(kind in odd)) return warning;
  return { ...warning, count: odd[kind], ...("titles" in warning ? { titles: distinct } : {}) } as Warning;
}

function joinTimings(machines: readonly BlockMachine[], part: number, readSeconds: number): RunTimings {
  const timings = machines.map((machine) => at(machine.timings, part));
  return {
    readSeconds,
    embeddingSeconds: sumOf(timings.map((one) => one.embeddingSeconds)),
    matchingSeconds: sumOf(timings.map((one) => one.matchingSeconds)),
    measuringSeconds: sumOf(timings.map((one) => one.measuringSeconds)),
    embeddingSecondsOfQuery: Float64Array.from(timings.flatMap((one) => [...one.embeddingSecondsOfQuery])),
    lookupSecondsOfQuery: Float64Array.from(timings.flatMap((one) => [...one.lookupSecondsOfQuery])),
  };
}

function joinIndexes(reports: readonly IndexReport[]): IndexReport {
  const rebuilt: Record<string, number> = {};
  for (const [reason, count] of reports.flatMap((report) => Object.entries(report.rebuilt))) {
    rebuilt[reason] = (rebuilt[reason] ?? 0) + count;
  }
  const { kind, folder } = at(reports, 0);
  return {
    kind,
    folder,
    reused: sumOf(reports.map(({ reused }) => reused)),
    built: sumOf(reports.map(({ built }) => built)),
    lookups: sumOf(reports.map(({ lookups }) => lookups)),
    rebuilt,
    unfinished: sumOf(reports.map(({ unfinished }) => unfinished)),
    failure: reports.find(({ failure }) => failure !== null)?.failure ?? null,
  };
}

/** Adds up the counts of all blocks, and keeps the first examples. @param parts - the warnings of each block */
function joinWarnings(parts: readonly (readonly Warning[])[]): Warning[] {
  const [first = []] = parts;
  return first.map((warning, place) => {
    const ofBlocks = parts.map((part): Record<string, unknown> => ({ ...at(part, place) }));
    const joined: Record<string, unknown> = { ...warning };
    for (const field of ["count", "queries", "results", "lists"]) {
      if (field in warning) joined[field] = sumOf(ofBlocks.map((one) => Number(one[field] ?? 0)));
    }
    if ("examples" in warning) {
      const examples = ofBlocks.flatMap((one) => one["examples"] ?? []);
      joined["examples"] = [...new Set(examples)].slice(0, SHOWN_EXAMPLES);
    }
    return joined as unknown as Warning;
  });
}
