/** Which formats of runs are written? */
import { ranxText } from "../tables/formats/ranx.ts";
import type { RunWriter } from "./run-format.ts";
import { tableRunsWriter } from "./table-run.ts";
import { trecRunWriter } from "./trec-run.ts";

const ranxRunWriter: RunWriter = {
  name: "ranx",
  holds: { queryIds: "any", queryTexts: false, titles: false, whiteSpace: true, repeats: false, engines: false },
  *write(runs) {
    for (const { names, queries, documents, scores } of runs) {
      yield* ranxText(names, queries, documents, (row) => withPoint(scores[row] ?? 0));
    }
  },
};

/** ranx takes the type of all scores from them. */
function withPoint(score: number): string {
  const text = JSON.stringify(score);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

export const runWriters: readonly RunWriter[] = [
  trecRunWriter,
  ranxRunWriter,
  ...(["csv", "tsv", "jsonl"] as const).map(tableRunsWriter),
];
