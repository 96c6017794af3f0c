/**
 * `labels.csv` of a folder that `semqrel label` wrote, all engines together.
 * Results that matched nothing have no rating, so that they are counted; `labels.qrels` beside it leaves them out. Only
 * there have rows without id a name.
 */
import { headColumns } from "../tables/head-columns.ts";
import { isChosen } from "../tables/table-roles.ts";
import { furtherCells, readFixedTable } from "./fixed-table.ts";
import type { JudgmentFormat } from "./judgment-format.ts";

const columnNames = ["engine", "query", "id", "title", "label", "match"];

const isRead = (name: string) => ["query", "id", "title", "label"].includes(name);

export const semqrelLabels: JudgmentFormat = {
  name: "semqrel-labels",
  detect(head, names) {
    const columns = headColumns(head) ?? [];
    return !isChosen(names) && [...columnNames, "reference_rank"].every((name) => columns.includes(name));
  },
  read: (input, columns) =>
    readFixedTable(input, columns, columnNames.join(), (row) => {
      const { cell, rating, refuse } = row;
      const document = cell("id");
      const isMatched = cell("match") !== "none";
      if (document === "" && !isMatched) return [];
      if (document === "") {
        refuse(
          "the row has no id, so nothing names its document. Give labels.qrels of the same folder, or the folder itself.",
        );
      }
      const label = isMatched ? rating(cell("label"), "label") : Number.NaN;
      const further = furtherCells(row, columns, isRead);
      return [{ query: cell("query"), document, title: cell("title"), label, further }];
    }),
};
