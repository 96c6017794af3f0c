/**
 * Which queries do judgments or runs have?
 */
import type { QueryTable } from "../../core/types.ts";
import type { NamedRows } from "../fit-names.ts";

/** Each query once, by order of appearance; ids only where a query has a text beside. @param all share their names */
export function queriesOfRows(all: readonly (NamedRows & { readonly source: string })[]): QueryTable {
  const textOf = new Map<number, string | undefined>();
  for (const { queries, queryTexts } of all) {
    for (const query of queries) textOf.set(query, textOf.get(query) ?? queryTexts.get(query));
  }
  const name = (query: number) => all[0]?.names.queries.nameOf(query) ?? "";
  const hasIds = [...textOf.values()].some((text) => text !== undefined);
  return {
    source: all[0]?.source ?? "",
    ids: hasIds ? [...textOf.keys()].map(name) : null,
    texts: [...textOf].map(([query, text]) => text ?? name(query)),
    lines: Int32Array.from(textOf, (_, place) => place + 1),
  };
}
