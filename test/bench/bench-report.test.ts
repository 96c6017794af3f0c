import { describe, expect, it } from "vitest";
import { renderBench } from "../../scripts/bench/bench-report.ts";

const machine = {
  processor: "Made Processor",
  cores: 2,
  threads: 2,
  memoryBytes: 8e9,
  system: "Linux 6",
  node: "20.0.0",
  semqrel: "0.1.0",
};

describe("renderBench", () => {
  it("puts ratios first, and leaves out ratios to tools that the machine lacks", () => {
    const text = renderBench(machine, {
      measure: {
        runLines: 1_000_000,
        judgmentLines: 500_000,
        measures: ["map"],
        seconds: 1.2,
        ofPlain: 0.7,
        ofTrecEval: null,
        peakBytes: 150e6,
      },
      embedding: [
        {
          meanTokens: 6.6,
          titles: 100,
          titlesPerSecond: 1000,
          gigaflops: 90,
          matmulGigaflops: 100,
          ofLimit: 0.9,
          stock: null,
        },
      ],
      label: [
        {
          meanTokens: 6.6,
          referenceRows: 10,
          candidateRows: 20,
          distinctTitles: 25,
          coldSeconds: 8,
          warmSeconds: 1,
          warmOfCold: 0.125,
          coldPeakBytes: null,
          warmPeakBytes: 100e6,
        },
      ],
      index: [
        { points: 70, hnswBuildMicrosecondsPerPoint: null, hnswLookupMicroseconds: null, exactLookupMicroseconds: 50 },
      ],
    });
    expect(text).toContain("1 measures: 1.20 s = 0.70 x a plain script for one measure; peak memory 150 MB");
    expect(text).toContain("90 GFLOP/s = 0.90 of the matrix-multiply limit (100 GFLOP/s)");
    expect(text).toContain("stock pipeline: cannot be imported here (npm install @huggingface/transformers brings it)");
    expect(text).toContain("cold 8.00 s, warm 1.00 s = 1/8.0; peak memory unknown cold, 100 MB warm");
    expect(text).toContain("70 points: HNSW not here; exact look-up 50 µs");
  });
});
