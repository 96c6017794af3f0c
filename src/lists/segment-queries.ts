import { at, atKey } from "../core/at.ts";
import { SemqrelError } from "../core/errors.ts";
import { quoted } from "../core/text/wording.ts";
import type { QueryColumns, QueryTable } from "../core/types.ts";
import { SHOWN_EXAMPLES, type Warning } from "../core/warnings.ts";

/** Returns each query's cell in the column ("" if the file lacks the query), and its row. */
export function attributesOfQueries(names: readonly string[], attributes: QueryColumns, column: string) {
  const rows = rowsOfQueries(names, attributes);
  const cells = attributes.columns.get(column) ?? [];
  return { values: rows.map((row) => cells[row] ?? ""), rows };
}

/** Returns the row of each query, by id, otherwise by text; -1 if the file lacks it. */
export function rowsOfQueries(names: readonly string[], { source, ids, texts }: QueryTable): readonly number[] {
  const rowOf = new Map<string, number>();
  // Ids take precedence over texts, so they are set last.
  for (const queries of [texts ?? [], ids ?? []]) {
    for (const [row, name] of queries.entries()) if (name !== "") rowOf.set(name, row);
  }
  const rows = names.map((name) => rowOf.get(name) ?? -1);
  if (names.length > 0 && rows.every((row) => row < 0)) {
    const [example = ""] = rowOf.keys();
    const message =
      `Reading ${source}: it has none of the ${names.length} queries measured (such as ${quoted(at(names, 0))}), ` +
      `only others (such as ${quoted(example)}). Give the file that lists these queries.`;
    throw new SemqrelError("NO_COMMON_QUERY", message, { details: { file: source } });
  }
  return rows;
}

export type Segmentation = ReturnType<typeof segmentsOf>;

/** Returns the segments in order of appearance ("" if a query has none), and the index of each query's segment. */
export function segmentQueries(names: readonly string[], attributes: QueryColumns, column: string) {
  return segmentsOf(column, attributesOfQueries(names, attributes, column).values);
}

export function segmentsOf(column: string, values: readonly string[]) {
  const segments = [...new Set(values)];
  const indexOf = new Map(segments.map((segment, index) => [segment, index]));
  return { column, segments, segmentOfQuery: Int32Array.from(values, (value) => atKey(indexOf, value)) };
}

/** Returns each query's weight; 0 if the file has none. */
export function weighQueries(names: readonly string[], attributes: QueryColumns, column: string): Float64Array {
  const { values, rows } = attributesOfQueries(names, attributes, column);
  return Float64Array.from(values, (value, query) => {
    if (value.trim() === "") return 0;
    const weight = Number(value);
    if (weight >= 0 && weight < Number.POSITIVE_INFINITY) return weight;
    const { source: file, lines } = attributes;
    const line = at(lines, at(rows, query));
    const message = `Reading ${file}:${line}: the weight ${quoted(value)} in column "${column}" is not a number >= 0.`;
    throw new SemqrelError("INVALID_ROW", message, { details: { file, line, column, value } });
  });
}

export function findWeightless(names: readonly string[], weights: Float64Array, column: string): Warning[] {
  const weightless = names.filter((_, query) => weights[query] === 0);
  if (weightless.length === 0) return [];
  const examples = weightless.slice(0, SHOWN_EXAMPLES);
  return [{ kind: "queries-without-weight", column, count: weightless.length, queries: names.length, examples }];
}

/** Returns each query's id if the file has the id or the query has no text; otherwise its text. */
export function namesInFile(
  queries: readonly { readonly id: string | null; readonly text: string | null }[],
  attributes: QueryColumns,
): string[] {
  const ids = new Set(attributes.ids);
  return queries.map(({ id, text }) => (id !== null && (ids.has(id) || text === null) ? id : (text ?? "")));
}
