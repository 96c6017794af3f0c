/** What do most formats of judgments hold, and how are those with a line for each judgment written? */
import type { RawJudgments } from "../../core/types.ts";
import type { JudgmentCapabilities } from "../format-capabilities.ts";

/** Of most formats with white space between fields. */
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

/** Of most JSON documents, and of Quepid's tables: they name queries by their texts. */
export const textHolds: JudgmentCapabilities = { ...lineHolds, queryIds: "none", queryTexts: true, whiteSpace: true };

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
