/** Measures the time and peak memory of a whole command. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { attempt } from "../../src/core/attempt.ts";
import { SemqrelError } from "../../src/core/errors.ts";
import type { Clock } from "../../src/core/ports.ts";

interface ProcessFigures {
  readonly seconds: number;
  /** Largest resident set size; null on other systems than Linux. */
  readonly peakBytes: number | null;
}

/** @throws SemqrelError INVALID_OPTION  if the command fails   details: { exitCode, stderr } */
export function runProcess(
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
  clock: Clock,
): Promise<ProcessFigures> {
  const [program = "", ...args] = command;
  return new Promise((resolve, reject) => {
    const begin = clock.seconds();
    const env = { ...process.env, ...environment };
    const child = spawn(program, args, { env, stdio: ["ignore", "ignore", "pipe"] });
    let peakBytes: number | null = null;
    let stderr = "";
    const watch = setInterval(() => {
      peakBytes = residentPeak(child.pid) ?? peakBytes;
    }, 20);
    child.stderr.on("data", (piece) => {
      stderr += piece;
    });
    child.on("error", reject);
    child.on("close", (exitCode) => {
      clearInterval(watch);
      if (exitCode === 0) return resolve({ seconds: clock.seconds() - begin, peakBytes });
      const message = `Running ${command.join(" ")}: exit code ${exitCode}. ${stderr}`;
      reject(new SemqrelError("INVALID_OPTION", message, { details: { exitCode, stderr } }));
    });
  });
}

/** Returns the largest size so far, as the kernel records it, so it only needs to be read from time to time. */
function residentPeak(pid: number | undefined): number | null {
  const status = attempt(() => readFileSync(`/proc/${pid}/status`, "utf8"));
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(status ?? "")?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}
