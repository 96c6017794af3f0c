/** Proposes a configuration for the user's files, and the next command. */

import { accessSync, constants, type Dirent, existsSync, opendirSync, readdirSync, statSync } from "node:fs";
import { attempt } from "../../core/attempt.ts";
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { isFolder } from "../../core/files/folders.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { someOf } from "../../core/text/wording.ts";
import { startsAsPool } from "../../gold/pools/pool-format.ts";
import { formats } from "../../io/formats.ts";
import { semqrelLabels } from "../../io/judgments/fixed-tables.ts";
import { unreadable } from "../../io/open-input.ts";
import { isQuerySet } from "../../io/query-sets/read-pairs.ts";
import { readResults } from "../../io/results/read-results.ts";
import { peekInput } from "../../io/tables/read-table.ts";
import { type GuessedColumns, guessColumns, recogniseColumns } from "../../io/tables/recognise-columns.ts";
import { headCells, headColumns, judgedColumn, tableFormatOf } from "../../io/tables/table-roles.ts";

interface FoundEngine {
  readonly name: string;
  readonly path: string;
  readonly depth: number;
  readonly isShared: boolean;
}

/** @param reference - an engine or its file; if null, this function chooses an engine */
export function startingConfiguration(files: readonly SurveyedFile[], reference: string | null) {
  const of = (kind: SurveyedKind) => files.filter((file) => file.kind === kind).map(({ path }) => path);
  const engines = files.flatMap(({ path, engines: found }) =>
    found.map(({ name, queries, rows }) => ({ name, path, depth: rows / queries, isShared: found.length > 1 })),
  );
  const [judgments] = of("judgments");
  const runs = of("run");
  const [queries] = of("queries");
  const label = engines.length === 0 ? null : labelSettings(engines, reference);
  if (label === null && reference !== null) throw unknownReference(reference, []);
  const columns = columnSettings(files.map((file) => file.columns));
  const measured = judgments !== undefined && runs.length > 0;
  return {
    settings: {
      ...label?.settings,
      ...(queries === undefined || label === null ? {} : { queries }),
      ...columns,
      ...(judgments === undefined ? {} : { gold: judgments }),
      ...(label === null ? {} : { label: { out: "labels" } }),
      ...(measured ? { measure: { qrels: judgments, "runs-and-measures": [...runs, "nDCG@10"] } } : {}),
    },
    decisions: [
      ...(label?.decisions ?? []),
      ...(of("judgments").length > 1
        ? [`There are several files of judgments. The first one, ${judgments}, is used.`]
        : []),
      ...(of("queries").length > 1 ? [`There are several files of queries. The first one, ${queries}, is used.`] : []),
    ],
    next: [
      ...(label === null ? [] : ["semqrel check"]),
      ...(measured ? ["semqrel measure"] : []),
      ...(label !== null && judgments !== undefined ? ["semqrel validate check"] : []),
      ...(label === null ? of("labels").map((path) => `semqrel report ${path}`) : []),
    ],
  };
}

function labelSettings(engines: readonly FoundEngine[], wanted: string | null) {
  const chosen = chooseReference(engines, wanted);
  const others = engines.filter((engine) => engine !== chosen.engine);
  const ofOtherFiles = [...new Set(others.map(({ path }) => path))].filter((path) => path !== chosen.engine.path);
  return {
    settings: {
      reference: chosen.engine.path,
      ...(chosen.engine.isShared ? { "reference-engine": chosen.engine.name } : {}),
      ...(ofOtherFiles.length === 0 ? {} : { candidates: ofOtherFiles }),
    },
    decisions: [
      `The reference is ${chosen.engine.name}, ${chosen.reason}; the other engines are measured against it.` +
        (wanted === null ? " If you trust another engine more, run semqrel system init --force --reference NAME." : ""),
      ...(others.length === 0 ? ["There are no results from another engine yet. Add its file to the candidates."] : []),
    ],
  };
}

function chooseReference(engines: readonly FoundEngine[], wanted: string | null) {
  if (wanted !== null) {
    const engine = engines.find(({ name, path }) => name === wanted || path === wanted);
    if (engine !== undefined) return { engine, reason: "as --reference says" };
    throw unknownReference(wanted, engines);
  }
  const named = engines.find(({ name }) => /(?:^|[^a-z])(?:reference|ref|truth|ideal)(?:$|[^a-z])/i.test(name));
  if (named !== undefined) return { engine: named, reason: "because of its name" };
  const deepest = engines.reduce((best, one) => (one.depth > best.depth ? one : best));
  return { engine: deepest, reason: engines.length === 1 ? "the only engine" : "which has the longest lists" };
}

function columnSettings(all: readonly GuessedColumns[]): Readonly<Record<string, readonly string[]>> {
  const settings: Record<string, string[]> = {};
  for (const [role, names] of all.flatMap((columns) => Object.entries(columns))) {
    const key = `${role.replace(" ", "-")}-column`;
    settings[key] = [...new Set([...(settings[key] ?? []), ...names])];
  }
  return settings;
}

function unknownReference(given: string, engines: readonly FoundEngine[]): SemqrelError {
  const known = engines.map(({ name }) => name);
  const there = known.length === 0 ? "no result lists were found here" : `the engines found are ${known.join(", ")}`;
  return invalidOption(
    `Cannot write the configuration: there is no engine "${given}"; ${there}.${suggestion(given, known)} Give --reference one of them.`,
    { reference: given },
  );
}

type SurveyedKind = "results" | "run" | "judgments" | "queries" | "pool" | "labels";

/** A file, or a folder of labels. `path` has forward slashes. */
export interface SurveyedFile {
  readonly path: string;
  readonly kind: SurveyedKind;
  /** Engines in a file of results, each with its numbers of queries and rows; empty for other files. */
  readonly engines: readonly { readonly name: string; readonly queries: number; readonly rows: number }[];
  /** The columns with unusual names that were guessed for each role. */
  readonly columns: GuessedColumns;
}

export interface Survey {
  readonly files: readonly SurveyedFile[];
  /** Files that look like input but cannot be used. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

const extensions = /\.(?:csv|tsv|txt|jsonl|json|parquet|run|trec|qrels?|qrel)(?:\.gz)?$/i;
const notOurs = /^(?:node_modules|package(?:-lock)?\.json|tsconfig.*\.json|semqrel\.config\.json)$|^\.|^readme/i;
/** Files above this size are not read, because reading them would take long. */
const mostBytes = 100e6;
/** Maximum number of columns to name in a message. An export may have fifty. */
const SHOWN_COLUMNS = 8;

/** Examines the files in the working folder and in its subfolders, but not deeper. */
export async function surveyFolder(): Promise<Survey> {
  const files: SurveyedFile[] = [];
  const skipped: { path: string; reason: string }[] = [];
  const examine = async (path: string) => {
    const why = whyNotRead(path);
    if (why !== null) {
      skipped.push({ path, reason: why });
      return;
    }
    try {
      const found = await surveyFile(path);
      if (typeof found === "string") skipped.push({ path, reason: found });
      else if (found !== null) files.push(found);
    } catch (error) {
      if (!(error instanceof SemqrelError)) throw error;
      skipped.push({ path, reason: error.message });
    }
  };
  for (const path of pathsIn(".")) {
    if (!isFolder(path)) await examine(path);
    else if (isLabelFolder(path)) files.push({ path, kind: "labels", engines: [], columns: {} });
    else if (!mayBeRead(path)) skipped.push({ path, reason: "you do not have permission to read it" });
    else for (const inner of pathsIn(path)) if (!isFolder(inner)) await examine(inner);
  }
  return { files, skipped };
}

/** Returns the folders of labels in the working folder, except those that `estimate --write-labels` wrote. */
export function labelFoldersHere(): string[] {
  return pathsIn(".").filter(
    (path) => isFolder(path) && isLabelFolder(path) && !existsSync(`${path}/calibration.json`),
  );
}

function whyNotRead(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return "it is a link to a file that does not exist";
  // Reading a pipe would wait for its writer.
  if (!found.isFile()) return "it is not a file";
  return found.size > mostBytes ? "it is too large to examine; to use it, add it to the configuration" : null;
}

/** Returns null for a file that is no input for semqrel. If results lack a needed column, returns an explanation. */
async function surveyFile(path: string): Promise<SurveyedFile | string | null> {
  const { input, head } = await peekInput(path);
  input.close();
  const plain = (kind: SurveyedKind): SurveyedFile => ({ path, kind, engines: [], columns: {} });
  if (await startsAsPool(path)) return plain("pool");
  const cells = headColumns(head);
  // A line without a delimiter does not contain names of columns.
  const names = cells !== null && cells.length > 1 ? cells : null;
  if (names !== null || ["parquet", "elasticsearch", "solr"].includes(tableFormatOf(head))) {
    const columns = guessColumns(names ?? [], headCells(head));
    const isJudged = names !== null && (judgedColumn(head) !== null || semqrelLabels.detect(head, {}));
    const engines = isJudged ? null : await enginesOf(path, columns);
    if (engines !== null) return { path, kind: "results", engines, columns };
  }
  if (formats.run.some(({ name, detect }) => name === "trec-run" && detect(head, {}))) return plain("run");
  if (formats.judgments.some(({ detect }) => detect(head, {}))) return plain("judgments");
  const isText = !/[{[]/.test(head.trimStart()[0] ?? "");
  if (isQuerySet(head) || (isText && /quer|topic/i.test(path))) return plain("queries");
  return names === null ? null : lackOf(names);
}

function lackOf(names: readonly string[]): string | null {
  const { columns } = recogniseColumns(names, guessColumns(names), "");
  const hasQueries = columns.query !== null || columns["query id"] !== null;
  if (hasQueries === (columns.title !== null)) return null;
  const [what, flag] = hasQueries ? ["titles", "--title-column"] : ["queries", "--query-column"];
  return `no column of ${what} was recognised in ${someOf(names, SHOWN_COLUMNS)}; name it with semqrel label ${flag} NAME`;
}

async function enginesOf(path: string, columns: GuessedColumns): Promise<SurveyedFile["engines"] | null> {
  try {
    const options = { format: null, columns, rankBase: null, further: [], titles: null };
    const { results } = await readResults({ path, engine: null }, options);
    return results.map(({ engine, queryIds, queryTexts, titles }) => ({
      name: engine,
      queries: new Set(titles.map((_, row) => queryIds?.[row] || queryTexts?.[row])).size,
      rows: titles.length,
    }));
  } catch (error) {
    if (error instanceof SemqrelError && ["MISSING_COLUMN", "INVALID_FORMAT"].includes(error.code)) return null;
    throw error;
  }
}

function pathsIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => !notOurs.test(entry.name) && (entry.isDirectory() || extensions.test(entry.name)))
    .map(({ name }) => (folder === "." ? name : `${folder}/${name}`))
    .sort();
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    throw unreadable(folder, cause);
  }
}

function mayBeRead(folder: string): boolean {
  const isRead = attempt(() => {
    accessSync(folder, constants.R_OK | constants.X_OK);
    // Opens the folder, too, because some systems deny access although the permissions allow it.
    opendirSync(folder).closeSync();
    return true;
  });
  return isRead === true;
}

function isLabelFolder(path: string): boolean {
  return ["labels.csv", "manifest.json"].every((name) => existsSync(`${path}/${name}`));
}
