/** Quepid's book of judgments: query, docid and a column for each judge; `Anonymous` stands for one without a name. */

import { rowsByKey } from "../../core/rows-by-key.ts";
import { numberCell, rowError } from "../input-error.ts";
import { textOfQuery } from "../query-sets/join-query-texts.ts";
import { withoutLastLineFeed } from "../tables/delimited-text.ts";
import { headColumns } from "../tables/head-columns.ts";
import { readDelimited } from "../tables/read-csv.ts";
import { columnKey } from "../tables/recognise-columns.ts";
import { hasTableRole, isChosen } from "../tables/table-roles.ts";
import { csvText } from "../tables/write-csv.ts";
import { type JudgmentFormat, type JudgmentWriter, textHolds } from "./judgment-format.ts";
import { guardQuepidCell, unguardQuepidCell } from "./quepid-csv.ts";

const anonymous = "Anonymous";

export const quepidBook: JudgmentFormat = {
  name: "quepid-book",
  detect(head, names) {
    const [query = "", document = "", ...judges] = headColumns(head) ?? [];
    const isBook = columnKey(query) === "query" && columnKey(document) === "docid" && judges.length > 0;
    return isBook && !isChosen(names) && !judges.some((judge) => hasTableRole(judge, {}));
  },
  async read(input, columns) {
    await readDelimited(
      input.pieces,
      input.source,
      { delimiter: ",", quote: '"', names: null },
      ([, , ...judges], [queryCell = "", documentCell = "", ...ratings], line) => {
        const query = unguardQuepidCell(queryCell);
        const document = unguardQuepidCell(documentCell);
        if (query === "") throw rowError(input.source, line, "the row names no query. Expected: query,docid,judges ….");
        const labels = judges.map((judge, place) =>
          numberCell(ratings[place] ?? "", `rating of ${judge}`, input.source, line),
        );
        const isRated = labels.some((label) => !Number.isNaN(label));
        if (document === "" && isRated) throw rowError(input.source, line, "the row has a rating and no docid.");
        if (!isRated) columns.addRow({ query, document, label: Number.NaN, rater: "" });
        labels.forEach((label, place) => {
          if (!Number.isNaN(label))
            columns.addRow({ query, document, label, rater: unguardQuepidCell(judges[place] ?? "") });
        });
      },
    );
  },
};

export const quepidBookWriter: JudgmentWriter = {
  name: "quepid-book",
  holds: { ...textHolds, repeats: false, unrated: true, raters: true },
  *write(judgments) {
    const { names, queries, documents, labels, raters } = judgments;
    const judgeOf = (row: number) => raters?.[row] || anonymous;
    const rated = [...queries.keys()].filter((row) => !Number.isNaN(labels[row]));
    const judges = rated.length === 0 ? [anonymous] : [...new Set(rated.map(judgeOf))];
    function* rows(): Iterable<readonly string[]> {
      yield ["query", "docid", ...judges.map(guardQuepidCell)];
      for (const [query, rowsOfQuery] of rowsByKey(queries)) {
        const ratings = new Map<number, Map<string, number>>();
        for (const row of rowsOfQuery) {
          const document = documents[row] ?? 0;
          const ofDocument = ratings.get(document) ?? new Map<string, number>();
          ratings.set(document, ofDocument);
          if (!Number.isNaN(labels[row])) ofDocument.set(judgeOf(row), labels[row] ?? 0);
        }
        for (const [document, ofDocument] of ratings) {
          yield [
            guardQuepidCell(textOfQuery(judgments, query)),
            guardQuepidCell(names.documents.nameOf(document)),
            ...judges.map((judge) => String(ofDocument.get(judge) ?? "")),
          ];
        }
      }
    }
    yield* withoutLastLineFeed(csvText(rows()));
  },
};
