/**
 * `labels.csv` of a folder that `semqrel label` wrote, all engines together.
 * Results that matched nothing have no rating, so that they are counted; `labels.qrels` beside it leaves them out. Only
 * there have rows without id a name.
 */
import { numberCell, rowError } from "../input-error.ts";
import { headColumns } from "../tables/head-columns.ts";
import { readDelimited } from "../tables/read-csv.ts";
import { isChosen } from "../tables/table-roles.ts";
import type { JudgmentFormat } from "./judgment-format.ts";

const columnNames = ["engine", "query", "id", "title", "label", "match"];

const isRead = (name: string) => ["query", "id", "title", "label"].includes(name);

export const semqrelLabels: JudgmentFormat = {
  name: "semqrel-labels",
  detect(head, names) {
    const columns = headColumns(head) ?? [];
    return !isChosen(names) && [...columnNames, "reference_rank"].every((name) => columns.includes(name));
  },
  async read(input, columns) {
    const { source } = input;
    await readDelimited(input.pieces, source, { delimiter: ",", quote: '"', names: null }, (names, cells, line) => {
      const [, query = "", document = "", title = "", label = "", match] = columnNames.map(
        (name) => cells[names.indexOf(name)],
      );
      const isMatched = match !== "none";
      if (!isMatched && document === "") return;
      if (document === "") {
        const what =
          "the row has no id, so nothing names its document. " +
          "Give labels.qrels of the same folder, or the folder itself.";
        throw rowError(source, line, what);
      }
      const further = columns.keepsFurther
        ? names.flatMap((name, place) => (isRead(name) ? [] : [[name, cells[place] ?? ""] as const]))
        : [];
      const rating = isMatched ? numberCell(label, "label", source, line) : Number.NaN;
      columns.addRow({ query, document, title, label: rating, further });
    });
  },
};
