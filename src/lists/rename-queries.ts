/** Which queries are the same where one file gives their ids and another their texts? */
import { type Hash, isOneWord, oneWordKey } from "../core/titles/keys.ts";
import type { NumberedNames, QueryTable } from "../core/types.ts";

/**
 * By query number: the number to use instead, of the judged name that the queries file has beside it, or that files give
 * a text which is no single word; else itself.
 *
 * @param judged numbers of the queries that the judgments have
 * @param table null where no file joins ids with texts
 */
export function renameQueries(
  names: NumberedNames,
  judged: Int32Array,
  table: QueryTable | null,
  hash: Hash,
): Int32Array {
  const isJudged = new Uint8Array(names.size);
  for (const query of judged) isJudged[query] = 1;
  const renamed = Int32Array.from({ length: names.size }, (_, query) => {
    if (isJudged[query] === 1) return query;
    const name = names.nameOf(query);
    const key = isOneWord(name) ? query : names.find(oneWordKey(null, name, hash));
    return isJudged[key] === 1 ? key : query;
  });
  for (let row = 0; row < (table?.lines.length ?? 0); row++) {
    const id = names.find(table?.ids?.[row] || "\u0000");
    const text = names.find(table?.texts?.[row] || "\u0000");
    if (id < 0 || text < 0) continue;
    if (isJudged[id] === 1 && isJudged[text] === 0) renamed[text] = id;
    else if (isJudged[text] === 1 && isJudged[id] === 0) renamed[id] = text;
  }
  return renamed;
}
