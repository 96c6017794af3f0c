/**
 * How do collected lists become a table that `label` reads?
 */
import type { CollectedList } from "./collected.ts";
import type { ResultPaths } from "./read-page.ts";

/**
 * Names of columns, then a row a result: engine, query_id, query, rank (from 0), id, title, url; only those that there
 * is something for. Queries without results have no row.
 *
 * @param engine null for no such column: then the file's name is the engine's
 */
export function* listRows(
  lists: readonly CollectedList[],
  paths: Pick<ResultPaths, "id" | "url">,
  engine: string | null,
): Iterable<readonly string[]> {
  const hasIds = lists.some(({ query }) => query.id !== null);
  const hasTexts = lists.some(({ query }) => query.text !== null);
  const row = (cells: Readonly<Record<string, string>>) => [
    ...(engine === null ? [] : [cells["engine"] ?? ""]),
    ...(hasIds ? [cells["queryId"] ?? ""] : []),
    ...(hasTexts ? [cells["query"] ?? ""] : []),
    cells["rank"] ?? "",
    ...(paths.id === null ? [] : [cells["id"] ?? ""]),
    cells["title"] ?? "",
    ...(paths.url === null ? [] : [cells["url"] ?? ""]),
  ];
  const names = { engine: "engine", queryId: "query_id", query: "query", rank: "rank", id: "id", title: "title" };
  yield row({ ...names, url: "url" });
  for (const { query, results } of lists) {
    for (const [rank, { id, title, url }] of (results ?? []).entries()) {
      const ofQuery = { queryId: query.id ?? "", query: query.text ?? "", engine: engine ?? "" };
      yield row({ ...ofQuery, rank: String(rank), id: id ?? "", title: title ?? "", url: url ?? "" });
    }
  }
}
