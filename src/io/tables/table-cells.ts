/** Which query and document does a row of a table mean? */
import { SemqrelError } from "../../core/errors.ts";
import { columnsThere } from "./recognise-columns.ts";
import type { Table } from "./table.ts";
import type { TableRole, TableRoles } from "./table-roles.ts";

/** The cells of one role by row; null where the table has no such column. */
export function cellsOfRole(table: Table, roles: TableRoles, role: TableRole): readonly string[] | null {
  const name = roles[role];
  return name === null ? null : (table.columns.get(name) ?? null);
}

/** Query and its text, where a row has both; the query goes by its id, else by its text, "" where it has neither. */
export function queryOfRow(
  ids: readonly string[] | null,
  texts: readonly string[] | null,
  row: number,
): { query: string; queryText: string | undefined } {
  const id = ids?.[row] ?? "";
  const text = texts?.[row] ?? "";
  return { query: id || text, queryText: id === "" || text === "" ? undefined : text };
}

/** Documents may go by another column, such as their addresses. */
export const emptyIdRemedy =
  "Fill in its cell, or have semqrel convert take another column for the ids: --id-column NAME.";

/** @param what the roles that the table lacks, as columns are asked for */
export function missingRoles(table: Table, kind: string, what: readonly string[]): SemqrelError {
  const flags = what.map((role) => `--${role.split(" or ")[0]?.replace(" ", "-")}-column NAME`);
  return new SemqrelError(
    "MISSING_COLUMN",
    `Reading ${table.source} as ${kind}: it has no column of the ${what.join(" and the ")} ` +
      `(${columnsThere(table.names)}). Pass ${flags.join(" and ")}.`,
    { details: { file: table.source, missing: what, columns: table.names } },
  );
}
