/** What a command prints with on the command line. Programs that call a command do not have it. */

import type { Block } from "../core/document/blocks.ts";
import type { CurvePlot } from "../core/document/plot.ts";
import type { Warning } from "../core/warnings.ts";

export type Format = "table" | "csv" | "tsv" | "md" | "json" | "trec_eval";

/** How to show a report. Only the requested format is made. */
export interface View<Report> {
  blocks(report: Report): readonly Block[];
  /** Column names, then rows. Absent if a command prints neither CSV nor TSV. */
  rows?(report: Report): Iterable<readonly string[]>;
}

export interface NextStep {
  readonly text: string;
  readonly command: string;
}

/** What is known about a folder of labels from all commands that stored results in it. */
export interface KnownConclusion {
  readonly by: string;
  readonly state: string;
  readonly verdict: string;
  /** Whether a language model's judgments agree; absent if there are none. */
  readonly model?: string;
  readonly sure: string;
  readonly reasons: readonly string[];
  readonly next: NextStep | null;
}

export interface Terminal {
  readonly format: Format;
  readonly isQuiet: boolean;
  /** Whether this setting was given on the command line, not by the environment, a file or a default. */
  isTyped(setting: string): boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  write(text: string): void;
  json(document: object): void;
  /** Prints a report on stdout, and warnings on stderr. */
  answer<Report extends object>(
    found: { readonly report: Report; readonly warnings: readonly Warning[] },
    view: View<Report>,
  ): Promise<void>;
  print<Document extends object>(document: Document, view: View<Document>): Promise<void>;
  /** Prints warnings on stderr, most serious first. @param isShown false for warnings that are only counted */
  remark(warnings: readonly Warning[], isShown?: (warning: Warning) => boolean): Promise<void>;
  /** Prints lines on stderr, unless --quiet. Skips lines that are false. */
  say(lines: string | readonly (string | false)[]): void;
  /** Prints why a check cannot be decided. */
  warn(reason: string): Promise<void>;
  /** Records a check such as --fail-under. If it failed, prints why, and sets exit code 1. */
  check(name: string, failure: string | null): Promise<void>;
  typed(): string;
  /** Returns the text of an SVG file. */
  draw(plot: CurvePlot): Promise<string>;
  /** Returns null if it is not a folder of labels. @param given the ratings that `estimate` was given */
  conclusionOf(
    labels: string,
    given?: { readonly judgments: string; readonly pools: readonly string[] },
  ): Promise<KnownConclusion | null>;
  /** Prints a folder's conclusion and next step. @param otherwise the next step if nothing is known */
  conclude(labels: string, otherwise?: () => Promise<NextStep | null>): Promise<void>;
  /** Returns the next step after new judgments. @param areChosen whether their results were chosen, not drawn */
  stepWithJudgments(judgments: string, areChosen: boolean): Promise<NextStep | null>;
  /** Prints the next step, and says if the folder's report is older than these results. */
  sayNext(labels: string, next: NextStep | null): void;
  /** After numbers from labels alone, prints the folder's verdict if ratings changed it. */
  sayWhoseWord(labels: string): Promise<void>;
}
