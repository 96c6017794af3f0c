import { defineConfig } from "vitest/config";
import LongestFirst from "./test/support/longest-first.ts";

/** Rooms whose files are pure, but for those that read and write (test/architecture/layers.test.ts names them). */
const pure = ["core", "maths", "lists", "measure", "label", "gold", "rerank", "trust", "estimate", "report"];

/**
 * Tests that change their process (mocked modules) have one of their own for each file. All others share theirs: starting
 * one and loading the modules anew took longer than most tests.
 */
const apart = ["test/platform/**/*.test.ts", "test/faults/lock-race.test.ts"];
const each = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Tests make much and keep little: with room for it garbage is collected less often.
  execArgv: ["--max-semi-space-size=64", "--initial-old-space-size=500"],
};

export default defineConfig({
  test: {
    globalSetup: ["test/support/build.ts"],
    reporters: ["default", "./test/support/closing-line.ts"],
    sequence: { sequencer: LongestFirst },
    // Sources that did not change are not transformed again by the next run.
    experimental: { fsModuleCache: true },
    // Two cores: the model's threads and the command line's processes share them, while browsers and queues mostly wait.
    maxWorkers: 3,
    // A worker's threads of the model end late on a busy machine.
    teardownTimeout: 120_000,
    // `npm run coverage`, and no part of `npm test`.
    coverage: {
      include: pure.map((folder) => `src/${folder}/**/*.ts`),
      exclude: ["src/core/files/**", "src/**/*-files.ts", "src/gold/rating/**", "src/report/page/script/**"],
      reporter: ["text-summary", "html"],
      thresholds: { lines: 95 },
    },
    projects: [
      {
        test: {
          name: "sharing",
          include: ["test/**/*.test.ts"],
          exclude: apart,
          isolate: false,
          ...each,
        },
      },
      { test: { name: "apart", include: apart, ...each } },
    ],
  },
});
