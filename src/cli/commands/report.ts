/** `semqrel report`: one page of what labels say, for people who decide by looking. */
import { Argument, Command, Option } from "commander";
import { invalidOption } from "../../core/errors.ts";
import type { ReportSettings } from "../../verbs/report.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { count, jsonOption, wholeNumber } from "../options/option-values.ts";
import { outputOption, reaching } from "../options/reach.ts";
import { conclusionOf } from "../terminal/conclude.ts";
import { say } from "../terminal/print.ts";

interface ReportPageFlags extends CommonFlags, ReportSettings {
  readonly json?: boolean;
  readonly history?: readonly string[];
}

const HISTORY_PAGE = "history.html";

export function createCommand(io: CliIo): Command {
  return new Command("report")
    .description(
      "Makes one HTML file of a folder of labels that needs no other: which engine is better and how sure that is, how\n" +
        "measures, ranks and similarities are distributed, and every query with its lists side by side. What validate, gold,\n" +
        "estimate and suggest left in the folder decides first; what policies, fidelity, agree and rerank print with --json\n" +
        "is shown too, from files in the folder or of --with.",
    )
    .addArgument(reaching("output", new Argument("[folder]", "a folder of `label` or `calibrate`")))
    .option("--history <folders...>", "instead: the measures of several runs over time, the earliest folder first")
    .option("--with <files...>", "documents of other commands that lie elsewhere")
    .option("--results <n>", "results shown of each list of a query", count, 20)
    .option(
      "--lists <n>",
      "queries shown with their lists: of more, the most telling; the others with their measures",
      count,
      1000,
    )
    .option("--query <names...>", "queries among them, by text or id")
    .option("--seed <n>", "of tests and intervals", wholeNumber, 1)
    .optionsGroup("Output:")
    .addOption(
      outputOption(
        "-o, --out <file>",
        `- for stdout (default: report.html in the folder, or ${HISTORY_PAGE}; stdout for other formats)`,
      ),
    )
    .addOption(
      new Option("--format <format>", "the page; a comment for a pull request; all of it as data; long rows")
        .choices(["html", "md", "json", "csv"])
        .default(undefined, "by the ending of --out, else html"),
    )
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel report labels\n  semqrel validate labels --gold gold.qrels && semqrel report labels\n" +
        "  semqrel report labels --with estimate.json agree.json -o report.html\n" +
        "  semqrel report labels --format md > comment.md\n" +
        "  semqrel report --history labels-may labels-june labels-july -o history.html\n",
    )
    .action((folder: string | undefined, flags: ReportPageFlags, command: Command) => {
      requireOneSubject(folder, flags);
      if (folder === undefined) requireNoLists(command);
      return report(folder, flags, io);
    });
}

async function report(folder: string | undefined, flags: ReportPageFlags, io: CliIo): Promise<void> {
  const verbs = await import("../../verbs/report.ts");
  const { reportText } = await import("../../report/report-files.ts");
  const format = flags.json ? "json" : (flags.format ?? verbs.formatOf(flags.out));
  const isStdout = flags.out === "-" || (flags.out === undefined && format !== "html");
  const labels = folder ?? flags.history ?? [];
  if (isStdout) {
    for (const piece of reportText(await verbs.reportOf(labels, flags), format)) io.stdout.write(piece);
    return;
  }
  const page = folder === undefined ? { out: HISTORY_PAGE } : {};
  const { report: made, file } = await verbs.report(labels, { ...page, ...flags, format });
  // The page is read beside the folder, the terminal stands where it stands.
  const { next = null } = (folder === undefined ? null : await conclusionOf(folder)) ?? {};
  for (const block of made.headline) {
    if (block.kind !== "text" || block.tone === "detail") continue;
    say([block.text, block.command !== undefined && `  ${next?.command ?? block.command}`], flags, io);
  }
  say(`Wrote ${file}.`, flags, io);
}

function requireOneSubject(folder: string | undefined, { history, with: given }: ReportPageFlags): void {
  const refuse = (what: string) => invalidOption(`Reporting: ${what}`);
  if (folder === undefined && history === undefined) {
    if (given !== undefined) {
      throw refuse(
        `no folder is left, as --with takes all that follows it: ${given.join(", ")}. Name the folder before it.`,
      );
    }
    throw refuse("no folder is given. Give one that semqrel label --out wrote, or several with --history.");
  }
  if (folder !== undefined && history !== undefined) {
    throw refuse(`both ${folder} and --history are given. Give a folder, or all folders with --history.`);
  }
  if (history !== undefined && given !== undefined) {
    throw refuse("--with is about one folder, and a history shows measures alone. Leave --with out.");
  }
}

/** What a configuration says of all reports may stand there, as it is not about this one. */
function requireNoLists(command: Command): void {
  const given = command.options.filter(
    (option) =>
      ["lists", "query", "results"].includes(option.attributeName()) &&
      command.getOptionValueSource(option.attributeName()) === "cli",
  );
  if (given.length === 0) return;
  const flags = given.map(({ long }) => long).join(" and ");
  throw invalidOption(
    `Reporting: ${flags} ${given.length === 1 ? "is" : "are"} about the lists of one folder, and a history shows ` +
      `measures alone. Leave ${given.length === 1 ? "it" : "them"} out, or name one folder instead of --history.`,
  );
}
