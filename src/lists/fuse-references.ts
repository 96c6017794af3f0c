import { at, atKey } from "../core/at.ts";
import { SemqrelError } from "../core/errors.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { titleKey } from "../core/titles/clean-title.ts";
import { identifierKind } from "../core/titles/identifiers.ts";
import type { ResultLists } from "../core/types.ts";
import { roundScore } from "../maths/numbers.ts";
import { documentNumbers, rowIdentifiers } from "./documents.ts";
import { groupResults, rowsOfQuery } from "./group-results.ts";

export const defaultFusionK = 60;

/**
 * Returns each title once per query, the highest score first. The score is Σ 1 / (k + position) over the references
 * that have the title, with position = rank + 1. The larger k is, the less the first positions count. A title's row is
 * from the reference that ranks the title best, or from the first of several such references. Equal scores (rounded to
 * 1e-12) are sorted by reference, then by rank.
 *
 * Cost O(rows log rows). Source: Cormack, Clarke & Büttcher 2009, Reciprocal rank fusion outperforms Condorcet (SIGIR).
 */
export function fuseReferences(
  references: readonly ResultLists[],
  k: number = defaultFusionK,
  identifiers: readonly string[] = [],
): ResultLists {
  const names = [...new Set(references.flatMap(({ columns }) => [...columns.keys()]))];
  for (const name of names.filter((name) => identifierKind(name) === null)) {
    const lacking = references.find(({ columns }) => !columns.has(name));
    if (lacking === undefined) continue;
    // Throws, because a fused title has the cells of only one reference, which may be the one without this column.
    const { source: file, columnNames = [] } = lacking;
    const found = `${file} has no column "${name}", which another reference has.${suggestion(name, columnNames)}`;
    const message = `Fusing references: ${found} Add it there, or leave it out of the options.`;
    throw new SemqrelError("MISSING_COLUMN", message, { details: { file, column: name } });
  }
  const identifiersOf = new Map(references.map((lists) => [lists, rowIdentifiers(lists, identifiers)]));
  const queries = Math.max(0, ...references.map(({ offsets }) => offsets.length - 1));
  const offsets = new Int32Array(queries + 1);
  const fused: FusedTitle[] = [];
  const queryOfRow: number[] = [];
  const ranks: number[] = [];
  for (let query = 0; query < queries; query++) {
    fuseQuery(references, query, k, (lists) => atKey(identifiersOf, lists)).forEach((title, rank) => {
      fused.push(title);
      queryOfRow.push(query);
      ranks.push(rank);
    });
    offsets[query + 1] = fused.length;
  }
  const pick = <Cell>(cellOf: (lists: ResultLists, row: number) => Cell) =>
    fused.map(({ lists, row }) => cellOf(lists, row));
  const hasIds = references.some(({ ids }) => ids !== null);
  const originOf = new Map(references.map((lists) => [lists, { engine: lists.engine, source: lists.source }]));
  return {
    engine: references.map(({ engine }) => engine).join("+"),
    source: references.map(({ source }) => source).join("+"),
    titles: pick(({ titles }, row) => at(titles, row)),
    ids: hasIds ? pick(({ ids }, row) => ids?.[row] ?? "") : null,
    ranks: Int32Array.from(ranks),
    lines: Int32Array.from(pick(({ lines }, row) => at(lines, row))),
    queryOfRow: Int32Array.from(queryOfRow),
    rowsInOrder: Int32Array.from(fused, (_, row) => row),
    offsets,
    columns: new Map(names.map((name) => [name, pick(({ columns }, row) => columns.get(name)?.[row] ?? "")])),
    origins: fused.map(({ lists }) => atKey(originOf, lists)),
  };
}

interface FusedTitle {
  readonly lists: ResultLists;
  /** Index of the reference that the row is from. */
  readonly from: number;
  readonly row: number;
  readonly rank: number;
  readonly score: number;
}

function fuseQuery(
  references: readonly ResultLists[],
  query: number,
  k: number,
  identifiers: (lists: ResultLists) => (row: number) => readonly string[],
): FusedTitle[] {
  const documentOf = documentNumbers();
  const titles: FusedTitle[] = [];
  references.forEach((lists, from) => {
    const seen = new Set<number>();
    for (const row of rowsOfQuery(lists, query)) {
      const document = documentOf(identifiers(lists)(row), titleKey(at(lists.titles, row)));
      if (seen.has(document)) continue;
      seen.add(document);
      const rank = at(lists.ranks, row);
      const known = titles[document];
      const score = (known?.score ?? 0) + 1 / (k + rank + 1);
      const isAbove = known !== undefined && known.rank <= rank;
      titles[document] = isAbove ? { ...known, score } : { lists, from, row, rank, score };
    }
  });
  return titles.sort(
    (one, other) => roundScore(other.score) - roundScore(one.score) || one.from - other.from || one.rank - other.rank,
  );
}

/** `subsets` has each reference alone and, for three or more, each fusion without one. Empty for one reference. */
export function referenceSubsets(references: readonly ResultLists[], k: number, identifiers: readonly string[] = []) {
  if (references.length <= 1) return { whole: references[0], subsets: [] };
  const alone = references.map((lists) => ({ kind: "alone" as const, engine: lists.engine, lists }));
  const without = (references.length > 2 ? references : []).map((leftOut) => {
    const others = references.filter((lists) => lists !== leftOut);
    return { kind: "without" as const, engine: leftOut.engine, lists: fuseReferences(others, k, identifiers) };
  });
  return { whole: fuseReferences(references, k, identifiers), subsets: [...alone, ...without] };
}

/**
 * Arranges the queries with results in a circle and maps each to the opposite one, because neighbouring queries may be
 * alike. If their number n is odd, the opposite query is (n - 1) / 2 later. Queries without results map to themselves.
 */
export function permutedQueries(listLengths: Int32Array): Int32Array {
  const answered = [...listLengths.keys()].filter((query) => at(listLengths, query) > 0);
  const targets = Int32Array.from(listLengths.keys());
  const step = Math.floor(answered.length / 2);
  for (const [index, query] of answered.entries()) targets[query] = at(answered, (index + step) % answered.length);
  return targets;
}

export function permuteLists(lists: ResultLists, targets: Int32Array, depth: number | null): ResultLists {
  const queryOfRow = lists.queryOfRow.map((query) => at(targets, query));
  return groupResults({ ...lists, queryIds: null, queryTexts: null }, queryOfRow, targets.length, depth);
}
