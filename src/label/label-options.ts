/** What a run of `label` needs: options, inputs and tools. */
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { suggestion } from "../core/text/suggestion.ts";
import type { QueryTable, RawResults, ResultLists } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { inputError } from "../io/input-error.ts";
import type { ReadResultsOptions, ResultsFile } from "../io/results/results-file.ts";
import { columnsThere } from "../io/tables/recognise-columns.ts";
import { GLOBAL_IDENTIFIERS } from "../lists/documents.ts";
import type { LabelFunction } from "./label-functions/label-function.ts";
import type { MatchRules } from "./match/match-rules.ts";
import { TITLE_MARKS } from "./match/shared-columns.ts";

/** How labels are made. `semqrel label --help` shows the defaults. */
export interface LabelOptions {
  /** Maximum results used from each candidate list (`depth`) or reference list (`referenceDepth`); null for all. */
  readonly depth: number | null;
  readonly referenceDepth: number | null;
  readonly labelFunction: LabelFunction;
  /** Reference column that contains labels, used instead of the label function; null if there is none. */
  readonly labelColumn: string | null;
  /**
   * Columns that decide a match, the most important first and `title` last. `identifiers` means all global identifiers
   * (DOI, ISBN, PMID, arXiv id, web address). Any other column must be in the reference and at least one candidate.
   */
  readonly matchOn: readonly string[];
  /** Minimum cosine of a match, -1..1; null matches every title to its nearest one. */
  readonly threshold: number | null;
  readonly rules: MatchRules;
  readonly oneToOne: boolean;
  /** A match by meaning is refused if the two rows have different values in one of these columns. */
  readonly veto: readonly string[];
  /** The constant k of `fuseReferences`, above 0. */
  readonly fusionK: number;
  /** Candidate columns to copy into labels.csv; `["all"]` copies every column. @default none */
  readonly keep?: readonly string[];
}

export type { Tools as LabelTools } from "../core/ports.ts";

export interface LabelInput {
  /** At least one reference. No two references have the same engine name. */
  readonly references: readonly RawResults[];
  readonly candidates: readonly RawResults[];
  readonly queries: QueryTable | null;
}

export interface LabelFiles {
  readonly references: readonly ResultsFile[];
  readonly candidates: readonly ResultsFile[];
  readonly queries: string | null;
  /** Columns that options choose from the queries file. A queries file with one of these is read as a table. */
  readonly queryColumns?: readonly string[];
  readonly titles: string | null;
  readonly referenceEngine: string | null;
  readonly read: Omit<ReadResultsOptions, "titles" | "further">;
}

/** Returns the table. Removes its ids if the list `columns["query id"]` is empty and the table has texts. */
export function joinedBy(table: QueryTable | null, { columns }: LabelFiles["read"]): QueryTable | null {
  const isByText = columns["query id"]?.length === 0 && table?.texts != null;
  return table !== null && isByText ? { ...table, ids: null } : table;
}

export function identifiersOf({ matchOn }: Pick<LabelOptions, "matchOn">): readonly string[] {
  return matchOn.slice(0, -1);
}

export function decidingColumns({ matchOn, labelColumn, veto }: LabelOptions): string[] {
  return [
    ...new Set([
      ...identifiersOf({ matchOn }).filter((name) => name !== GLOBAL_IDENTIFIERS),
      ...(labelColumn === null ? [] : [labelColumn]),
      ...veto.filter((name) => name !== TITLE_MARKS),
    ]),
  ];
}

/** Returns the columns that are named in the options, and whether to keep every column of the candidates. */
export function furtherColumns(options: LabelOptions): { readonly further: string[]; readonly keepsAll: boolean } {
  const { keep = [] } = options;
  const keepsAll = keep.length === 1 && keep[0] === "all";
  return { further: [...new Set([...decidingColumns(options), ...(keepsAll ? [] : keep)])], keepsAll };
}

/** Returns the candidate columns to copy into labels.csv. Candidates without such a column get empty cells. */
export function keptColumns(options: LabelOptions, candidates: readonly ResultLists[]): readonly string[] {
  const there = [...new Set(candidates.flatMap(({ columns }) => [...columns.keys()]))];
  if (furtherColumns(options).keepsAll) return there;
  const { keep = [] } = options;
  const missing = keep.find((name) => !there.includes(name));
  const [first] = candidates;
  if (missing === undefined || first === undefined) return keep;
  const { source, columnNames = [] } = first;
  const others = candidates.length === 1 ? "" : ", and no other candidate has it";
  throw new SemqrelError(
    "MISSING_COLUMN",
    `Keeping "${missing}": ${source} has no such column${others}.${suggestion(missing, columnNames)} Name a column of the candidates, or leave it out of --keep.`,
    { details: { file: source, column: missing } },
  );
}

/** Checks values that JavaScript programs may pass although the types forbid them. */
export function requireLabelOptions({ depth, referenceDepth, threshold, matchOn, fusionK }: LabelOptions): void {
  const isCount = (value: number | null) => value === null || (Number.isInteger(value) && value >= 1);
  const wrong =
    (!isCount(depth) && `depth ${depth} is not a whole number >= 1`) ||
    (!isCount(referenceDepth) && `referenceDepth ${referenceDepth} is not a whole number >= 1`) ||
    (threshold !== null && !(threshold >= -1 && threshold <= 1) && `threshold ${threshold} is not a cosine (-1..1)`) ||
    (!(fusionK > 0 && Number.isFinite(fusionK)) && `fusionK ${fusionK} is not a number above 0`) ||
    (matchOn.at(-1) !== "title" && `matchOn ends with "${matchOn.at(-1)}", not with "title"`);
  if (wrong) throw invalidOption(`Labelling: ${wrong}.`, { wrong });
}

/** Throws if all files lack a column that an option names. */
export function requireNamedColumns(
  warnings: readonly Warning[],
  files: number,
  engines: readonly Pick<RawResults, "source" | "columnNames">[],
): void {
  const missed = warnings.filter((warning) => warning.kind === "column-not-found");
  for (const { source, role, asked, near } of missed) {
    if (missed.filter((other) => other.role === role).length < files) continue;
    const names = engines.find((engine) => engine.source === source)?.columnNames ?? [];
    const there = names.length === 0 ? "" : ` (${columnsThere(names)})`;
    const what =
      `no file has a column "${asked.join('" or "')}"${there}. ` +
      `${near === undefined ? "" : `There is "${near}". `}Correct --${role.replace(" ", "-")}-column.`;
    throw inputError("MISSING_COLUMN", source, what, { role, asked });
  }
}
