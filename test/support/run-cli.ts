/**
 * How do tests run the command line as a user does: the built file, in a process and a folder of its own?
 */
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const mainFile = join(root, "dist/cli/main.js");

export interface CliResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  /** Sends SIGINT once stderr or stdout matches. */
  readonly interruptAt?: RegExp;
}

/** A new empty folder below the system's temporary one. */
export function temporaryFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "semqrel-test-"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** The cache of all runs that name none: most titles of the tests are embedded once. */
export const sharedCache = process.env["CACHE_OF_TESTS"] ?? temporaryFolder();

/** Several threads of the model wait for each other with the processor busy, which other tests want. */
export const oneThread = { SEMQREL_THREADS: "1" };

/** The same where a command knows it: a variable that it does not know has all commands loaded. */
export function oneThreadOf([command = ""]: readonly string[]): Readonly<Record<string, string>> {
  return /^(?:label|check|validate|pool|estimate)$/.test(command) ? oneThread : {};
}

/** Runs `semqrel` with the given arguments; the cache is shared with other tests unless `env` names one. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [mainFile, ...args], {
      cwd: options.cwd ?? temporaryFolder(),
      env: { ...process.env, SEMQREL_CACHE: sharedCache, ...oneThreadOf(args), ...options.env },
    });
    let stdout = "";
    let stderr = "";
    const interrupt = () => {
      if (options.interruptAt?.test(stdout + stderr)) child.kill("SIGINT");
    };
    child.stdout.on("data", (piece: Buffer) => {
      stdout += piece;
      interrupt();
    });
    child.stderr.on("data", (piece: Buffer) => {
      stderr += piece;
      interrupt();
    });
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
    child.stdin.on("error", () => {});
    child.stdin.end(options.stdin ?? "");
  });
}
