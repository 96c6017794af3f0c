/**
 * Measures how fast this machine is at each part of the work. Compared programs run one after the other in each round,
 * and ratios are computed within a round, so that a noisy machine slows both equally.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { at } from "../../src/core/at.ts";
import { makeTemporaryFolder } from "../../src/core/files/folders.ts";
import { writeFiles } from "../../src/core/files/write-file.ts";
import type { Clock, Progress } from "../../src/core/ports.ts";
import { csvText } from "../../src/io/tables/write-csv.ts";
import { quantile } from "../../src/maths/summary.ts";
import type { ModelRunner } from "../../src/model/embed/embed-in-batches.ts";
import { bundledModel, openModelFolder } from "../../src/model/embed/model-folder.ts";
import { openOnnxSession } from "../../src/model/embed/onnx-session.ts";
import { sentenceEmbedder } from "../../src/model/embed/sentence-embedder.ts";
import { loadStockLibrary } from "../../src/model/embed/stock-pipeline.ts";
import { type MadeJob, madeJob } from "./made-job.ts";
import { madeRun } from "./made-run.ts";
import { flopsPerToken, matmulModel } from "./matmul-model.ts";
import { measureIndex } from "./measure-index.ts";
import { runProcess } from "./run-process.ts";

export interface BenchOptions {
  /** Rounds of each comparison, >= 1. Medians over the rounds are reported. */
  readonly rounds: number;
  /** Share of the whole job, 0..1. */
  readonly share: number;
  readonly seed: number;
  readonly clock: Clock;
  readonly progress: Progress;
  readonly threads: number;
  /** The program and first arguments that start `semqrel`. */
  readonly command: readonly string[];
  /** The program and first arguments that start `plain-measure.ts`. */
  readonly plainCommand: readonly string[];
  /** Name or path of the program trec_eval. */
  readonly trecEval: string;
}

export type BenchFigures = Awaited<ReturnType<typeof runBench>>;

/** Returns medians over rounds as ratios. Peak memory is null if the system does not report it. */
export async function runBench(options: BenchOptions) {
  const folder = makeTemporaryFolder("semqrel-bench-");
  try {
    const jobs = [6.6, 16].map((meanTokens) => ({ meanTokens, job: madeJob(meanTokens, options.seed, options.share) }));
    const measure = await measureMeasuring(folder, options);
    const index = [70, 1000].map((points) => measureIndex(points, options));
    const label = [];
    for (const { meanTokens, job } of jobs) label.push(await measureLabel(meanTokens, job, folder, options));
    const embedding = [];
    const rivals = await openRivals(folder, options.threads);
    for (const { meanTokens, job } of jobs) embedding.push(await measureEmbedding(meanTokens, job, rivals, options));
    return { measure, embedding, label, index };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Rivals = Awaited<ReturnType<typeof openRivals>>;

async function openRivals(folder: string, threads: number) {
  const model = await openModelFolder(bundledModel, null);
  const matmul = await openMatmul(folder, threads);
  // The first products are slower, because they allocate memory.
  await matmul(4096);
  const opening = loadStockLibrary().then((library) => library.open(model));
  const stock = await opening.catch(() => null);
  return { embedder: sentenceEmbedder(model, { threads }), matmul, stock };
}

async function measureEmbedding(
  meanTokens: number,
  job: MadeJob,
  { embedder, matmul, stock }: Rivals,
  options: BenchOptions,
) {
  const { clock, rounds, progress } = options;
  const titles = job.distinctTitles.slice(0, Math.max(32, Math.round((meanTokens > 10 ? 1500 : 3000) * options.share)));
  const tokens = (await embedder.embed(titles)).tokenCounts.reduce((sum, count) => sum + count, 0);
  const seconds = async (work: () => Promise<unknown>) => {
    const begin = clock.seconds();
    await work();
    return clock.seconds() - begin;
  };
  const taken = { own: [] as number[], matmul: [] as number[], stock1: [] as number[], stock32: [] as number[] };
  progress.start(`Embedding, ${meanTokens} tokens a title`, rounds, "rounds");
  for (let round = 0; round < rounds; round++) {
    taken.matmul.push(await seconds(() => matmul(tokens)));
    taken.own.push(await seconds(() => embedder.embed(titles)));
    if (stock !== null) {
      // Batches of one are slow, so they get fewer titles, and the time is scaled up.
      const few = titles.filter((_, place) => place % 8 === 0);
      taken.stock1.push((await seconds(() => embedInBatches(stock, few, 1))) * (titles.length / few.length));
      taken.stock32.push(await seconds(() => embedInBatches(stock, titles, 32)));
    }
    progress.update(round + 1);
  }
  progress.finish();
  const perSecond = (times: readonly number[]) => titles.length / median(times);
  const gigaflops = (times: readonly number[]) => (tokens * flopsPerToken) / median(times) / 1e9;
  const timesOwn = (times: readonly number[]) => median(taken.own.map((own, round) => at(times, round) / own));
  return {
    meanTokens: tokens / titles.length,
    titles: titles.length,
    titlesPerSecond: perSecond(taken.own),
    /** Speed of embedding, counting only the operations of matrix products for real tokens. */
    gigaflops: gigaflops(taken.own),
    matmulGigaflops: gigaflops(taken.matmul),
    /** Share of `matmulGigaflops`. */
    ofLimit: timesOwn(taken.matmul),
    /** Titles per second of the stock pipeline; null if it cannot be imported. */
    stock: stock && {
      batch1: perSecond(taken.stock1),
      batch32: perSecond(taken.stock32),
      timesBatch1: timesOwn(taken.stock1),
      timesBatch32: timesOwn(taken.stock32),
    },
  };
}

/** Runs the products for a number of tokens, in batches as large as the embedder's. */
async function openMatmul(folder: string, threads: number): Promise<(tokens: number) => Promise<void>> {
  const path = join(folder, "matmul.onnx");
  writeFiles([{ path, content: matmulModel() }]);
  const session = await openOnnxSession(path, threads);
  return async (tokens) => {
    for (let done = 0; done < tokens; done += 1024) {
      const count = Math.min(1024, tokens - done);
      await session.run({ x: new Float32Array(count * 384).fill(0.5) }, [count, 384]);
    }
  };
}

/** Embeds as most programs do: titles sorted by length, and padded within a batch. */
async function embedInBatches(stock: ModelRunner, titles: readonly string[], size: number): Promise<void> {
  const sorted = titles.toSorted((one, other) => one.length - other.length);
  for (let begin = 0; begin < sorted.length; begin += size) await stock.run(sorted.slice(begin, begin + size), []);
}

async function measureLabel(meanTokens: number, job: MadeJob, folder: string, options: BenchOptions) {
  const { clock, command, progress } = options;
  const reference = join(folder, `reference-${meanTokens}.csv`);
  const candidates = join(folder, `candidates-${meanTokens}.csv`);
  writeFiles([
    { path: reference, content: csvText(job.reference) },
    { path: candidates, content: csvText(job.candidates) },
  ]);
  const cache = join(folder, `cache-${meanTokens}`);
  const run = (place: number) => {
    const files = ["--reference", reference, "--candidates", candidates, "--threads", String(options.threads)];
    const kept = ["--indexes", join(cache, "indexes"), "--out", join(folder, `out-${meanTokens}-${place}`), "--quiet"];
    return runProcess([...command, "label", ...files, ...kept], { SEMQREL_CACHE: cache }, clock);
  };
  progress.start(`Labelling, ${meanTokens} tokens a title`, options.rounds + 1, "runs");
  const cold = await run(0);
  const warm = [];
  for (let round = 1; round <= options.rounds; round++) {
    progress.update(round);
    warm.push(await run(round));
  }
  progress.finish();
  const warmSeconds = median(warm.map(({ seconds }) => seconds));
  const peaks = warm.flatMap(({ peakBytes }) => peakBytes ?? []);
  return {
    meanTokens,
    referenceRows: job.reference.length - 1,
    candidateRows: job.candidates.length - 1,
    distinctTitles: job.distinctTitles.length,
    coldSeconds: cold.seconds,
    warmSeconds,
    warmOfCold: warmSeconds / cold.seconds,
    coldPeakBytes: cold.peakBytes,
    warmPeakBytes: peaks.length === 0 ? null : Math.max(...peaks),
  };
}

const sixMeasures = ["ndcg_cut.10", "map", "recip_rank", "P.10", "recall.100", "bpref"];

async function measureMeasuring(folder: string, options: BenchOptions) {
  const { clock, command, plainCommand, trecEval, rounds, progress } = options;
  const made = madeRun(Math.max(1, Math.round(1000 * options.share)), options.seed);
  const files = [join(folder, "made.qrels"), join(folder, "made.run")] as const;
  writeFiles([
    { path: files[0], content: made.judgments() },
    { path: files[1], content: made.run() },
  ]);
  const tried = await Promise.allSettled([runProcess([trecEval, "--version"], {}, clock)]);
  const hasTrecEval = tried.every(({ status }) => status === "fulfilled");
  const taken = { own: [] as number[], plain: [] as number[], trecEval: [] as number[] };
  let peakBytes: number | null = null;
  progress.start(`Measuring ${made.runLines} results`, rounds, "rounds");
  for (let round = 0; round < rounds; round++) {
    const own = await runProcess([...command, "measure", ...files, ...sixMeasures, "--quiet"], {}, clock);
    taken.own.push(own.seconds);
    if (own.peakBytes !== null) peakBytes = Math.max(peakBytes ?? 0, own.peakBytes);
    taken.plain.push((await runProcess([...plainCommand, ...files], {}, clock)).seconds);
    if (hasTrecEval) {
      const asked = sixMeasures.flatMap((measure) => ["-m", measure]);
      taken.trecEval.push((await runProcess([trecEval, ...asked, ...files], {}, clock)).seconds);
    }
    progress.update(round + 1);
  }
  progress.finish();
  const ratio = (others: readonly number[]) => median(taken.own.map((time, round) => time / at(others, round)));
  return {
    runLines: made.runLines,
    judgmentLines: made.judgmentLines,
    measures: sixMeasures,
    seconds: median(taken.own),
    /** Seconds divided by those of the plain script. */
    ofPlain: ratio(taken.plain),
    /** Seconds divided by those of trec_eval; null if trec_eval cannot be started. */
    ofTrecEval: hasTrecEval ? ratio(taken.trecEval) : null,
    peakBytes,
  };
}

/** The median is a typical value of a round, even on a noisy machine. */
export function median(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5);
}
