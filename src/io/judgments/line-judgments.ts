/** Reads and writes judgments in lines: TREC's judgments and preferences, and those for learning to rank. */
import { at } from "../../core/at.ts";
import { isNumber, quoted } from "../../core/text/wording.ts";
import { lineHolds } from "../fit.ts";
import { type JudgmentFormat, type JudgmentWriter, judgmentLines } from "../format.ts";
import { noNumber, rowError, unratedLine } from "../input-error.ts";
import { filledLines, firstFields, isComment, splitLines } from "../tables/delimiter.ts";
import { nbib, ris } from "../tables/formats/references.ts";
import { lineError, readTrecLines, requireNumber } from "../trec-lines.ts";

export const trecQrels: JudgmentFormat & JudgmentWriter = {
  name: "trec-qrels",
  endings: ["qrels"],
  detect(head) {
    // Files of literature references may have lines such as "Record #1 of 2": four fields, like a judgment.
    if (ris.detect(head) || nbib.detect(head)) return false;
    const lines = head.split("\n", 100).filter((text) => text.trim() !== "" && !isComment(text));
    const rows = lines.some((text) => !text.startsWith("#")) ? lines.filter((text) => !text.startsWith("#")) : lines;
    if (isTableOfThree(rows)) return false;
    const [first = "", second = first] = rows;
    // Column names may look like a judgment: "Query;Title;Grade 0 to 3".
    return isLine(first) && (!/[,;]/.test(first) || isLine(second));
  },
  async read(input, columns) {
    const layout = { number: 3, role: "label", kept: 1, last: 3, rank: null };
    await readTrecLines(input, columns, layout, (line) => {
      const count = line.fields.length;
      const isRun = count === 6 ? " It looks like a run. Give judgments first, then runs." : "";
      const hint = count === 5 ? nameHint : isRun;
      const what = `it has ${count} fields, but judgments have four (query iteration document label).${hint}`;
      throw lineError(input.source, line, what);
    });
  },
  holds: { ...lineHolds, iterations: true },
  write: (judgments) =>
    judgmentLines(judgments, (query, document, label, row) => {
      return `${query} ${judgments.iterations?.[row] || "0"} ${document} ${label}`;
    }),
};

/** Returns whether all lines have three cells, separated by tabs. False if all first cells are like "q1 0" (TREC). */
function isTableOfThree(lines: readonly string[]): boolean {
  const rows = lines.map((line) => line.split("\t"));
  const hasIteration = ([query = ""]: readonly string[]) => /^\s*\S+ +(?:\d+|Q0)\s*$/i.test(query);
  return rows.every((cells) => cells.length === 3) && !rows.every(hasIteration);
}

function isLine(line: string): boolean {
  const fields = firstFields(line);
  return fields.length === 4 && isNumber(fields[3] ?? "");
}

const nameHint = " Names in TREC files have no spaces. If a name has one, give the judgments as CSV.";

export const trecPrefs: JudgmentFormat & JudgmentWriter = {
  name: "trec-prefs",
  endings: ["prefs"],
  detect(head) {
    const fields = firstFields(head);
    // "q1 0 annual report.pdf 1" is a line of judgments with a space in the document.
    const isSpacedName = fields[1] === "0" && !isNumber(fields[2] ?? "");
    return fields.length === 5 && isNumber(fields[4] ?? "") && !isSpacedName && !areSpacedQueries(head);
  },
  async read(input, columns) {
    await readTrecLines(input, columns, null, (line) => {
      const [query = "", rater, iteration, document = "", level = ""] = line.fields;
      if (line.fields.length !== 5) {
        const what = `it has ${line.fields.length} fields, but preferences have five (query group subgroup document level).`;
        throw lineError(input.source, line, what);
      }
      const label = requireNumber(level, "level", input.source, () => line);
      columns.addRow({ query, rater, iteration, document, label });
    });
  },
  holds: { ...lineHolds, raters: true, iterations: true },
  write: (judgments) =>
    judgmentLines(judgments, (query, document, label, row) => {
      const [group, subgroup] = [judgments.raters?.[row] || "0", judgments.iterations?.[row] || "0"];
      return `${query} ${group} ${subgroup} ${document} ${label}`;
    }),
};

/**
 * Recognises queries of two words, such as `red hat` in "red hat 0 d1 1". The line could also have the query `red` and
 * the rater `hat`, but then other raters would probably have rated d1 for `red`, too.
 */
function areSpacedQueries(head: string): boolean {
  const lines = filledLines(head).filter((line) => !isComment(line));
  const rows = lines.map((line) => line.trim().split(/\s+/)).filter((fields) => fields.length === 5);
  const mayBeSpaced = ([begin = "", word = "", iteration = ""]: readonly string[]) =>
    !/\d/.test(begin) && !isNumber(word) && /^Q?0$/i.test(iteration);
  if (!rows.every(mayBeSpaced)) return false;
  const countDistinct = (keyOf: (fields: readonly string[]) => string) => new Set(rows.map(keyOf)).size;
  const words = countDistinct(([, word]) => `${word}`);
  const isOfOneQuery = words === countDistinct(([query, word]) => `${query} ${word}`);
  const pairs = countDistinct(([query, , , document]) => `${query} ${document}`);
  return (
    words > 1 && isOfOneQuery && pairs === countDistinct(([query, word, , document]) => `${query} ${word} ${document}`)
  );
}

const expected = "Expected: rating qid:NUMBER # docid text of the query.";

export const ltr: JudgmentFormat & JudgmentWriter = {
  name: "ltr",
  detect: (head) => /^\s*[-+.\d]\S*\s+qid:\S/.test(head.replace(/^(?:\s*(?:#[^\n]*)?\n)+/, "")),
  async read(input, columns) {
    for await (const { text, line } of splitLines(input.pieces)) {
      if (text.trim() === "" || text.startsWith("#")) continue;
      const [, rating = "", query, comment = ""] = /^\s*(\S+)\s+qid:(\S+)[^#]*(?:#\s*(.*))?$/.exec(text) ?? [];
      const refuse = (what: string) => rowError(input.source, line, `${what}. ${expected}`);
      if (query === undefined) throw refuse(`the line is not a judgment: ${quoted(text)}`);
      if (!isNumber(rating))
        throw rowError(input.source, line, `${noNumber("rating", rating, unratedLine)} ${expected}`);
      // LETOR writes "docid = GX000-00-0000000 inc = 1 prob = 0.1".
      const [, letor] = /^docid\s*=\s*(\S+)/.exec(comment) ?? [];
      const [, document = "", queryText = ""] = /^(\S*)\s*(.*)$/.exec(comment) ?? [];
      if (document === "") throw refuse(`no docid after #: ${quoted(text)}`);
      const row = { query, document: letor ?? document, label: Number(rating) };
      columns.addRow(letor !== undefined || queryText === "" ? row : { ...row, queryText: queryText.trimEnd() });
    }
  },
  holds: { ...lineHolds, queryIds: "numbers", queryTexts: true },
  *write(judgments) {
    const { names, queries, queryTexts } = judgments;
    const numbers = new Map([...new Set(queries)].map((query, index) => [query, index + 1]));
    const areNumbers = [...numbers.keys()].every((query) => /^\d+$/.test(names.queries.nameOf(query)));
    yield* judgmentLines(judgments, (name, document, label, row) => {
      const query = at(queries, row);
      const text = (queryTexts.get(query) ?? (areNumbers ? "" : name)).replace(/\s+/g, " ").trim();
      const id = areNumbers ? name : numbers.get(query);
      return `${label} qid:${id} # ${document} ${text}`.trimEnd();
    });
  },
};
