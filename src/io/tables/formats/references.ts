/** Reads files of references: RIS, and NBIB from PubMed. The file name is the query. */

import { inputError } from "../../input-error.ts";
import { STANDARD_INPUT } from "../../open-input.ts";
import { pathStem } from "../../results/results-file.ts";
import { filledLines, splitLines } from "../delimiter.ts";
import type { TableFormat } from "../table.ts";

const MOST_LINES_ABOVE = 5;
const columns = ["query", "rank", "id", "title", "doi", "url"];

/** @param tags - possible tags of each column; if a reference has several, the first in the list counts */
function referencesFormat(
  name: string,
  begin: RegExp,
  field: RegExp,
  tags: { readonly id: readonly string[]; readonly title: readonly string[]; readonly url: readonly string[] },
  doiOf: (fields: ReadonlyMap<string, string>) => string | undefined,
): TableFormat {
  return {
    name,
    // Some exports have a line above each reference, such as "Record #1 of 20".
    detect: (head) => filledLines(head, MOST_LINES_ABOVE + 1).some((line) => begin.test(line.replace("\ufeff", ""))),
    async read(pieces, source, _wants, onRow) {
      if (source === STANDARD_INPUT) {
        const what =
          "these references have no query, and standard input has no file name to use instead. Give a file named after the query.";
        throw inputError("INVALID_FORMAT", source, what);
      }
      const query = pathStem(source);
      let fields = new Map<string, string>();
      let begins = 1;
      let rank = 0;
      let tag = "";
      const give = () => {
        if (fields.size === 0) return;
        const first = (names: readonly string[]) => names.map((one) => fields.get(one)).find(Boolean) ?? "";
        const doi = doiOf(fields) ?? "";
        onRow(columns, [query, String(rank++), first(tags.id) || doi, first(tags.title), doi, first(tags.url)], begins);
        fields = new Map();
      };
      for await (const { text, line } of splitLines(pieces)) {
        const [, known = "", value = ""] = field.exec(text) ?? [];
        if (begin.test(text)) {
          give();
          begins = line;
        }
        if (known !== "") {
          tag = known;
          // A tag may be repeated, for authors or a second identifier.
          fields.set(tag, [fields.get(tag), value.trim()].filter(Boolean).join("\n"));
        } else if (text.trim() !== "" && tag !== "") {
          fields.set(tag, `${fields.get(tag)} ${text.trim()}`.trim());
        }
      }
      give();
      return [];
    },
  };
}

export const ris = referencesFormat(
  "ris",
  /^TY {2}- /,
  /^([A-Z][A-Z0-9]) {2}-(?: (.*))?$/,
  { id: ["ID", "AN"], title: ["TI", "T1", "CT", "BT"], url: ["UR"] },
  (fields) => fields.get("DO"),
);

export const nbib = referencesFormat(
  "nbib",
  /^PMID ?- /,
  /^([A-Z]{1,4}) *- (.*)$/,
  { id: ["PMID"], title: ["TI", "BTI"], url: [] },
  (fields) => /^(\S+) \[doi\]$/m.exec(`${fields.get("LID") ?? ""}\n${fields.get("AID") ?? ""}`)?.[1],
);
