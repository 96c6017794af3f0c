/**
 * Runs one command without a separate process, so that dozens of cases take a second. The test file must not run tests at
 * the same time, because the working folder belongs to the process.
 */
import { run } from "../../src/cli/run.ts";
import { type CliResult, oneThreadOf, sharedCache } from "../support/run-cli.ts";

export interface InProcessOptions {
  /** The working folder while the command runs. */
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export async function runInProcess(args: readonly string[], options: InProcessOptions): Promise<CliResult> {
  const written = { stdout: "", stderr: "" };
  const before = process.cwd();
  process.chdir(options.cwd);
  try {
    const exitCode = await run(args, {
      stdout: { write: (text) => (written.stdout += text) },
      stderr: { write: (text) => (written.stderr += text) },
      environment: { SEMQREL_CACHE: sharedCache, ...oneThreadOf(args), ...options.environment },
      signal: new AbortController().signal,
    });
    return { exitCode, ...written };
  } finally {
    process.chdir(before);
  }
}
