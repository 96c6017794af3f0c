/** What does the command line need from its process, and how does it end? */

export interface Output {
  /** Writes data and messages. A terminal does not get their control characters, see `sparingTerminals`. */
  write(text: string): unknown;
  /** Writes text with colours. Data in the text must not contain control characters. @default as `write` */
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
  /** Called by a command that needs time to finish after the signal. */
  readonly endsByItself?: () => void;
}

export type ColorChoice = "auto" | "always" | "never";

export interface CommonFlags {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly debug?: boolean;
  readonly color?: ColorChoice;
  /** Absent for commands that only read files of semqrel. */
  readonly encoding?: string;
}

export interface Outcome {
  exitCode: number;
  /** The options of the command that ran. */
  options?: () => CommonFlags;
}

export const exitCodes = {
  done: 0,
  /** Done, but a check such as --fail-under failed. */
  gateFailed: 1,
  usage: 2,
  bug: 70,
  interrupted: 130,
} as const;
