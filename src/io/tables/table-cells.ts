/** Which query and which document does a row of a table name? */
import { SemqrelError } from "../../core/errors.ts";
import { sha256 } from "../../core/files/sha256.ts";
import { nameOfTitle } from "../../core/titles/clean-title.ts";
import { columnFlag, columnsThere } from "./recognise-columns.ts";
import type { Table } from "./table.ts";
import type { TableRole, TableRoles } from "./table-roles.ts";

/** By role its cells by row; null where the table has no such column. */
type TableCells = Readonly<Record<TableRole, readonly string[] | null>>;

export function cellsOfRoles({ columns }: Table, roles: TableRoles): TableCells {
  const cells = Object.entries(roles).map(([role, name]) => [role, name === null ? null : (columns.get(name) ?? null)]);
  return Object.fromEntries(cells);
}

/** The columns that play none of these roles, by name. */
export function furtherColumns({ columns }: Table, used: TableRoles): Map<string, readonly string[]> {
  return new Map([...columns].filter(([name]) => !Object.values(used).includes(name)));
}

/** The query goes by its id, else by its text, else ""; `queryText` only beside an id. */
export function queryOfRow(cells: Pick<TableCells, "query id" | "query">, row: number) {
  const id = cells["query id"]?.[row] ?? "";
  const text = cells.query?.[row] ?? "";
  return { query: id || text, queryText: id === "" || text === "" ? undefined : text };
}

/** A document without an id goes by its title, as in pools and labels; "" where the row has neither. */
export function documentOfRow({ id: ids, title: titles }: Pick<TableCells, "id" | "title">, row: number): string {
  const id = ids?.[row] ?? "";
  const title = titles?.[row] ?? "";
  return id !== "" || title === "" ? id : nameOfTitle(title, sha256);
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
