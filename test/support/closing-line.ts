/**
 * Ends a run with one plain line that any script can read: `N passed, N failed, N skipped`. Before it, prints one line
 * per failure, and the skipped tests, grouped by what the machine lacks.
 */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from "vitest/node";

/** What the machine lacks if a condition of `skipIf` is false, by the condition's name. */
const lacks: Readonly<Record<string, string>> = {
  hasShared: "the shared material beside the checkout is missing",
  hasBrowser: "no browser",
  hasHnsw: "hnswlib-node cannot be loaded",
  hasPostgres: "no PostgreSQL",
  strangerCanRun: "other users cannot enter the checkout",
};

export default class ClosingLine implements Reporter {
  #isPart = false;

  onInit({ config }: Vitest): void {
    // Tests whose names were not requested also count as skipped.
    this.#isPart = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, skipped: 0 };
    const failures = unhandledErrors.map((error) => `outside of tests: ${firstLineOf(error)}`);
    const skipped = new Map<string, string[]>();
    for (const module of modules) {
      // A file that failed to load has no tests, and tests after a failed beforeAll were skipped. Both are failures.
      for (const part of [module, ...module.children.allSuites()]) {
        if (part.errors().length > 0) failures.push(failureOf(module, part, part.errors()));
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === "failed") {
          failures.push(failureOf(module, test, errors));
          continue;
        }
        counts[state === "pending" ? "skipped" : state]++;
        if (state !== "skipped" || this.#isPart) continue;
        const why = reasonOf(test, readFileSync(module.moduleId, "utf8"));
        skipped.set(why, [...(skipped.get(why) ?? []), relative(process.cwd(), module.moduleId)]);
      }
    }
    for (const [why, files] of skipped) {
      process.stdout.write(`\nSkipped ${files.length}, ${why}: ${[...new Set(files)].join(", ")}`);
    }
    if (skipped.size > 0) process.stdout.write("\n");
    for (const failure of failures) process.stdout.write(`\nFailed: ${failure}`);
    if (failures.length > 0) process.stdout.write("\n");
    process.stdout.write(`\n${counts.passed} passed, ${failures.length} failed, ${counts.skipped} skipped\n`);
  }
}

function failureOf(module: TestModule, part: TestModule | TestSuite | TestCase, errors: readonly unknown[]): string {
  const name = part.type === "module" ? "cannot be loaded" : part.fullName;
  return `${relative(process.cwd(), module.moduleId)}: ${name}: ${errors.map(firstLineOf).join("; ")}`;
}

function firstLineOf(error: unknown): string {
  const message = error instanceof Object && "message" in error ? error.message : error;
  return String(message).split("\n")[0] ?? "";
}

/** Returns why a test was skipped: by its own `skipIf`, or that of a suite around it, or else any in the file. */
function reasonOf(test: TestCase, source: string): string {
  const names: string[] = [];
  for (let part: TestCase | TestCase["parent"] = test; part.type !== "module"; part = part.parent)
    names.push(part.name);
  const conditions = [...source.matchAll(/\b(?:skip|run)If\((.+?)\)(?:\.each\(\w+\))?\(\s*(["'`])(.+?)\2/g)];
  const own = conditions.filter(([, , , name = ""]) => names.includes(name));
  for (const [, condition = ""] of own.length > 0 ? own : conditions) {
    const known = lacks[condition.replace("!", "")];
    if (known !== undefined) return known;
  }
  return own[0]?.[1] === undefined ? "for another reason" : `as ${own[0][1]}`;
}
