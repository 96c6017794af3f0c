/** What does a user see whose Node is too old, whose system cannot load the runtime, or who has no home folder? */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root, runCli, temporaryFolder } from "../support/run-cli.ts";

const lists = { "ref.csv": "query,title\nred,apples\n", "cand.csv": "query,title\nred,pears\n" };
const label = ["label", "--reference", "ref.csv", "--candidates", "cand.csv", "--out", "out"];

/** Runs JavaScript before the program. */
function before(code: string): { readonly NODE_OPTIONS: string } {
  const file = join(temporaryFolder({ "before.cjs": code }), "before.cjs");
  return { NODE_OPTIONS: `--require ${file}` };
}

it("an old Node is refused before other modules are loaded", async () => {
  const old = '{ ...process.versions, node: "18.20.8" }';
  const env = before(`Object.defineProperty(process, "versions", { value: ${old} });`);
  const { exitCode, stderr } = await runCli(["--version"], { env });
  expect(stderr).toBe("semqrel: semqrel needs Node 20 or newer. This is Node 18.20.8.\n");
  expect(exitCode).toBe(2);
  // Node reads and links all static imports before it runs the first line.
  expect(readFileSync(join(root, "dist/cli/main.js"), "utf8")).not.toMatch(/^(import|export)\b.*["{]/m);
  expect(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).engines).toEqual({ node: ">=20" });
});

it("a runtime that does not load leads to an error that does not blame the model", async () => {
  // What Node prints on Alpine.
  const said =
    "Error loading shared library ld-linux-x86-64.so.2: No such file or directory (needed by libonnxruntime.so.1.14.0)";
  const env = before(`const { Module } = require("node:module");
    const load = Module._load;
    Module._load = (name, ...others) => {
      if (name === "onnxruntime-node") throw new Error(${JSON.stringify(said)});
      return load(name, ...others);
    };`);
  const cwd = temporaryFolder(lists);
  const { exitCode, stderr } = await runCli([...label, "--no-cache"], { cwd, env });
  expect(stderr).toContain(`semqrel: Loading onnxruntime-node: ${said}. It needs Linux with glibc (Alpine has musl`);
  expect(stderr).not.toContain("model");
  expect(exitCode).toBe(2);
  expect(existsSync(join(cwd, "out"))).toBe(false);
});

it("an empty or relative HOME never puts the cache into the working folder", async () => {
  for (const HOME of ["", "here"]) {
    const cwd = temporaryFolder(lists);
    const env = { HOME, XDG_CACHE_HOME: HOME, SEMQREL_CACHE: "" };
    const { exitCode, stdout, stderr } = await runCli(["system", "cache", "dir"], { cwd, env });
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/^(\/|[A-Z]:).*semqrel\n$/);
    expect(stdout).not.toContain(cwd);
  }
});
