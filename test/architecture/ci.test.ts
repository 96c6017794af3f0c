/** Does CI run the tests as the README says, on every version of Node that package.json promises? */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../support/run-cli.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const { on, jobs } = parse(read(".github/workflows/ci.yml"));
const { strategy, steps } = jobs.test;

it("begins with the lowest version of package.json, and has those of scripts/test-on-node-versions.ts", () => {
  const [, lowest] = /^>=(\d+)$/.exec(JSON.parse(read("package.json")).engines.node) ?? [];
  const versions: readonly number[] = strategy.matrix.node;
  expect(Math.min(...versions)).toBe(Number(lowest));
  expect(read("scripts/test-on-node-versions.ts")).toContain(`default: "${versions.join(",")}"`);
});

it("runs .ci/run on each of them, for every push and pull request", () => {
  expect(Object.keys(on)).toEqual(["push", "pull_request"]);
  expect(steps.map(({ uses, run }: { uses?: string; run?: string }) => uses ?? run)).toEqual([
    expect.stringMatching(/^actions\/checkout@v\d+$/),
    expect.stringMatching(/^actions\/setup-node@v\d+$/),
    expect.stringMatching(/^sudo apt-get /),
    "bash .ci/run",
  ]);
  expect(steps[1].with["node-version"]).toBe(`$\{{ matrix.node }}`);
  expect(existsSync(join(root, ".ci/run"))).toBe(true);
});
