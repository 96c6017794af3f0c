/** TREC runs: query, Q0, document, rank, score, name between white space; scores decide, the rank is ignored. */
import { at } from "../../core/at.ts";
import type { SemqrelError } from "../../core/errors.ts";
import { rowsByKey } from "../../core/rows-by-key.ts";
import { isNumber } from "../../core/text/wording.ts";
import type { RunFormat, RunWriter } from "../format.ts";
import { firstFields } from "../tables/delimiter.ts";
import { type FieldLine, lineError, readTrecLines } from "../trec-lines.ts";

export const trecRun: RunFormat & RunWriter = {
  name: "trec-run",
  endings: ["run", "res"],
  detect(head) {
    const fields = firstFields(head);
    if (fields.length >= 7 && fields[1]?.toUpperCase() === "Q0") return true;
    return fields.length >= 6 && isNumber(fields[4] ?? "") && !fields.join("").includes(",");
  },
  async read(input, columns) {
    // trec_eval ignores what follows the name.
    const layout = { number: 4, role: "score", kept: 5, last: 5, rank: 3 };
    await readTrecLines(input, columns, layout, (line) => {
      throw wrongFields(input.source, line);
    });
    const tags = [...columns.tags];
    if (tags.length > 1) columns.warnings.push({ kind: "several-tags", source: input.source, tags });
  },
  holds: { queryIds: "any", queryTexts: false, titles: false, whiteSpace: false, repeats: true, engines: false },
  *write(runs) {
    for (const { name, tag, names, queries, documents, scores } of runs) {
      const shown = (tag ?? name).replace(/[\s\0]+/g, "-") || "run";
      for (const [query, rows] of rowsByKey(queries)) {
        rows.sort((one, other) => at(scores, other) - at(scores, one));
        for (const [place, row] of rows.entries()) {
          const document = names.documents.nameOf(at(documents, row));
          yield `${names.queries.nameOf(query)} Q0 ${document} ${place + 1} ${scores[row]} ${shown}\n`;
        }
      }
    }
  },
};

function wrongFields(source: string, line: FieldLine): SemqrelError {
  const count = line.fields.length;
  if (count >= 6) {
    const why = `the fields are not query Q0 document rank score name (${count} of them, the rank would be "${line.fields[3]}").`;
    return lineError(source, line, `${why} Names have no spaces in TREC files: take them out, or give the run as CSV.`);
  }
  const hint = count === 4 ? " It looks like judgments: those come first, runs after them." : "";
  return lineError(source, line, `${count} fields, a run has six (query Q0 document rank score name).${hint}`);
}
