/** Gives damaged files to readers in a way that also detects crashes, hangs and too much memory. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "../support/run-cli.ts";
import type { ReaderName } from "./readers.ts";
import { makeValidFiles, type ValidFile } from "./valid-files.ts";

/** Input of a process that reads damaged files. The same seed and number give the same case. */
export interface FuzzJob {
  readonly folder: string;
  readonly files: readonly ValidFile[];
  readonly seed: number;
  readonly from: number;
  readonly to: number;
}

/** What the process reports about a case: its start, and its end. */
export interface FuzzCase {
  readonly number: number;
  readonly reader: ReaderName;
  /** The valid file that was damaged. */
  readonly file: string;
  readonly outcome: "begun" | "read" | "refused" | "finding";
  /** The whole error for a finding; the error's code for a refused file. */
  readonly message?: string;
  /** Processor time. */
  readonly seconds?: number;
  /** The largest memory of the process so far. */
  readonly megabytes?: number;
}

export interface FuzzResult {
  readonly read: number;
  readonly refused: number;
  readonly codes: ReadonlyMap<string, number>;
  /** What is neither a result nor an error with a place: the case, and what happened. */
  readonly findings: readonly string[];
  readonly slowest: FuzzCase | null;
  readonly megabytes: number;
}

const casesOfProcess = 500;
const mostSeconds = 5;
const mostMegabytes = 1024;
/** A process that is silent for this long hangs, even on a busy machine. */
const silentSeconds = 60;

export async function fuzzReaders(count: number, seed: number): Promise<FuzzResult> {
  const valid = await makeValidFiles();
  const cases: FuzzCase[] = [];
  const findings: string[] = [];
  for (let from = 0; from < count; ) {
    const job = { ...valid, seed, from, to: Math.min(count, from + casesOfProcess) };
    // On a busy machine, a process may not even start in time, which is not the file's fault.
    const { lines, died } = await runProcess(job).catch(() => runProcess(job));
    const last = lines.at(-1);
    for (const line of lines) if (line.outcome !== "begun") cases.push(line);
    if (died !== null) findings.push(`${died} at case ${last?.number}: ${last?.reader} of ${last?.file}`);
    // Continues after the case that ended the process.
    from = died === null ? job.to : (last?.number ?? from) + 1;
  }
  for (const { number, reader, file, outcome, message, seconds = 0, megabytes = 0 } of cases) {
    const name = `case ${number}: ${reader} of ${file}`;
    if (outcome === "finding") findings.push(`${name}: ${message}`);
    if (seconds > mostSeconds) findings.push(`${name}: ${seconds} s`);
    if (megabytes > mostMegabytes) findings.push(`${name}: ${Math.round(megabytes)} MB`);
  }
  const codes = new Map<string, number>();
  for (const { outcome, message = "" } of cases) {
    if (outcome === "refused") codes.set(message, (codes.get(message) ?? 0) + 1);
  }
  return {
    read: cases.filter(({ outcome }) => outcome === "read").length,
    refused: cases.filter(({ outcome }) => outcome === "refused").length,
    codes,
    findings,
    slowest: cases.reduce<FuzzCase | null>(
      (most, one) => ((one.seconds ?? 0) > (most?.seconds ?? 0) ? one : most),
      null,
    ),
    megabytes: Math.max(0, ...cases.map(({ megabytes = 0 }) => megabytes)),
  };
}

function runProcess(job: FuzzJob): Promise<{ lines: FuzzCase[]; died: string | null }> {
  return new Promise((resolve, reject) => {
    const program = join(root, "test/faults/fuzz-reader-process.ts");
    const child = spawn(
      process.execPath,
      ["--max-old-space-size=768", "--import", "tsx", program, JSON.stringify(job)],
      {
        cwd: root,
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    let hangs = false;
    const newTimer = () =>
      setTimeout(() => {
        hangs = true;
        child.kill("SIGKILL");
      }, silentSeconds * 1000);
    let timer = newTimer();
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (piece: Buffer) => {
      stdout += piece;
      clearTimeout(timer);
      timer = newTimer();
    });
    child.stderr.on("data", (piece: Buffer) => {
      stderr += piece;
    });
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const lines = stdout
        .split("\n")
        .slice(0, -1)
        .map((line): FuzzCase => JSON.parse(line));
      if (lines.length === 0) return reject(new Error(`no case was begun, ended with ${code ?? signal}: ${stderr}`));
      const isWhole = code === 0 && lines.at(-1)?.number === job.to - 1 && lines.at(-1)?.outcome !== "begun";
      resolve({ lines, died: isWhole ? null : hangs ? "hangs" : `ended with ${code ?? signal} ${stderr.slice(-300)}` });
    });
  });
}
