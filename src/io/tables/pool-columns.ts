/** Does a table hold a pool of pairs to rate, which would pass for a result list, and what is said of it? */
import { shellWord } from "../../core/text/escape.ts";

const ofPools = ["query", "queryId", "id", "title", "engines", "probability"];

/** @param names of a table's columns, or the keys of its first object */
export function isPoolTable(names: readonly string[]): boolean {
  return ofPools.every((name) => names.includes(name));
}

/** What is wrong with it, and what to do. @param wanted what it is not, such as `judgments` */
export function poolFound(source: string, wanted: string): string {
  const [rate, gold] = [`semqrel rate ${shellWord(source)} --db ratings.db`, "semqrel gold ratings.db -o gold.qrels"];
  return `it is a pool of pairs to rate, no ${wanted}. People rate it with ${rate}; ${gold} then makes judgments of their ratings`;
}
