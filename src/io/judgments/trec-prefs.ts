/**
 * trec_eval's preferences: query, judgment group, subgroup, document, level (which may have fractions).
 * A judgment group is a rater here, and a subgroup an iteration.
 */
import { isNumber } from "../../core/text/wording.ts";
import { firstFields } from "../tables/split-lines.ts";
import { lineError, readTrecLines, requireNumber } from "../trec-lines.ts";
import { type JudgmentFormat, type JudgmentWriter, judgmentLines, lineHolds } from "./judgment-format.ts";

export const trecPrefs: JudgmentFormat = {
  name: "trec-prefs",
  detect(head) {
    const fields = firstFields(head);
    // "q1 0 annual report.pdf 1" is a line of judgments whose document has a space.
    const isSpacedName = fields[1] === "0" && !isNumber(fields[2] ?? "");
    return fields.length === 5 && isNumber(fields[4] ?? "") && !isSpacedName;
  },
  async read(input, columns) {
    await readTrecLines(input, columns, null, (line) => {
      const [query = "", rater, iteration, document = "", level = ""] = line.fields;
      if (line.fields.length !== 5) {
        const what = `${line.fields.length} fields, preferences have five (query group subgroup document level).`;
        throw lineError(input.source, line, what);
      }
      const label = requireNumber(level, "level", input.source, () => line);
      columns.addRow({ query, rater, iteration, document, label });
    });
  },
};

export const trecPrefsWriter: JudgmentWriter = {
  name: "trec-prefs",
  holds: { ...lineHolds, raters: true, iterations: true },
  write: (judgments) =>
    judgmentLines(judgments, (query, document, label, row) => {
      const [group, subgroup] = [judgments.raters?.[row] || "0", judgments.iterations?.[row] || "0"];
      return `${query} ${group} ${subgroup} ${document} ${label}`;
    }),
};
