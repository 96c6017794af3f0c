/** Which queries and documents are the same where files name them by id or by text, or spell them differently? */
import { type Hash, isOneWord, oneWordKey } from "../core/titles/keys.ts";
import type { NumberedNames, QueryTable } from "../core/types.ts";
import { spellingKey } from "./join-queries.ts";

/** Ids and texts that a file gives for one query each. */
export type QueryPairs = Iterable<readonly [id: string, text: string]>;

/** Of rows that know both. */
export function* pairsOf(names: NumberedNames, texts: ReadonlyMap<number, string>): QueryPairs {
  for (const [query, text] of texts) yield [names.nameOf(query), text];
}

/** Of a queries file. */
export function* pairsOfTable({ ids, texts, lines }: QueryTable): QueryPairs {
  for (let row = 0; row < lines.length; row++) yield [ids?.[row] ?? "", texts?.[row] ?? ""];
}

/**
 * By query number: the judged query of a run that differs only by its spelling, see `spellingKey`, where the run
 * has none that is the same and only one query is so.
 */
export function respelledQueries(names: NumberedNames, judged: Int32Array, queries: Int32Array): Map<number, number> {
  const isJudged = new Set(judged);
  const ofRun = new Set(queries);
  const others = [...ofRun].filter((query) => !isJudged.has(query));
  if (others.length === 0) return new Map();
  const byKey = onlyByKey(
    names,
    judged.filter((query) => !ofRun.has(query)),
  );
  const found = [...onlyByKey(names, others)].map(([key, query]) => [query, byKey.get(key) ?? -1] as const);
  return new Map(found.filter(([, meant]) => meant >= 0));
}

/**
 * By document number of a run: the judged document that differs only by white space or Unicode form, where the run does not
 * have it, and nothing else is spelled so.
 */
export function respelledDocuments(names: NumberedNames, judged: Int32Array, ofRun: Int32Array): Map<number, number> {
  const unusual = names.unusual();
  if (unusual.length === 0) return new Map();
  const [isJudged, isOfRun] = [new Uint8Array(names.size), new Uint8Array(names.size)];
  for (const document of judged) isJudged[document] = 1;
  for (const document of ofRun) isOfRun[document] = 1;
  const spellings = new Map<string, Set<number>>();
  for (const document of unusual) {
    const key = names.nameOf(document).normalize("NFC").replace(/\s+/g, " ").trim();
    const found = spellings.get(key) ?? new Set([names.find(key)].filter((known) => known >= 0));
    spellings.set(key, found.add(document));
  }
  const pairs = [...spellings.values()].flatMap((found) => {
    const used = [...found].filter((document) => isJudged[document] === 1 || isOfRun[document] === 1);
    const [one = 0, other = 0] = used.sort((first, second) => (isJudged[first] ?? 0) - (isJudged[second] ?? 0));
    const isPair = used.length === 2 && isJudged[one] === 0 && isOfRun[other] === 0;
    return isPair ? [[one, other] as const] : [];
  });
  return new Map(pairs);
}

/** -1 for a key of several queries. */
function onlyByKey(names: NumberedNames, queries: Iterable<number>): Map<string, number> {
  const found = new Map<string, number>();
  for (const query of queries) {
    const key = spellingKey(names.nameOf(query));
    found.set(key, found.has(key) ? -1 : query);
  }
  return found;
}

/**
 * By query number: the number to use instead, of the judged name that the queries file has beside it, or that files give
 * a text which is no single word; else itself.
 *
 * @param judged numbers of the queries that the judgments have
 * @param pairs what files say of ids and texts; a text of two judged ids stays as it is
 */
export function renameQueries(names: NumberedNames, judged: Int32Array, pairs: QueryPairs, hash: Hash): Int32Array {
  const isJudged = new Uint8Array(names.size);
  for (const query of judged) isJudged[query] = 1;
  const renamed = Int32Array.from({ length: names.size }, (_, query) => {
    if (isJudged[query] === 1) return query;
    const name = names.nameOf(query);
    const key = isOneWord(name) ? query : names.find(oneWordKey(null, name, hash));
    return isJudged[key] === 1 ? key : query;
  });
  const meant = new Map<number, Set<number>>();
  for (const [idName, textName] of pairs) {
    const [id, text] = [names.find(idName || "\u0000"), names.find(textName || "\u0000")];
    if (id < 0 || text < 0 || isJudged[id] === isJudged[text]) continue;
    const [query, judgedQuery] = isJudged[id] === 1 ? [text, id] : [id, text];
    meant.set(query, (meant.get(query) ?? new Set()).add(judgedQuery));
  }
  for (const [query, [one = query, other]] of meant) renamed[query] = other === undefined ? one : query;
  return renamed;
}
