/** Prints the results of a bench. */
import type { BenchFigures } from "./run-bench.ts";

export interface BenchMachine {
  readonly processor: string;
  readonly cores: number;
  readonly threads: number;
  readonly memoryBytes: number;
  readonly system: string;
  readonly node: string;
  readonly semqrel: string;
}

export function renderBench(machine: BenchMachine, figures: BenchFigures): string {
  const gigabytes = (machine.memoryBytes / 1e9).toFixed(0);
  const lines = [
    `${machine.processor}, ${machine.cores} cores (${machine.threads} used), ${gigabytes} GB; ${machine.system}; ` +
      `Node ${machine.node}; semqrel ${machine.semqrel}`,
    "",
    "Measure, whole process",
    measureLine(figures),
    "",
    "Embedding, float32",
  ];
  for (const embedding of figures.embedding) {
    lines.push(
      `  ${embedding.meanTokens.toFixed(1)} tokens a title: ${embedding.titlesPerSecond.toFixed(0)} titles/s, ` +
        `${embedding.gigaflops.toFixed(0)} GFLOP/s = ${embedding.ofLimit.toFixed(2)} of the matrix-multiply limit ` +
        `(${embedding.matmulGigaflops.toFixed(0)} GFLOP/s)`,
    );
    lines.push(
      embedding.stock === null
        ? "    stock pipeline: cannot be imported here (npm install @huggingface/transformers brings it)"
        : `    ${embedding.stock.timesBatch32.toFixed(2)} x the stock pipeline at batch 32 (${embedding.stock.batch32.toFixed(0)} titles/s), ` +
            `${embedding.stock.timesBatch1.toFixed(2)} x at batch 1 (${embedding.stock.batch1.toFixed(0)} titles/s)`,
    );
  }
  lines.push("", "Label, whole process");
  for (const label of figures.label) {
    lines.push(
      `  ${label.meanTokens} tokens a title, ${label.referenceRows} + ${label.candidateRows} rows, ${label.distinctTitles} distinct titles: ` +
        `cold ${label.coldSeconds.toFixed(2)} s, warm ${label.warmSeconds.toFixed(2)} s = 1/${(1 / label.warmOfCold).toFixed(1)}; ` +
        `peak memory ${megabytes(label.coldPeakBytes)} cold, ${megabytes(label.warmPeakBytes)} warm`,
    );
  }
  lines.push("", "Index");
  for (const index of figures.index) {
    const hnsw =
      index.hnswLookupMicroseconds === null
        ? "HNSW not here"
        : `HNSW build ${index.hnswBuildMicrosecondsPerPoint?.toFixed(0)} µs a point, look-up ${index.hnswLookupMicroseconds.toFixed(0)} µs`;
    lines.push(`  ${index.points} points: ${hnsw}; exact look-up ${index.exactLookupMicroseconds.toFixed(0)} µs`);
  }
  return `${lines.join("\n")}\n`;
}

function measureLine({ measure }: BenchFigures): string {
  const ofTrecEval = measure.ofTrecEval === null ? "" : `, ${measure.ofTrecEval.toFixed(2)} x trec_eval`;
  return (
    `  ${measure.runLines} results, ${measure.judgmentLines} judgments, ${measure.measures.length} measures: ` +
    `${measure.seconds.toFixed(2)} s = ${measure.ofPlain.toFixed(2)} x a plain script for one measure${ofTrecEval}; ` +
    `peak memory ${megabytes(measure.peakBytes)}`
  );
}

function megabytes(sizeBytes: number | null): string {
  return sizeBytes === null ? "unknown" : `${(sizeBytes / 1e6).toFixed(0)} MB`;
}
