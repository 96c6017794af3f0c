/** `report`: what does a folder of labels look like on one page? */
import { requireKinds } from "../core/require-settings.ts";
import type { RunReport } from "../report/content/run-report.ts";
import {
  historyFiles,
  type ReportFormat,
  reportFiles,
  reportFormats,
  writeReport,
  writeReportInto,
} from "../report/report-files.ts";

/** What a report shows, and where it is written. */
export interface ReportSettings {
  /** Documents that other commands printed with --json, beside those in the folder. @default none */
  readonly with?: readonly string[];
  /** Results shown of each list of a query. @default 20 */
  readonly results?: number;
  /** Queries shown with their lists: of more the most telling. @default 1000 */
  readonly lists?: number;
  /** Queries shown before others, by text or id. @default none */
  readonly query?: readonly string[];
  /** Decides tests and intervals. @default 1 */
  readonly seed?: number;
  /** The file. @default report.html in the folder; for other formats, and for several folders, nothing is written */
  readonly out?: string;
  /** @default by the ending of `out`, else "html" */
  readonly format?: ReportFormat;
}

/**
 * One report of a folder of labels, or of several over time.
 *
 * @param labels a folder that `label` or `calibrate` wrote; or several, the earliest first
 * @returns the report as data, and the path of the file; null where nothing is written
 * @throws SemqrelError for files and settings that cannot be used; OUTPUT_UNWRITABLE
 */
export async function report(
  labels: string | readonly string[],
  settings: ReportSettings = {},
): Promise<{ readonly report: RunReport; readonly file: string | null }> {
  requireKinds("Reporting", { labels }, settings, {
    "a text": ["out", "format"],
    "a list of names": ["with", "query"],
    "a number": ["results", "lists", "seed"],
  });
  const { out, format = formatOf(out) } = settings;
  const made = await reportOf(labels, settings);
  if (out !== undefined) writeReport(made, format, out);
  const isInFolder = out === undefined && format === "html" && typeof labels === "string";
  return { report: made, file: isInFolder ? writeReportInto(labels, made) : (out ?? null) };
}

/** The same, and writes nothing. */
export function reportOf(labels: string | readonly string[], settings: ReportSettings): Promise<RunReport> {
  const { with: given = [], results = 20, lists = 1000, query = [], seed = 1 } = settings;
  const shown = { with: given, resultsShown: results, listsShown: lists, queries: query, seed };
  return typeof labels === "string" ? reportFiles(labels, shown) : historyFiles(labels, { seed });
}

/** An ending that is no format is any name of a page. */
export function formatOf(out = ""): ReportFormat {
  return reportFormats.find((format) => out.toLowerCase().endsWith(`.${format}`)) ?? "html";
}
