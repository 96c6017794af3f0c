/** Adds missing ids and texts to queries. */
import { at, atKey } from "../../core/at.ts";
import { SemqrelError } from "../../core/errors.ts";
import { quoted } from "../../core/text/wording.ts";
import type { QueryTable, RawJudgments, RawRun } from "../../core/types.ts";
import type { NamedRows } from "../fit.ts";
import { inputError } from "../input-error.ts";

/** @returns `missing`, the number of rows whose query still has no text */
export function joinQueryTexts<Rows extends NamedRows>(rows: Rows, table: QueryTable): { rows: Rows; missing: number } {
  const { ids, texts, source } = table;
  if (ids === null || texts === null) {
    const what = `it has ${ids === null ? "no ids" : "no texts"}, so it cannot join ids with texts. Give id TAB text.`;
    throw inputError("INVALID_OPTION", source, what);
  }
  const { queries: names } = rows.names;
  if (rows.queries.length > 0 && ![...ids, ...texts].some((name) => name !== "" && names.find(name) >= 0)) {
    const ours = quoted(names.nameOf(at(rows.queries, 0)));
    const theirs = `${quoted(ids[0] ?? "")} and ${quoted(texts[0] ?? "")}`;
    const why = `it has none of the queries (such as ${ours}), only others (such as ${theirs}). Give the file that lists these queries.`;
    throw inputError("NO_COMMON_QUERY", source, why);
  }
  const textOfId = new Map<string, string>();
  const idOfText = new Map<string, string>();
  const twice = new Map<string, string>();
  ids.forEach((id, row) => {
    const text = at(texts, row);
    if (id === "" || text === "") return;
    const known = idOfText.get(text);
    if (known !== undefined && known !== id) twice.set(text, known);
    textOfId.set(id, text);
    idOfText.set(text, id);
  });
  const queryTexts = new Map(rows.queryTexts);
  const renamed = new Map<number, number>();
  const unknown = new Set<number>();
  for (const query of new Set(rows.queries)) {
    const name = names.nameOf(query);
    const text = textOfId.get(name);
    const id = text !== undefined ? name : idOfText.get(name);
    const other = twice.get(name);
    if (text === undefined && other !== undefined) {
      const why = `the query ${quoted(name)} has the ids ${other} and ${id ?? ""}. Remove one of them.`;
      const details = { file: source, query: name, ids: [other, id ?? ""] };
      throw new SemqrelError("AMBIGUOUS_QUERY", `Joining with ${source}: ${why}`, { details });
    }
    const number = id === undefined ? query : names.add(id);
    renamed.set(query, number);
    if (id !== undefined) queryTexts.set(number, text ?? name);
    else if (!queryTexts.has(query)) unknown.add(query);
  }
  const missing = rows.queries.filter((query) => unknown.has(query)).length;
  return { rows: { ...rows, queries: rows.queries.map((query) => atKey(renamed, query)), queryTexts }, missing };
}

/** Returns each query once. If no row has a query text, `ids` is null. @param all - rows that share `names` */
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
    lines: Int32Array.from(textOf, (_, index) => index + 1),
  };
}

export function textOfQuery({ names, queryTexts }: Pick<RawJudgments | RawRun, "names" | "queryTexts">, query: number) {
  return queryTexts.get(query) ?? names.queries.nameOf(query);
}
