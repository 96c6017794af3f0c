/**
 * Chorus' ratings: query, docid, name, description, agent_1_rating …, final_rating.
 * `chorus` reads the final rating, on which the agents agreed; `chorus-raters` each agent's rating.
 */
import { at } from "../../core/at.ts";
import { numberCell, rowError } from "../input-error.ts";
import type { InputText } from "../open-input.ts";
import { headColumns } from "../tables/head-columns.ts";
import { readDelimited } from "../tables/read-csv.ts";
import { columnKey } from "../tables/recognise-columns.ts";
import { isChosen } from "../tables/table-roles.ts";
import type { JudgmentColumns, JudgmentFormat } from "./judgment-format.ts";

const finalKey = "finalrating";
const readKeys = ["query", "docid", "name"];

export const chorus: JudgmentFormat = {
  name: "chorus",
  detect: (head, names) => !isChosen(names) && isChorus(head) && keysOf(head).includes(finalKey),
  read(input, columns) {
    const isFinal = (key: string) => key === finalKey;
    return readChorus(input, columns, isFinal, ([final], add) => add(final?.label ?? Number.NaN, undefined));
  },
};

export const chorusRaters: JudgmentFormat = {
  name: "chorus-raters",
  detect: (head, names) => !isChosen(names) && isChorus(head),
  read(input, columns) {
    const isAgent = (key: string) => agentOf(key) !== null;
    return readChorus(input, columns, isAgent, (cells, add) => {
      const rated = cells.filter(({ label }) => !Number.isNaN(label));
      if (rated.length === 0) add(Number.NaN, "");
      for (const { key, label } of rated) add(label, agentOf(key) ?? "");
    });
  },
};

interface RatingCell {
  readonly key: string;
  readonly label: number;
}

async function readChorus(
  input: InputText,
  columns: JudgmentColumns,
  isRating: (key: string) => boolean,
  give: (cells: readonly RatingCell[], add: (label: number, rater: string | undefined) => void) => void,
): Promise<void> {
  const { source } = input;
  await readDelimited(input.pieces, source, { delimiter: ",", quote: '"', names: null }, (names, cells, line) => {
    const keys = names.map(columnKey);
    const cell = (key: string) => cells[keys.indexOf(key)] ?? "";
    const [query, document] = [cell("query"), cell("docid")];
    const title = keys.includes("name") ? cell("name") : undefined;
    if (query === "") throw rowError(source, line, "the row names no query. Expected: query,docid,…,final_rating.");
    const ratings = keys.flatMap((key, place): RatingCell[] =>
      isRating(key) ? [{ key, label: numberCell(cells[place] ?? "", names[place] ?? "", source, line) }] : [],
    );
    if (document === "" && ratings.some(({ label }) => !Number.isNaN(label))) {
      throw rowError(source, line, "the row has a rating and no docid. Expected: query,docid,…,final_rating.");
    }
    const isFurther = (key: string) => columns.keepsFurther && !readKeys.includes(key) && !isRating(key);
    const further = names.flatMap((name, place) =>
      isFurther(at(keys, place)) ? [[name, cells[place] ?? ""] as const] : [],
    );
    give(ratings, (label, rater) => columns.addRow({ query, document, label, rater, title, further }));
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
