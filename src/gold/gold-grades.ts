/** What do people's judgments in a file say of the results in a folder of labels? */
import { at } from "../core/at.ts";
import { SemqrelError } from "../core/errors.ts";
import { sha256 } from "../core/files/sha256.ts";
import { quoted, someOf } from "../core/text/wording.ts";
import { titleKey } from "../core/titles/clean-title.ts";
import { oneWordKey } from "../core/titles/keys.ts";
import { makeNames } from "../core/titles/name-table.ts";
import type { Judgments, RawJudgments, ResultLists, StoredLabels } from "../core/types.ts";
import type { Warning } from "../core/warnings.ts";
import { readJudgments } from "../io/judgments/read-judgments.ts";
import type { InputFile } from "../io/results/read-results.ts";
import { documentKeys } from "../lists/document-ids.ts";
import { groupJudgments } from "../lists/group-judgments.ts";
import { rowsOfQuery } from "../lists/group-results.ts";

/** Judgments of people, joined with stored labels. */
export interface GoldGrades {
  /** By query: document to grade, negative where it was not judged; null for a query that the file lacks. */
  readonly grades: readonly (ReadonlyMap<string, number> | null)[];
  /** By engine, then row: what `grades` call the document. A repeat in one list has a name that no grade has. */
  readonly documentKeys: readonly (readonly string[])[];
  /** The name in `grades` of a document with this name or title; null where they do not have it. */
  readonly documentOf: (query: number, name: string, title: string) => string | null;
  /** Whether the file has a row of this name for a query, even one that `grades` leave out. */
  readonly hasName: (query: number, name: string) => boolean;
  readonly file: InputFile;
  readonly warnings: readonly Warning[];
}

/** Whether any document is judged: a negative grade means not judged. */
export function hasGrade(grades: GoldGrades["grades"][number] | undefined): boolean {
  return [...(grades?.values() ?? [])].some((grade) => grade >= 0);
}

/** Null also for a query without a judged document: it would count as a failure of every engine. */
export function gradesOfRated({ grades }: Pick<GoldGrades, "grades">): GoldGrades["grades"] {
  return grades.map((ofQuery) => (hasGrade(ofQuery) ? ofQuery : null));
}

/**
 * Queries are joined by their name in TREC files, their id, or their text; documents by their name in the files of
 * `label` (the input's id, else a hash of the title), else by their title, where the file has titles or such hashes. One
 * that has the same grade under both names, as gold sets of engines with and without ids write it, counts once.
 *
 * @throws SemqrelError as `readJudgments`; NO_COMMON_QUERY where the file judges none of the queries
 */
export async function readGoldGrades(path: string, stored: StoredLabels): Promise<GoldGrades> {
  const names = makeNames();
  const { judgments: raw, file } = await readJudgments(path, names, { format: null, keepsIterations: false });
  const { judgments, warnings } = groupJudgments(raw);
  const places = placesOf(stored, raw, judgments);
  if (places.every((place) => place === null)) throw nothingShared(stored, judgments);
  const given = places.map((place) => place && gradesOf(judgments, place.place));
  const ids = idsOfTitleNames(stored, given);
  const documentOfTitle = titlesOf(raw);
  const documentOf = (query: number, key: string, title: string) => {
    const known = [key, documentOfTitle(places[query]?.number ?? -1, title), titleName(title)];
    const name = known.find((one) => one !== null && given[query]?.has(one)) ?? null;
    return ids[query]?.get(name ?? "") ?? name;
  };
  return {
    grades: given.map(
      (ofQuery, query) => ofQuery && new Map([...ofQuery].filter(([name]) => !at(ids, query).has(name))),
    ),
    documentKeys: stored.engines.map(({ lists }) => joinedKeys(lists, documentOf)),
    documentOf,
    hasName: (query, name) => given[query]?.has(name) ?? false,
    file,
    warnings,
  };
}

/** By query of the labels: its place in `judgments.queries`, and its number there; null where it is not judged. */
function placesOf({ queries, queryKeys }: StoredLabels, raw: RawJudgments, judgments: Judgments) {
  const known = new Map<string, { readonly place: number; readonly number: number }>();
  for (const [place, number] of judgments.queries.entries()) {
    const text = raw.queryTexts.get(number);
    if (text !== undefined) known.set(text, { place, number });
  }
  // Names overwrite texts: the text of one query may be the name of another, and the name is meant.
  for (const [place, number] of judgments.queries.entries()) {
    known.set(raw.names.queries.nameOf(number), { place, number });
  }
  return queries.map(({ id, text, name }, query) => {
    const hashed = oneWordKey(null, text ?? name, sha256);
    const found = [queryKeys[query], id, text, name, hashed].find((each) => known.has(each ?? ""));
    return known.get(found ?? "") ?? null;
  });
}

function gradesOf({ names, offsets, documents, labels }: Judgments, place: number): ReadonlyMap<string, number> {
  const grades = new Map<string, number>();
  for (let row = at(offsets, place); row < at(offsets, place + 1); row++) {
    grades.set(names.documents.nameOf(at(documents, row)), at(labels, row));
  }
  return grades;
}

/** What files call a document without an id. */
function titleName(title: string): string {
  return oneWordKey(null, titleKey(title), sha256);
}

/** By query: from the name of a title to the id of its document, where judgments have both with the same grade. */
function idsOfTitleNames(
  { queries, engines, reference }: StoredLabels,
  grades: GoldGrades["grades"],
): ReadonlyMap<string, string>[] {
  const found = queries.map(() => new Map<string, string>());
  for (const { lists } of reference === null ? engines : [...engines, reference]) {
    for (const [row, query] of lists.queryOfRow.entries()) {
      const ofInput = lists.ids?.[row] ?? "";
      if (ofInput === "") continue;
      const title = at(lists.titles, row);
      const id = oneWordKey(ofInput, titleKey(title), sha256);
      const grade = grades[query]?.get(id);
      if (grade === undefined) continue;
      const name = titleName(title);
      if (name !== id && grades[query]?.get(name) === grade) at(found, query).set(name, id);
    }
  }
  return found;
}

/** The name of the document that has a title in the judgments of a query. */
function titlesOf({ titles, queries, documents, names }: RawJudgments) {
  const known = new Map<string, string>();
  titles?.forEach((title, row) => {
    const key = `${queries[row]} ${titleKey(title)}`;
    if (title !== "" && !known.has(key)) known.set(key, names.documents.nameOf(at(documents, row)));
  });
  return (query: number, title: string) => known.get(`${query} ${titleKey(title)}`) ?? null;
}

/** Each document once a list: the results below keep a name of their own. */
function joinedKeys(lists: ResultLists, documentOf: GoldGrades["documentOf"]): string[] {
  const keys = documentKeys(lists, sha256);
  for (let query = 0; query + 1 < lists.offsets.length; query++) {
    const rows = rowsOfQuery(lists, query);
    const taken = new Set<string>(Array.from(rows, (row) => at(keys, row)));
    for (const row of rows) {
      const name = documentOf(query, at(keys, row), at(lists.titles, row));
      if (name === null || taken.has(name)) continue;
      keys[row] = name;
      taken.add(name);
    }
  }
  return keys;
}

function nothingShared({ source, queries }: StoredLabels, { source: file, names, queries: judged }: Judgments) {
  const ours = queries.map(({ id, name }) => quoted(id === null || id === name ? name : `${id} ${name}`));
  const theirs = Array.from(judged, (query) => quoted(names.queries.nameOf(query)));
  const found = `The judgments have ${someOf(theirs)}; the labels have ${someOf(ours)}.`;
  const remedy = "Where one has ids and the other texts, run semqrel label with --queries FILE (id TAB text).";
  const message = `Joining ${source} with ${file}: no query in common. ${found} ${remedy}`;
  return new SemqrelError("NO_COMMON_QUERY", message, { details: { file, labels: source } });
}
