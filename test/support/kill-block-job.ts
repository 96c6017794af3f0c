/** How do tests kill a job at a random moment, again and again, and say what is lost by it? */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type BlockJob, contentBelow, hasSaid, startBlockJob } from "./run-block-job.ts";
import { temporaryFolder } from "./run-cli.ts";

export interface Losses {
  /** Processes killed. */
  kills: number;
  /** Kills that came when blocks were done already, and not all. */
  midway: number;
  /** Lines of tables that an undisturbed run has and this one lacks, or the other way round. */
  wrongRows: number;
  /** Files that are there and should not be: cut off, temporary, of the work folder. */
  halfFiles: number;
  /** Children that outlived their parent by five seconds. */
  orphans: number;
}

export const noLosses: Losses = { kills: 0, midway: 0, wrongRows: 0, halfFiles: 0, orphans: 0 };

export interface Kills {
  readonly kills: number;
  /** Of an undisturbed run. */
  readonly seconds: number;
  /** Numbers from 0 to below 1. */
  readonly random: () => number;
}

/** Does the job again and again, each time killed once or more and resumed to its end, until there are enough kills. */
export async function killJobs(
  job: Omit<BlockJob, "out">,
  undisturbed: ReadonlyMap<string, string>,
  { kills, seconds, random }: Kills,
): Promise<Losses> {
  const total: Losses = { ...noLosses };
  while (total.kills < kills) {
    const out = temporaryFolder();
    const some = Math.min(kills - total.kills, 1 + Math.floor(random() * 4));
    const losses = await killAndResume({ ...job, out }, undisturbed, { kills: some, seconds, random });
    for (const name of Object.keys(total) as (keyof Losses)[]) total[name] += losses[name];
    rmSync(out, { recursive: true });
  }
  return total;
}

async function killAndResume(
  job: BlockJob,
  undisturbed: ReadonlyMap<string, string>,
  { kills, seconds, random }: Kills,
): Promise<Losses> {
  const losses = { ...noLosses };
  let resume = false;
  for (let ended = false; !ended; resume = true) {
    const started = startBlockJob({ ...job, resume });
    if (losses.kills < kills) {
      // Half of the kills fall on the work itself, and not on what comes before and after it.
      if (random() < 0.5) await hasSaid(started, /start Labelling/);
      await new Promise((resolve) => setTimeout(resolve, random() * seconds * 1000));
      const children = job.jobs === 1 ? [] : childrenOf(started.process.pid ?? 0);
      started.process.kill("SIGKILL");
      losses.orphans += await outlive(children);
    }
    const { exitCode, stdout, error } = await started.ended;
    if (error !== null) throw new Error(`${error.code} ${error.message}`);
    ended = exitCode === 0;
    if (ended) continue;
    losses.kills++;
    if (stdout.includes("done ")) losses.midway++;
    losses.wrongRows += wrongRows(
      new Map([...finished(job.out)].filter(([path]) => undisturbed.has(path))),
      undisturbed,
    );
  }
  const found = contentBelow(job.out);
  losses.halfFiles += [...found.keys()].filter((path) => !undisturbed.has(path)).length;
  losses.halfFiles += readdirSync(job.out).filter((name) => name === ".semqrel").length;
  losses.wrongRows += wrongRows(found, undisturbed);
  for (const path of undisturbed.keys()) if (!found.has(path)) losses.halfFiles++;
  return losses;
}

/** What stands in the output folder beside the work folder: whole or not at all, at any moment. */
function finished(out: string): Map<string, string> {
  try {
    return new Map([...contentBelow(out)].filter(([path]) => !path.startsWith(join(".semqrel", ""))));
  } catch {
    return new Map();
  }
}

function wrongRows(found: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>): number {
  let wrong = 0;
  for (const [path, text] of found) {
    const other = expected.get(path) ?? "";
    if (text === other) continue;
    const [lines, others] = [text.split("\n"), other.split("\n")];
    const length = Math.max(lines.length, others.length);
    for (let line = 0; line < length; line++) if (lines[line] !== others[line]) wrong++;
  }
  return wrong;
}

/** Numbers of processes. */
export function childrenOf(parent: number): number[] {
  try {
    return numbersIn(readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8"));
  } catch {
    return childrenByProgram(parent);
  }
}

/** Where the system shows them in no file; starting a program takes much longer. */
function childrenByProgram(parent: number): number[] {
  try {
    return numbersIn(execFileSync("pgrep", ["-P", String(parent)], { encoding: "utf8" }));
  } catch {
    return [];
  }
}

function numbersIn(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}

/** How many of the processes are still there after five seconds. */
export async function outlive(processes: readonly number[]): Promise<number> {
  for (let waited = 0; waited < 5000; waited += 50) {
    if (!processes.some(isThere)) return 0;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return processes.filter(isThere).length;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie has no files of its own to be asked for.
    return !execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).startsWith("Z");
  } catch {
    return false;
  }
}
