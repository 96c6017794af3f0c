/** Short notation for labels and judgments of several engines' lists. */
import { seededRandom } from "../../src/maths/random.ts";
import { type JudgedLists, type JudgedQuery, judgedLists } from "../../src/trust/engine-values.ts";
import { makeLists, type Row } from "./make-lists.ts";

export interface MadeQuery {
  /** By engine: one letter per title, best first. */
  readonly lists: readonly string[];
  /** By title; 0 for others. */
  readonly labels: Readonly<Record<string, number>>;
  /** By title; others are not judged. */
  readonly grades: Readonly<Record<string, number>>;
  /** @default all labels */
  readonly ideal?: readonly number[];
}

/** Engines are called A, B, C, … */
export function makeJudgedLists(queries: readonly MadeQuery[]): JudgedLists {
  const count = Math.max(0, ...queries.map(({ lists }) => lists.length));
  const engines = Array.from({ length: count }, (_, engine) => {
    const rows = queries.flatMap(({ lists }, query) =>
      [...(lists[engine] ?? "")].map((title, rank): Row => [query, rank, title]),
    );
    const lists = makeLists(String.fromCharCode(65 + engine), rows, queries.length);
    return { lists, documentKeys: lists.titles };
  });
  const grades = queries.map((query) => new Map(Object.entries(query.grades)));
  return judgedLists(
    { queries: queries.length, engines, grades },
    {
      labelOf: (engine, row) => {
        const lists = engines[engine]?.lists;
        return queries[lists?.queryOfRow[row] ?? 0]?.labels[lists?.titles[row] ?? ""] ?? Number.NaN;
      },
      idealOf: (query) => Float64Array.from(queries[query]?.ideal ?? Object.values(queries[query]?.labels ?? {})),
    },
  );
}

export interface Collection {
  readonly seed: number;
  readonly engines: number;
  readonly queries: number;
  /** Number of titles of a query that engines may return. */
  readonly titles: number;
  /** Number of results in a list. */
  readonly depth: number;
  /** Returns labels for the grades 0..4 of a query's titles. */
  readonly label: (grades: Float64Array, random: () => number) => Float64Array;
}

/** A random collection. Engines order by grade, each with more noise than the one before. All titles are judged. */
export function simulateCollection({ seed, engines, queries, titles, depth, label }: Collection): JudgedLists {
  const random = seededRandom(seed);
  const every = Int32Array.from({ length: titles }, (_, title) => title);
  const made = Array.from({ length: queries }, (_, query): JudgedQuery => {
    const gradeOf = Float64Array.from(every, () => Math.floor(5 * random() ** 4));
    gradeOf[0] = 4;
    const labelOf = label(gradeOf, random);
    const lists = Array.from({ length: engines }, (__, engine) => {
      const score = gradeOf.map((grade) => grade + (2 + engine / 2) * random());
      return every.toSorted((one, other) => (score[other] ?? 0) - (score[one] ?? 0)).slice(0, depth);
    });
    const fromTitles = (values: Float64Array) =>
      lists.map((list) => Float64Array.from(list, (title) => values[title] ?? 0));
    // Indexes in the pool, which only has returned titles, in the order of their first occurrence.
    const pool = new Map<number, number>();
    for (const title of lists.flatMap((list) => [...list])) if (!pool.has(title)) pool.set(title, pool.size);
    return {
      query,
      titles: pool.size,
      lists: lists.map((list) => list.map((title) => pool.get(title) ?? 0)),
      labels: fromTitles(labelOf),
      ideal: labelOf.toSorted().reverse(),
      grades: fromTitles(gradeOf),
      judged: gradeOf.toSorted().reverse(),
    };
  });
  return {
    engines: Array.from({ length: engines }, (_, engine) => `engine ${engine}`),
    queries: made,
    leftOut: { unjudged: 0, nothingRelevant: 0, unlabelled: 0 },
  };
}
