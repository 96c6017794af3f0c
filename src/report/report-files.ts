import { basename, dirname, join, resolve } from "node:path";
import { at, atKey } from "../core/at.ts";
import { attempt } from "../core/attempt.ts";
import { invalidOption, messageOf, type SemqrelError } from "../core/errors.ts";
import { isFolder, readBuiltFile } from "../core/files/folders.ts";
import { sha256 } from "../core/files/read-whole.ts";
import type { FileToWrite } from "../core/files/write-file.ts";
import { suggestion } from "../core/text/suggestion.ts";
import { quoted } from "../core/text/wording.ts";
import type { GivenRatings } from "../gold/known-ratings.ts";
import { ratingsBeside } from "../gold/ratings-beside.ts";
import { inputError, writeWhole } from "../io/input-error.ts";
import { readEvidence } from "../io/labels/evidence.ts";
import { manifestIn, noLabelFolder, PAGE } from "../io/labels/label-manifest.ts";
import { type LabelledMeasures, readLabelFolder, type ScannedLabelTable } from "../io/labels/label-tables.ts";
import { requireOtherFile } from "../io/require-paths.ts";
import { type CsvForm, csvText } from "../io/tables/write-csv.ts";
import { scanStoredLabels } from "../label/stored-labels.ts";
import { buildHistoryReport } from "./content/build-history-report.ts";
import { buildRunReport } from "./content/build-run-report.ts";
import { concludeFrom, labelEvidence } from "./content/conclusion.ts";
import type { ReportInputs, ReportLabels, ReportMeasures } from "./content/report-inputs.ts";
import { rowsToShow } from "./content/report-queries.ts";
import type { ReportFormat, RunReport } from "./content/run-report.ts";
import { compareEngines } from "./content/shared-findings.ts";
import { renderBlock } from "./page/render-block.ts";
import { renderReportPage } from "./page/render-report-page.ts";
import { renderReportCsv, renderReportMarkdown } from "./page/render-report-text.ts";
import { type FoundDocuments, type LabelNames, noDocuments, reportDocuments } from "./report-documents.ts";

/** Settings without a comment mean the same as in `report`. */
interface ReportFilesOptions {
  readonly with?: readonly string[];
  readonly results?: number;
  readonly lists?: number;
  readonly query?: readonly string[];
  readonly seed?: number;
  /** Whether to use --json output in the folder. Pass false if the output is about earlier labels. @default true */
  readonly ownDocuments?: boolean;
}

/**
 * @param folder - folder that `label --out` or `calibrate --out` wrote
 * @throws SemqrelError FILE_NOT_FOUND without results; INVALID_FORMAT for results of another schema version, invalid
 *   documents, and files that do not fit each other; INVALID_OPTION for two documents of one kind, and for a query that
 *   the folder lacks; also the errors of `readReportLabels`
 */
export async function reportFiles(folder: string, options: ReportFilesOptions = {}): Promise<RunReport> {
  const { inputs, withTexts, files } = await reportInputs(folder, options);
  return buildSoundReport({ ...inputs, stored: await withTexts(rowsToShow(inputs)) }, files);
}

/** Returns all numbers of a report, and a function that reads its texts. @throws SemqrelError as `reportFiles` */
export async function reportInputs(folder: string, options: ReportFilesOptions = {}) {
  requireFolder(folder);
  const measured = await readLabelFolder(folder);
  const { labels: stored, withTexts } = await readReportLabels(folder);
  requireWhole(measured, stored);
  const labels = { source: stored.source, engines: stored.engines.map(({ lists }) => lists.engine) };
  // Paths in the page's commands are relative to the parent folder, because readers type the commands there.
  const { files, ...found } = await readFindings(folder, labels, options, dirname(resolve(folder)));
  const inputs: ReportInputs = {
    name: measured.name,
    origin: measured.origin,
    stored,
    ...found,
    measures: measuresOf(measured, stored, found.summary !== null),
    resultsShown: options.results ?? 20,
    // A browser can open the lists of about this many queries.
    lists: { most: options.lists ?? 1000, named: namedQueries(options.query ?? [], stored) },
    seed: options.seed ?? 1,
  };
  return { inputs, withTexts, files };
}

async function readFindings(
  folder: string,
  labels: LabelNames,
  options: ReportFilesOptions = {},
  parent?: string,
  given?: GivenRatings,
) {
  const evidence = await readEvidence(folder);
  const ratings = await ratingsBeside(folder, labels.engines, given ?? evidence, parent);
  const wanted = { with: options.with ?? [], evidence: evidence.documents, own: options.ownDocuments ?? true };
  const found = reportDocuments(folder, labels, wanted);
  return { ...found, ratings, stale: [...evidence.stale, ...found.stale] };
}

/** Returns the conclusion that commands print. @param given - ratings that the user passed to `estimate` */
export async function folderConclusion(folder: string, given?: GivenRatings) {
  const measured = await readLabelFolder(folder);
  const { engines, origin } = measured;
  const labels = { source: folder, engines };
  const { summary, documents, stale, ratings } = await readFindings(folder, labels, {}, undefined, given);
  const { comparison, answered } = compareEngines({ measures: ownMeasures(measured), origin, seed: 1 });
  return concludeFrom({
    folder,
    isEstimating: given !== undefined,
    ratings,
    engines,
    labels: comparison,
    answered,
    ...labelEvidence(summary),
    ...documents,
    hasStale: stale.length > 0,
  });
}

/** @param folders - earliest first @throws SemqrelError as `reportFiles`; INVALID_OPTION for fewer than two folders */
export async function historyFiles(folders: readonly string[], { seed = 1 }: ReportFilesOptions = {}) {
  if (folders.length < 2) {
    throw invalidOption("Reporting over time: --history needs at least two folders, the earliest first.", { folders });
  }
  const read: LabelledMeasures[] = [];
  for (const folder of folders) {
    requireFolder(folder);
    read.push(await readLabelFolder(folder));
  }
  const isUnique = new Set(read.map(({ name }) => name)).size === read.length;
  const steps = read.map((one) => ({ ...one, name: isUnique ? one.name : one.folder, measures: ownMeasures(one) }));
  return buildHistoryReport(steps, seed);
}

/** Yields pieces of a report's text. The same report gives the same bytes. */
export function reportText(report: RunReport, format: ReportFormat, csvForm: CsvForm = {}): Iterable<string> {
  switch (format) {
    case "html":
      return renderReportPage(report, {
        script: readBuiltFile("report/page/script/report-script.js", "the script of the report"),
        hash: (text) => Buffer.from(sha256(text), "hex").toString("base64"),
      });
    case "md":
      return [renderReportMarkdown(report)];
    case "json":
      return [`${JSON.stringify(report, null, 1)}\n`];
    case "csv":
      return csvText(renderReportCsv(report), csvForm);
  }
}

/** @throws SemqrelError OUTPUT_UNWRITABLE   details: { file }; no file is left incomplete */
export function writeReport(report: RunReport, format: ReportFormat, file: string, csvForm?: CsvForm): void {
  if (basename(file) !== PAGE) requireOtherFile(file, []);
  writeWhole([{ path: file, content: reportText(report, format, csvForm) }], file);
}

/** Adds report.html to a folder and its manifest, so that a later run replaces or removes the page. */
export function writeReportInto(folder: string, report: RunReport): string {
  const path = join(folder, PAGE);
  const written: FileToWrite[] = [{ path, content: reportText(report, "html") }];
  const manifest = manifestIn(folder);
  const files = manifest?.["files"];
  if (Array.isArray(files) && !files.includes(PAGE)) {
    const named = { ...manifest, files: [...files, PAGE] };
    written.push({ path: join(folder, "manifest.json"), content: [`${JSON.stringify(named, null, 1)}\n`] });
  }
  writeWhole(written, path);
  return path;
}

function requireFolder(path: string): void {
  if (!isFolder(path)) throw noLabelFolder(path, "FILE_NOT_FOUND");
}

/** Refuses truncated files, because their missing lines would look like missing results. */
function requireWhole({ folder, origin, engines }: LabelledMeasures, stored: ReportLabels): void {
  const { candidateRows, referenceRows } = origin.counts;
  const remedy = "It was cut short or changed. Run the command that wrote the folder again.";
  const refuse = (file: string, found: string) =>
    inputError("INVALID_FORMAT", join(folder, file), `${found}. ${remedy}`);
  const rowsOf = new Map<string, unknown>(Object.entries(candidateRows ?? {}));
  for (const { engine, ranks } of stored.engines.map(({ lists }) => lists)) {
    const expected = rowsOf.get(engine);
    if (typeof expected === "number" && expected !== ranks.length)
      throw refuse("labels.csv", `it has ${ranks.length} rows of ${engine}, but manifest.json records ${expected}`);
  }
  const rows = stored.reference?.lists.ranks.length ?? 0;
  if (typeof referenceRows === "number" && referenceRows !== rows) {
    throw refuse("reference.csv", `it has ${rows} rows, but manifest.json records ${referenceRows}`);
  }
  const names = stored.engines.map(({ lists }) => lists.engine);
  const odd = [...names.filter((name) => !engines.includes(name)), ...engines.filter((name) => !names.includes(name))];
  if (odd.length === 0) return;
  throw refuse("measures.csv", `it does not fit labels.csv, because only one of them has the engine ${odd[0]}`);
}

function namedQueries(names: readonly string[], { queries, source }: ReportLabels): number[] {
  const places = names.map((wanted) => {
    const place = queries.findIndex(({ name, id }) => name === wanted || id === wanted);
    if (place >= 0) return place;
    const hint = suggestion(
      wanted,
      queries.flatMap(({ name, id }) => (id === null ? [name] : [name, id])),
    );
    throw invalidOption(
      `Reporting ${source}: it has no query "${wanted}".${hint} Give its text or id as in measures.csv.`,
      { query: wanted },
    );
  });
  return [...new Set(places)];
}

/** Returns measures of the queries in measures.csv. */
function ownMeasures({ engines, values, reasons }: LabelledMeasures): ReportMeasures[] {
  return engines.map((engine) => ({ engine, values: atKey(values, engine), reasons: atKey(reasons, engine) }));
}

/** Returns measures of every query. @param isLabel - false for `calibrate`, which omits unanswered queries */
function measuresOf(measured: LabelledMeasures, stored: ReportLabels, isLabel: boolean): ReportMeasures[] {
  const { folder, queries } = measured;
  const refuse = (query: string, found: string) => {
    const what = `it does not fit labels.csv, because ${found} the query ${quoted(query)}. Run the command that wrote the folder again.`;
    return inputError("INVALID_FORMAT", join(folder, "measures.csv"), what, { query });
  };
  const names = stored.queries.map(({ name }) => name);
  const known = new Set(names);
  const foreign = queries.find((query) => !known.has(query));
  if (foreign !== undefined) throw refuse(foreign, "only it has");
  const placeOf = new Map(queries.map((query, place) => [query, place]));
  return ownMeasures(measured).map((there) => {
    const { engine } = there;
    const reasons = names.map((query) => {
      const place = placeOf.get(query);
      const reason = place === undefined ? "no-row" : (there.reasons[place] ?? null);
      if (reason !== "no-row") return reason;
      if (isLabel) throw refuse(query, `it has no row of ${engine} for`);
      return "no-candidate-results";
    });
    const values = [...there.values].map(([measure, ofQueries]) => {
      const ofNames = Float64Array.from(names, (query) => ofQueries[placeOf.get(query) ?? -1] ?? Number.NaN);
      return [measure, ofNames] as const;
    });
    return { engine, values: new Map(values), reasons };
  });
}

/**
 * Reads labels without titles and ids, and returns a function that adds the titles and ids of some rows.
 * @throws SemqrelError as `scanStoredLabels`; later, FILE_UNREADABLE if a file has changed   details: { file }
 */
export async function readReportLabels(folder: string) {
  const { stored, ...tables } = await scanStoredLabels(folder);
  const { engines, reference } = stored;
  return {
    labels: stored as ReportLabels,
    async withTexts(rows: {
      engines: readonly Iterable<number>[];
      reference: Iterable<number>;
    }): Promise<ReportLabels> {
      const wanted = engines.map(({ lists }, place) => ({ lines: lists.lines, rows: at(rows.engines, place) }));
      const texts = await readTexts(tables.labels, wanted);
      const ofReference =
        tables.reference && reference
          ? await readTexts(tables.reference, [{ lines: reference.lists.lines, rows: rows.reference }])
          : [];
      return {
        ...stored,
        engines: engines.map((engine, place) => ({ ...engine, lists: { ...engine.lists, ...texts[place] } })),
        reference: reference && { ...reference, lists: { ...reference.lists, ...ofReference[0] } },
      };
    },
  };
}

/** Returns titles and ids per list. @param wanted - per list, line numbers of all rows, and indexes of rows to read */
async function readTexts(
  table: ScannedLabelTable,
  wanted: readonly { readonly lines: Int32Array; readonly rows: Iterable<number> }[],
) {
  type Texts = Record<number, string>;
  const texts = wanted.map(() => ({ titles: {} as Texts, ids: table.hasIds ? ({} as Texts) : null }));
  const inOrder = wanted
    .flatMap(({ lines, rows }, list) => Array.from(rows, (row) => ({ list, row, line: at(lines, row) })))
    .sort((one, other) => one.line - other.line);
  const lines = Int32Array.from(inOrder, ({ line }) => line);
  await table.textsAt(lines, (place, title, id) => {
    const { list, row } = at(inOrder, place);
    const { titles, ids } = at(texts, list);
    titles[row] = title;
    if (ids !== null) ids[row] = id;
  });
  return texts;
}

/**
 * Builds the report. Building may fail, because only the outermost fields of documents were checked before.
 * @throws SemqrelError INVALID_FORMAT   details: { file }, the damaged document or the folder's summary
 */
export function buildSoundReport(inputs: ReportInputs, files: FoundDocuments["files"]): RunReport {
  try {
    return build(inputs);
  } catch (cause) {
    const bare = { ...inputs, documents: noDocuments };
    if (fails(bare)) {
      if (inputs.summary === null || fails({ ...bare, summary: null })) throw cause;
      throw broken(`${inputs.stored.source}/summary.json`, cause);
    }
    for (const [role, file] of files) {
      if (fails({ ...bare, documents: { ...noDocuments, [role]: inputs.documents[role] } })) throw broken(file, cause);
    }
    throw cause;
  }
}

function build(inputs: ReportInputs): RunReport {
  const report = buildRunReport(inputs);
  // Rendering fails if a value should be text but is not.
  for (const blocks of [report.headline, ...report.sections.map(({ blocks }) => blocks)]) blocks.forEach(renderBlock);
  return report;
}

function fails(inputs: ReportInputs): boolean {
  return attempt(() => build(inputs)) === null;
}

function broken(file: string, cause: unknown): SemqrelError {
  const what = `a part is missing, or does not fit its schema (${messageOf(cause)}). Create it again.`;
  return inputError("INVALID_FORMAT", file, what, { cause });
}
