/** Do the recipes for CI work as users copy them: a script and a workflow? */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { mainFile, root, sharedCache, temporaryFolder } from "../support/run-cli.ts";

interface Step {
  readonly id?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly uses?: string;
}

const workflow = parse(readFileSync(join(root, "docs/recipes/nightly-search-check.yml"), "utf8"));
const steps: readonly Step[] = workflow.jobs.check.steps;
const action = parse(readFileSync(join(root, ".github/actions/check/action.yml"), "utf8"));
const sample = join(root, "data/samples");

/** A repository for the recipe, with explorer as the checked engine. */
function repository(): string {
  const folder = temporaryFolder();
  for (const name of ["ci", "search", "bin"]) mkdirSync(join(folder, name));
  cpSync(join(root, "docs/recipes/check-search.sh"), join(folder, "ci/check-search.sh"));
  cpSync(join(sample, "library.csv"), join(folder, "search/reference.csv"));
  cpSync(join(sample, "explorer.csv"), join(folder, "search/results.csv"));
  cpSync(join(sample, "queries.tsv"), join(folder, "search/queries.tsv"));
  writeFileSync(join(folder, "bin/semqrel"), `#!/bin/sh\nexec "${process.execPath}" "${mainFile}" "$@"\n`);
  chmodSync(join(folder, "bin/semqrel"), 0o755);
  return folder;
}

/** Runs one step like the runner, which stops at the first failure. */
function runStep(id: string, folder: string, of = steps, inputs: Readonly<Record<string, string>> = {}) {
  const step = of.find((each) => each.id === id);
  const script = step?.run ?? `echo "there is no step ${id}"; exit 99`;
  const given = Object.entries(step?.env ?? {}).map(([name, value]) => {
    return [
      name,
      value.replace(/\$\{\{ inputs\.(\w+) \}\}/, (_, input) => inputs[input] ?? action.inputs[input].default),
    ];
  });
  const env = {
    ...process.env,
    ...Object.fromEntries(given),
    GITHUB_ACTIONS: "true",
    GITHUB_ACTION_PATH: join(root, ".github/actions/check"),
    GITHUB_OUTPUT: join(folder, "output.txt"),
    PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
    SEMQREL_CACHE: sharedCache,
    GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
  };
  const { status, stdout, stderr } = spawnSync("sh", ["-e", "-c", script], { cwd: folder, env, encoding: "utf8" });
  return { exitCode: status, output: stdout + stderr };
}

/** Every list reversed: the best results are last. */
function turnRound(file: string): void {
  const [head = "", ...rows] = readFileSync(file, "utf8").trimEnd().split("\n");
  const withoutRank = (row: string) => row.replace(/,(rank|\d+),/, ",");
  writeFileSync(file, `${[withoutRank(head), ...rows.reverse().map(withoutRank)].join("\n")}\n`);
}

describe("the nightly check", () => {
  it("is a workflow that runs at night, and each of its steps either runs a command or uses an action", () => {
    expect(workflow.on.schedule[0].cron).toMatch(/^\d+ \d+ \* \* \*$/);
    for (const step of steps) expect([step.run, step.uses].filter((each) => each !== undefined)).toHaveLength(1);
  });

  it("passes without a change, fails for a worse engine, and keeps the accepted run", {
    timeout: 240_000,
  }, () => {
    const folder = repository();
    const first = runStep("check", folder);
    expect(first.exitCode, first.output).toBe(0);
    expect(first.output).toContain("First run: nothing to compare with.");

    const unchanged = runStep("check", folder);
    expect(unchanged.exitCode, unchanged.output).toBe(0);
    expect(unchanged.output).toContain("no difference shown");
    expect(existsSync(join(folder, "search-check/history.html"))).toBe(true);

    turnRound(join(folder, "search/results.csv"));
    const accepted = readFileSync(join(folder, "search-check/accepted/measures.csv"), "utf8");
    const worse = runStep("check", folder);
    expect(worse.exitCode, worse.output).toBe(1);
    expect(worse.output).toMatch(/current\/engine against accepted\/engine: ndcg_reference@10 is worse by 0\.2/);
    expect(readFileSync(join(folder, "search-check/accepted/measures.csv"), "utf8")).toBe(accepted);

    expect(runStep("summary", folder).exitCode).toBe(0);
    expect(readFileSync(join(folder, "summary.md"), "utf8")).toMatch(/^# current\n/);
  });

  it("exits 2 if results are missing, without the checks of an earlier run", { timeout: 120_000 }, () => {
    const folder = repository();
    mkdirSync(join(folder, "search-check"));
    writeFileSync(join(folder, "search-check/checks.xml"), '<testsuites tests="1" failures="0"/>');
    writeFileSync(join(folder, "search/results.csv"), "");
    const { exitCode, output } = runStep("check", folder);
    expect(exitCode, output).toBe(2);
    expect(existsSync(join(folder, "search-check/checks.xml"))).toBe(false);
  });

  it("can be used as an action, with a summary, an annotation, JUnit XML and a verdict", { timeout: 240_000 }, () => {
    const folder = repository();
    const inputs = { reference: "search/reference.csv", results: "search/results.csv", queries: "search/queries.tsv" };
    const run = (id: string) => runStep(id, folder, action.runs.steps, inputs);
    expect(Object.keys(inputs)).toEqual(
      Object.keys(action.inputs).filter((name) => action.inputs[name].required === true),
    );
    const first = run("check");
    expect(first.exitCode, first.output).toBe(0);
    turnRound(join(folder, "search/results.csv"));
    const worse = run("check");
    expect(worse.exitCode, worse.output).toBe(1);
    expect(worse.output).toMatch(/^::error title=semqrel::current\/engine against .* is worse by 0\.2/m);
    expect(readFileSync(join(folder, "search-check/checks.xml"), "utf8")).toContain('tests="1" failures="1"');
    const summary = run("summary");
    expect(summary.exitCode, summary.output).toBe(0);
    expect(readFileSync(join(folder, "summary.md"), "utf8")).toMatch(/^# current\n/);
    expect(readFileSync(join(folder, "output.txt"), "utf8")).toMatch(/^verdict=From reference to engine, .*\n$/);
  });
});
