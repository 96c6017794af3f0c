/**
 * A simple script, to compare its time with that of `semqrel measure`. It makes a string for each field and an object
 * for each line, and only computes AP.
 */
import { readFileSync } from "node:fs";

const [judgmentsFile = "", runFile = ""] = process.argv.slice(2);

const judgments = new Map<string, Map<string, number>>();
for (const line of readFileSync(judgmentsFile, "utf8").split("\n")) {
  const [query = "", , document = "", label = ""] = line.split(/\s+/);
  if (query === "") continue;
  const ofQuery = judgments.get(query) ?? new Map<string, number>();
  judgments.set(query, ofQuery.set(document, Number(label)));
}

const lists = new Map<string, { document: string; score: number }[]>();
for (const line of readFileSync(runFile, "utf8").split("\n")) {
  const [query = "", , document = "", , score = ""] = line.split(/\s+/);
  if (query === "") continue;
  const list = lists.get(query) ?? [];
  list.push({ document, score: Number(score) });
  lists.set(query, list);
}

let sum = 0;
for (const [query, labels] of judgments) {
  const list = lists.get(query) ?? [];
  list.sort((one, other) => other.score - one.score);
  let found = 0;
  let precisions = 0;
  list.forEach(({ document }, rank) => {
    if ((labels.get(document) ?? 0) >= 1) precisions += ++found / (rank + 1);
  });
  const relevant = [...labels.values()].filter((label) => label >= 1).length;
  sum += relevant > 0 ? precisions / relevant : 0;
}
process.stdout.write(`${sum / judgments.size}\n`);
