/** Finds columns with unusual names in result lists, and refuses ambiguous files. */

import { readOptionsOf } from "../command/shared-settings.ts";
import type { Terminal } from "../command/terminal.ts";
import { invalidOption } from "../core/errors.ts";
import { quoted, someOf } from "../core/text/wording.ts";
import { identifierKind } from "../core/titles/identifiers.ts";
import { columnKey } from "../core/titles/keys.ts";
import { semqrelLabels } from "../io/judgments/fixed-tables.ts";
import { adviceForJudgments } from "../io/results/judgments-for-lists.ts";
import { namedFile } from "../io/results/results-file.ts";
import { peekInput } from "../io/tables/read-table.ts";
import {
  ambiguousColumns,
  type ColumnChoice,
  findColumn,
  findColumns,
  guessColumns,
} from "../io/tables/recognise-columns.ts";
import { headCells, headColumns, judgedColumn } from "../io/tables/table-roles.ts";
import type { Lists } from "./label-and-print.ts";
import type { LabelFlags } from "./label-settings.ts";

const decisive = ["query", "title", "rank", "engine", "id"] as const;

/**
 * Prints how columns with unusual names are read. Skips standard input, which can only be read once.
 * @returns path, role and name of each printed column, as JSON
 * @throws SemqrelError for ambiguous columns, a file given twice, and files of labels or judgments
 */
export async function sayColumns({ references, candidates }: Lists, flags: LabelFlags, terminal: Terminal) {
  const paths = [...references, ...candidates].map((given) => namedFile(given).path);
  const twice = paths.find((path, place) => paths.indexOf(path) !== place);
  if (twice !== undefined) {
    throw invalidOption(`Checking: ${twice} is given twice. Give each file once.`, { file: twice });
  }
  const { columns: choice } = readOptionsOf(flags);
  const said = new Set<string>();
  const { keep } = flags;
  const further = [flags.matchOn ?? [], flags.veto, flags.labelColumn ?? [], keep].flat();
  for (const path of paths) {
    if (path === "-") continue;
    const { input, head } = await peekInput(path);
    input.close();
    const { columns, unused } = lookAtHead(path, head, choice, further);
    for (const { role, name } of columns) said.add(JSON.stringify([path, role, name]));
    const readAs = columns.map(({ role, name }) => `${role} from "${name}"`);
    const aside = unused.length === 0 || keep.join() === "all" ? "" : `; not used: ${someOf(unused.map(quoted))}`;
    if (readAs.length > 0) terminal.say(`${path}: ${readAs.join(", ")}${aside}.`);
  }
  return said;
}

/**
 * Returns `columns` and `unused`. The `columns` were guessed from unusual names, or chosen among similar columns.
 * The `unused` columns are not read.
 * @param head    - the beginning of the file's text
 * @param choice  - columns that the user chose for each role, with options such as --title-column
 * @param further - columns that the user chose with other options, such as --match-on
 */
export function lookAtHead(path: string, head: string, choice: ColumnChoice, further: readonly string[]) {
  const names = headColumns(head) ?? [];
  if (names.length < 2) return { columns: [], unused: [] };
  if (semqrelLabels.detect(head, {})) {
    const what = "it contains labels that semqrel made, not result lists. Give the lists that they were made for";
    throw invalidOption(`Reading ${path}: ${what}; semqrel report takes the folder of the labels.`, { file: path });
  }
  const judged = choice.rank ? null : judgedColumn(head);
  if (judged !== null) {
    const what = `it has a column "${judged}" and no column of ranks, so it seems to contain judgments, not result lists`;
    const order = "If its rows are results, in the order of the lists, pass --rank-column none.";
    throw invalidOption(`Reading ${path}: ${what}. ${order} ${adviceForJudgments(path)}`, { file: path });
  }
  const cellsOf = headCells(head);
  const { columns, guessed, warnings } = findColumns(names, choice, path, undefined, undefined, cellsOf);
  const found = decisive.flatMap((role) => {
    const name = columns[role];
    if (choice[role] || name === null) return [];
    if (guessed.some((one) => one.role === role)) return [{ role, name }];
    // More than one id column does no harm.
    if (role === "id") return [];
    const ignored = warnings.flatMap((one) =>
      one.kind === "two-columns-for-role" && one.role === role ? one.ignored : [],
    );
    // A column named `query` is unambiguous, even if others, such as a column of documents' keywords, also fit.
    if (ignored.length > 0 && columnKey(name) !== "query") throw ambiguousColumns(path, role, [name, ...ignored]);
    // Returns the column if other columns also resemble the role, unless the column is named exactly like the role.
    const similar = guessColumns(names.filter((other) => other !== name))[role] ?? [];
    return columnKey(name) === role || similar.length === 0 ? [] : [{ role, name }];
  });
  const used = [...Object.values(columns), ...found.map(({ name }) => name), ...further].filter(
    (name) => name !== null,
  );
  // Columns with identifiers are used for matching.
  const isUnused = (name: string) => name !== "" && identifierKind(name) === null && findColumn([name], used) === null;
  return { columns: found, unused: names.filter(isUnused) };
}
