/** What does a command print with? Only the command line has it, not programs that call a command. */

import type { Block } from "../core/document/blocks.ts";
import type { CurvePlot } from "../core/document/plot.ts";
import type { Warning } from "../core/warnings.ts";

export type Format = "table" | "csv" | "tsv" | "md" | "json" | "trec_eval";

/** How a report is shown. Only the requested format is made. */
export interface View<Report> {
  blocks(report: Report): readonly Block[];
  /** Rows, with column names first. Absent if a command prints neither CSV nor TSV. */
  rows?(report: Report): Iterable<readonly string[]>;
}

export interface NextStep {
  readonly text: string;
  readonly command: string;
}

/** What is known about a folder of labels, from all commands that stored results in it. */
export interface KnownConclusion {
  readonly by: string;
  readonly state: string;
  readonly verdict: string;
  /** The finding about a language model. Absent without one. */
  readonly model?: string;
  readonly sure: string;
  readonly reasons: readonly string[];
  readonly next: NextStep | null;
}

export interface Terminal {
  readonly format: Format;
  readonly isQuiet: boolean;
  /** Whether the option of this setting was typed, and is not from the environment, a file or a default. */
  isTyped(setting: string): boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  write(text: string): void;
  json(document: object): void;
  /** Prints a report on stdout in the requested format, and warnings on stderr. */
  answer<Report extends object>(
    found: { readonly report: Report; readonly warnings: readonly Warning[] },
    view: View<Report>,
  ): Promise<void>;
  /** Prints a document on stdout in the requested format. */
  print<Document extends object>(document: Document, view: View<Document>): Promise<void>;
  /** Prints warnings on stderr, the gravest first. @param isShown others are only counted */
  remark(warnings: readonly Warning[], isShown?: (warning: Warning) => boolean): Promise<void>;
  /** Prints lines on stderr, unless --quiet. False is a line that does not apply. */
  say(lines: string | readonly (string | false)[]): void;
  /** Prints why a check could not be decided. */
  warn(reason: string): Promise<void>;
  /** Records a check such as --fail-under. If it failed, prints why, and the command ends with exit code 1. */
  check(name: string, failure: string | null): Promise<void>;
  /** The command as the user typed it. */
  typed(): string;
  /** The text of an SVG file. */
  draw(plot: CurvePlot): Promise<string>;
  /** Returns null if it is not a folder of labels. @param given the ratings that `estimate` was given */
  conclusionOf(
    labels: string,
    given?: { readonly judgments: string; readonly pools: readonly string[] },
  ): Promise<KnownConclusion | null>;
  /** Prints the conclusion and next step of a folder. @param otherwise the next step if nothing is known */
  conclude(labels: string, otherwise?: () => Promise<NextStep | null>): Promise<void>;
  /** Returns the next step with new judgments. @param areChosen whether their results were chosen, not drawn */
  stepWithJudgments(judgments: string, areChosen: boolean): Promise<NextStep | null>;
  /** Prints the next step, and warns if the report in the folder is older than this. */
  sayNext(labels: string, next: NextStep | null): void;
  /** Prints the verdict of a folder below numbers that come from the labels alone. */
  sayWhoseWord(labels: string): Promise<void>;
}
