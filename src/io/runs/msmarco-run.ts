/** Runs as MS MARCO asks for them: query, document and rank between tabs, without names of columns. */
import { counted } from "../../core/text/wording.ts";
import { rowError } from "../input-error.ts";
import { filledLines, splitLines } from "../tables/split-lines.ts";
import type { RunFormat } from "./run-format.ts";

const isRank = (text = "") => /^\d{1,9}$/.test(text.trim());

export const msmarcoRun: RunFormat = {
  name: "msmarco-run",
  detect(head, names) {
    const lines = filledLines(head).map((line) => line.split("\t"));
    // The end of the head may cut the last line.
    const whole = lines.length > 1 && !head.endsWith("\n") ? lines.slice(0, -1) : lines;
    const isChosen = Object.values(names).some((chosen) => chosen != null);
    return !isChosen && whole.length > 0 && whole.every((fields) => fields.length === 3 && isRank(fields[2]));
  },
  async read(input, columns) {
    for await (const { text, line } of splitLines(input.pieces)) {
      if (text.trim() === "") continue;
      const fields = text.split("\t").map((field) => field.trim());
      const [query = "", document = "", rank] = fields;
      if (fields.length !== 3 || query === "" || document === "" || !isRank(rank)) {
        const found = `${counted(fields.length, "field")}: "${text.slice(0, 200)}"`;
        throw rowError(input.source, line, `expected query TAB document TAB rank, found ${found}. Correct the line.`);
      }
      columns.addRow({ query, document, score: -Number(rank) });
    }
  },
};
