/** Kills a job at random moments, repeatedly, and reports what is lost. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type BlockJob, contentBelow, hasSaid, startBlockJob } from "./run-block-job.ts";
import { temporaryFolder } from "./run-cli.ts";

export interface Losses {
  /** Number of killed processes. */
  kills: number;
  /** Number of kills when some blocks were finished, but not all. */
  midway: number;
  /** Lines of tables that only an undisturbed run has, or only this one. */
  wrongRows: number;
  /** Files that should not exist: cut off, temporary, or of the work folder. */
  halfFiles: number;
  /** Child processes that outlived their parent by five seconds. */
  orphans: number;
}

export const noLosses: Losses = { kills: 0, midway: 0, wrongRows: 0, halfFiles: 0, orphans: 0 };

export interface Kills {
  readonly kills: number;
  /** The result of an undisturbed run. */
  readonly seconds: number;
  /** Random numbers from 0 to below 1. */
  readonly random: () => number;
}

/** Runs the job repeatedly, killed once or more and then resumed to its end, until there are enough kills. */
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
      // Half of the kills are during the work itself, not before and after it.
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

/** Returns the files of the output folder without the work folder. At any moment, each must be complete or absent. */
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

/** Returns the process ids of the children. */
export function childrenOf(parent: number): number[] {
  try {
    return numbersIn(readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8"));
  } catch {
    return childrenByProgram(parent);
  }
}

/** For systems without /proc. Starting a program takes much longer than reading a file. */
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

/** Number of processes that still exist after five seconds. */
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
    // A zombie has no files.
    return !execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).startsWith("Z");
  } catch {
    return false;
  }
}
