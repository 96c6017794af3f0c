import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/build.ts"],
    reporters: ["default", "./test/support/closing-line.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The model's threads and the command line's processes share two cores with the tests.
    maxWorkers: 2,
  },
});
