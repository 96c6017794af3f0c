/** Ends a run with one plain line that any script can read: `N passed, N failed, N skipped`. */
import type { Reporter, TestModule } from "vitest/node";

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      // A file that could not be loaded holds no tests, and those below a beforeAll that failed were skipped: yet both failed.
      for (const part of [module, ...module.children.allSuites()]) if (part.errors().length > 0) counts.failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === "pending" ? "skipped" : state]++;
      }
    }
    process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  }
}
