/** Finds the columns of results by usual names, options, and words in names. */

import { at } from "../../core/at.ts";
import { invalidOption, type SemqrelError } from "../../core/errors.ts";
import { rowsByKey } from "../../core/rows-by-key.ts";
import { nearestName, suggestion } from "../../core/text/suggestion.ts";
import { isNumber, quoted } from "../../core/text/wording.ts";
import { columnKey } from "../../core/titles/keys.ts";
import { isAddress } from "../../core/titles/oddities.ts";
import type { Warning } from "../../core/warnings.ts";
import { inputError } from "../input-error.ts";
import { ownColumns } from "../labels/label-manifest.ts";

/** The usual column names for each role. If a file has several, the first in the list counts. */
export const usualNames = {
  query: ["query", "keyword", "search", "query_text", "search_query", "search_term", "keywords", "queries"],
  "query id": ["query_id", "qid", "topic_id", "topic"],
  title: ["title", "name", "headline", "document_title"],
  rank: ["rank", "ranking", "position"],
  // `docno` comes first, because PyTerrier's `docid` is only a number. `id` comes later, because it may identify rows.
  id: ["docno", "doc_id", "document_id", "product_id", "id", "doi", "corpus_id", "passage_id", "object_id", "paper_id"],
  url: ["url", "link", "uri"],
  engine: ["engine", "system"],
} as const;
export type Role = keyof typeof usualNames;

/** For each role, column names from an option. [] ignores the role; null or absent means the usual names. */
export type ColumnChoice = { readonly [role in Role]?: readonly string[] | null };

/** Finds the column of each role. Warns if a column from an option is missing, or if several fit a role. */
export function recogniseColumns(names: readonly string[], choice: ColumnChoice, source: string) {
  const warnings: Warning[] = [];
  const own = ownColumns(names);
  const columns = {} as Record<Role, string | null>;
  for (const role of Object.keys(usualNames) as Role[]) {
    const asked = choice[role] ?? null;
    columns[role] = findColumn(names, asked ?? []);
    if (columns[role] !== null || asked?.length === 0) continue;
    const [used, ...ignored] = usualNames[role].flatMap((usual) => own.filter(withKey(columnKey(usual))));
    columns[role] = used ?? null;
    if (asked !== null) {
      const near = asked.flatMap((name) => nearestName(name, names)?.name ?? [])[0] ?? guessColumns(names)[role]?.[0];
      const meant = near === undefined ? {} : { near };
      warnings.push({ kind: "column-not-found", source, role, asked, used: columns[role], ...meant });
    }
    if (used !== undefined && ignored.length > 0) {
      warnings.push({ kind: "two-columns-for-role", source, role, used, ignored });
    }
  }
  return { columns, warnings };
}

/** Returns a function that says whether a name has the same `columnKey` as one of the wanted names. */
export function isAmong(wanted: readonly string[]): (name: string) => boolean {
  const keys = new Set(wanted.map(columnKey));
  return (name) => keys.has(columnKey(name));
}

export const isUsual = isAmong(Object.values(usualNames).flat());

export function isWantedColumn(name: string, choice: ColumnChoice, further: readonly string[]): boolean {
  const named = Object.values(choice).flatMap((names) => names ?? []);
  return isUsual(name) || isAmong([...named, ...further])(name);
}

/** Finds a column by trying the wanted names in order, each first by its exact spelling, then by its `columnKey`. */
export function findColumn(names: readonly string[], wanted: readonly string[]): string | null {
  for (const name of wanted) {
    const found = names.includes(name) ? name : names.find(withKey(columnKey(name)));
    if (found !== undefined) return found;
  }
  return null;
}

/** Returns whether the names include usual names of a query and of a document. */
export function namesRow(names: readonly string[]): boolean {
  const { "query id": ids, query, title, id, url } = usualNames;
  return findColumn(names, [...ids, ...query]) !== null && findColumn(names, [...title, ...id, ...url]) !== null;
}

/** Returns whether names are short, none is a number or part of a sentence, and they include a query and a title. */
export function seemNames(names: readonly string[]): boolean {
  if (names.some((name) => name.length > longestGuess || name.startsWith(" ") || isNumber(name))) return false;
  const { columns } = recogniseColumns(names, {}, "");
  const guessed = guessColumns(names);
  const has = (role: Role) => columns[role] !== null || guessed[role] !== undefined;
  return (has("query") || has("query id")) && has("title");
}

/** Returns whether a name is "" or one that pandas gives to row numbers. */
export function isRowNumbers(name: string): boolean {
  return /^(?:unnamed: \d+(?:\.\d+)*|__index_level_\d+__)?$/i.test(name);
}

/** Returns a test for names with this key. Comparing lengths first saves time for a million names. */
function withKey(key: string): (name: string) => boolean {
  return (name) => name.length >= key.length && columnKey(name) === key;
}

/** Returns the first cells of a column; [] if they are unknown. */
export type CellsOf = (name: string) => readonly string[];
export type GuessedColumns = ReturnType<typeof guessColumns>;

/** A longer name is probably a cell of data. */
const longestGuess = 50;

/** Words in column names, tried in this order. Some programs export German, French, Spanish or Italian names. */
const queryWords =
  "q|query|keywords?|search|term|question|topic|such(?:e|anfrage|begriff|wort)|anfrage|frage|requ[eê]te|consulta|ricerca";
const rankWords = anyWord("rank|ranking|position|pos|place|rang|platz|posici[oó]n|posizione");
/** Matches names such as `GSRank`, but also `SalesRank`. */
export const joinedRank = /(?:(?:[Rr]ank|RANK)(?:ing)?|Position)[^\p{L}\p{N}]*$/u;
/** Matches names such as `#` and `Result No.`, which may also count the rows of the whole file. */
export const rowNumbers = /^(?:(?:result|hit)[\s_-]*)?(?:#|no|nr|number)[^\p{L}\p{N}]*$/iu;
const sourceNames = /^(?:source|provider|quelle)[^\p{L}\p{N}]*$/iu;
const { source: otherTitleWords } = anyWord("name|paper|document|product");
const titleWords = new RegExp(`title|headline|heading|titel|titre|t[ií]tulo|titolo|${otherTitleWords}`, "iu");
const words: readonly (readonly [Role, RegExp])[] = [
  ["query", anyWord(queryWords)],
  ["title", titleWords],
  ["rank", rankWords],
  ["rank", joinedRank],
  ["rank", rowNumbers],
  ["id", anyWord("(?:id|doi|docno|sku|identifier)[^\\p{L}\\p{N}]*$")],
  ["engine", anyWord("engine|system|suchmaschine|moteur")],
  ["engine", sourceNames],
];

/** Columns in catalogues or logs that never have a role: "Author Keywords", "Source title", "session_id". */
const ofOthers =
  /author|index|source[\s_-]|keywords[\s_-]plus|references|(?<![\p{L}\p{N}])(?:session|user|customer|visitor|trace|span|request|event|batch|job|run)[^\p{L}\p{N}]*id[^\p{L}\p{N}]*$/iu;

/** Matches whole words. A word has letters, digits and dots between them, so `venue.id` is one word. */
export function anyWord(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}.])(?:${alternatives})(?![\\p{L}\\p{N}]|\\.[\\p{L}\\p{N}])`, "iu");
}

export function mayHaveRole(name: string): boolean {
  return isUsual(name) || (name.length <= longestGuess && words.some(([, pattern]) => pattern.test(name)));
}

/** Columns with these names may have titles or ids. */
const documentWords = anyWord("paper|document|product");

/** @param cellsOf - serves to distinguish ids from titles, ranks from other numbers, and engines from other sources */
export function guessColumns(names: readonly string[], cellsOf: CellsOf = () => [], choice: ColumnChoice = {}) {
  const { columns } = recogniseColumns(names, choice, "");
  const taken = new Set<string>(Object.values(columns).filter((name) => name !== null));
  const guessed: Partial<Record<Role, readonly string[]>> = {};
  const cellsOfRole = (role: Role) => cellsOf(columns[role] ?? guessed[role]?.[0] ?? "");
  const keysOf = (cells: readonly string[], roles: readonly Role[]) => {
    const parts = roles.map(cellsOfRole);
    return cells.map((_, row) => parts.map((part) => part[row] ?? "").join("\n"));
  };
  // An id is a web address, or one word with a digit.
  const isId = (name: string) => {
    const [cell = ""] = cellsOf(name);
    if (!documentWords.test(name) || /title|headline|heading|name/i.test(name)) return false;
    return /^\s*\S*\d\S*\s*$/.test(cell) || isAddress(cell);
  };
  const fits: { readonly [role in Role]?: (name: string, pattern: RegExp) => boolean } = {
    title: (name, pattern) => pattern.test(name) && !isId(name),
    id: (name, pattern) => pattern.test(name) || isId(name),
    rank: (name, pattern) => {
      if (!pattern.test(name)) return false;
      const cells = cellsOf(name);
      if (cells.length === 0) return pattern === rankWords;
      return areRanks(cells, keysOf(cells, ["query", "query id", "engine"]), pattern);
    },
    engine: (name, pattern) => {
      const result = cellsOfRole("rank").length > 0 ? "rank" : cellsOfRole("title").length > 0 ? "title" : "id";
      const cells = cellsOf(name);
      // If all rows have the same source, it may be the catalogue and not the engine.
      if (!pattern.test(name) || (pattern === sourceNames && new Set(cells.filter((cell) => cell !== "")).size === 1))
        return false;
      return mayBeEngines(cells, keysOf(cells, ["query", "query id", result]));
    },
  };
  for (const [role, pattern] of words) {
    const isKnown = columns[role] !== null || guessed[role] !== undefined;
    if (isKnown || (role === "query" && columns["query id"] !== null)) continue;
    const isFitting = (name: string) => fits[role]?.(name, pattern) ?? pattern.test(name);
    const found = ownColumns(names).find((name) => !taken.has(name) && !ofOthers.test(name) && isFitting(name));
    if (found === undefined) continue;
    taken.add(found);
    guessed[role] = [found];
  }
  return guessed;
}

/** Returns whether the numbers of most lists start with 0 or 1 and have no large gaps. */
export function countFromFirst(lists: readonly (readonly number[])[]): boolean {
  const first = lists.some((ranks) => ranks.includes(0)) ? 0 : 1;
  const fits = (ranks: readonly number[]) =>
    ranks.includes(first) && ranks.every((rank) => rank < first + 3 * ranks.length);
  return 2 * lists.filter(fits).length > lists.length;
}

/**
 * Returns whether most lists count from 0 or 1. If the column's name is unclear, the numbers of a list must also be
 * distinct. If the name suggests row numbers, there must be at least two lists.
 * @param lists - for each row, a key that identifies its list
 */
function areRanks(cells: readonly string[], lists: readonly string[], pattern: RegExp): boolean {
  const numbers = cells.map((cell) => (wholeNumber.test(cell) ? Number(cell) : Number.NaN));
  const ofLists = [...rowsByKey(lists).values()].map((rows) => rows.map((row) => at(numbers, row)));
  if (!countFromFirst(ofLists)) return false;
  if (pattern === rankWords) return !Number.isNaN(numbers[0]);
  if (pattern === rowNumbers && ofLists.length === 1) return false;
  return !numbers.includes(Number.NaN) && ofLists.every((ranks) => new Set(ranks).size === ranks.length);
}

/** Also matches 3.0, which pandas writes instead of 3 if the column has missing values. */
export const wholeNumber = /^\s*\d+(?:\.0+)?\s*$/;

/**
 * Returns whether the cells may be engines: all are equal, or most engines have a result that another engine also has.
 * @param results - for each row, a key that identifies the result: query and rank, query and title, or query and id
 */
function mayBeEngines(cells: readonly string[], results: readonly string[]): boolean {
  const valuesOf = (rows: readonly number[]) => new Set(rows.map((row) => cells[row]));
  const shared = [...rowsByKey(results).values()].map(valuesOf).filter((values) => values.size > 1);
  const values = new Set(cells);
  return (values.size === 1 && !values.has("")) || 2 * new Set(shared.flatMap((some) => [...some])).size > values.size;
}

export const guessedRoles = ["query", "title", "rank", "engine", "id"] as const;
type GuessedRole = (typeof guessedRoles)[number];

/** @param wanted - the roles to guess @param where - the end of an error message, such as `to semqrel convert` */
export function findColumns(
  names: readonly string[],
  choice: ColumnChoice,
  source: string,
  wanted: readonly GuessedRole[] = guessedRoles,
  where?: string,
  cellsOf?: CellsOf,
) {
  const usual = recogniseColumns(names, choice, source);
  // If the first line is a row of data, its cells do not name roles.
  const guesses = names.length < 2 || looksLikeRow(names) ? {} : guessColumns(names, cellsOf, choice);
  const columns = { ...usual.columns };
  const { engine } = columns;
  // A column "system" with empty cells may have operating systems, as in Zotero's export.
  if (
    engine !== null &&
    !choice.engine &&
    columnKey(engine) !== "engine" &&
    cellsOf?.(engine).some((cell) => cell.trim() === "")
  ) {
    const { engine: [fitting] = [] } = guessColumns([engine, ...names], cellsOf, { ...choice, engine: [] });
    if (fitting !== engine) columns.engine = null;
  }
  const guessed: { role: GuessedRole; column: string }[] = [];
  for (const role of wanted) {
    const [column] = guesses[role] ?? [];
    if (column === undefined || column.length > longestGuess || choice[role] || columns[role] !== null) continue;
    if (Object.values(columns).includes(column)) continue;
    const others = names.filter((name) => name !== column);
    const [rival] = guessColumns(others, cellsOf, choice)[role] ?? [];
    // Without a column of ids, the address or title identifies the document. So an unclear id is not an error.
    if (role === "id" && (rival !== undefined || columns.url !== null)) continue;
    // A column "rank" is certain, even beside a column "#".
    const isCertain = role === "rank" && rival !== undefined && rowNumbers.test(rival) && !rowNumbers.test(column);
    if (!isCertain && rival !== undefined) throw ambiguousColumns(source, role, [column, rival], where);
    columns[role] = column;
    guessed.push({ role, column });
  }
  const warnings: Warning[] = guessed.length > 0 ? [{ kind: "columns-guessed", source, columns: guessed }] : [];
  return { columns, guessed, warnings: [...usual.warnings, ...warnings] };
}

export function ambiguousColumns(source: string, role: Role, names: readonly string[], where = ""): SemqrelError {
  const shown = names.map((name) => quoted(name)).join(" and ");
  const choices = names.map((name) => columnFlag(role, [name])).join(" or ");
  const remedy = `Pass ${`${choices} ${where}`.trimEnd()}.`;
  return invalidOption(`Reading ${source}: ${shown} both fit the ${role}. ${remedy}`, { file: source });
}

/**
 * @param asked - names from an option, or []. If this file has no similar name, the advised option keeps these names,
 * because other files may have them.
 */
export function missingColumn(role: Role, asked: readonly string[], names: readonly string[], source: string) {
  const wanted = asked.length > 0 ? asked : [role];
  const missing = `column "${wanted.join('" or "')}" is missing`;
  const refuse = (what: string) => inputError("MISSING_COLUMN", source, what, { role, columns: names });
  if (names.length === 1 && /[,;\t]/.test(names[0] ?? "")) {
    return refuse(`${missing}: line 1 is read as one column, ${quoted(names[0] ?? "")}. Leave --input-format out.`);
  }
  if (looksLikeRow(names))
    return refuse(`${namesMissing(names)}. Add a line with column names at the top, such as query,rank,title.`);
  const guess = guessColumns(names)[role]?.[0] ?? "";
  const name = guess === "" || guess.length > longestGuess ? "NAME" : guess;
  const near = wanted.map((one) => suggestion(one, names)).find((text) => text !== "") ?? "";
  const isOfOthers = asked.length > 0 && near === "";
  const advice = isOfOthers
    ? `${columnFlag(role, [...asked, name])}: for each file, the first name that it has is used`
    : columnFlag(role, [name]);
  const stack = role === "query" ? ` ${joinAdvice}` : "";
  return refuse(`${missing} (${columnsThere(names)}).${near} Pass ${advice}.${stack}`);
}

const joinAdvice = "If each file has one query, join them with semqrel convert --join.";

/** Says that a row has no query. Advises `--join` if the column may describe documents instead, such as `keywords`. */
export function emptyQuery(id: string | null, query: string | null): string {
  const column = id ?? query ?? "";
  const advice = id !== null || columnKey(column) === "query" ? "" : ` ${joinAdvice}`;
  return `the row has no query: its cell in column ${quoted(column)} is empty. Fill in the cell.${advice}`;
}

/** Returns whether line 1 is data: no cell is a usual name, and a cell is a number or an address. */
export function looksLikeRow(names: readonly string[]): boolean {
  const { columns } = recogniseColumns(names, {}, "");
  const isValue = (name: string) => /^\s*-?\d+(?:[.,]\d+)?\s*$/.test(name) || isAddress(name);
  return Object.values(columns).every((name) => name === null) && names.some(isValue);
}

export function namesMissing(names: readonly string[]): string {
  return `the column names seem to be missing (${columnsThere(names)})`;
}

/** Returns an option such as `--title-column Titel,Name`, quoted for a shell. */
export function columnFlag(role: string, names: readonly string[]): string {
  const all = names.join(",");
  return `--${role.replace(" ", "-")}-column ${/\s/.test(all) ? `"${all}"` : all}`;
}

export function columnsThere(names: readonly string[]): string {
  const all = names.join(", ") || "no text or number";
  return `line 1 has: ${all.length <= 500 ? all : `${all.slice(0, 500)}… and more, ${names.length} in all`}`;
}
