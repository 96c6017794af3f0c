/**
 * What is left if a command is killed at any moment? Files are complete, unchanged, or missing, and the same command then
 * gives the same as an undisturbed one.
 * SEMQREL_KILLS is the number of kills (200 take some minutes), SEMQREL_FAULT_SEED the seed, SEMQREL_KILL_COMMAND the only
 * command to kill. rate-kill.test.ts kills a server while people rate.
 */
import { spawn } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, statSync, watch, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { readRatingSet } from "../../src/gold/rating/rating-store.ts";
import { runInProcess } from "../cli/run-in-process.ts";
import { mainFile, oneThread, runCli, temporaryFolder } from "../support/run-cli.ts";
import { resultsOf } from "./made-results.ts";
import { below, oneOf, randomOfCase } from "./mutate.ts";

const kills = Number(process.env["SEMQREL_KILLS"] ?? 8);
const seed = Number(process.env["SEMQREL_FAULT_SEED"] ?? 1);

interface KilledCommand {
  readonly name: string;
  readonly args: readonly string[];
  /** The output file or folder, in the working folder. */
  readonly output: string;
  /** The same command with other options, which wrote the earlier output. */
  readonly earlier: readonly string[];
}

const lists = ["--reference", "ref.csv", "--candidates", "cand.csv"];
const hash = ["--embedder", "hash"];
/** Changed inputs have one more line. */
const all: readonly KilledCommand[] = [
  {
    name: "label",
    args: ["label", ...lists, ...hash, "--indexes", "ix", "--out", "out"],
    output: "out",
    earlier: ["label", ...lists, ...hash, "--indexes", "ix", "--out", "out", "--depth", "3"],
  },
  {
    name: "pool",
    args: ["pool", "ref.csv", "cand.csv", "--force", "-o", "pool.jsonl"],
    output: "pool.jsonl",
    earlier: ["pool", "ref.csv", "cand.csv", "--depth", "2", "-o", "pool.jsonl"],
  },
  {
    name: "rate --import",
    args: ["rate", "--import", "ratings.csv", "--db", "ratings.db", "--scale", "0-3"],
    output: "ratings.db",
    earlier: ["rate", "--import", "first.csv", "--db", "ratings.db", "--scale", "0-3"],
  },
  {
    name: "calibrate",
    args: ["estimate", "labels", "--gold", "gold.qrels", ...hash, "--write-labels", "calibrated"],
    output: "calibrated",
    earlier: ["estimate", "labels", "--gold", "gold.qrels", ...hash, "--write-labels", "calibrated", "--seed", "5"],
  },
  {
    // The page, and its name in the manifest of the folder.
    name: "report",
    args: ["report", "labels"],
    output: "labels",
    earlier: ["report", "labels", "--results", "3"],
  },
];

const commands = chosen(process.env["SEMQREL_KILL_COMMAND"] ?? "");

const queries = 30;
const ratings = (every: number) =>
  `query,id,grade,rater\n${Array.from({ length: 900 }, (_, row) => `query ${row % 30},d${row},${row % 4},Ann\n`)
    .filter((_, row) => row % every === 0)
    .join("")}`;
/** Inputs, and the labels that calibrate reads. */
const inputs = temporaryFolder({
  "ref.csv": resultsOf("ref", queries),
  "cand.csv": resultsOf("cand", queries),
  "ratings.csv": ratings(1),
  "first.csv": ratings(7),
});
const cache = temporaryFolder();
const undisturbed = new Map<string, { readonly whole: Contents; readonly folder: string }>();
/** For an undisturbed run: how long it takes, and how often its folder changes. */
const usual = new Map<string, { readonly seconds: number; readonly changes: number }>();

beforeAll(async () => {
  await finish(inputs, ["label", ...lists, ...hash, "--no-cache", "--out", "labels"]);
  const rows = readFileSync(join(inputs, "labels/labels.qrels"), "utf8").split("\n");
  // For every second query, with grades that are related to the labels.
  const graded = rows.flatMap((row) => {
    const [query = "", iteration, id, label] = row.split(" ");
    return label === undefined || Number(query.slice(1)) % 2 === 1
      ? []
      : [`${query} ${iteration} ${id} ${Math.round(Number(label) % 4)}`];
  });
  writeFileSync(join(inputs, "gold.qrels"), `${graded.join("\n")}\n`);
  for (const { name, args, earlier, output } of commands) {
    const [whole, before] = [newFolder(), newFolder()];
    const begun = performance.now();
    let changes = 0;
    const watcher = watch(whole, { recursive: true }, () => changes++);
    // In a process, like those that are killed.
    const { exitCode, stderr } = await runCli([...args, "-q"], { cwd: whole, env: environment });
    expect(exitCode, stderr).toBe(0);
    watcher.close();
    usual.set(name, { seconds: (performance.now() - begun) / 1000, changes });
    await finish(before, earlier);
    undisturbed.set(name, { whole: contentsOf(whole, output), folder: before });
  }
}, 120_000);

it(
  `a command leaves no partial file after ${kills} kills, and then ends as if undisturbed when run again`,
  async () => {
    const tallies = new Map(
      commands.map(({ name }) => [name, { kills: 0, killed: 0, untouched: 0, changed: 0, leftTemporary: 0 }]),
    );
    for (let number = 0; number < kills; number++) {
      const random = randomOfCase(seed, number);
      const command = commands[number % commands.length] as KilledCommand;
      const expected = undisturbed.get(command.name);
      const counts = tallies.get(command.name);
      if (expected === undefined || counts === undefined) throw new Error(command.name);
      counts.kills++;
      const isReplacing = random() < 0.5;
      const folder = newFolder();
      if (isReplacing) cpSync(expected.folder, folder, { recursive: true });
      const earlier = contentsOf(folder, command.output);
      const what = `kill ${number} of ${command.name}, ${isReplacing ? "over an earlier one" : "in an empty folder"}`;

      if (await killed(command, folder, random)) counts.killed++;
      const left = contentsOf(folder, command.output);
      for (const [file, content] of left) {
        // A database with tables but without ratings is equivalent to none.
        expect([earlier.get(file) ?? "none", expected.whole.get(file), "[]"], `${what}: ${file}`).toContain(content);
      }
      for (const file of earlier.keys())
        if (expected.whole.has(file)) expect(left.has(file), `${what}: ${file}`).toBe(true);
      if (left.size === 0 || [...left].every(([file, content]) => earlier.get(file) === content)) counts.untouched++;
      else counts.changed++;
      counts.leftTemporary += filesBelow(folder).filter((file) => file.endsWith(".tmp")).length;

      await finish(folder, command.args);
      expect(
        filesBelow(folder).filter((file) => file.endsWith(".tmp")),
        what,
      ).toEqual([]);
      const after = contentsOf(folder, command.output);
      for (const [file, content] of expected.whole) expect(after.get(file), `${what}: ${file} after all`).toBe(content);
      if (!isReplacing) expect([...after.keys()], what).toEqual([...expected.whole.keys()]);
    }
    // Otherwise the test would show nothing.
    const killedOnes = [...tallies.values()].reduce((sum, counts) => sum + counts.killed, 0);
    expect(killedOnes).toBeGreaterThan(kills / 2);
    if (process.env["SEMQREL_KILLS"] === undefined) return;
    for (const [name, counts] of tallies) {
      process.stderr.write(
        `${counts.kills} kills of ${name}, seed ${seed}: ${counts.killed} before the end; output as before ` +
          `${counts.untouched} times, new ${counts.changed} times; 0 half files; ${counts.leftTemporary} temporary ` +
          "files left behind\n",
      );
    }
  },
  60_000 + kills * 15_000,
);

/** All commands if the name is "". Unknown names fail, because they would show nothing. */
function chosen(name: string): readonly KilledCommand[] {
  const found = name === "" ? all : all.filter((command) => command.name === name);
  if (found.length > 0) return found;
  throw new Error(`No command is killed that is called "${name}". Known: ${all.map((one) => one.name).join(", ")}.`);
}

/** Contents by file. */
type Contents = ReadonlyMap<string, string>;

/** What a run wrote, without what differs between runs. For a database, its ratings. */
function contentsOf(folder: string, output: string): Contents {
  const path = join(folder, output);
  if (!existsSync(path)) return new Map();
  if (output.endsWith(".db")) return new Map([[output, ratingsOf(path)]]);
  if (statSync(path).isFile()) return new Map([[output, readFileSync(path, "utf8")]]);
  const files = filesBelow(path).filter((file) => !file.endsWith(".tmp"));
  return new Map(files.map((file) => [file, contentOf(join(path, file))]));
}

function contentOf(path: string): string {
  const text = readFileSync(path, "utf8");
  if (!path.endsWith("manifest.json")) return text;
  const { timings, ...others } = JSON.parse(text);
  return JSON.stringify(others);
}

function ratingsOf(path: string): string {
  const Database = createRequire(import.meta.url)("libsql");
  expect(new Database(path).pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
  try {
    const { pairs, ratings: given } = readRatingSet(path);
    return JSON.stringify(
      given.map(({ pair, rater, grade }) => [pairs[pair]?.query, pairs[pair]?.id, rater, grade]).sort(),
    );
  } catch (error) {
    // Created, and killed before its tables or its ratings were committed.
    if (/DATABASE_UNUSABLE/.test((error as { code?: string }).code ?? "")) return "[]";
    throw error;
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

function newFolder(): string {
  const folder = temporaryFolder();
  cpSync(inputs, folder, { recursive: true });
  return folder;
}

const environment = { SEMQREL_CACHE: cache };

/** In this process. */
async function finish(folder: string, args: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await runInProcess([...args, "-q"], { cwd: folder, environment });
  expect(exitCode, stderr).toBe(0);
}

/** Kills after a random time, or shortly after a random change of its folder. */
async function killed({ name, args }: KilledCommand, folder: string, random: () => number): Promise<boolean> {
  const child = spawn(process.execPath, [mainFile, ...args, "-q"], {
    cwd: folder,
    env: { ...process.env, SEMQREL_CACHE: cache, ...oneThread },
    stdio: "ignore",
  });
  const ended = new Promise<boolean>((resolve) => child.on("close", (_, signal) => resolve(signal === "SIGKILL")));
  const { seconds, changes: mostChanges } = usual.get(name) ?? { seconds: 1, changes: 60 };
  if (random() < 0.3) {
    await setTimeout(random() * seconds * 1000);
    child.kill("SIGKILL");
    return ended;
  }
  // Otherwise, a command that makes few changes would end before most kills.
  const wanted = 1 + below(Math.max(1, Math.min(oneOf([3, 60], random), mostChanges)), random);
  let changes = 0;
  const watcher = watch(folder, { recursive: true }, () => {
    if (++changes === wanted) child.kill("SIGKILL");
  });
  const result = await ended;
  watcher.close();
  return result;
}
