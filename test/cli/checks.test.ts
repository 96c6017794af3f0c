/** What do checks such as --fail-under give to a CI server: exit code, JUnit XML, annotations? */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const folder = temporaryFolder({
  "judged.qrels": "q1 0 a 1\nq2 0 b 1\n",
  "good.run": "q1 Q0 a 1 2 good\nq2 Q0 b 1 2 good\n",
  "bad.run": "q1 Q0 x 1 2 bad\nq1 Q0 a 2 1 bad\nq2 Q0 x 1 2 bad\n",
});
const measured = ["measure", "judged.qrels", "good=good.run", "<b>&=bad.run", "RR"];

it("writes each check of each run as a JUnit test case, with the reason if it failed", async () => {
  const { exitCode } = await runInProcess([...measured, "--fail-under", "RR=0.5", "--junit", "out/checks.xml"], {
    cwd: folder,
  });
  expect(exitCode).toBe(1);
  expect(readFileSync(join(folder, "out/checks.xml"), "utf8")).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="semqrel measure" tests="2" failures="1" errors="0">
  <testcase classname="semqrel measure" name="good: mean RR is at least 0.5"/>
  <testcase classname="semqrel measure" name="&#60;b&#62;&#38;: mean RR is at least 0.5"><failure message="&#60;b&#62;&#38;: mean RR is 0.25, below 0.5."/></testcase>
</testsuite>
`);
});

it("writes test cases for checks that all pass, and exits 0", async () => {
  const compared = ["compare", "judged.qrels", "bad.run", "good.run", "RR", "--fail-if-worse", "RR=0.1"];
  const { exitCode } = await runInProcess([...compared, "--junit", "passed.xml"], { cwd: folder });
  expect(exitCode).toBe(0);
  expect(readFileSync(join(folder, "passed.xml"), "utf8")).toContain('tests="1" failures="0"');
});

it("prints an annotation for a failed check only if GitHub runs the command", async () => {
  const args = [...measured, "--fail-under", "RR=0.5", "--quiet"];
  const onGitHub = await runInProcess(args, { cwd: folder, environment: { GITHUB_ACTIONS: "true" } });
  expect(onGitHub.stderr).toContain("::error title=semqrel::<b>&: mean RR is 0.25, below 0.5.\n");
  expect((await runInProcess(args, { cwd: folder })).stderr).not.toContain("::error");
});

it("refuses --junit without a check before it does any work", async () => {
  const { exitCode, stderr } = await runInProcess([...measured, "--junit", "none.xml"], { cwd: folder });
  expect([exitCode, existsSync(join(folder, "none.xml"))]).toEqual([2, false]);
  expect(stderr).toContain("Cannot write none.xml: --junit writes the results of --fail-under. Give --fail-under too.");
});

it("exits 2 if the file of test cases cannot be written", async () => {
  const args = [...measured, "--fail-under", "RR=0.1", "--junit", "judged.qrels/checks.xml"];
  const { exitCode, stderr } = await runInProcess(args, { cwd: folder });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/Cannot write judged\.qrels\/checks\.xml: .*choose another path/);
});

it.each(["judged.qrels", "good.run"])("refuses to replace the input %s by the file of test cases", async (input) => {
  const before = readFileSync(join(folder, input), "utf8");
  const args = [...measured, "--fail-under", "RR=0.1", "--junit", input];
  const { exitCode, stderr } = await runInProcess(args, { cwd: folder });
  expect([exitCode, readFileSync(join(folder, input), "utf8")]).toEqual([2, before]);
  expect(stderr).toContain(`Cannot write ${input}: it is also an input.`);
});
