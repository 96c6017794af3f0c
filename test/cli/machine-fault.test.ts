/** Are faults of the machine distinguished from bugs, each with a remedy? */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { machineFault } from "../../src/cli/machine-fault.ts";
import { mainFile, runCli, temporaryFolder } from "../support/run-cli.ts";

const lists = {
  "ref.csv": "query,title\npears,Growing pears\n",
  "cand.csv": "query,title\npears,A pear tree\n",
};
const label = ["label", "--reference", "ref.csv", "--candidates", "cand.csv", "--embedder", "hash"];

describe("machineFault", () => {
  const ofSystem = (code: string, syscall: string) =>
    Object.assign(new Error(`${code}: it failed, ${syscall} 'x'`), { code, syscall });

  it.each([
    [ofSystem("EMFILE", "open"), "ulimit -n 1024"],
    [new Error("outer", { cause: ofSystem("ENOSPC", "write") }), "Free some space on that disk."],
    [ofSystem("ENOENT", "uv_cwd"), "Change to one that exists (cd)."],
    [ofSystem("EACCES", "mkdir"), "Check the permissions there."],
    [Object.assign(new Error("Cannot find package 'x'"), { code: "ERR_MODULE_NOT_FOUND" }), "Install semqrel again"],
    // A full table of names throws this.
    [Object.assign(new Error("unreachable"), { name: "RuntimeError" }), "Give fewer queries."],
  ])("suggests a remedy for %s", (error, says) => {
    expect(machineFault(error)).toContain(says);
  });

  it.each([[new TypeError("x is not a function")], [ofSystem("ENOENT", "open")], ["text"], [null]])(
    "returns null for an error that may be a bug: %s",
    (error) => {
      expect(machineFault(error)).toBeNull();
    },
  );
});

describe.skipIf(process.platform === "win32")("a process with a low limit of open files", () => {
  it.each([
    [24, ["--help"]],
    [24, label],
    [40, label],
    [40, ["measure", "a", "b"]],
  ])("succeeds, or exits 2 with one line on stderr: limit %i, %j", (limit, args) => {
    const cwd = temporaryFolder(lists);
    const command = ["-c", `ulimit -n ${limit}; exec "$0" "$@"`, process.execPath, mainFile, ...args];
    const { status, stderr } = spawnSync("bash", command, { cwd, encoding: "utf8" });
    expect([0, 2], stderr).toContain(status);
    expect(stderr).not.toMatch(/bug|\n {4}at /);
    if (status === 2) expect(stderr).toMatch(/^semqrel: [^\n]*\n$/);
  });
});

describe("a missing folder for temporary files", () => {
  const TMPDIR = join(temporaryFolder(), "nowhere");

  it("is not created, and the error names it and a remedy", async () => {
    const cwd = temporaryFolder(lists);
    const { exitCode, stderr } = await runCli([...label, "--jobs", "2"], { cwd, env: { TMPDIR } });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`Making a folder in ${TMPDIR}, for temporary files: there is no such folder. Set TMPDIR`);
    expect(existsSync(TMPDIR)).toBe(false);
  });

  it("leads to a warning of doctor", async () => {
    const { exitCode, stdout } = await runCli(["system", "doctor"], { env: { TMPDIR } });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^warning {2}disk: .*nowhere.*Set TMPDIR/m);
    expect(stdout).toMatch(/^ok {7}rating/m);
    expect(existsSync(TMPDIR)).toBe(false);
  });
});

describe.skipIf(process.platform === "win32")("a working folder that was removed", () => {
  it.each([
    [["measure", "a.qrels", "a.run"]],
    [label],
    [["label", "--reference", "ref.csv", "--candidates", "cand.csv", "--out", "labels"]],
    [["pool", "a.csv", "-o", "pool.jsonl"]],
    [["system", "trust"]],
    [["system", "init"]],
    [["rate", "--db", "r.db"]],
    [["convert", "a", "b"]],
    [["system", "index", "ls"]],
    [["system", "cache", "size"]],
  ])("leads to exit code 0 or 2, and not to a bug: %j", (args) => {
    const parent = temporaryFolder();
    const gone = join(parent, "gone");
    mkdirSync(gone);
    const command = ["-c", 'cd "$0" && rmdir "$0" && exec "$@"', gone, process.execPath, mainFile, ...args];
    const { status, stderr } = spawnSync("bash", command, { encoding: "utf8" });
    expect([0, 2], stderr).toContain(status);
    expect(stderr).not.toMatch(/bug|\n {4}at /);
    rmdirSync(parent);
  });
});
