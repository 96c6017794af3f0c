/**
 * Does every command end if an input file is an endless device, or a pipe without a writer?
 * Git stores links to devices. A case that hangs fails by the time limit of its test.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { poolText } from "../../src/gold/pools/pool-format.ts";
import { poolOf } from "../support/rating-process.ts";
import { mainFile, runCli, temporaryFolder } from "../support/run-cli.ts";
import { resultsOf } from "./made-results.ts";

const label = ["label", "--reference", "ref.csv", "--candidates", "cand.csv", "--embedder", "hash", "--indexes", "ix"];
const inBlocks = [...label, "--out", "blocks", "--rows-per-block", "5"];
/** By the replaced file: the command that reads it, and how it ends. */
const readers: readonly (readonly [file: string, args: readonly string[], ends: 0 | 2])[] = [
  ["semqrel.config.json", ["measure", "a.qrels", "a.run"], 2],
  ["semqrel.config.json", ["system", "trust"], 2],
  ["prompt.txt", ["judge", "cand.csv", "--llm", "m", "--prompt", "prompt.txt", "-o", "j.qrels", "--dry-run"], 2],
  ["guide.md", ["rate", "pool.jsonl", "--db", "r.db", "--guidelines", "guide.md"], 2],
  ["r.db", ["gold", "--agreement", "r.db"], 2],
  ["r.db", ["rate", "pool.jsonl", "--db", "r.db"], 2],
  ["measures.mjs", ["measure", "a.qrels", "a.run", "--measure-module", "./measures.mjs"], 2],
  ["labels/manifest.json", ["report", "labels"], 2],
  ["labels/manifest.json", ["estimate", "labels", "--gold", "a.qrels"], 2],
  ["labels/summary.json", ["report", "labels"], 2],
  ["blocks/.semqrel/plan.json", [...inBlocks, "--resume"], 2],
  ["blocks/.semqrel/lock", inBlocks, 2],
  ["j.qrels.raw/a-0123456789abcdef01234567.json", ["judge", "cand.csv", "--llm", "m", "-o", "j.qrels"], 2],
  ["ix/manifest.json", [...label, "--out", "out"], 0],
];

let whole: string;
beforeAll(async () => {
  whole = temporaryFolder({
    "ref.csv": resultsOf("ref", 3),
    "cand.csv": resultsOf("cand", 3),
    "a.qrels": "q 0 d 1\n",
    "a.run": "q Q0 d 1 2 x\n",
    "pool.jsonl": [...poolText(poolOf(2, 2))].join(""),
  });
  const { exitCode, stderr } = await runCli([...label, "--out", "labels"], { cwd: whole });
  expect(exitCode, stderr).toBe(0);
  rmSync(join(whole, "ix"), { recursive: true, force: true });
}, 60_000);

/** A copy of the folder in which one file is replaced. */
function folderWith(file: string, kind: "pipe" | "device"): string {
  const folder = temporaryFolder();
  cpSync(whole, folder, { recursive: true });
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  if (kind === "pipe") execFileSync("mkfifo", [path]);
  else symlinkSync("/dev/zero", path);
  return folder;
}

describe.skipIf(process.platform === "win32")("a command ends", () => {
  for (const kind of ["device", "pipe"] as const) {
    it.each(readers)(
      `if ${kind === "pipe" ? "a pipe" : "an endless device"} replaces %s (%j)`,
      async (...given) => {
        const [file, args, ends] = given;
        const { exitCode, stderr } = await runCli(args, { cwd: folderWith(file, kind) });
        expect(exitCode, stderr).toBe(ends);
        expect(stderr).not.toMatch(/this is a bug/);
      },
      60_000,
    );
  }

  it.each([
    [
      "label",
      [...label.slice(0, 2), "/dev/zero", ...label.slice(3), "--out", "out"],
      /Reading \/dev\/zero:1: a line is longer than 64 MiB/,
    ],
    ["measure", ["measure", "/dev/zero", "a.run"], /\/dev\/zero/],
  ])(
    "if %s reads a device as its input, and leaves no output",
    async (_, args, said) => {
      const folder = folderWith("unused", "pipe");
      const { exitCode, stderr } = await runCli(args, { cwd: folder });
      expect(exitCode, stderr).toBe(2);
      expect(stderr).toMatch(said);
      expect(existsSync(join(folder, "out"))).toBe(false);
    },
    60_000,
  );

  it.each([
    ["label", [...label.slice(0, 2), "pipe", ...label.slice(3), "--out", "out"]],
    ["measure", ["measure", "pipe", "a.run"]],
    ["pool", ["pool", "pipe", "-o", "p.jsonl"]],
  ])(
    "on SIGTERM while %s waits for a pipe, and leaves no files",
    async (_, args) => {
      const folder = folderWith("pipe", "pipe");
      const before = readdirSync(folder);
      const child = spawn(process.execPath, [mainFile, ...args], {
        cwd: folder,
        stdio: ["ignore", "ignore", "ignore"],
      });
      // The command handles signals before it reads anything. An earlier signal would end the process without an exit code.
      const timer = setInterval(() => child.kill("SIGTERM"), 1000);
      const [exitCode] = await once(child, "exit");
      clearInterval(timer);
      expect([130, null]).toContain(exitCode);
      expect(readdirSync(folder)).toEqual(before);
    },
    60_000,
  );
});
