/** Quepid's book of judgments: query, docid and a column for each judge; `Anonymous` stands for one without a name. */

import { rowsByKey } from "../../core/rows-by-key.ts";
import { textOfQuery } from "../query-sets/join-query-texts.ts";
import { withoutLastLineFeed } from "../tables/delimited-text.ts";
import { headColumns } from "../tables/head-columns.ts";
import { columnKey } from "../tables/recognise-columns.ts";
import { hasTableRole, isChosen } from "../tables/table-roles.ts";
import { csvText } from "../tables/write-csv.ts";
import { readFixedTable } from "./fixed-table.ts";
import { type JudgmentFormat, type JudgmentWriter, textHolds } from "./judgment-format.ts";
import { guardQuepidCell, isBeyondQuery, unguardQuepidCell } from "./quepid-csv.ts";

const anonymous = "Anonymous";

export const quepidBook: JudgmentFormat = {
  name: "quepid-book",
  detect(head, names) {
    const [query = "", document = "", ...judges] = headColumns(head) ?? [];
    const isBook = columnKey(query) === "query" && columnKey(document) === "docid" && judges.length > 0;
    return isBook && !isChosen(names) && !judges.some((judge) => hasTableRole(judge, {}));
  },
  read: (input, columns) =>
    readFixedTable(
      input,
      columns,
      "query,docid and a column for each judge",
      ({ names, cells, rating }) => {
        const [query = "", document = "", ...ratings] = cells.map(unguardQuepidCell);
        const rated = names.slice(2).flatMap((judge, place) => {
          const label = rating(ratings[place] ?? "", `rating of ${judge}`);
          return Number.isNaN(label) ? [] : [{ label, rater: unguardQuepidCell(judge) }];
        });
        const all = rated.length === 0 ? [{ label: Number.NaN, rater: "" }] : rated;
        return all.map((one) => ({ query, document, ...one }));
      },
      // A judge who has rated nothing behind this row may lack a cell.
      { needs: (name, cells) => isBeyondQuery(name, cells) && columnKey(name) === "docid" },
    ),
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
