/** TREC runs: six fields between white space; the rank column is ignored, scores decide. */
import { counted, quoted } from "../../../core/text/wording.ts";
import { inputError } from "../../input-error.ts";
import { firstFields, isComment, splitLines } from "../delimiter.ts";
import type { TableFormat } from "../table.ts";

const runColumns = ["query_id", "id", "score"] as const;

export const trecRun: TableFormat = {
  name: "trec-run",
  detect(head) {
    const fields = firstFields(head);
    if (fields.length !== 6 || fields.join("").includes(",")) return false;
    return fields[1]?.toUpperCase() === "Q0" || (/^\d+$/.test(fields[3] ?? "") && Number.isFinite(Number(fields[4])));
  },
  async read(pieces, source, _wants, onRow) {
    for await (const { text, line } of splitLines(pieces)) {
      if (text.trim() === "" || isComment(text)) continue;
      const fields = text.trim().split(/\s+/);
      if (text.startsWith("#") && fields.length !== 6) continue;
      if (fields.length !== 6) {
        const what = `${counted(fields.length, "field")}, a run has six (query Q0 document rank score name): ${quoted(text)}.`;
        throw inputError("INVALID_ROW", source, what, { line, fields: fields.length });
      }
      const [query = "", , document = "", , score = ""] = fields;
      if (!Number.isFinite(Number(score))) {
        throw inputError("INVALID_ROW", source, `the score ${quoted(score)} is not a number.`, { line, score });
      }
      onRow(runColumns, [query, document, score], line);
    }
    return [];
  },
};
