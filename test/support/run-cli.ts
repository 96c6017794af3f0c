/** Runs the command line like a user: the built file, in a separate process and folder. */
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

/** A new empty folder below the system's temporary folder. */
export function temporaryFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "semqrel-test-"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** The cache of all runs that do not name one, so that most titles of the tests are embedded once. */
export const sharedCache = process.env["CACHE_OF_TESTS"] ?? temporaryFolder();

/** Leaves the processor to other tests: threads of the model keep it busy even while they wait for each other. */
export const oneThread = { SEMQREL_THREADS: "1" };

/** The same for commands that have the option, because an unknown variable makes semqrel load all commands. */
export function oneThreadOf([command = ""]: readonly string[]): Readonly<Record<string, string>> {
  return /^(?:label|check|validate|pool|estimate)$/.test(command) ? oneThread : {};
}

/** Runs `semqrel` with these arguments; the cache is shared with other tests unless `env` names one. */
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
