/** TREC runs: query, Q0, document, rank, score, name between white space; scores decide, the rank is ignored. */
import { at } from "../../core/at.ts";
import type { SemqrelError } from "../../core/errors.ts";
import { isNumber } from "../../core/text/numbers.ts";
import { noNumber } from "../input-error.ts";
import { firstFields } from "../judgments/trec-qrels.ts";
import { parseNumber } from "../parse-number.ts";
import { rowsByQuery } from "../rows-by-query.ts";
import { repeatedName } from "../tables/name-column.ts";
import { lineError, type ScannedLine, scanFields, textOf } from "../tables/scan-fields.ts";
import type { RunFormat, RunWriter } from "./run-format.ts";

export const trecRun: RunFormat = {
  name: "trec-run",
  detect(head) {
    const fields = firstFields(head);
    return fields.length >= 6 && isNumber(fields[4] ?? "") && !fields.join("").includes(",");
  },
  async read(input, columns) {
    const numberOfQuery = repeatedName(columns.names.queries);
    const tag = { bytes: new Uint8Array(0), begin: 0, end: 0 };
    const onLine = (scanned: ScannedLine): void => {
      const { bytes, begins, ends, count } = scanned;
      // trec_eval ignores what follows the name.
      if (count < 6) throw wrongFields(input.source, scanned);
      const score = parseNumber(bytes, begins[4] as number, ends[4] as number);
      if (Number.isNaN(score)) {
        throw lineError(input.source, scanned, noNumber("score", textOf(scanned, 4)));
      }
      const query = numberOfQuery(bytes, begins[0] as number, ends[0] as number);
      // Decoded once a piece, of the last line, as trec_eval shows it.
      tag.bytes = bytes;
      tag.begin = begins[5] as number;
      tag.end = ends[5] as number;
      columns.addBytes(query, bytes, begins[2] as number, ends[2] as number, score);
    };
    const takeTag = (): void => {
      columns.tag = new TextDecoder().decode(tag.bytes.subarray(tag.begin, tag.end));
    };
    await scanFields(input.bytes, input.source, onLine, (piece) => {
      takeTag();
      columns.settle();
      input.reuse(piece);
    });
    takeTag();
  },
};

function wrongFields(source: string, scanned: ScannedLine): SemqrelError {
  const hint = scanned.count === 4 ? " It looks like judgments: those come first, runs after them." : "";
  const fields = `${scanned.count} fields, a run has six (query Q0 document rank score name).`;
  return lineError(source, scanned, `${fields}${hint}`);
}

export const trecRunWriter: RunWriter = {
  name: "trec-run",
  holds: { queryIds: "any", queryTexts: false, titles: false, whiteSpace: false, repeats: true, engines: false },
  *write(runs) {
    for (const { name, tag, names, queries, documents, scores } of runs) {
      const shown = (tag ?? name).replace(/[\s\0]+/g, "-") || "run";
      for (const [query, rows] of rowsByQuery(queries)) {
        rows.sort((one, other) => at(scores, other) - at(scores, one));
        for (const [place, row] of rows.entries()) {
          const document = names.documents.nameOf(at(documents, row));
          yield `${names.queries.nameOf(query)} Q0 ${document} ${place + 1} ${scores[row]} ${shown}\n`;
        }
      }
    }
  },
};
