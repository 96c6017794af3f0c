/** Does the command line respect a real terminal's width, colours and cursor? */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../src/core/text/display-width.ts";
import { type CliResult, mainFile, root, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const ESC = "\u001b[";
/** `script` of util-linux gives a command a terminal. It always exists on Linux if CI is set. */
const hasTerminal = process.env["CI"] !== undefined || spawnSync("script", ["-V"]).status === 0;
const samples = ["library", "explorer", "quickfind"].map((name) => join(root, `data/samples/${name}.csv`));
const label = ["label", "--reference", samples[0] ?? "", "--candidates", ...samples.slice(1), "--embedder", "hash"];

interface Place {
  readonly columns?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

function environmentOf({ environment }: Place) {
  // Ignores the terminal of those who run the tests.
  const { COLUMNS, CI, NO_COLOR, FORCE_COLOR, ...others } = process.env;
  return { ...others, TERM: "xterm", SEMQREL_CACHE: temporaryFolder(), ...environment };
}

/** Both outputs on one terminal. */
function onTerminal(args: readonly string[], place: Place): SpawnSyncReturns<string> {
  const words = [process.execPath, mainFile, ...args].map((word) => `'${word}'`).join(" ");
  const command = `stty cols ${place.columns ?? 80}; ${words}`;
  return spawnSync("script", ["-qec", command, "/dev/null"], {
    cwd: temporaryFolder(),
    env: environmentOf(place),
    encoding: "utf8",
  });
}

function inPipe(args: readonly string[], place: Place = {}): SpawnSyncReturns<string> {
  const env = environmentOf(place);
  return spawnSync(process.execPath, [mainFile, ...args], { cwd: temporaryFolder(), env, encoding: "utf8" });
}

/** Without a terminal. */
function runHere(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<CliResult> {
  return runInProcess(args, { cwd: temporaryFolder(), environment });
}

function linesOf(text: string): string[] {
  return stripVTControlCharacters(text).replaceAll("\r", "").split("\n");
}

describe.skipIf(!hasTerminal || process.platform !== "linux")("on a terminal", () => {
  it("no line is longer than the terminal's 40 columns", () => {
    const { stdout, status } = onTerminal([...label, "--no-cache", "--quiet"], { columns: 40 });
    expect(status).toBe(0);
    const lines = linesOf(stdout);
    expect(lines.filter((line) => displayWidth(line) > 40)).toEqual([]);
    expect(lines.join(" ")).toContain("ndcg_reference@10");
    expect(stdout).toContain(`${ESC}1mMeans`);
  });

  it("help is folded to 40 columns, with the options on lines of their own", () => {
    const lines = linesOf(onTerminal(["label", "--help"], { columns: 40 }).stdout);
    const folded = lines.filter((line) => !/^ *semqrel /.test(line) && displayWidth(line) > 40);
    expect(folded).toEqual([]);
    expect(lines).toContain("  --titles <file>");
  });

  it("the environment variable COLUMNS overrides the terminal's width", () => {
    const place = { columns: 132, environment: { COLUMNS: "40" } };
    const lines = linesOf(onTerminal([...label, "--no-cache", "--quiet"], place).stdout);
    expect(lines.filter((line) => displayWidth(line) > 40)).toEqual([]);
  });

  // progress.test.ts tests each variable. Here they come from the process.
  it.each([
    [{}, true],
    [{ NO_COLOR: "1" }, false],
  ] as const)("colours are used with the environment %j: %j", (environment, isColored) => {
    const { stdout } = onTerminal(["gold", "--agreement", "none.db"], { environment });
    expect(stdout).toContain("none.db");
    expect(stdout.includes(`${ESC}31m`)).toBe(isColored);
  });

  it.each([
    [{}, true],
    [{ TERM: "dumb" }, false],
  ] as const)("the line of progress is overwritten with the environment %j: %j", async (environment, isWrittenOver) => {
    const database = join(temporaryFolder(), "ratings.db");
    await runInProcess(["rate", "--import", join(root, "data/samples/ratings.csv"), "--db", database], { cwd: root });
    const place = { columns: 40, environment };
    const { stdout, status } = onTerminal(["gold", "--agreement", database, "--samples", "20000", "--json"], place);
    expect(status).toBe(0);
    expect(stdout.includes(`\r${ESC}K`)).toBe(isWrittenOver);
  });
});

describe("without a terminal", () => {
  it.each([60, 80])("no line is longer than COLUMNS=%i", async (columns) => {
    const environment = { COLUMNS: String(columns) };
    const { stdout, exitCode } = await runHere([...label, "--no-cache", "--quiet"], environment);
    expect(exitCode).toBe(0);
    const lines = linesOf(stdout);
    expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
    expect(lines.join(" ")).toContain("ndcg_reference@10");
  });

  it("output for programs is not wrapped, whatever the value of COLUMNS", async () => {
    for (const form of ["--json", "--format=csv", "--format=md", "--print-config"]) {
      const args = [...label, "--no-cache", "--quiet", form];
      const { stdout, exitCode } = await runHere(args, { COLUMNS: "40" });
      expect(exitCode).toBe(0);
      expect(stdout).toBe((await runHere(args)).stdout);
    }
  });
});

describe("in a pipe", () => {
  it("output is wrapped and coloured only if the environment requests it", () => {
    const plain = inPipe([...label, "--no-cache", "--quiet"]);
    expect(plain.stdout).not.toContain(ESC);
    expect(Math.max(...linesOf(plain.stdout).map(displayWidth))).toBeGreaterThan(80);
    const asked = inPipe([...label, "--no-cache", "--quiet"], { environment: { COLUMNS: "40", FORCE_COLOR: "1" } });
    expect(asked.stdout).toContain(`${ESC}1mMeans`);
    expect(Math.max(...linesOf(asked.stdout).map(displayWidth))).toBeLessThanOrEqual(40);
  });
});

describe.skipIf(!hasTerminal)("control characters of data", () => {
  const title = "\u001b]0;owned\u0007\u001b[31mred\u009b2J";
  const folder = temporaryFolder({
    "lists.csv": `query,rank,title,engine\nq\u001b[2J,1,${title},e\u001b[8m\n`,
    "other.csv": `query,rank,title\nq\u001b[2J,1,${title}\n`,
    "a.qrels": "q 0 d\u001b[2J 1\n",
    "a.run": "q\u001b[2J Q0 d 1 2 x\n",
  });
  const at = (name: string) => join(folder, name);
  const lists = ["--reference", at("other.csv"), "--candidates", at("lists.csv"), "--embedder", "hash", "--no-cache"];
  it.each([
    ...["table", "csv", "tsv", "md", "json"].map((format) => ["label", ...lists, "--format", format]),
    ...["table", "csv", "tsv", "md", "json", "trec_eval"].map((format) => [
      ...["measure", at("a.qrels"), at("a.run"), "P@1", "--per-query", "--format", format],
    ]),
    ["pool", at("lists.csv")],
    ["convert", at("a.qrels"), "-", "--to", "jsonl"],
    ["convert", at("a.qrels"), "-", "--to", "trec-qrels"],
    ["label", "--reference", at("none\u001b[2J.csv"), "--candidates", at("lists.csv")],
  ])("are escaped in the output of %s, case %#", (...args) => {
    const { stdout } = onTerminal(
      args.filter((word) => word !== undefined),
      { environment: { NO_COLOR: "1" } },
    );
    const shown = stdout.replaceAll("\r\n", "\n").replaceAll(`\r${ESC}K`, "");
    expect(shown.length).toBeGreaterThan(5);
    expect(shown).not.toMatch(/(?![\t\n])\p{Cc}/u);
  });
});
