/** Tables that other programs save under names of their own: ragas, deepeval, Phoenix, Web of Science. */
import { attempt } from "../../../core/attempt.ts";
import { parseJsonText } from "../../../core/text/json-value.ts";
import type { OnRow } from "../table.ts";

/** What ragas, deepeval and similar tools call a question and the texts found for it. */
export const questionNames: readonly string[] = ["user_input", "question", "input"];
export const contextNames: readonly string[] = ["retrieved_contexts", "contexts", "retrieval_context"];

/** Tables whose columns have names of their own, known by the columns in `has`. */
const knownExports = [
  // Phoenix: documents that it traced.
  {
    has: ["input", "document_position", "reference"],
    columns: new Map([
      ["input", "query"],
      ["document_position", "rank"],
      ["reference", "title"],
      ["document_score", "score"],
    ]),
  },
  // Web of Science: "Tab delimited file".
  {
    has: ["PT", "AU", "TI"],
    columns: new Map([
      ["TI", "title"],
      ["DI", "doi"],
    ]),
  },
];

export function isExportColumn(name: string): boolean {
  const isKnown = knownExports.some(({ columns }) => columns.has(name));
  return isKnown || questionNames.includes(name) || contextNames.includes(name);
}

export function namesOfExport(names: readonly string[]): readonly string[] {
  const known = exportOf(names);
  if (known !== undefined) return names.map((name) => known.columns.get(name) ?? name);
  return placesOfContexts(names) === null ? names : ["query", "rank", "title"];
}

/** Passes on the rows of an export as rows of a list: one for each text in a list of texts. */
export function rowsOfExport(onRow: OnRow): OnRow {
  let known: readonly string[] | null = null;
  let shown: readonly string[] = [];
  let places: ReturnType<typeof placesOfContexts> = null;
  return (names, cells, line) => {
    if (names !== known) {
      [known, shown] = [names, namesOfExport(names)];
      places = exportOf(names) === undefined ? placesOfContexts(names) : null;
    }
    const texts = places === null ? null : textsIn(cells[places.contexts] ?? "");
    if (texts === null || places === null) return onRow(places === null ? shown : names, cells, line);
    for (const [rank, text] of texts.entries()) onRow(shown, [cells[places.question] ?? "", String(rank), text], line);
  };
}

function exportOf(names: readonly string[]) {
  return knownExports.find(({ has }) => has.every((name) => names.includes(name)));
}

function placesOfContexts(names: readonly string[]) {
  const find = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name));
  const [question, contexts] = [find(questionNames), find(contextNames)];
  return question < 0 || contexts < 0 ? null : { question, contexts };
}

const pythonText = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/gs;

/** Returns the texts of a list in JSON or Python syntax; null for anything else. */
function textsIn(cell: string): readonly string[] | null {
  if (!/^\s*\[[\s\S]*\]\s*$/.test(cell)) return null;
  const found = attempt(() => parseJsonText(cell));
  if (Array.isArray(found)) return found.map(String);
  return [...cell.matchAll(pythonText)].map(([, single, double]) =>
    (single ?? double ?? "").replace(/\\(.)/gs, (_, escaped) => (escaped === "n" ? "\n" : escaped)),
  );
}
