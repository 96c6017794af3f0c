/**
 * Divides a job into blocks. Reads every input twice, row by row: first to find queries and errors, then to write each
 * row to the file of its block. Memory grows with the number of queries, not of rows.
 */

import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { at } from "../core/at.ts";
import { SemqrelError, throwIfAborted } from "../core/errors.ts";
import { makeFolder } from "../core/files/folders.ts";
import { sha256 } from "../core/files/read-whole.ts";
import type { Progress } from "../core/ports.ts";
import type { ModelIdentity, RawResults } from "../core/types.ts";
import { rankByScore } from "../io/format.ts";
import { readQueries, readTitles } from "../io/query-sets/read-pairs.ts";
import { type ScannedResults, scanResults } from "../io/results/read-results.ts";
import { requireResponse } from "../io/results/result-columns.ts";
import { keepInput } from "../io/results/results-file.ts";
import {
  furtherColumns,
  joinedBy,
  type LabelFiles,
  type LabelOptions,
  requireNamedColumns,
} from "../label/label-options.ts";
import { permutedDepth } from "../label/pipeline.ts";
import { joinLists, labelReference, prepareReferences } from "../label/stages/prepare-lists.ts";
import { chooseEngines } from "../lists/choose-engines.ts";
import { permutedQueries } from "../lists/fuse-references.ts";
import { sumOf } from "../maths/summary.ts";
import {
  type BlockEngine,
  type BlockLists,
  type BlockSettings,
  type BlockTicket,
  blockHead,
  blockLine,
  permutedRows,
  type RowLine,
  readBlock,
} from "./block.ts";

export interface PlanSettings extends Pick<BlockSettings, "apart" | "model"> {
  readonly labels: LabelOptions;
  readonly identity: ModelIdentity;
  readonly folder: string;
  /**
   * Maximum rows per block, not counting rows that are moved from other queries. A block is larger if its only query
   * has more rows, or if there might otherwise be more than 512 blocks. @default 5,000
   */
  readonly rowsPerBlock?: number;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** With the vectors of its titles, a block of this size takes about 50 MB of memory. */
const ROWS_PER_BLOCK = 5000;
/** Maximum number of blocks. All their outcomes are read at once, to put the rows into the order of the input. */
const MOST_BLOCKS = 512;

export async function planBlocks(files: LabelFiles, settings: PlanSettings) {
  const { labels, progress } = settings;
  progress.start("Reading", 2 * (files.references.length + files.candidates.length), "passes over files");
  const input = await scanInput(files, settings);
  const job = chooseAndJoin(files, input, labels);
  const cuts = cutQueries(countRows(input.scanned, job), settings.rowsPerBlock ?? ROWS_PER_BLOCK);
  const byScore = input.scanned.flatMap((file) => file.engines).filter(({ isByScore }) => isByScore);
  const cutJob: CutJob = {
    cuts,
    blockOfQuery: Int32Array.from(cuts.flatMap(({ queries: [from, to] }, block) => Array(to - from).fill(block))),
    byScore: new Set(byScore.flatMap(({ pairs }) => placesOf(pairs, job.engines))),
    targets: permutedQueries(countRows(input.scanned, { ...job, engines: job.references })),
  };
  const blocks = await spillRows(input.scanned, job, cutJob, settings);
  progress.finish();
  const { apart, model } = settings;
  const options = { ...labels, labelFunction: labels.labelFunction.name };
  const engineOf = ({ engine, source, ids, columns }: RawResults): BlockEngine => {
    return { engine, source, hasIds: ids !== null, columns: [...columns.keys()] };
  };
  const engines = { references: job.references.map(engineOf), candidates: job.candidates.map(engineOf) };
  const blockSettings: BlockSettings = { options, ...engines, apart, model };
  await finishBlocks(blocks, cutJob, blockSettings, settings);
  const tickets: BlockTicket[] = [];
  for (const [number, cut] of cuts.entries()) {
    throwIfAborted(settings.signal, "Reading");
    const what = [SCHEMA, blockSettings, settings.identity, sha256(await blocks.read(number))];
    tickets.push({ number, key: sha256(JSON.stringify(what)), ...cut });
  }
  return {
    settings: blockSettings,
    tickets,
    read: ({ number }: BlockTicket) => blocks.read(number),
    queries: job.queries,
    warnings: [...input.warnings, ...job.joined],
    inputs: input.files,
  };
}

async function scanInput(files: LabelFiles, settings: PlanSettings) {
  const { labels, folder, signal } = settings;
  const queries = files.queries === null ? null : await readQueries(files.queries, files.queryColumns);
  const titles = files.titles === null ? null : await readTitles(files.titles);
  const options = { ...files.read, titles: titles?.titles ?? null, ...furtherColumns(labels) };
  const scanned: ScannedResults[] = [];
  await passOver([...files.references, ...files.candidates], 0, settings, async (file, place) => {
    const kept = await keepInput(file.path, { copy: join(folder, "inputs", String(place)), signal });
    scanned.push(await scanResults(file, options, kept));
  });
  return {
    scanned,
    queries: joinedBy(queries?.queries ?? null, files.read),
    warnings: [queries, ...scanned].flatMap((file) => file?.warnings ?? []),
    files: [queries, titles, ...scanned].flatMap((one) => (one ? [one.file] : [])),
  };
}

type PlannedJob = ReturnType<typeof chooseAndJoin>;

/**
 * @returns `engines` has the references, then the candidates; an engine may be both. A pair is a query id and a query
 * text, and `queryOfPair[engine][pair]` is the index of the pair's query in `queries`.
 */
function chooseAndJoin(
  files: LabelFiles,
  { scanned, queries, warnings }: Awaited<ReturnType<typeof scanInput>>,
  labels: LabelOptions,
) {
  const pairs = scanned.map(({ engines }) => engines.map((engine) => engine.pairs));
  const ofReferenceFiles = pairs.slice(0, files.references.length);
  const ofCandidateFiles = pairs.slice(files.references.length).flat();
  const chosen = chooseEngines({ ofReferenceFiles, ofCandidateFiles }, files.referenceEngine);
  requireNamedColumns(warnings, scanned.length, pairs.flat());
  const inputs = scanned.map(({ file }) => file);
  requireResponse(inputs, files.read.titleField ?? null);
  const { lists, queryOfRow, warnings: joined } = joinLists({ ...chosen, queries }, labels);
  prepareReferences(lists, labels);
  const engines = [...chosen.references, ...chosen.candidates];
  return { ...chosen, engines, queries: lists.queries, queryOfPair: queryOfRow, joined };
}

async function spillRows(
  scanned: readonly ScannedResults[],
  { engines, queries, queryOfPair }: PlannedJob,
  { cuts, blockOfQuery }: CutJob,
  settings: PlanSettings,
) {
  const blocks = blockFiles(join(settings.folder, "blocks"));
  cuts.forEach(({ queries: [from, to] }, block) => {
    blocks.append(block, blockHead(queries.slice(from, to), from));
  });
  await passOver(scanned, scanned.length, settings, (file) => {
    const targets = file.engines.map(({ pairs }) => placesOf(pairs, engines));
    return file.rows((row) => {
      throwIfAborted(settings.signal, "Reading");
      for (const engine of at(targets, row.engine)) {
        const query = at(at(queryOfPair, engine), row.pair);
        blocks.append(at(blockOfQuery, query), blockLine({ ...row, engine, query }));
      }
    });
  });
  blocks.flush();
  return blocks;
}

async function passOver<File>(
  files: readonly File[],
  passesBefore: number,
  { progress, signal }: PlanSettings,
  read: (file: File, place: number) => Promise<void>,
): Promise<void> {
  for (const [place, file] of files.entries()) {
    throwIfAborted(signal, "Reading");
    await read(file, place);
    progress.update(passesBefore + place + 1);
  }
}

function countRows(scanned: readonly ScannedResults[], { engines, queries, queryOfPair }: PlannedJob): Int32Array {
  const rows = new Int32Array(queries.length);
  for (const { pairs, rowsOfPair } of scanned.flatMap((file) => file.engines)) {
    for (const place of placesOf(pairs, engines)) {
      for (const [pair, count] of rowsOfPair.entries()) {
        const query = at(at(queryOfPair, place), pair);
        rows[query] = at(rows, query) + count;
      }
    }
  }
  return rows;
}

function placesOf(pairs: RawResults, engines: readonly RawResults[]): number[] {
  return engines.flatMap((engine, place) => (engine === pairs ? [place] : []));
}

type Cut = Pick<BlockTicket, "queries" | "rows">;

interface CutJob {
  readonly cuts: readonly Cut[];
  readonly blockOfQuery: Int32Array;
  readonly byScore: ReadonlySet<number>;
  /** For each query: index of the query to which copies of its candidate lists are moved. */
  readonly targets: Int32Array;
}

function cutQueries(rowsOfQuery: Int32Array, rowsPerBlock: number): Cut[] {
  const costs = rowsOfQuery.map((rows) => Math.max(1, rows));
  // Any two neighbouring blocks together cost more than the bound, so there are at most MOST_BLOCKS blocks in total.
  const bound = Math.max(rowsPerBlock, Math.ceil((2 * sumOf(costs)) / MOST_BLOCKS));
  const starts = [0];
  let cost = 0;
  for (const [query, own] of costs.entries()) {
    if (cost > 0 && cost + own > bound) {
      starts.push(query);
      cost = 0;
    }
    cost += own;
  }
  return starts.map((from, block) => {
    const to = starts[block + 1] ?? costs.length;
    return { queries: [from, to], rows: sumOf(rowsOfQuery.subarray(from, to)) };
  });
}

/** Part of every key, so that keys change if the format of blocks changes. */
const SCHEMA = "semqrel.block/3";

/** After all rows are written, converts scores to ranks, and copies the first rows of each list to another query. */
async function finishBlocks(
  blocks: BlockFiles,
  { cuts, blockOfQuery, byScore, targets }: CutJob,
  shared: BlockSettings,
  { labels, signal }: PlanSettings,
): Promise<void> {
  const wrong: ReturnType<typeof wrongLabelsIn> = [];
  for (const [number, { queries }] of cuts.entries()) {
    throwIfAborted(signal, "Reading");
    if (byScore.size > 0) await rankBlock(blocks, number, byScore);
    const lists = readBlock(await blocks.read(number), shared);
    if (labels.labelColumn !== null) wrong.push(...wrongLabelsIn(lists, labels));
    for (const row of permutedRows(lists, queries[0], targets, permutedDepth(labels))) {
      blocks.append(at(blockOfQuery, row.query), blockLine(row));
    }
  }
  blocks.flush();
  const [first] = wrong.sort((one, other) => one.reference - other.reference || one.line - other.line);
  if (first !== undefined) throw first.error;
}

/** Replaces scores by ranks. @param byScore - indexes of the engines that have scores */
async function rankBlock(blocks: BlockFiles, number: number, byScore: ReadonlySet<number>): Promise<void> {
  const text = new TextDecoder().decode(await blocks.read(number));
  const [head, ...lines] = text.trimEnd().split("\n");
  const rows = lines.map((line) => JSON.parse(line) as RowLine);
  for (const engine of byScore) {
    const own = rows.filter((row) => row[0] === engine);
    const ranks = rankByScore(
      Int32Array.from(own, (row) => row[2]),
      own.map((row) => row[3]),
      own.map((row) => row[6]),
    );
    for (const [place, row] of own.entries()) row[3] = at(ranks, place);
  }
  blocks.replace(number, `${[head, ...rows.map((row) => JSON.stringify(row))].join("\n")}\n`);
}

function wrongLabelsIn({ references }: BlockLists, labels: LabelOptions) {
  return references.flatMap((lists, reference) => {
    try {
      labelReference(lists, labels);
      return [];
    } catch (error) {
      if (!(error instanceof SemqrelError)) throw error;
      return [{ reference, line: Number(error.details["line"]), error }];
    }
  });
}

type BlockFiles = ReturnType<typeof blockFiles>;

/** Maximum characters to buffer. Unsorted input writes to all blocks, and each unbuffered row would open a file. */
const WAITING = 1 << 24;

/** Writes rows to the files of many blocks with little memory. @param folder - is emptied */
export function blockFiles(folder: string) {
  rmSync(folder, { recursive: true, force: true });
  makeFolder(folder);
  const path = (block: number) => join(folder, `${block}.jsonl`);
  const waiting = new Map<number, string[]>();
  let length = 0;
  const flush = () => {
    for (const [block, texts] of waiting) appendFileSync(path(block), texts.join(""));
    waiting.clear();
    length = 0;
  };
  return {
    /** Buffers the text. `flush` writes it to disk, unless a full buffer was written before. */
    append(block: number, text: string) {
      const texts = waiting.get(block) ?? [];
      if (texts.push(text) === 1) waiting.set(block, texts);
      length += text.length;
      if (length >= WAITING) flush();
    },
    flush,
    replace: (block: number, text: string) => writeFileSync(path(block), text),
    read: (block: number): Promise<Uint8Array> => readFile(path(block)),
  };
}
