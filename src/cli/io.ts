/** The streams, the environment and the signal that the command line gets from its process, and its exit codes. */

export interface Output {
  /** Writes text. If `sparingTerminals` made the output, control characters are escaped on a terminal. */
  write(text: string): unknown;
  /** Writes coloured text without escaping it. The caller must first escape the data in the text. @default write */
  paint?(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number | undefined;
}

export interface CliIo {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborted by the first Ctrl-C, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal;
  /** Commands call this if they need time to finish after the signal, so that the process waits for them. */
  readonly endsByItself?: () => void;
}

export type ColorChoice = "auto" | "always" | "never";

export interface CommonFlags {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly debug?: boolean;
  readonly color?: ColorChoice;
  /** Absent for commands that only read files that semqrel wrote. */
  readonly encoding?: string;
}

export interface Outcome {
  exitCode: number;
  options?: () => CommonFlags;
}

export const exitCodes = {
  done: 0,
  /** A check such as --fail-under failed. */
  gateFailed: 1,
  usage: 2,
  bug: 70,
  interrupted: 130,
} as const;
