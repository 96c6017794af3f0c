/** Which query and which document does a row of a table name? */
import { SemqrelError } from "../../core/errors.ts";
import { columnFlag, columnsThere } from "./recognise-columns.ts";
import type { Table } from "./table.ts";
import type { TableRole, TableRoles } from "./table-roles.ts";

/** The cells of one role by row; null where the table has no such column. */
export function cellsOfRole(table: Table, roles: TableRoles, role: TableRole): readonly string[] | null {
  const name = roles[role];
  return name === null ? null : (table.columns.get(name) ?? null);
}

/** The columns that play none of these roles, by name. */
export function furtherColumns({ columns }: Table, used: TableRoles): Map<string, readonly string[]> {
  return new Map([...columns].filter(([name]) => !Object.values(used).includes(name)));
}

/** The query goes by its id, else by its text, else ""; `queryText` only beside an id. */
export function queryOfRow(
  ids: readonly string[] | null,
  texts: readonly string[] | null,
  row: number,
): { query: string; queryText: string | undefined } {
  const id = ids?.[row] ?? "";
  const text = texts?.[row] ?? "";
  return { query: id || text, queryText: id === "" || text === "" ? undefined : text };
}

export const emptyIdRemedy =
  "Fill in its cell, or have semqrel convert take another column for the ids: --id-column NAME.";

/** @param what the roles that the table lacks */
export function missingRoles(table: Table, kind: string, what: readonly string[]): SemqrelError {
  const flags = what.map((role) => columnFlag(role.split(" or ", 1).join(), ["NAME"]));
  const message =
    `Reading ${table.source} as ${kind}: it has no column of the ${what.join(" and the ")} ` +
    `(${columnsThere(table.names)}). Pass ${flags.join(" and ")}.`;
  const details = { file: table.source, missing: what, columns: table.names };
  return new SemqrelError("MISSING_COLUMN", message, { details });
}
