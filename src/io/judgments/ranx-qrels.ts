/** Judgments of ranx: `{"q_1":{"d_12":5}}`, whole numbers. */
import { isRanx, mteb, ranxText } from "../tables/formats/ranx.ts";
import { readJson } from "../tables/json-place.ts";
import { type JudgmentFormat, type JudgmentWriter, lineHolds } from "./judgment-format.ts";

export const ranxQrels: JudgmentFormat = {
  name: "ranx",
  detect: (head) => isRanx(head) && !mteb.test(head),
  async read(input, columns) {
    for (const [query, documents] of (await readJson(input)).entries()) {
      for (const [document, label] of documents.entries()) {
        columns.addRow({ query, document, label: label.ratingOrNone() });
      }
    }
  },
};

export const ranxQrelsWriter: JudgmentWriter = {
  name: "ranx",
  holds: { ...lineHolds, whiteSpace: true, repeats: false, fractions: false },
  write: ({ names, queries, documents, labels }) =>
    ranxText(names, queries, documents, (row) => JSON.stringify(labels[row])),
};
