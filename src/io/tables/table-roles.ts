/** Which column of a table of judgments or results plays which role? */
import { findColumn, guessColumns, usualNames } from "./recognise-columns.ts";

/** Roles with their usual names, of which the first that a file has counts. */
const roleNames = {
  "query id": usualNames["query id"],
  query: usualNames.query,
  // In PyTerrier's files docno names the document, and docid is only a number.
  id: ["docno", ...usualNames.id, "corpus_id", "passage_id", ...usualNames.url],
  title: usualNames.title,
  label: ["label", "rating", "grade", "relevance", "relevance_grade", "rel", "rel_level", "judgment", "judgement"],
  score: ["score"],
  rank: usualNames.rank,
  engine: usualNames.engine,
  rater: ["rater", "judge", "annotator", "assessor"],
  iteration: ["iteration"],
} as const;
export type TableRole = keyof typeof roleNames;

/** Names that options gave, by role; null (or no entry) goes by the usual names. */
export type TableColumns = { readonly [role in TableRole]?: readonly string[] | null };

/** Name of the column of each role. Where an option gave names, only these count. */
export type TableRoles = Readonly<Record<TableRole, string | null>>;

export function tableRoles(names: readonly string[], choice: TableColumns): TableRoles {
  const roles = {} as Record<TableRole, string | null>;
  for (const role of Object.keys(roleNames) as TableRole[]) {
    roles[role] = findColumn(names, choice[role] ?? roleNames[role]);
  }
  return roles;
}

export function hasTableRole(name: string, choice: TableColumns): boolean {
  return Object.values(tableRoles([name], choice)).some((column) => column !== null);
}

/** The column of labels where no column seems to hold ranks: the table may hold judgments. Null for any other table. */
export function judgedColumn(names: readonly string[]): string | null {
  const { label, rank } = tableRoles(names, {});
  return rank === null && guessColumns(names).rank === undefined ? label : null;
}

/** Whether options name any column, so that only tables can be meant. */
export function isChosen(choice: TableColumns): boolean {
  return Object.values(choice).some((names) => names !== null && names !== undefined);
}
