/**
 * What does the command line need of the process it runs in?
 */

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** Width in characters, where it is a terminal. */
  readonly columns?: number;
}

export interface CliIo {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal;
}

/** What a command leaves behind for its caller. */
export interface Outcome {
  exitCode: number;
}
