/** Judgments for learning to rank: `3 qid:1 # 1370 star trek`; features between query and comment are passed over. */
import { at } from "../../core/at.ts";
import { isNumber, quoted } from "../../core/text/wording.ts";
import { noNumber, rowError } from "../input-error.ts";
import { splitLines } from "../tables/split-lines.ts";
import { type JudgmentFormat, type JudgmentWriter, judgmentLines, lineHolds } from "./judgment-format.ts";

const expected = "Expected: rating qid:NUMBER # docid text of the query.";

export const ltr: JudgmentFormat = {
  name: "ltr",
  detect: (head) => /^\s*[-+.\d]\S*\s+qid:\S/.test(head.replace(/^(?:\s*(?:#[^\n]*)?\n)+/, "")),
  async read(input, columns) {
    for await (const { text, line } of splitLines(input.pieces)) {
      if (text.trim() === "" || text.startsWith("#")) continue;
      const [, rating = "", query, comment = ""] = /^\s*(\S+)\s+qid:(\S+)[^#]*(?:#\s*(.*))?$/.exec(text) ?? [];
      const refuse = (what: string) => rowError(input.source, line, `${what}. ${expected}`);
      if (query === undefined) throw refuse(`the line is no judgment: ${quoted(text)}`);
      if (!isNumber(rating)) throw rowError(input.source, line, `${noNumber("rating", rating)} ${expected}`);
      // LETOR writes "docid = GX000-00-0000000 inc = 1 prob = 0.1".
      const [, letor] = /^docid\s*=\s*(\S+)/.exec(comment) ?? [];
      const [, document = "", queryText = ""] = /^(\S*)\s*(.*)$/.exec(comment) ?? [];
      if (document === "") throw refuse(`no docid after #: ${quoted(text)}`);
      const row = { query, document: letor ?? document, label: Number(rating) };
      columns.addRow(letor !== undefined || queryText === "" ? row : { ...row, queryText: queryText.trimEnd() });
    }
  },
};

export const ltrWriter: JudgmentWriter = {
  name: "ltr",
  holds: { ...lineHolds, queryIds: "numbers", queryTexts: true },
  *write(judgments) {
    const { names, queries, queryTexts } = judgments;
    const numbers = new Map([...new Set(queries)].map((query, place) => [query, place + 1]));
    const areNumbers = [...numbers.keys()].every((query) => /^\d+$/.test(names.queries.nameOf(query)));
    yield* judgmentLines(judgments, (name, document, label, row) => {
      const query = at(queries, row);
      const text = (queryTexts.get(query) ?? (areNumbers ? "" : name)).replace(/\s+/g, " ").trim();
      const id = areNumbers ? name : numbers.get(query);
      return `${label} qid:${id} # ${document} ${text}`.trimEnd();
    });
  },
};
