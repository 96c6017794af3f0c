import { extname } from "node:path";
import { defineCommand } from "../command/define-command.ts";
import { count, group, oneOf, output, type SettingsOf, texts, toggle, wholeNumber } from "../command/settings.ts";
import { csvFormOf, spreadsheetSettings, workSettings } from "../command/shared-settings.ts";
import { invalidOption, refusing } from "../core/errors.ts";
import { type ReportFormat, type RunReport, reportFormats } from "./content/run-report.ts";

const HISTORY_PAGE = "history.html";

const ofLists = ["results", "lists", "query"] as const;
/** Settings without effect on a report of several folders, which only shows measures. */
const ofOneFolder = ["with", ...ofLists] as const;

const settings = {
  out: output(
    "<file>",
    `file to write; - is stdout (default: report.html in the folder; ${HISTORY_PAGE} if --history is given; stdout for other formats)`,
    { short: "-o" },
  ),
  format: oneOf(
    "<format>",
    "format of the report; md suits a pull request (default: from the extension of --out, else html)",
    reportFormats,
  ),
  with: texts("<files...>", "files of other commands' --json output, in addition to those in the folder"),
  lists: count("<n>", "queries shown with their lists, the most informative first (default: 1000)"),
  results: count("<n>", "results shown from each list (default: 20)"),
  query: texts("<names...>", "queries to show with their lists, by text or id"),
  seed: wholeNumber("<n>", "seed of tests and intervals", { default: 1 }),
  ...group("Spreadsheets:", spreadsheetSettings),
  ...workSettings,
};
/** Settings that a program may pass to `report`. */
export type ReportSettings = SettingsOf<typeof settings>;

const refuse = refusing("Reporting");

export const command = defineCommand({
  name: "report",
  doing: "Reporting",
  about:
    "Writes one HTML file (or another --format) about a folder of labels. It shows which engine is better and how certain this is; the " +
    "distributions of measures, ranks and similarities; and every query with its lists side by side. It includes " +
    "results of `validate`, `gold`, `estimate` and `pool --next` if they are in the folder. It also includes --json " +
    "output of other commands if it is in the folder or named with --with.",
  takes: [
    {
      name: "[folder]",
      help: "folder written by `check`, `label --out` or `estimate --write-labels`",
      reach: "output",
      isNeeded: true,
      isSeveral: true,
    },
  ],
  settings,
  commandLine: {
    history: texts(
      "<folders...>",
      "folders of labels from different dates, the earliest first; the report then shows how the measures changed",
    ),
    ...group("Output:", { json: toggle("the same as --format json") }),
  },
  examples: [
    "report labels",
    "validate labels --gold gold.qrels && semqrel report labels",
    "report labels --with estimate.json agree.json -o report.html",
    "report labels --format md > comment.md",
    "report --history labels-may labels-june labels-july -o history.html",
  ],

  async run([labels]: readonly [labels: string | readonly string[]], given, isSet = () => false) {
    const { writeReport, writeReportInto } = await import("./report-files.ts");
    const { out, format = formatOf(out) } = given;
    if (out === undefined && format !== "html") throw refuse(`a report as ${format} needs a file. Give out, too.`);
    const useless = typeof labels === "string" ? undefined : ofOneFolder.find(isSet);
    if (useless !== undefined) throw refuse(`${useless} is for one folder, but a list is given. Leave it out.`);
    const made = await reportOf(labels, given);
    if (out !== undefined) writeReport(made, format, out, csvFormOf(given));
    const isInFolder = out === undefined && format === "html" && typeof labels === "string";
    return { report: made, file: isInFolder ? writeReportInto(labels, made) : (out ?? null) };
  },

  async execute([folder], flags, terminal) {
    requireOneSubject(folder, flags, terminal.isTyped);
    const format = flags.json ? "json" : (flags.format ?? formatOf(flags.out));
    const labels = folder ?? flags.history ?? [];
    if (flags.out === "-" || (flags.out === undefined && format !== "html")) {
      const { reportText } = await import("./report-files.ts");
      for (const piece of reportText(await reportOf(labels, flags), format, csvFormOf(flags))) terminal.write(piece);
      return;
    }
    const page = folder === undefined ? { out: HISTORY_PAGE } : {};
    const { report: made, file } = await command.run([labels], { ...page, ...flags, format });
    // The page shows paths relative to the parent folder, the terminal shows them relative to the working folder.
    const known = typeof folder === "string" ? await terminal.conclusionOf(folder) : null;
    for (const block of made.headline) {
      if (block.kind !== "text" || block.tone === "detail") continue;
      terminal.say([block.text, block.command !== undefined && `  ${known?.next?.command ?? block.command}`]);
    }
    terminal.say(`Wrote ${file}.`);
  },
});

/**
 * Makes one report of a folder of labels, or of several folders over time.
 *
 * @param labels - a folder that `label` or `calibrate` wrote; or several, the earliest first
 * @returns the report as data, and the path of the file or null
 * @throws SemqrelError for files and settings that cannot be used; OUTPUT_UNWRITABLE
 */
export const report = command.call;

async function reportOf(labels: string | readonly string[], given: ReportSettings): Promise<RunReport> {
  const { historyFiles, reportFiles } = await import("./report-files.ts");
  return typeof labels === "string" ? reportFiles(labels, given) : historyFiles(labels, given);
}

/** Returns the report format of a file, by its extension; html if the file has no extension. */
function formatOf(out = ""): ReportFormat {
  const ending = extname(out).slice(1).toLowerCase();
  const known = reportFormats.find((format) => format === ending);
  if (known !== undefined || !/^[a-z]+$/.test(ending) || ending === "htm") return known ?? "html";
  const pdf = ending === "pdf" ? " For a PDF, print the HTML page from a browser." : "";
  throw invalidOption(
    `Cannot write ${out}: a report cannot be a .${ending} file. Choose .${reportFormats.join(", .")}, or pass --format.${pdf}`,
  );
}

function requireOneSubject(
  folder: unknown,
  { history, with: given }: Pick<ReportSettings, "with"> & { readonly history?: readonly string[] },
  isTyped: (setting: string) => boolean,
): void {
  if (folder === undefined && history === undefined) {
    if (given !== undefined) {
      throw refuse(
        `no folder is left, because --with takes everything after it: ${given.join(", ")}. Put the folder before --with.`,
      );
    }
    throw refuse("no folder is given. Give one that semqrel check or label --out wrote, or several with --history.");
  }
  if (folder !== undefined && history !== undefined) {
    throw refuse(`both a folder (${folder}) and --history are given. Give a folder, or all folders with --history.`);
  }
  if (history === undefined) return;
  if (given !== undefined) {
    throw refuse("--with is for one folder, but --history only shows measures. Leave out --with.");
  }
  // Refuses these settings only if they were typed. In a configuration, they may be for other reports.
  const flags = ofLists.filter(isTyped).map((setting) => `--${setting}`);
  if (flags.length === 0) return;
  const [are, them] = flags.length === 1 ? ["is", "it"] : ["are", "them"];
  throw refuse(
    `${flags.join(" and ")} ${are} for the lists of one folder, but --history only shows measures. Leave ${them} out, or give one folder without --history.`,
  );
}
