/** `semqrel check`: from lists of one's own to a verdict in one command: looks, labels, compares, writes the report. */
import { Command } from "commander";
import { invalidOption } from "../../core/errors.ts";
import { quoted, someOf } from "../../core/text/wording.ts";
import type { CliIo, Outcome } from "../io.ts";
import type { DecisiveRole } from "../look-at-lists.ts";
import { inputOptions, modelOptions } from "../options/input-options.ts";
import { type LabelFlags, labelOptions } from "../options/label-options.ts";
import { jsonOption } from "../options/option-values.ts";
import { outputOption } from "../options/reach.ts";
import { say } from "../terminal/print.ts";
import { label } from "./label.ts";

/** Options of `label` that a verdict most often leads to. */
const shown = ["--match-on", "--threshold", "--one-to-one", "--force"];

const flagOf = {
  query: "queryColumn",
  title: "titleColumn",
  rank: "rankColumn",
  engine: "engineColumn",
} as const satisfies Readonly<Record<DecisiveRole, keyof LabelFlags>>;

export function createCommand(io: CliIo, outcome: Outcome): Command {
  const command = new Command("check")
    .description(
      "Which engine is better? Looks at result lists, labels the candidates' by the reference's, compares the engines,\n" +
        "writes labels and a report, and says the verdict and one next step. What can be read in two ways is refused\n" +
        "with the flag that settles it.",
    )
    .argument("<reference>", "[name=]file: results of the engine you trust more")
    .argument("[candidates...]", "[name=]files: results of the engines to measure")
    .addOption(outputOption("-o, --out <dir>", "folder for labels and report").default("check"))
    .option("--queries <file>", "the intended queries (id TAB text, or text alone): joins ids with texts")
    .option("--reference-engine <name>", "the reference, where its file holds several engines")
    .option("--full", "print all tables and all that was odd, not only the verdict")
    .addOption(jsonOption());
  inputOptions(command);
  modelOptions(command, "vectors and indexes");
  takeThoseOfLabel(command);
  return command
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel check scopus.csv explorer.csv\n  semqrel check old.csv new.csv --queries queries.tsv -o compared\n" +
        "\nFurther options as of semqrel label, such as --label and --depth.",
    )
    .action((reference: string, candidates: readonly string[], flags: LabelFlags) =>
      check(reference, candidates, flags, io, outcome),
    );
}

/** All of them, so that every flag that a message names can be given: lists and report are taken otherwise. */
function takeThoseOfLabel(command: Command): void {
  const own = ["--reference", "--candidates", "--report", ...command.options.map(({ long }) => long)];
  for (const option of labelOptions().options.filter(({ long }) => !own.includes(long))) {
    command.addOption(option.hideHelp(option.hidden || !shown.includes(option.long ?? "")));
  }
}

async function check(
  reference: string,
  candidates: readonly string[],
  flags: LabelFlags,
  io: CliIo,
  outcome: Outcome,
): Promise<void> {
  const { readOptionsOf } = await import("../../command/shared-settings.ts");
  const { namedFile } = await import("../../io/named-files.ts");
  const { lookAtLists } = await import("../look-at-lists.ts");
  const paths = [reference, ...candidates].map((given) => namedFile(given).path);
  const twice = paths.find((path, place) => paths.indexOf(path) !== place);
  if (twice !== undefined) {
    throw invalidOption(`Checking: ${twice} is given twice. Give the reference first, then other files.`, {
      file: twice,
    });
  }
  const { columns: choice } = readOptionsOf(flags);
  const found: { [flag: string]: string[] } = {};
  const keep = flags.keep ?? [];
  const further = [flags.matchOn ?? [], flags.veto ?? [], flags.labelColumn ?? [], keep].flat();
  for (const path of paths) {
    if (path === "-") continue;
    const { columns, unused } = await lookAtLists(path, choice, further);
    for (const { role, name, isUsual } of columns) {
      if (!isUsual) found[flagOf[role]] = [...(found[flagOf[role]] ?? []), name];
    }
    const said = columns.map(({ role, name }) => `${role} from "${name}"`);
    const aside = unused.length === 0 || keep.join() === "all" ? "" : `; not used: ${someOf(unused.map(quoted))}`;
    if (said.length > 0) say(`${path}: ${said.join(", ")}${aside}.`, flags, io);
  }
  await label({ ...flags, ...found, reference: [reference], candidates, report: true }, io, outcome, true);
}
