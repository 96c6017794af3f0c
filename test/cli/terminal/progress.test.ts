/** Are progress lines, messages, colours, and the exit code after a closed pipe correct? */
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../../../src/cli/run.ts";
import { colorsFor, endingProgressLines, stderrProgress } from "../../../src/cli/terminal/progress.ts";
import { mainFile, temporaryFolder } from "../../support/run-cli.ts";
import { runInProcess } from "../run-in-process.ts";

const esc = "\u001b";
const lists = {
  "ref.csv": "query,title\npears,Growing pears\npears,Pears in winter\n",
  "cand.csv": "query,title\npears,Pears in the winter\n",
};
const args = ["label", "--reference", "ref.csv", "--candidates", "cand.csv", "--embedder", "hash", "--no-cache"];

type Environment = Readonly<Record<string, string>>;

function recorded(isTTY: boolean, environment: Environment = {}) {
  const written = { stdout: "", stderr: "" };
  const io = {
    stdout: { isTTY, write: (text: string) => (written.stdout += text) },
    stderr: { isTTY, write: (text: string) => (written.stderr += text) },
    environment,
    signal: new AbortController().signal,
  };
  return { io, written };
}

/** A run with both outputs on a terminal, or neither. */
async function onTerminal(given: readonly string[], isTTY = true, environment: Environment = {}) {
  const { io, written } = recorded(isTTY, environment);
  const before = process.cwd();
  process.chdir(temporaryFolder(lists));
  try {
    return { exitCode: await run(given, io), ...written };
  } finally {
    process.chdir(before);
  }
}

describe("a line of progress", () => {
  // One of a hundred items takes a 99th of the remaining time.
  it.each([
    { seconds: 119.7 / 99, left: "2 min 0 s left" },
    { seconds: 59.6 / 99, left: "1 min 0 s left" },
    { seconds: 3599.5 / 99, left: "1 h 0 min left" },
  ])('shows "$left" instead of 60 seconds or 60 minutes', ({ seconds, left }) => {
    const { io, written } = recorded(true);
    let now = 0;
    const progress = stderrProgress(io, false, { seconds: () => now });
    progress.start("Embedding", 100, "titles");
    now = seconds;
    progress.update(1);
    expect(written.stderr).toContain(left);
  });

  it("is erased before other output is written, and only then", () => {
    const { io, written } = recorded(true);
    const stderr = endingProgressLines(io.stderr);
    let now = 0;
    const progress = stderrProgress({ ...io, stderr }, false, { seconds: () => now });
    progress.start("Embedding", 10, "titles");
    now = 5;
    progress.update(5);
    stderr.write("semqrel: interrupted.\n");
    stderr.write("More.\n");
    expect(written.stderr).toMatch(/left\r.\[Ksemqrel: interrupted\.\nMore\.\n$/);
    progress.update(6);
    progress.finish();
    const finished = written.stderr.length;
    stderr.write("Done.\n");
    expect(written.stderr.slice(finished)).toBe("Done.\n");
    expect(stderr.isTTY).toBe(true);
  });

  it.each([
    [{}, true],
    [{ NO_COLOR: "1" }, true],
    [{ TERM: "dumb", FORCE_COLOR: "1" }, false],
    [{ CI: "1" }, false],
  ])("is overwritten on a terminal with the environment %j: %j", (environment, isWrittenOver) => {
    const { io, written } = recorded(true, environment);
    let now = 0;
    const progress = stderrProgress(io, false, { seconds: () => now });
    progress.start("Embedding", 10, "titles");
    now = 15;
    progress.update(5);
    progress.finish();
    expect(written.stderr).toContain("Embedding 5/10 titles");
    expect(written.stderr.includes(`\r${esc}[K`)).toBe(isWrittenOver);
  });
});

describe.skipIf(process.platform === "win32")("a pipe whose reader has closed it", () => {
  it.each([
    ["dcg=99", "1\n"],
    ["dcg=0", "0\n"],
  ])("leaves the exit code of the check unchanged: --fail-under %s", (gate, code) => {
    const cwd = temporaryFolder(lists);
    const command = `"${process.execPath}" "${mainFile}" ${args.join(" ")} --fail-under ${gate}`;
    execFileSync("sh", ["-c", `( sleep 0.2; ${command} --out out; echo $? > code ) | true`], { cwd, stdio: "ignore" });
    expect(readFileSync(join(cwd, "code"), "utf8")).toBe(code);
    expect(readFileSync(join(cwd, "out/labels.csv"), "utf8")).toContain("Pears in the winter");
  });
});

describe.skipIf(!existsSync("/dev/full"))("a full disk behind stdout", () => {
  it("leads to a message and exit code 2", () => {
    const cwd = temporaryFolder({ qrels: "q 0 d 1\n", run: "q Q0 d 1 1 r\n" });
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [mainFile, "measure", "qrels", "run", "AP"], {
      cwd,
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8",
    });
    closeSync(full);
    expect(stderr).toMatch(/^semqrel: Cannot write to standard output: ENOSPC.*\n$/);
    expect(status).toBe(2);
  });
});

describe("colours", () => {
  it("are used on a terminal only", async () => {
    const shown = await onTerminal([...args, "--full"]);
    expect(shown.exitCode).toBe(0);
    expect(shown.stdout).toContain(`${esc}[1mMeans over queries`);
    const plain = await onTerminal([...args, "--full"], false);
    expect(plain.stdout).not.toContain(esc);
    const codes = new RegExp(`${esc}\\[\\d+m`, "g");
    expect(shown.stdout.replace(codes, "")).toBe(plain.stdout);
    expect((await onTerminal(["label", "--reference", "none.csv"])).stderr).toContain(`${esc}[31msemqrel:`);
  });

  it.each([
    ["auto", true, {}, true],
    ["auto", false, {}, false],
    ["auto", true, { NO_COLOR: "1" }, false],
    ["auto", true, { NO_COLOR: "" }, true],
    ["auto", true, { TERM: "dumb" }, false],
    ["auto", true, { TERM: "dumb", FORCE_COLOR: "1" }, true],
    ["auto", true, { FORCE_COLOR: "0" }, false],
    ["auto", false, { FORCE_COLOR: "1" }, true],
    ["auto", false, { FORCE_COLOR: "0" }, false],
    ["always", false, { NO_COLOR: "1" }, true],
    ["never", true, { FORCE_COLOR: "1" }, false],
  ] as const)(
    "are used with --color %s, terminal %j and environment %j: %j",
    async (choice, isTTY, environment, expected) => {
      const { io } = recorded(isTTY, environment);
      expect((await colorsFor(io.stdout, io, choice)).bold("x")).toBe(expected ? `${esc}[1mx${esc}[22m` : "x");
      const { stdout } = await onTerminal([...args, "--color", choice], isTTY, environment);
      expect(stdout.includes(esc)).toBe(expected);
    },
  );
});

describe("stderr", () => {
  it("has one line per stage with --verbose, and none without", async () => {
    const verbose = await onTerminal([...args, "-v"], false);
    expect(verbose.stderr).toMatch(/^reading \d+\.\d\d s\nembedding .* s\nmatching .* s\nmeasuring .* s\n/);
    expect((await onTerminal(args, false)).stderr).not.toContain("reading");
    expect((await onTerminal([...args, "-v", "-q"], false)).stderr).toBe("");
  });

  it("has stack traces if an environment variable sets --debug", async () => {
    const { stderr } = await onTerminal(["label", "--reference", "no.csv"], false, { SEMQREL_DEBUG: "1" });
    expect(stderr).toMatch(/\n +at /);
  });

  it("escapes control characters in data", async () => {
    const cwd = temporaryFolder({ ...lists, "bad.csv": `que${esc}[31mry\u009b2J,na\u0007me\nx,y\n` });
    for (const debug of [[], ["--debug"]]) {
      const result = await runInProcess(["label", "--reference", "bad.csv", "--candidates", "cand.csv", ...debug], {
        cwd,
      });
      expect(result.exitCode).toBe(2);
      expect(result.stderr).toContain("\\x1b[31m");
      expect(result.stderr).not.toMatch(/(?!\n)\p{Cc}/u);
    }
    const file = await runInProcess(["label", "--reference", `no${esc}]0;title\u0007.csv`], { cwd });
    expect(file.stderr).toContain("no\\x1b]0;title\\x07.csv");
  });
});
