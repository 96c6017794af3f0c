/**
 * trec_eval's preferences: query, judgment group, subgroup, document, level (which may have fractions).
 * A judgment group is a rater here, and a subgroup an iteration.
 */
import { at } from "../../core/at.ts";
import { isNumber } from "../../core/text/numbers.ts";
import { noNumber } from "../input-error.ts";
import { parseNumber } from "../parse-number.ts";
import { lineError, scanFields, textOf } from "../tables/scan-fields.ts";
import type { JudgmentFormat, JudgmentWriter } from "./judgment-format.ts";
import { judgmentLines, lineHolds } from "./judgment-lines.ts";
import { firstFields } from "./trec-qrels.ts";

export const trecPrefs: JudgmentFormat = {
  name: "trec-prefs",
  detect(head) {
    const fields = firstFields(head);
    return fields.length === 5 && isNumber(fields[4] ?? "");
  },
  async read(input, columns) {
    await scanFields(input.bytes, input.source, (scanned) => {
      if (scanned.count !== 5) {
        const what = `${scanned.count} fields, preferences have five (query group subgroup document level).`;
        throw lineError(input.source, scanned, what);
      }
      const label = parseNumber(scanned.bytes, at(scanned.begins, 4), at(scanned.ends, 4));
      if (Number.isNaN(label)) {
        throw lineError(input.source, scanned, noNumber("level", textOf(scanned, 4)));
      }
      columns.addRow({
        query: textOf(scanned, 0),
        rater: textOf(scanned, 1),
        iteration: textOf(scanned, 2),
        document: textOf(scanned, 3),
        label,
      });
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
