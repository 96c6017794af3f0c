/**
 * Chorus' ratings: query, docid, name, description, agent_1_rating …, final_rating.
 * `chorus` reads the final rating, on which the agents agreed; `chorus-raters` each agent's rating.
 */
import type { InputText } from "../open-input.ts";
import { headColumns } from "../tables/head-columns.ts";
import { columnKey } from "../tables/recognise-columns.ts";
import { isChosen } from "../tables/table-roles.ts";
import { furtherCells, readFixedTable } from "./fixed-table.ts";
import type { JudgmentColumns, JudgmentFormat } from "./judgment-format.ts";

const finalKey = "finalrating";
const readKeys = ["query", "docid", "name"];

export const chorus: JudgmentFormat = {
  name: "chorus",
  detect: (head, names) => !isChosen(names) && isChorus(head) && keysOf(head).includes(finalKey),
  read: (input, columns) =>
    readChorus(
      input,
      columns,
      (key) => key === finalKey,
      ([final]) => [{ label: final?.label ?? Number.NaN, rater: undefined }],
    ),
};

export const chorusRaters: JudgmentFormat = {
  name: "chorus-raters",
  detect: (head, names) => !isChosen(names) && isChorus(head),
  read: (input, columns) =>
    readChorus(
      input,
      columns,
      (key) => agentOf(key) !== null,
      (cells) => {
        const rated = cells.filter(({ label }) => !Number.isNaN(label));
        return rated.length === 0 ? [{ label: Number.NaN, rater: "" }] : rated;
      },
    ),
};

interface ChorusRating {
  readonly label: number;
  readonly rater: string | undefined;
}

function readChorus(
  input: InputText,
  columns: JudgmentColumns,
  isRating: (key: string) => boolean,
  chosen: (ratings: readonly ChorusRating[]) => readonly ChorusRating[],
): Promise<void> {
  const isRead = (name: string) => readKeys.includes(columnKey(name)) || isRating(columnKey(name));
  return readFixedTable(input, columns, "query,docid,…,final_rating", (row) => {
    const { names, cells, cell, rating } = row;
    const ratings = names.flatMap((name, place) => {
      const key = columnKey(name);
      return isRating(key) ? [{ label: rating(cells[place] ?? "", name), rater: agentOf(key) ?? "" }] : [];
    });
    const title = names.some((name) => columnKey(name) === "name") ? cell("name") : undefined;
    const further = furtherCells(row, columns, isRead);
    const judged = { query: cell("query"), document: cell("docid"), title, further };
    return chosen(ratings).map(({ label, rater }) => ({ ...judged, label, rater }));
  });
}

function keysOf(head: string): string[] {
  return (headColumns(head) ?? []).map(columnKey);
}

function isChorus(head: string): boolean {
  const keys = keysOf(head);
  return keys.includes("query") && keys.includes("docid") && keys.some((key) => agentOf(key) !== null);
}

/** `agent_1` of the key of agent_1_rating. */
function agentOf(key: string): string | null {
  const [, number] = /^agent(\d+)rating$/.exec(key) ?? [];
  return number === undefined ? null : `agent_${number}`;
}
