/**
 * A second, simple way from TREC files to ranked lists, independent of the program: splits text at white space, orders
 * by score as a 32-bit float, then by document id, both descending, like trec_eval 9.
 */
import { readFileSync } from "node:fs";
import type { RankedList } from "../../src/measure/measures/ranked-list.ts";

/** By query, by document: a label or a score. */
export type Pairs = ReadonlyMap<string, ReadonlyMap<string, number>>;

export function readQrels(file: string): Pairs {
  return readPairs(file, 3);
}

export function readRun(file: string): Pairs {
  return readPairs(file, 4);
}

export function listOf(qrels: ReadonlyMap<string, number>, run: ReadonlyMap<string, number>): RankedList {
  const order = [...run].sort(
    ([id, score], [otherId, otherScore]) =>
      Math.fround(otherScore) - Math.fround(score) || (id < otherId ? 1 : id > otherId ? -1 : 0),
  );
  return {
    labels: Float64Array.from(order, ([id]) => qrels.get(id) ?? Number.NaN),
    judgedLabels: Float64Array.from([...qrels.values()].filter((label) => label >= 0))
      .sort()
      .reverse(),
    scores: Float64Array.from(order, ([, score]) => score),
    documents: Int32Array.from(order, (_, rank) => rank),
  };
}

function readPairs(file: string, column: number): Pairs {
  const pairs = new Map<string, Map<string, number>>();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const fields = line.trim().split(/\s+/);
    const [query = "", , document = ""] = fields;
    if (query === "") continue;
    if (!pairs.has(query)) pairs.set(query, new Map());
    pairs.get(query)?.set(document, Number(fields[column]));
  }
  return pairs;
}
