import { defineConfig } from "vitest/config";

/** Those of ARCHITECTURE.md: no I/O, no clock, no chance. */
const pure = [
  ...["text", "statistics", "relevance", "measures", "lists", "graph", "regression", "estimates", "match", "gold"],
  ...["rerank", "trust", "calibration", "report", "plots", "run-report", "report-page"],
];

/** Tests that leave nothing behind in their process share it: starting one for each file took longer than most tests. */
const sharing = [...pure, "stages", "io", "entries", "golden"].map((folder) => `test/${folder}/**/*.test.ts`);
export default defineConfig({
  test: {
    globalSetup: ["test/support/build.ts"],
    reporters: ["default", "./test/support/closing-line.ts"],
    // The model's threads and the command line's processes share two cores with the tests.
    maxWorkers: 2,
    // `npm run coverage`, and no part of `npm test`.
    coverage: {
      include: pure.map((folder) => `src/${folder}/**/*.ts`),
      exclude: ["src/report-page/script/**"],
      reporter: ["text-summary", "html"],
      thresholds: { lines: 95 },
    },
    projects: [
      { test: { name: "sharing", include: sharing, isolate: false, testTimeout: 60_000, hookTimeout: 60_000 } },
      {
        test: {
          name: "apart",
          include: ["test/**/*.test.ts"],
          exclude: sharing,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
