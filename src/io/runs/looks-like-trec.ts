/**
 * Is a text that no format knows a TREC file whose first line is wrong?
 * Then its reader can show that line and say what it lacks.
 */
import { isNumber } from "../../core/text/wording.ts";
import { firstFields } from "../tables/split-lines.ts";

const LINES = 10;

/**
 * @param head   the beginning of the text
 * @param detect of a TREC format
 * @returns whether another line is of the format; or whether all lines have as many fields as TREC's, give or take one,
 *          and no sign of a table or of JSON
 */
export function looksLikeTrec(head: string, detect: (text: string) => boolean): boolean {
  const all = head.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const [first = "", ...others] = all.slice(0, LINES);
  if (/^\s*[{[]/.test(first)) return false;
  const fields = firstFields(first);
  // The names of a table's columns are no numbers.
  if (others.some(detect)) return !first.includes("\t") || fields.some(isNumber);
  const isPlain = !/[,{}\t]/.test(first.replace(/(?<=\s)-?\d+,\d+(?=\s)/g, "0"));
  const fewest = others.length === 0 ? 4 : 3;
  const isEven = others.every((line) => firstFields(line).length === fields.length);
  return isPlain && isEven && fields.length >= fewest && fields.length <= 7;
}
