/** Does a run end with the number of passed tests, after those that were skipped because the machine lacks something? */
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { TestModule, Vitest } from "vitest/node";
import ClosingLine from "../support/closing-line.ts";
import { root } from "../support/run-cli.ts";

/** A file of this project with one suite and one test. */
function moduleWith(file: string, suite: string, state: string, errors: readonly Error[] = []): TestModule {
  const module = { type: "module", moduleId: join(root, file), errors: () => [] };
  const parent = { type: "suite", name: suite, parent: module };
  const test = {
    type: "test",
    name: "a test",
    fullName: `${suite} > a test`,
    parent,
    result: () => ({ state, errors }),
  };
  return { ...module, children: { allSuites: () => [], allTests: () => [test] } } as unknown as TestModule;
}

function printed(modules: readonly TestModule[], testNamePattern?: RegExp, unhandled: readonly Error[] = []): string {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    const reporter = new ClosingLine();
    reporter.onInit({ config: { testNamePattern } } as Vitest);
    reporter.onTestRunEnd(modules, unhandled);
    return write.mock.calls.map(([text]) => text).join("");
  } finally {
    write.mockRestore();
  }
}

const modules = [
  moduleWith("test/golden/trec-eval.test.ts", "trec_eval's numbers", "skipped"),
  moduleWith("test/browser/rating-page.test.ts", "rating page", "skipped"),
  moduleWith("test/cli/queue.test.ts", "semqrel label --queue, worker and queue", "skipped"),
  moduleWith("test/model/index/hnsw.test.ts", "hnsw", "skipped"),
  moduleWith("test/cli/completion.test.ts", "fish", "skipped"),
  moduleWith("test/golden/notebook.test.ts", "a pair", "skipped"),
  moduleWith("test/cli/completion.test.ts", "bash", "passed"),
];

it("the closing line groups files of skipped tests by what is missing, and ends with the counts", () => {
  expect(printed(modules).split("\n")).toEqual([
    "",
    "Skipped 2, the shared material beside the checkout is missing: test/golden/trec-eval.test.ts, test/golden/notebook.test.ts",
    "Skipped 1, no browser: test/browser/rating-page.test.ts",
    "Skipped 1, no PostgreSQL: test/cli/queue.test.ts",
    "Skipped 1, hnswlib-node cannot be loaded: test/model/index/hnsw.test.ts",
    'Skipped 1, as !hasShell("fish"): test/cli/completion.test.ts',
    "",
    "1 passed, 0 failed, 6 skipped",
    "",
  ]);
});

it("the closing line does not mention skipped tests that the name filter excludes", () => {
  expect(printed(modules, /bash/)).toBe("\n1 passed, 0 failed, 6 skipped\n");
});

it("the closing line names each failed test and each error outside of tests, with the first line of its message", () => {
  const failed = moduleWith("test/maths/random.test.ts", "a seed", "failed", [
    new Error("expected 1 to be 2\nat line 7"),
  ]);
  expect(printed([failed], undefined, [new Error("too late")]).split("\n")).toEqual([
    "",
    "Failed: outside of tests: too late",
    "Failed: test/maths/random.test.ts: a seed > a test: expected 1 to be 2",
    "",
    "0 passed, 2 failed, 0 skipped",
    "",
  ]);
});
