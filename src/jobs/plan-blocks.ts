/**
 * Which blocks does a job have?
 * Every input is read twice, row by row: first for the queries and for what is wrong, then to put each row into the file
 * of its block. What is kept in memory grows with queries, never with rows.
 */
import { join } from "node:path";
import { SemqrelError } from "../core/errors.ts";
import { sha256 } from "../core/files/sha256.ts";
import type { Progress } from "../core/ports.ts";
import type { ModelIdentity, Query, RawResults } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { readQueries, readTitles } from "../io/query-sets/read-pairs.ts";
import { keepInput } from "../io/results/keep-input.ts";
import type { InputFile } from "../io/results/read-results.ts";
import { requireResponse } from "../io/results/require-response.ts";
import { type ScannedResults, scanResults } from "../io/results/scan-results.ts";
import { rankByScore } from "../io/runs/rank-by-score.ts";
import { furtherColumns, joinLists, type LabelFiles, type LabelOptions, prepareReferences } from "../label/pipeline.ts";
import { labelReference } from "../label/relevance/label-reference.ts";
import { requireNamedColumns } from "../label/stages/require-label-options.ts";
import { chooseEngines } from "../lists/choose-engines.ts";
import type { BlockEngine, BlockInputs, BlockSettings, BlockTicket } from "./block.ts";
import { type BlockFiles, blockFiles } from "./block-files.ts";
import { blockHead, blockLine, readBlock } from "./block-rows.ts";

export interface PlanSettings extends Pick<BlockSettings, "apart" | "model"> {
  readonly labels: LabelOptions;
  readonly identity: ModelIdentity;
  /** For blocks and copies of inputs; what is there under their names goes. */
  readonly folder: string;
  /** A block has no more rows, unless one query has, or there would be more than 512 blocks. @default 5,000 */
  readonly rowsPerBlock?: number;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

export interface BlockPlan extends BlockInputs {
  /** One or more. */
  readonly tickets: readonly BlockTicket[];
  readonly queries: readonly Query[];
  /** In the order of `labelFiles`. */
  readonly inputs: readonly InputFile[];
  /** What was odd in the files. */
  readonly warnings: readonly Warning[];
}

/** A block is read into memory whole: some 50 MB with its vectors. */
const ROWS_PER_BLOCK = 5000;
/** All outcomes are read side by side when rows are put into the order of the input. */
const MOST_BLOCKS = 512;

/**
 * @throws SemqrelError as `labelFiles` for anything wrong in the files, before the model is loaded; INTERRUPTED; the
 *         error of `fs` where the folder takes no files
 */
export async function planBlocks(files: LabelFiles, settings: PlanSettings): Promise<BlockPlan> {
  const { labels, folder, progress, signal } = settings;
  const given = [...files.references, ...files.candidates];
  progress.start("Reading", 2 * given.length, "passes over files");
  const queries = files.queries === null ? null : await readQueries(files.queries, files.queryColumns);
  const titles = files.titles === null ? null : await readTitles(files.titles);
  const options = { ...files.read, titles: titles?.titles ?? null, further: furtherColumns(labels) };
  const scanned: ScannedResults[] = [];
  for (const [place, file] of given.entries()) {
    requireNotAborted(signal);
    const kept = await keepInput(file.path, { copy: join(folder, "inputs", String(place)), signal });
    scanned.push(await scanResults(file, options, kept));
    progress.update(scanned.length);
  }
  const pairs = scanned.map(({ engines }) => engines.map((engine) => engine.pairs));
  const engines = chooseEngines(
    {
      ofReferenceFiles: pairs.slice(0, files.references.length),
      ofCandidateFiles: pairs.slice(files.references.length).flat(),
    },
    files.referenceEngine,
  );
  const warnings = scanned.flatMap((file) => file.warnings);
  requireNamedColumns(warnings, scanned.length);
  requireResponse(
    scanned.map(({ file }) => file),
    files.read.titleField ?? null,
  );
  const { lists, queryOfRow } = joinLists({ ...engines, queries: queries?.queries ?? null }, labels);
  prepareReferences(lists, labels);

  const chosen = [...engines.references, ...engines.candidates];
  const rowsOfQuery = countRows(scanned, chosen, queryOfRow, lists.queries.length);
  const cuts = cutQueries(rowsOfQuery, settings.rowsPerBlock ?? ROWS_PER_BLOCK);
  const blocks = blockFiles(join(folder, "blocks"));
  cuts.forEach(([from, to], block) => {
    blocks.append(block, blockHead(lists.queries.slice(from, to), from));
  });
  const blockOfQuery = Int32Array.from(cuts.flatMap(([from, to], block) => Array<number>(to - from).fill(block)));
  for (const [place, file] of scanned.entries()) {
    requireNotAborted(signal);
    const targets = file.engines.map((engine) => placesOf(engine.pairs, chosen));
    await file.rows((row) => {
      requireNotAborted(signal);
      for (const engine of targets[row.engine] ?? []) {
        const query = queryOfRow[engine]?.[row.pair] ?? 0;
        blocks.append(blockOfQuery[query] ?? 0, blockLine({ ...row, engine, query }));
      }
    });
    progress.update(scanned.length + place + 1);
  }
  blocks.flush();
  progress.finish();

  const blockSettings: BlockSettings = {
    options: { ...labels, labelFunction: labels.labelFunction.name },
    references: engines.references.map(engineOf),
    candidates: engines.candidates.map(engineOf),
    apart: settings.apart,
    model: settings.model,
  };
  const byScore = chosen.flatMap((engine, place) =>
    scanned.some((file) => file.engines.some(({ pairs: own, isByScore }) => isByScore && own === engine))
      ? [place]
      : [],
  );
  const tickets: BlockTicket[] = [];
  const wrongLabels = wrongestLabel();
  for (const [number, [from, to]] of cuts.entries()) {
    requireNotAborted(signal);
    if (byScore.length > 0) await rankBlock(blocks, number, new Set(byScore));
    const input = await blocks.read(number);
    if (labels.labelColumn !== null) wrongLabels.look(input, blockSettings, labels);
    const key = sha256(JSON.stringify([SCHEMA, blockSettings, settings.identity, sha256(input)]));
    const rows = rowsOfQuery.subarray(from, to).reduce((sum, count) => sum + count, 0);
    tickets.push({ number, key, queries: [from, to], rows });
  }
  wrongLabels.finish();
  return {
    settings: blockSettings,
    tickets,
    read: ({ number }) => blocks.read(number),
    queries: lists.queries,
    warnings,
    inputs: [queries, titles, ...scanned].flatMap((one) => (one ? [one.file] : [])),
  };
}

/** Part of every key: outcomes of another layout are others. */
const SCHEMA = "semqrel.block/1";

function engineOf({ engine, source, ids, columns }: RawResults): BlockEngine {
  return { engine, source, hasIds: ids !== null, columns: [...columns.keys()] };
}

/** An engine may be reference and candidate at once. */
function placesOf(pairs: RawResults, chosen: readonly RawResults[]): number[] {
  return chosen.flatMap((engine, place) => (engine === pairs ? [place] : []));
}

function countRows(
  scanned: readonly ScannedResults[],
  chosen: readonly RawResults[],
  queryOfRow: readonly Int32Array[],
  queries: number,
): Int32Array {
  const rows = new Int32Array(queries);
  for (const { pairs, rowsOfPair } of scanned.flatMap(({ engines }) => engines)) {
    for (const place of placesOf(pairs, chosen)) {
      rowsOfPair.forEach((count, pair) => {
        const query = queryOfRow[place]?.[pair] ?? 0;
        rows[query] = (rows[query] ?? 0) + count;
      });
    }
  }
  return rows;
}

/** First query of each block, and the one after its last. A query without rows costs as much as one row. */
function cutQueries(rowsOfQuery: Int32Array, rowsPerBlock: number): (readonly [from: number, to: number])[] {
  const costs = rowsOfQuery.map((rows) => Math.max(1, rows));
  // Two blocks that follow each other hold more rows than the bound: else they would be one.
  const bound = Math.max(rowsPerBlock, Math.ceil((2 * costs.reduce((sum, cost) => sum + cost, 0)) / MOST_BLOCKS));
  const cuts: (readonly [number, number])[] = [];
  let from = 0;
  let rows = 0;
  costs.forEach((cost, query) => {
    if (query > from && rows + cost > bound) {
      cuts.push([from, query]);
      from = query;
      rows = 0;
    }
    rows += cost;
  });
  return [...cuts, [from, costs.length]];
}

/** Scores become ranks, now that all rows of a query stand together. @param byScore places of engines */
async function rankBlock(blocks: BlockFiles, number: number, byScore: ReadonlySet<number>): Promise<void> {
  const [head = "", ...lines] = new TextDecoder()
    .decode(await blocks.read(number))
    .trimEnd()
    .split("\n");
  const rows = lines.map((line) => JSON.parse(line) as [number, number, number, number, number, string, string]);
  for (const engine of byScore) {
    const own = rows.filter((row) => row[0] === engine);
    const ranks = rankByScore(
      own.map((row) => String(row[2])),
      own.map((row) => row[3]),
      own.map((row) => row[6]),
    );
    own.forEach((row, place) => {
      row[3] = ranks[place] ?? 0;
    });
  }
  blocks.replace(number, `${[head, ...rows.map((row) => JSON.stringify(row))].join("\n")}\n`);
}

/** The first cell of a column of labels that holds none, as it stands in the files, whatever block it is in. */
function wrongestLabel() {
  let first: { readonly reference: number; readonly line: number; readonly error: SemqrelError } | null = null;
  return {
    look(input: Uint8Array, settings: BlockSettings, labels: LabelOptions): void {
      for (const [reference, lists] of readBlock(input, settings).references.entries()) {
        try {
          labelReference(lists, labels);
        } catch (error) {
          if (!(error instanceof SemqrelError)) throw error;
          const line = Number(error.details["line"]);
          const isBefore =
            first === null || reference < first.reference || (reference === first.reference && line < first.line);
          if (isBefore) first = { reference, line, error };
        }
      }
    },
    /** @throws SemqrelError INVALID_LABEL */
    finish(): void {
      if (first !== null) throw first.error;
    },
  };
}

function requireNotAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new SemqrelError("INTERRUPTED", "Reading: interrupted.");
}
