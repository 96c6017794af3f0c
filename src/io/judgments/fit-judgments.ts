/** What can a format hold of some judgments? */
import { at } from "../../core/at.ts";
import type { RawJudgments } from "../../core/types.ts";
import { fitNames, pickFurther } from "../fit-names.ts";
import type { JudgmentCapabilities, Lost } from "../format-capabilities.ts";
import { hasValue } from "../has-value.ts";

/**
 * The judgments as the format can hold them, and what is lost. Rows without rating and negative labels are left out;
 * several ratings of one pair become one. Fractions stay: whether to round them is the caller's decision.
 */
export function fitJudgments(
  raw: RawJudgments,
  holds: JudgmentCapabilities,
): { judgments: RawJudgments; lost: Lost[] } {
  const lost: Lost[] = [];
  const lose = (what: string, rows: number) => {
    if (rows > 0) lost.push({ what, rows });
  };
  const isLost = (label: number) => (!holds.unrated && Number.isNaN(label)) || (!holds.negatives && label < 0);
  lose("unrated rows", holds.unrated ? 0 : raw.labels.filter((label) => Number.isNaN(label)).length);
  lose("negative labels", holds.negatives ? 0 : raw.labels.filter((label) => label < 0).length);
  const kept = raw.labels.some(isLost) ? pickRows(raw, (row) => !isLost(at(raw.labels, row))) : raw;
  if (!holds.raters) lose("raters", kept.raters?.filter(hasValue).length ?? 0);
  const severalRaters = !holds.raters && new Set(kept.raters).size > 1;
  const merged =
    severalRaters || !holds.repeats ? mergeJudgments(kept, holds.raters) : { judgments: kept, repeated: 0 };
  if (!severalRaters) lose("repeated judgments", merged.repeated);
  const { iterations } = merged.judgments;
  if (!holds.iterations) lose("iterations", iterations?.filter(hasValue).length ?? 0);
  const words = holds.whiteSpace ? null : new Set([...(merged.judgments.raters ?? []), ...(iterations ?? [])]);
  const fitted = fitNames(merged.judgments, holds);
  lost.push(...fitted.lost);
  if (words === null || ![...words].some((word) => /[\s\0]/.test(word))) return { judgments: fitted.rows, lost };
  const oneWord = (cell: string) => cell.replace(/[\s\0-\x20]+/g, "_");
  const spaced = (cells: readonly string[] | null) => cells?.filter((cell) => /[\s\0]/.test(cell)).length ?? 0;
  const { raters } = fitted.rows;
  if (holds.raters) lose("white space in raters", spaced(raters));
  if (holds.iterations) lose("white space in iterations", spaced(iterations));
  return {
    judgments: { ...fitted.rows, raters: raters?.map(oneWord) ?? null, iterations: iterations?.map(oneWord) ?? null },
    lost,
  };
}

/**
 * One row for each query and document, or for each query, document and rater. The largest rating of one rater counts;
 * those of several raters are averaged, as `measure` does. Rows without a rater are one rater's. `repeated` counts the
 * rows that go.
 */
export function mergeJudgments(raw: RawJudgments, byRater: boolean): { judgments: RawJudgments; repeated: number } {
  const { queries, documents, labels, raters } = raw;
  /** By pair and then by rater: the first row. */
  const pairs = new Map<string, Map<string, number>>();
  const largest = Float64Array.from(labels);
  for (let row = 0; row < queries.length; row++) {
    const key = `${queries[row]} ${documents[row]}`;
    const ofPair = pairs.get(key) ?? new Map<string, number>();
    pairs.set(key, ofPair);
    const rater = raters?.[row] ?? "";
    const known = ofPair.get(rater);
    if (known === undefined) ofPair.set(rater, row);
    else if (Number.isNaN(largest[known]) || at(labels, row) > at(largest, known)) largest[known] = at(labels, row);
  }
  const kept = new Set<number>();
  for (const ofPair of pairs.values()) {
    const rows = [...ofPair.values()];
    const rated = rows.filter((row) => !Number.isNaN(largest[row]));
    if (byRater) for (const row of rated.length > 0 ? rated : rows.slice(0, 1)) kept.add(row);
    else {
      const first = rated[0] ?? at(rows, 0);
      if (rated.length > 0) largest[first] = rated.reduce((sum, row) => sum + at(largest, row), 0) / rated.length;
      kept.add(first);
    }
  }
  const repeated = queries.length - kept.size;
  if (repeated === 0) return { judgments: raw, repeated };
  return { judgments: pickRows({ ...raw, labels: largest }, (row) => kept.has(row)), repeated };
}

export function pickRows(raw: RawJudgments, keeps: (row: number) => boolean): RawJudgments {
  const rows = [...raw.queries.keys()].filter(keeps);
  const pick = (cells: readonly string[] | null) => cells && rows.map((row) => at(cells, row));
  return {
    ...raw,
    queries: Int32Array.from(rows, (row) => at(raw.queries, row)),
    documents: Int32Array.from(rows, (row) => at(raw.documents, row)),
    labels: Float64Array.from(rows, (row) => at(raw.labels, row)),
    raters: pick(raw.raters),
    iterations: pick(raw.iterations),
    titles: pick(raw.titles),
    ...(raw.further && { further: pickFurther(raw.further, rows) }),
  };
}
