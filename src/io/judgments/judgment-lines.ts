/** What do formats with one line a judgment and white space between fields hold, and how are their lines made? */
import type { RawJudgments } from "../../core/types.ts";
import type { JudgmentCapabilities } from "../format-capabilities.ts";

/** What most of them hold; each says where it differs. */
export const lineHolds: JudgmentCapabilities = {
  queryIds: "any",
  queryTexts: false,
  titles: false,
  whiteSpace: false,
  repeats: true,
  fractions: true,
  negatives: true,
  unrated: false,
  raters: false,
  iterations: false,
};

/** @param line without its end, from the names of query and document, the label, and the row */
export function* judgmentLines(
  { names, queries, documents, labels }: RawJudgments,
  line: (query: string, document: string, label: number, row: number) => string,
): Iterable<string> {
  for (let row = 0; row < queries.length; row++) {
    const query = names.queries.nameOf(queries[row] ?? 0);
    const document = names.documents.nameOf(documents[row] ?? 0);
    yield `${line(query, document, labels[row] ?? Number.NaN, row)}\n`;
  }
}
