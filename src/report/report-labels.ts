/**
 * Which labels does a folder hold, as a report needs them: numbers of every row, and texts of those that are shown?
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { SemqrelError } from "../core/errors.ts";
import { unescapeFormula } from "../core/text/escape.ts";
import { titleNumber } from "../core/titles/keys.ts";
import { MATCH_SEMANTIC, type MatchKind, matchKinds, type Query } from "../core/types.ts";
import { labelCell } from "../io/labels/label-cell.ts";
import { readLabelManifest } from "../io/labels/read-label-manifest.ts";
import { type LabelRow, type ScannedLabels, scanLabelRows } from "../io/labels/scan-label-rows.ts";
import { readRecordsAt } from "../io/read-records-at.ts";
import { numberCell } from "../io/row-error.ts";
import { growingInts, growingNumbers } from "../io/tables/growing-column.ts";
import { groupResults } from "../lists/group-results.ts";
import type { ReportLabels, ReportLists } from "./content/report-inputs.ts";
import type { RowsToShow } from "./content/rows-to-show.ts";

export interface FolderLabels {
  /** Without the title and the id of any row. */
  readonly labels: ReportLabels;
  /**
   * The same with titles and ids of some rows.
   *
   * @throws SemqrelError FILE_UNREADABLE where a file is no longer what it was   details: { file }
   */
  withTexts(rows: RowsToShow): Promise<ReportLabels>;
}

const matchColumns = ["label", "match", "reference_rank", "similarity", "margin", "origin"];
const pointColumns = ["engine", "label", "point_rank"];

/**
 * Memory: some 60 bytes a row, whatever its titles, and 30 a row of the reference.
 *
 * @param folder of `label` or `calibrate`
 * @throws SemqrelError FILE_NOT_FOUND without labels.csv; as `scanLabelRows`; INVALID_ROW for a cell that is no number
 */
export async function readReportLabels(folder: string): Promise<FolderLabels> {
  const [path, referencePath] = [join(folder, "labels.csv"), join(folder, "reference.csv")];
  if (!existsSync(path)) {
    throw new SemqrelError(
      "FILE_NOT_FOUND",
      `Reading ${folder}: the folder has no labels.csv. Give a folder that semqrel label --out wrote.`,
      { details: { file: path } },
    );
  }
  const manifest = readLabelManifest(folder);
  // `--spreadsheet-safe` put a quote before these.
  const plain = manifest?.spreadsheetSafe === true ? unescapeFormula : (text: string) => text;
  const numbering = numberQueries(manifest?.queries ?? []);
  const rowsOfEngine = new Map<string, EngineRows>();
  const file = await scanLabelRows(path, { further: matchColumns, byEngine: true }, (row) => {
    const rows = rowsOfEngine.get(row.engine) ?? engineRows(path);
    rowsOfEngine.set(row.engine, rows);
    rows.add(row, numbering.numberOf(plain(row.query)), plain(row.title));
  });
  const points = existsSync(referencePath) ? referenceRows(referencePath) : null;
  const referenceFile =
    points &&
    (await scanLabelRows(referencePath, { further: pointColumns, byEngine: false }, (row) =>
      points.add(row, numbering.numberOf(plain(row.query)), plain(row.cell("engine"))),
    ));
  const { queries } = numbering;
  const engines = [...rowsOfEngine].map(([name, rows]) => rows.finish(plain(name), file, queries.length));
  const labels: ReportLabels = {
    source: folder,
    queries,
    engines: engines.map(({ engine }) => engine),
    reference: points?.finish(manifest?.reference ?? null, queries.length) ?? null,
  };
  return {
    labels,
    async withTexts(rows) {
      const wanted = engines.flatMap(({ lines }, list) =>
        Array.from(rows.engines[list] ?? [], (row): WantedRow => ({ list, row, line: lines[row] ?? 0 })),
      );
      const ofReference = Array.from(
        rows.reference,
        (row): WantedRow => ({
          ...{ list: 0, row, line: points?.lines()[row] ?? 0 },
        }),
      );
      const texts = await readTexts(path, file, wanted, plain);
      const [titlesAndIds = {}] =
        referenceFile === null ? [] : await readTexts(referencePath, referenceFile, ofReference, plain);
      const { reference } = labels;
      return {
        ...labels,
        engines: labels.engines.map((engine, list) => ({ ...engine, lists: { ...engine.lists, ...texts[list] } })),
        reference: reference && { ...reference, lists: { ...reference.lists, ...titlesAndIds } },
      };
    },
  };
}

/** Queries of the manifest first, in its order, then others as they come. */
function numberQueries(known: readonly Query[]) {
  const queries: Query[] = [];
  const numbers = new Map<string, number>();
  const add = (query: Query) => {
    numbers.set(query.name, queries.length);
    return queries.push(query) - 1;
  };
  for (const { name, id, text } of known) add({ name, id, text });
  return { queries, numberOf: (name: string) => numbers.get(name) ?? add({ name, id: null, text: name }) };
}

type EngineRows = ReturnType<typeof engineRows>;

function engineRows(source: string) {
  const common = rowColumns();
  const [labels, similarities, margins] = [growingNumbers(), growingNumbers(), growingNumbers()];
  const [titleNumbers, kinds, referenceRanks] = [growingNumbers(), growingInts(), growingInts()];
  const origins: string[] = [];
  const knownOrigins = new Map<string, string>();
  return {
    add(row: LabelRow, query: number, title: string) {
      const { line } = row;
      common.add(row, query);
      titleNumbers.push(titleNumber(title));
      labels.push(labelCell(row.cell("label"), source, line));
      kinds.push(Math.max(0, matchKinds.indexOf((row.cell("match") || "none") as MatchKind)));
      referenceRanks.push(wholeNumber(row, "reference_rank", source));
      similarities.push(numberCell(row.cell("similarity"), "similarity", source, line));
      margins.push(numberCell(row.cell("margin"), "margin", source, line));
      const origin = row.cell("origin");
      const known = knownOrigins.get(origin);
      // The same string each time: cells of a row would keep the whole row.
      if (known === undefined) knownOrigins.set(origin, origin);
      origins.push(known ?? origin);
    },
    finish(engine: string, { further }: ScannedLabels, queries: number) {
      return {
        lines: common.lines.view(),
        engine: {
          lists: { ...common.group(engine, source, queries), titleNumbers: titleNumbers.view() },
          ...{ labels: labels.view(), similarities: similarities.view(), margins: margins.view() },
          // A label without a word on its match is taken for one by meaning.
          kinds: further.includes("match")
            ? Uint8Array.from(kinds.view())
            : new Uint8Array(kinds.length).fill(MATCH_SEMANTIC),
          referenceRanks: referenceRanks.view(),
          ...(further.includes("origin") ? { origins } : {}),
        },
      };
    },
  };
}

function referenceRows(source: string) {
  const common = rowColumns();
  const [labels, pointRanks] = [growingNumbers(), growingInts()];
  const names = new Map<string, { readonly engine: string; readonly source: string }>();
  const origins: { readonly engine: string; readonly source: string }[] = [];
  return {
    lines: () => common.lines.view(),
    add(row: LabelRow, query: number, engine: string) {
      common.add(row, query);
      labels.push(labelCell(row.cell("label"), source, row.line));
      pointRanks.push(wholeNumber(row, "point_rank", source));
      const origin = names.get(engine) ?? { engine, source };
      names.set(engine, origin);
      origins.push(origin);
    },
    /** @param name of one list, also of several references; null takes it from the rows */
    finish(name: string | null, queries: number) {
      const engine = name ?? [...names.keys()].join("+");
      const isOne = [...names.keys()].every((known) => known === engine);
      return {
        lists: { ...common.group(engine, source, queries), ...(isOne ? {} : { origins }) },
        ...{ labels: labels.view(), pointRanks: pointRanks.view() },
      };
    },
  };
}

function rowColumns() {
  const [queryOfRow, ranks, lines] = [growingInts(), growingInts(), growingInts()];
  return {
    lines,
    add({ rank, line }: LabelRow, query: number) {
      queryOfRow.push(query);
      ranks.push(rank);
      lines.push(line);
    },
    group(engine: string, source: string, queries: number): ReportLists {
      const raw = {
        ...{ engine, source, titles: [], ids: null, queryTexts: null, queryIds: null, columns: new Map() },
        ...{ ranks: ranks.view(), lines: lines.view() },
      };
      return groupResults(raw, queryOfRow.view(), queries);
    },
  };
}

/** -1 where a cell is empty. */
function wholeNumber(row: LabelRow, name: string, source: string): number {
  const number = numberCell(row.cell(name), name, source, row.line);
  return Number.isNaN(number) ? -1 : number;
}

interface WantedRow {
  /** Place among the lists of the file. */
  readonly list: number;
  readonly row: number;
  readonly line: number;
}

interface Texts {
  readonly titles: Record<number, string>;
  readonly ids: Record<number, string> | null;
}

/** By list. */
async function readTexts(
  path: string,
  { source, sha256, titleColumn, idColumn }: ScannedLabels,
  wanted: readonly WantedRow[],
  plain: (text: string) => string,
): Promise<Texts[]> {
  const texts: Texts[] = [];
  const inOrder = wanted.toSorted((one, other) => one.line - other.line);
  const lines = Int32Array.from(inOrder, ({ line }) => line);
  const found = await readRecordsAt(path, lines, (place, cellOf) => {
    const { list = 0, row = 0 } = inOrder[place] ?? {};
    texts[list] ??= { titles: {}, ids: idColumn === null ? null : {} };
    const { titles, ids } = texts[list];
    titles[row] = plain(cellOf(titleColumn ?? ""));
    if (ids !== null) ids[row] = plain(cellOf(idColumn ?? ""));
  });
  if (found === sha256) return texts;
  throw new SemqrelError(
    "FILE_UNREADABLE",
    `Reading ${source}: it was changed while it was read. Wait until it is complete, and run again.`,
    { details: { file: source } },
  );
}
