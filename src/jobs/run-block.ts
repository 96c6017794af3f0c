/** Runs the stages of the pipeline on the lists of a block. */
import { throwIfAborted } from "../core/errors.ts";
import { sha256 } from "../core/files/read-whole.ts";
import { silentProgress } from "../core/ports.ts";
import type { LabelRun } from "../core/types.ts";
import { measuredRun } from "../label/folder/measured-run.ts";
import { runRows } from "../label/folder/run-rows.ts";
import { parseLabelFunction } from "../label/label-functions/label-function.ts";
import type { LabelTools } from "../label/label-options.ts";
import { labelGrouped } from "../label/pipeline.ts";
import { type BlockExecutor, type BlockLists, type BlockSettings, readBlock } from "./block.ts";
import { type BlockFacts, type BlockMachine, packOutcome, packValues, titleRecords } from "./outcome.ts";

/**
 * @param input - lines of `blockHead` and `blockLine`
 * @returns an outcome with the sections `facts`, `titles`, `machine` (the only section that differs between machines),
 * `N/reference`, `N/merged`, `N/order`, `N/labels/E`, `N/qrels/E` and `N/runs/E`. N is 0 for the labels from all
 * references together, and 1, 2, … for the labels from each reference alone. E is the index of an engine.
 */
export async function runBlock(input: Uint8Array, settings: BlockSettings, tools: LabelTools): Promise<Uint8Array> {
  const lists = readBlock(input, settings);
  const options = { ...settings.options, labelFunction: parseLabelFunction(settings.options.labelFunction) };
  const { run, checks, subsets, embedded, indexes, doubleCheck } = await labelGrouped(lists, options, tools);
  const parts = [{ kind: "whole", engine: run.reference.engine, run, checks, indexes } as const, ...subsets];
  const shown = parts.filter(({ kind }) => kind === "whole" || (kind === "alone" && settings.apart));
  const rows = shown.map((part) => ({ part, rows: runRows(part.run, sha256) }));
  const facts: BlockFacts = {
    parts: parts.map((part) => {
      const place = shown.indexOf(part);
      const own = rows[place]?.rows;
      return {
        kind: part.kind,
        engine: part.engine,
        measured: measuredRun(part.run),
        looked: part.checks,
        conflicts: own?.conflicts ?? { count: 0, examples: [] },
        kept: own?.kept ?? [],
        mergedLabels: [...(own?.mergedLabels ?? [])],
        sections: place < 0 ? null : place,
      };
    }),
    doubleChecks: await doubleCheck(),
    model: run.model,
  };
  const machine: BlockMachine = {
    titles: run.titles,
    timings: parts.map(({ run: { timings } }) => timings),
    indexes: parts.map((part) => part.indexes),
    warnings: tools.warnings(),
  };
  return packOutcome([
    ["facts", packValues(facts)],
    ["machine", packValues(machine)],
    ["titles", titleRecords(embedded.titles, embedded.flags)],
    ...rows.flatMap(({ part, rows: own }, number) => sectionsOf(number, part.run, own, lists)),
  ]);
}

export function inThisProcess(tools: LabelTools): BlockExecutor {
  return {
    async run(blocks, inputs, onOutcome, signal) {
      tools.progress.start("Labelling", blocks.length, "blocks");
      const blockTools = { ...tools, progress: silentProgress, signal };
      for (const [done, ticket] of blocks.entries()) {
        throwIfAborted(signal, "Labelling");
        await onOutcome(ticket, await runBlock(await inputs.read(ticket), inputs.settings, blockTools));
        tools.progress.update(done + 1);
      }
      tools.progress.finish();
    },
  };
}

function sectionsOf(
  number: number,
  run: LabelRun,
  rows: ReturnType<typeof runRows>,
  { references, rowNumbers }: BlockLists,
): [string, string][] {
  const ofReference = rowNumbers[references.findIndex(({ engine }) => engine === run.reference.engine)];
  return [
    [`${number}/reference`, numbered(rows.reference(), ofReference ?? null)],
    [`${number}/merged`, text(rows.merged())],
    [`${number}/order`, text(rows.referenceOrder())],
    ...run.engines.flatMap((_, engine): [string, string][] => [
      [`${number}/labels/${engine}`, numbered(rows.labels(engine), rowNumbers[references.length + engine] ?? null)],
      [`${number}/qrels/${engine}`, text(rows.qrels(engine))],
      [`${number}/runs/${engine}`, text(rows.runs(engine))],
    ]),
  ];
}

/**
 * Returns a JSON line per row: its number, then its cells. The lines of all blocks are later merged by number. All rows
 * of a fused list get the number 0. They keep their order, because the merge is stable.
 */
function numbered(rows: Iterable<readonly string[]>, numbers: Int32Array | null): string {
  let place = 0;
  let lines = "";
  for (const cells of rows) lines += `${JSON.stringify([numbers?.[place++] ?? 0, ...cells])}\n`;
  return lines;
}

function text(lines: Iterable<string>): string {
  let all = "";
  for (const line of lines) all += `${line}\n`;
  return all;
}
