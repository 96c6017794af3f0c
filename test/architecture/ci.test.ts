/** Does CI run the tests as the README says, on every version of Node that package.json supports? */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../support/run-cli.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const { on, jobs } = parse(read(".github/workflows/ci.yml"));
const { strategy, steps } = jobs.test;

it("the CI tests the lowest Node version of package.json and the versions of scripts/test-on-node-versions.ts", () => {
  const [, lowest] = /^>=(\d+)$/.exec(JSON.parse(read("package.json")).engines.node) ?? [];
  const versions: readonly number[] = strategy.matrix.node;
  expect(Math.min(...versions)).toBe(Number(lowest));
  expect(read("scripts/test-on-node-versions.ts")).toContain(`default: "${versions.join(",")}"`);
});

it("the CI also installs and tests on macOS, Windows and ARM", () => {
  const systems: readonly string[] = jobs.systems.strategy.matrix.system;
  for (const name of [/^macos/, /^windows/, /-arm$/]) expect(systems).toContainEqual(expect.stringMatching(name));
  expect(jobs.systems.steps.flatMap(({ run }: { run?: string }) => run ?? [])).toEqual(["npm ci", "npm test"]);
});

it("a release publishes only a tag that is the version, after all tests and npm audit, with provenance", () => {
  const { on: when, jobs: released } = parse(read(".github/workflows/release.yml"));
  expect(when).toEqual({ push: { tags: ["v*"] } });
  expect(released.publish.permissions["id-token"]).toBe("write");
  const commands: string[] = released.publish.steps.flatMap(({ run }: { run?: string }) => run ?? []);
  const places = ["test", "npm test", "npm audit --omit=dev", "npm publish"].map((begin) =>
    commands.findIndex((command) => command.startsWith(begin)),
  );
  expect(Math.min(...places)).toBe(0);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

it("CITATION.cff has the version and the repository of package.json", () => {
  const { version, repository, author, license } = JSON.parse(read("package.json"));
  const citation = parse(read("CITATION.cff"));
  expect(citation).toMatchObject({ version, license, authors: [{ name: author }] });
  expect(repository.url).toBe(`git+${citation["repository-code"]}.git`);
});

it("the CI runs .ci/run on each Node version, for every push and pull request", () => {
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
