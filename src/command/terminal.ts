/** What a command needs for printing on the command line. A command that a program calls does not print. */

import type { Block } from "../core/document/blocks.ts";
import type { CurvePlot } from "../core/document/plot.ts";
import type { Warning } from "../core/warnings.ts";

export type Format = "table" | "csv" | "tsv" | "md" | "json" | "trec_eval";

/** How to show a report. Only the requested format is made. */
export interface View<Report> {
  blocks(report: Report): readonly Block[];
  /** Returns the names of the columns, then the rows. Absent if a command prints neither CSV nor TSV. */
  rows?(report: Report): Iterable<readonly string[]>;
}

export interface NextStep {
  readonly text: string;
  readonly command: string;
}

/** The conclusion about a folder of labels. It follows from all results that commands stored in the folder. */
export interface KnownConclusion {
  readonly by: string;
  readonly state: string;
  readonly verdict: string;
  /** A sentence on whether judgments of a language model agree with the verdict; absent without such judgments. */
  readonly model?: string;
  readonly sure: string;
  readonly reasons: readonly string[];
  readonly next: NextStep | null;
}

export interface Terminal {
  readonly format: Format;
  readonly isQuiet: boolean;
  /** Returns whether the setting was given on the command line, not by the environment, a file or a default. */
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
  /** Prints warnings on stderr, most serious first. If `isShown` returns false, only counts the warning. */
  remark(warnings: readonly Warning[], isShown?: (warning: Warning) => boolean): Promise<void>;
  /** Prints lines on stderr, unless --quiet. Skips lines that are false. */
  say(lines: string | readonly (string | false)[]): void;
  /** Prints why a check cannot be decided. */
  warn(reason: string): Promise<void>;
  /** Records a check such as --fail-under. If it failed, prints why, and sets exit code 1. */
  check(name: string, failure: string | null): Promise<void>;
  typed(): string;
  /** Returns the plot as the text of an SVG file. */
  draw(plot: CurvePlot): Promise<string>;
  /**
   * Returns null if `labels` is no readable folder of labels.
   * @param given - the files that `estimate` reads; absent for other commands
   */
  conclusionOf(
    labels: string,
    given?: { readonly judgments: string; readonly pools: readonly string[] },
  ): Promise<KnownConclusion | null>;
  /** Prints a folder's conclusion and next step. @param fallback - returns the next step if there is no conclusion */
  conclude(labels: string, fallback?: () => Promise<NextStep | null>): Promise<void>;
  /** Returns the next step after new judgments. @param areChosen - whether judged results were not drawn at random */
  stepWithJudgments(judgments: string, areChosen: boolean): Promise<NextStep | null>;
  /** Prints the next step, and a note if the report in the folder does not have the latest results. */
  sayNext(labels: string, next: NextStep | null): void;
  /** Prints the verdict after numbers from labels. If it comes from ratings, says that they are stronger evidence. */
  sayWhoseWord(labels: string): Promise<void>;
}
