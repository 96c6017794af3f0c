import { stat } from "node:fs/promises";
import { sep } from "node:path";
import type { Judgments, Names } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { JudgmentColumns } from "../format.ts";
import { formatOf, formats } from "../formats.ts";
import { inputError } from "../input-error.ts";
import { labelFolderOf } from "../labels/label-manifest.ts";
import { closing } from "../open-input.ts";
import { readInput } from "../results/results-file.ts";
import { trecRun } from "../runs/run-formats.ts";
import { type PeekedInput, peekInput } from "../tables/read-table.ts";
import {
  columnsOfGuess,
  guessJudgmentColumns,
  headColumns,
  isChosen,
  renameColumns,
  type TableColumns,
  tableRoles,
} from "../tables/table-roles.ts";
import { looksLikeTrec } from "../trec-lines.ts";
import { unknownFormat } from "../unknown-format.ts";
import { isRaterSheet, quepidBook } from "./fixed-tables.ts";
import { trecQrels } from "./line-judgments.ts";
import { missingOfJudgments } from "./table-judgments.ts";

export interface ReadJudgmentsOptions {
  /** A name in `formats.judgments`; null to recognise it from the content. */
  readonly format: string | null;
  readonly keepsIterations: boolean;
  readonly keepsFurther?: boolean;
  /** Whether the file is known to have ratings, so that a table with ranks may be a rater sheet. @default false */
  readonly areRatings?: boolean;
  /** Columns with unusual names. @default none; if no format fits, columns are guessed from words in their names */
  readonly columns?: TableColumns;
}

/** @param path - a file, a folder that `label` wrote, its `labels.csv`, or `-` @param names - shared with the runs */
export async function readJudgments(path: string, names: Names, options: ReadJudgmentsOptions) {
  const peeked = await peekInput(await labelsInFolder(labelFolderOf(path) ?? path));
  return closing(peeked.input, () => readPeekedJudgments(peeked, names, options));
}

export async function readPeekedJudgments(
  { input, head }: PeekedInput,
  names: Names,
  { format: asked, keepsIterations, keepsFurther, areRatings = false, columns: given = {} }: ReadJudgmentsOptions,
) {
  const { source } = input;
  const formatBy = (names: TableColumns) => formatOf(formats.judgments, head, asked, names);
  const isKnown = isChosen(given) || formatBy(given) !== undefined;
  const guessed = isKnown ? [] : guessJudgmentColumns(head);
  const columnNames = isKnown ? given : columnsOfGuess(guessed);
  const isRun = trecRun.detect(head, {});
  const isOther = asked === null && guessed.length === 0 && !isRun;
  const isMalformed = isOther && looksLikeTrec(head, trecQrels);
  const isSheet = isOther && !isChosen(given) && isRaterSheet(head, areRatings);
  const format = formatBy(columnNames) ?? (isMalformed ? trecQrels : isSheet ? quepidBook : undefined);
  if (format === undefined) {
    const run = formatOf(formats.run, head, null, {})?.name;
    throw unknownFormat({
      source,
      head,
      asked,
      kind: "judgments",
      known: formats.judgments,
      otherKind: run !== undefined && !["csv", "tsv", "jsonl"].includes(run) ? "a run, not judgments" : null,
      needs: "judgments need a query, an id or a title, and a label",
      remedy: isChosen(given)
        ? ". Correct the names of the columns"
        : run !== undefined
          ? ", as in a run. Give a file of judgments here. If one of the columns has labels, name it with semqrel convert --label-column"
          : `. ${renameColumns(missingOfJudgments(tableRoles(headColumns(head) ?? [], columnNames)))}`,
    });
  }
  const columns = new JudgmentColumns(names, keepsIterations, keepsFurther);
  await format.read(input, columns, columnNames);
  const { length: rows } = columns;
  if (rows === 0) throw inputError("EMPTY_FILE", source, "it has no judgments. Give a file with judgments.");
  if (guessed.length > 0) columns.warnings.unshift({ kind: "columns-guessed", source, columns: guessed });
  return { judgments: columns.finish(source), file: readInput(input, format.name, rows) };
}

export async function labelsInFolder(path: string): Promise<string> {
  const found = path === "-" ? undefined : await stat(path).catch(() => undefined);
  // Does not use `join`, so that messages name the folder as given, even ".".
  return found?.isDirectory() ? `${path.replace(/[\\/]+$/, "")}${sep}labels.qrels` : path;
}

/** Formats in which labels are often star ratings from 1. In TREC formats, irrelevant documents have grade 0. */
const judgedTables = ["csv", "tsv", "jsonl", "parquet", "quepid-csv", "quepid-book"];

/** Warns if the grades seem to begin at 1, because then all judged documents count as relevant. */
export function findLowest({ source, labels }: Judgments, format: string): Warning[] {
  if (!judgedTables.includes(format)) return [];
  const ends = { lowest: Number.POSITIVE_INFINITY, highest: Number.NEGATIVE_INFINITY };
  for (const label of labels) {
    ends.lowest = Math.min(ends.lowest, label);
    ends.highest = Math.max(ends.highest, label);
  }
  return ends.lowest >= 1 && ends.highest >= 3 ? [{ kind: "all-judged-relevant", source, ...ends }] : [];
}
