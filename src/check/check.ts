import { defineCommand, tableFormats } from "../command/define-command.ts";
import { output } from "../command/settings.ts";
import { defaultFusionK } from "../lists/fuse-references.ts";
import { labelCommandLine, labelNotes, labelSettings } from "./label-settings.ts";

/** `check` has no --report, because it always writes the report. */
const { report: _, ...commandLine } = labelCommandLine;
/** `check` has no settings for several references, because it takes only one. */
const { references: _references, fusionK: _fusionK, ...settings } = labelSettings;
const ofOneReference = { references: "fused", fusionK: defaultFusionK } as const;

export const command = defineCommand({
  name: "check",
  doing: "Checking",
  about:
    "Compares engines before anyone has judged their results. Labels each result by its rank in the reference, measures\n" +
    "the engines, writes a report, and prints the verdict. With one candidate, prints what changed from the reference.\n" +
    "If a file is ambiguous, `check` tells you which option resolves it.",
  takes: [
    { name: "<reference>", help: "[name=]file: results of the engine you trust more" },
    { name: "[candidates...]", help: "[name=]files: results of the engines to measure" },
  ],
  settings: {
    ...settings,
    out: output("<dir>", "folder for labels and report", { short: "-o", default: "check" }),
  },
  commandLine,
  formats: tableFormats,
  examples: ["check scopus.csv explorer.csv quickfind.csv", "check old.csv new.csv --queries queries.tsv -o compared"],
  notes: labelNotes,

  async run([reference, candidates]: readonly [reference: string, candidates?: readonly string[]], given) {
    const { checkLists } = await import("./label-and-print.ts");
    return checkLists({ references: [reference], candidates: candidates ?? [] }, { ...given, ...ofOneReference });
  },

  async execute([reference, candidates = []], flags, terminal) {
    const { labelAndPrint } = await import("./label-and-print.ts");
    const { sayColumns } = await import("./look-at-lists.ts");
    const lists = { references: [reference], candidates };
    const given = { ...flags, ...ofOneReference, report: true };
    const said = await sayColumns(lists, given, terminal);
    await labelAndPrint(lists, given, terminal, { isCheck: true, said });
  },
});

/**
 * Labels lists, writes the folder with its report, and concludes which engine is better.
 *
 * @param reference  - file of the engine that you trust more, as `path` or `name=path`
 * @param candidates - files of the other engines; none if the reference's file has all engines, see `referenceEngine`
 * @returns `report`, `warnings` and `written` as `label` returns them, and `conclusion` with verdict, reasons and next
 *   step. `conclusion` is null if there are too many queries to test.
 * @throws SemqrelError for files and settings that cannot be used; OUTPUT_UNWRITABLE
 * @example
 * const { conclusion } = await check("scopus.csv", ["ours.csv", "theirs.csv"], { out: "check" });
 * console.log(conclusion?.verdict, conclusion?.next?.command);
 */
export const check = command.call;
