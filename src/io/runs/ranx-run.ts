/** A run of ranx: `{"q_1":{"d_12":0.9}}`, numbers with a point. */
import { readJson } from "../tables/json-place.ts";
import { isRanx, ranxText } from "./ranx-text.ts";
import type { RunFormat, RunWriter } from "./run-format.ts";

export const ranxRun: RunFormat = {
  name: "ranx",
  detect: isRanx,
  async read(input, columns) {
    for (const [query, documents] of (await readJson(input)).entries()) {
      if (Array.isArray(documents.value)) {
        for (const [place, name] of documents.items().entries()) {
          columns.addRow({ query, document: name.text(), score: -place });
        }
        continue;
      }
      for (const [document, score] of documents.entries()) {
        columns.addRow({ query, document, score: score.number() });
      }
    }
  },
};

export const ranxRunWriter: RunWriter = {
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
