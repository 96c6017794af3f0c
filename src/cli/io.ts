/** What does the command line need of the process it runs in, and how does it end? */

export interface Output {
  /** Writes data and messages. A terminal gets none of their control characters, see `sparingTerminals`. */
  write(text: string): unknown;
  /** Writes text with colours, whose data has no control characters. @default as `write` */
  paint?(text: string): unknown;
  readonly isTTY?: boolean;
  /** Width in characters, if it is a terminal. */
  readonly columns?: number | undefined;
}

export interface CliIo {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborted by the first Ctrl-C, SIGTERM or SIGHUP. */
  readonly signal: AbortSignal;
  /** Called by a command that finishes something after the signal: it is given the time. */
  readonly endsByItself?: () => void;
}

export type ColorChoice = "auto" | "always" | "never";

export interface CommonFlags {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly debug?: boolean;
  readonly color?: ColorChoice;
  /** Not of commands that read no text but our own. */
  readonly encoding?: string;
}

export interface Outcome {
  exitCode: number;
  /** The options of the command that ran, complete once they are read. */
  options?: () => CommonFlags;
}

export const exitCodes = {
  done: 0,
  /** Done, but a bound such as --fail-under does not hold. */
  gateFailed: 1,
  usage: 2,
  bug: 70,
  interrupted: 130,
} as const;
