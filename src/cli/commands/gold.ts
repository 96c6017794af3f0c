/** `semqrel gold`: ratings become judgments, and the pooled engines are measured on them. */
import { dirname } from "node:path";
import { Command } from "commander";
import { shellWord } from "../../core/text/escape.ts";
import { counted } from "../../core/text/wording.ts";
import type { GoldFiles } from "../../gold/gold-files.ts";
import { labelledIn } from "../../io/labels/label-manifest.ts";
import type { GoldSettings } from "../../verbs/gold.ts";
import type { CliIo } from "../io.ts";
import { choice, count, formatOption, jsonOption, wholeNumber } from "../options/option-values.ts";
import { outputOption } from "../options/reach.ts";
import { sayConclusion } from "../terminal/conclude.ts";
import { printable } from "../terminal/print.ts";
import { printReport, type ReportFlags, remark } from "../terminal/print-report.ts";

interface GoldFlags extends ReportFlags, GoldSettings {}

export function createCommand(io: CliIo): Command {
  const command = new Command("gold");
  // Its name in earlier versions.
  command.on("option:output", (file: string) => command.setOptionValueWithSource("out", file, "cli"));
  return command
    .description(
      "Turns the ratings of `rate` into judgments, with a file beside them that says where each label comes from, and\n" +
        "measures the pooled engines on them: nDCG with intervals, with bounds for what nobody rated, and without the\n" +
        "pairs that only the engine itself returned.",
    )
    .argument("<db>", "the database of semqrel rate")
    .addOption(
      outputOption("-o, --out <file>", "judgments; FILE.provenance.json is written beside them").makeOptionMandatory(),
    )
    .addOption(outputOption("--output <file>", "").hideHelp())
    .optionsGroup("Labels:")
    .addOption(
      choice("--by <rule>", "how several ratings become one; majority breaks ties downwards, strictest is the lowest", [
        "median",
        "mean",
        "majority",
        "strictest",
        "dawid-skene",
      ]),
    )
    .option("--keep-stars", "grades as raters gave them (1 to 5) instead of labels from 0 on")
    .option("--min-raters <n>", "grades that a pair needs", count, 1)
    .option("--max-iterations <n>", "rounds of dawid-skene at most", count, 1000)
    .addOption(choice("--flagged <who>", "who must have flagged a pair for it to be out", ["any", "majority"]))
    .optionsGroup("Measures:")
    .option(
      "--depth <n>",
      "results used of each list (default: the depth of the pool, which only --runs can exceed)",
      count,
    )
    .option("--runs <files...>", "lists to measure instead of those in the pool: any run that measure reads")
    .option("--seed <n>", "of the bootstrap", wholeNumber, 1)
    .optionsGroup("Output:")
    .addOption(
      outputOption(
        "--labels <folder>",
        "a folder of label with these engines: its report begins with what people say (default: the folder of --out, if it is one)",
      ),
    )
    .option("--to <format>", "of the judgments, as in semqrel convert --list (default: by the name, else trec-qrels)")
    .option("--index <name>", "the search index that rank-eval and rre name")
    .option("--field <name>", "the field that rank-eval's requests search", "text")
    .option("--spreadsheet-safe", "guard cells of CSV and TSV tables that a spreadsheet would run as formulas")
    .addOption(formatOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel gold ratings.db -o gold.qrels\n" +
        "  semqrel gold ratings.db -o gold.qrels --by dawid-skene --min-raters 3\n" +
        "  semqrel gold ratings.db -o gold.csv --to quepid-csv --keep-stars\n" +
        "  semqrel gold ratings.db -o gold.qrels --runs new.run old.run --depth 10",
    )
    .action((database: string, flags: GoldFlags) => gold(database, flags, io));
}

async function gold(database: string, flags: GoldFlags, io: CliIo): Promise<void> {
  const verbs = await import("../../verbs/gold.ts");
  const made = await verbs.gold(database, flags);
  const withNotes = flags.quiet !== true;
  const { goldBlocks, goldRows } = await import("../../gold/gold-blocks.ts");
  const { engines } = made.measurement;
  const forms = { blocks: () => goldBlocks(made.report, engines, withNotes), rows: () => goldRows(engines) };
  await printReport(made.report, forms, flags, io);
  const isBare = !flags.json && (flags.format === "csv" || flags.format === "tsv");
  // A table for machines has no room for what must be said with it.
  if (isBare && withNotes) for (const note of made.report.notes) io.stderr.write(`${printable(note)}\n`);
  await remark(made.warnings, flags, io);
  if (withNotes) io.stderr.write(summary(made));
  await sayConclusion(flags.labels ?? dirname(flags.out), flags, io, async () => {
    const { estimateStep, nextStep } = await import("../../report/content/next-step.ts");
    const { ratingsBeside } = await import("../../report/ratings-beside.ts");
    const { labelFoldersHere } = await import("../configuration/survey-folder.ts");
    const [only, ...others] = labelFoldersHere();
    const folder = only === undefined || others.length > 0 ? "LABELS" : only;
    if (made.gold.pairs.some(({ chosen }) => chosen !== undefined)) {
      const command = `semqrel validate ${shellWord(folder)} --gold ${shellWord(flags.out)}`;
      return only === folder ? { text: "See how far people agree with the labels that were doubted.", command } : null;
    }
    const [, ...engines] = labelledIn(folder)?.engines ?? [];
    const ratings = await ratingsBeside(folder, engines.length === 1 ? engines : [], {
      judgments: flags.out,
      pools: [],
    });
    const open = { better: "", worse: "", difference: 0, interval: null };
    if (engines.length === 1) return nextStep("gold", open, { folder, ratings, isAlone: true });
    return estimateStep("See what these ratings say of the engines.", { folder, ratings });
  });
}

function summary({ gold: { rows }, to, lost, files }: GoldFiles): string {
  // Texts and titles that the format lacks stand in the provenance.
  // A text that became an id is known again by it.
  const kept = ["query texts", "titles", "white space in query ids"];
  const told = lost.filter(({ what }) => !kept.includes(what));
  const remarks = told.map(({ what, rows: count }) => `${to} has no place for ${what} (${counted(count, "row")}).\n`);
  return `${remarks.join("")}${printable(`Wrote ${counted(rows.length, "row")} (${to}) to ${files.join(" and ")}.`)}\n`;
}
