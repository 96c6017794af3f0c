/**
 * How do several references' lists become one?
 * By reciprocal rank fusion: a title counts more the nearer to the top it stands and the more references hold it.
 */
import { SemqrelError } from "../core/errors.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { titleKey } from "../core/titles/keys.ts";
import type { ResultLists } from "../core/types.ts";
import { roundScore } from "../maths/classification/round-score.ts";
import { rowsOfQuery } from "./group-results.ts";

/** The k of the source. */
export const defaultFusionK = 60;

/**
 * Each title once per query, by Σ 1 / (k + position) over the references that hold it, largest first; position = rank
 * + 1, and of a title that a list repeats the first place counts. Titles are the same where their title keys are. The
 * reference with the smallest rank (of those with equal rank, the first) gives the row: title, id, columns and line.
 * Scores that are equal to 1e-12 go by the order of the references that gave the rows, then by their rank there.
 *
 * @param references two or more, over one numbering of queries
 * @param k          above 0; the larger, the less the top places stand out
 * @returns ranks 0, 1, … in fused order; `origins` say who gave each row; engine and source are joined by "+"
 * @throws SemqrelError MISSING_COLUMN  a column that was kept of one reference is not in another
 *                                      details: { file, column }
 *
 * Cost O(rows log rows). Source: Cormack, Clarke & Büttcher 2009, Reciprocal rank fusion outperforms Condorcet and
 * individual rank learning methods, SIGIR.
 */
export function fuseReferences(references: readonly ResultLists[], k: number = defaultFusionK): ResultLists {
  const names = [...new Set(references.flatMap(({ columns }) => [...columns.keys()]))];
  for (const name of names) requireColumn(references, name);
  const queries = Math.max(0, ...references.map(({ offsets }) => offsets.length - 1));
  const offsets = new Int32Array(queries + 1);
  const fused: FusedTitle[] = [];
  const queryOfRow: number[] = [];
  const ranks: number[] = [];
  for (let query = 0; query < queries; query++) {
    fuseQuery(references, query, k).forEach((title, rank) => {
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
    titles: pick(({ titles }, row) => titles[row] ?? ""),
    ids: hasIds ? pick(({ ids }, row) => ids?.[row] ?? "") : null,
    ranks: Int32Array.from(ranks),
    lines: Int32Array.from(pick(({ lines }, row) => lines[row] ?? 0)),
    queryOfRow: Int32Array.from(queryOfRow),
    rowsInOrder: Int32Array.from(fused, (_, row) => row),
    offsets,
    columns: new Map(names.map((name) => [name, pick(({ columns }, row) => columns.get(name)?.[row] ?? "")])),
    origins: fused.map(({ lists }) => originOf.get(lists) ?? lists),
  };
}

interface FusedTitle {
  /** The reference that gives the row, and its place. */
  readonly lists: ResultLists;
  readonly giver: number;
  readonly row: number;
  readonly rank: number;
  readonly score: number;
}

function fuseQuery(references: readonly ResultLists[], query: number, k: number): FusedTitle[] {
  const titles = new Map<string, FusedTitle>();
  references.forEach((lists, giver) => {
    const seen = new Set<string>();
    for (const row of rowsOfQuery(lists, query)) {
      const key = titleKey(lists.titles[row] ?? "");
      if (seen.has(key)) continue;
      seen.add(key);
      const rank = lists.ranks[row] ?? 0;
      const known = titles.get(key);
      const score = (known?.score ?? 0) + 1 / (k + rank + 1);
      titles.set(
        key,
        known !== undefined && known.rank <= rank ? { ...known, score } : { lists, giver, row, rank, score },
      );
    }
  });
  return [...titles.values()].sort(
    (one, other) => roundScore(other.score) - roundScore(one.score) || one.giver - other.giver || one.rank - other.rank,
  );
}

/** A cell that one reference has and another has not would give its titles a label, a match or a veto by chance. */
function requireColumn(references: readonly ResultLists[], name: string): void {
  const lacking = references.find(({ columns }) => !columns.has(name));
  if (lacking === undefined) return;
  throw new SemqrelError(
    "MISSING_COLUMN",
    `Fusing references: ${lacking.source} has no column "${name}", which another reference has.${suggestion(name, lacking.columnNames ?? [])} ` +
      "Add it there, or leave it out of the options.",
    { details: { file: lacking.source, column: name } },
  );
}

export interface ReferenceSubset {
  readonly kind: "alone" | "without";
  /** The reference that stands alone, or is left out. */
  readonly engine: string;
  readonly lists: ResultLists;
}

/**
 * The whole, each reference alone, and from three references on the others without it: of two, that is the other alone.
 *
 * @param references one or more; a single one is the whole itself, and has no subsets
 * @param fusionK    as `fuseReferences`
 */
export function referenceSubsets(
  references: readonly ResultLists[],
  fusionK: number,
): { readonly whole: ResultLists | undefined; readonly subsets: readonly ReferenceSubset[] } {
  if (references.length <= 1) return { whole: references[0], subsets: [] };
  const alone = references.map((lists): ReferenceSubset => ({ kind: "alone", engine: lists.engine, lists }));
  const without = references.map(({ engine }, place): ReferenceSubset => {
    const others = references.filter((_, other) => other !== place);
    return { kind: "without", engine, lists: fuseReferences(others, fusionK) };
  });
  return {
    whole: fuseReferences(references, fusionK),
    subsets: references.length > 2 ? [...alone, ...without] : alone,
  };
}
