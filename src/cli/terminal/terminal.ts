/** Prints a command's results, warnings and next step in the requested format. */
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { csvFormOf } from "../../command/shared-settings.ts";
import type { Format, KnownConclusion, NextStep, Terminal, View } from "../../command/terminal.ts";
import { attempt } from "../../core/attempt.ts";
import { isFile } from "../../core/files/folders.ts";
import { printable, quotedForShell, shellWord } from "../../core/text/escape.ts";
import { counted } from "../../core/text/wording.ts";
import type { Warning } from "../../core/warnings.ts";
import { labelFolderOf, labelledIn, PAGE } from "../../io/labels/label-manifest.ts";
import { type CliIo, type CommonFlags, exitCodes, type Outcome } from "../io.ts";
import { annotation, type Check } from "./checks.ts";
import { paintText, printJson, say } from "./print.ts";
import { colorsFor, terminalWidth } from "./progress.ts";

export interface ReportFlags extends CommonFlags {
  readonly format?: Format;
  readonly json?: boolean;
  readonly excel?: string;
  readonly spreadsheetSafe?: boolean;
}

/** Returns the terminal of a command, and the list to which `terminal.check` adds checks. */
export function terminalOf(command: Command, flags: ReportFlags, io: CliIo, outcome: Outcome) {
  const checks: Check[] = [];
  const format = flags.json ? "json" : (flags.format ?? "table");
  const isForPeople = !flags.quiet && format === "table";
  const sayInColor = async (color: "red" | "yellow", reason: string) => {
    const colors = await colorsFor(io.stderr, io, flags.color);
    io.stderr.write(`${colors[color]("semqrel:")} ${printable(reason)}\n`);
  };
  const terminal: Terminal = {
    format,
    isQuiet: flags.quiet === true,
    environment: io.environment,
    isTyped: (setting) => command.getOptionValueSource(setting) === "cli",
    typed() {
      const [name = "", ...words] = command.parent?.args ?? [];
      return ["semqrel", name, ...words.map(quotedForShell)].join(" ");
    },

    write: (text) => void io.stdout.write(text),
    json: (document) => printJson(io, document),
    async answer({ report, warnings }, view) {
      await terminal.print({ ...report, warnings }, view);
      await terminal.remark(warnings);
    },
    async print<Document extends object>(document: Document, view: View<Document>) {
      if (format === "json") return printJson(io, document);
      if (format === "md") {
        const { markdownText } = await import("../../core/document/markdown-text.ts");
        io.stdout.write(markdownText(view.blocks(document)));
      } else if (format === "table") {
        const { terminalText } = await import("../../core/document/terminal-text.ts");
        const { bold } = await colorsFor(io.stdout, io, flags.color);
        paintText(io, terminalText(view.blocks(document), { width: terminalWidth(io.stdout, io), bold }));
      } else {
        const { csvText } = await import("../../io/tables/write-csv.ts");
        const form = { ...csvFormOf(flags), delimiter: format === "tsv" ? "\t" : "," } as const;
        for (const piece of csvText(view.rows?.(document) ?? [], form)) io.stdout.write(piece);
      }
    },
    async draw(plot) {
      const { renderPlot } = await import("../../report/plots/render-plot.ts");
      return `${renderPlot(plot, { idPrefix: "plot", isFile: true })}\n`;
    },

    remark: (warnings, isShown) => remark(warnings, flags, io, isShown),
    say: (lines) => say(lines, flags, io),
    warn: (reason) => sayInColor("yellow", reason),
    check(name, failure) {
      checks.push({ name, failure });
      if (failure === null) return Promise.resolve();
      outcome.exitCode = exitCodes.gateFailed;
      if (io.environment["GITHUB_ACTIONS"] === "true") io.stderr.write(annotation(printable(failure)));
      return sayInColor("red", failure);
    },

    conclusionOf,
    async conclude(labels, fallback) {
      if (!isForPeople) return;
      const found = await conclusionOf(labels);
      const next = found === null ? ((await fallback?.()) ?? null) : found.next;
      if (found !== null) terminal.say(["", ["So far:", found.verdict, found.model ?? ""].join(" ").trim()]);
      terminal.sayNext(labels, next);
    },
    stepWithJudgments,
    sayNext(labels, next) {
      if (!isForPeople) return;
      if (next !== null) terminal.say([`Next: ${next.text}`, `  ${next.command}`]);
      const page = join(labelFolderOf(labels) ?? "", PAGE);
      const renew = `semqrel report ${shellWord(dirname(page))}`;
      const comesLater = [renew, "semqrel estimate "].some((begin) => next?.command.startsWith(begin));
      if (isFile(page) && !comesLater) terminal.say(`${page} is older than these results. Run ${renew} to update it.`);
    },
    async sayWhoseWord(labels) {
      const found = isForPeople ? await conclusionOf(labels) : null;
      if (found === null || found.by === "nothing") return;
      const whose =
        found.by === "labels" ? "" : "These numbers come from the labels alone. Ratings are stronger evidence. ";
      terminal.say(["", `${whose}${found.verdict}`]);
    },
  };
  return { terminal, checks };
}

export async function remark(
  warnings: readonly Warning[],
  flags: CommonFlags,
  io: CliIo,
  isShown: (warning: Warning) => boolean = () => true,
): Promise<void> {
  if (warnings.length === 0 || flags.quiet === true) return;
  const { gravestFirst, renderWarning } = await import("../../core/warnings.ts");
  const { yellow } = await colorsFor(io.stderr, io, flags.color);
  const lines = gravestFirst(warnings)
    .filter(isShown)
    .map((warning) => `- ${printable(renderWarning(warning))}`);
  const rest = warnings.length - lines.length;
  const more = lines.length > 0 ? `- and ${rest} more` : `${counted(rest, "warning")} about lists and files`;
  io.stderr.write(
    [
      "",
      ...(lines.length > 0 ? [yellow("Warnings:"), ...lines] : []),
      ...(rest > 0 ? [`${more}: --full prints ${rest === 1 ? "it" : "them"}.`] : []),
      "",
    ].join("\n"),
  );
}

/** Returns null if there is no folder of labels, or if a file in it cannot be read. `report` explains such an error. */
async function conclusionOf(...[labels, given]: Parameters<Terminal["conclusionOf"]>): Promise<KnownConclusion | null> {
  const folder = labelFolderOf(labels);
  if (folder === null) return null;
  const { folderConclusion } = await import("../../report/report-files.ts");
  return folderConclusion(folder, given).catch(() => null);
}

async function stepWithJudgments(judgments: string, areChosen: boolean): Promise<NextStep | null> {
  const { estimateStep, nextStep, rateDrawn } = await import("../../report/content/next-step.ts");
  const { ratingsBeside } = await import("../../gold/ratings-beside.ts");
  const { labelFoldersHere } = await import("../configuration/starting-configuration.ts");
  const { drawOf } = await import("../../io/judgments/chosen-judgments.ts");
  const pooled = [...(attempt(() => drawOf(judgments))?.engines ?? [])];
  const found = labelFoldersHere();
  const hasPooled = (one: string) => pooled.every((engine) => labelledIn(one)?.engines.includes(engine));
  const [only, ...others] = found.length > 1 ? found.filter(hasPooled) : found;
  const folder = only === undefined || others.length > 0 ? "LABELS" : only;
  if (areChosen) {
    const command = `semqrel validate ${shellWord(folder)} --gold ${shellWord(judgments)}`;
    return only === folder ? { text: "See how far people agree with the doubtful labels.", command } : null;
  }
  const [, ...engines] = labelledIn(folder)?.engines ?? [];
  const isAlone = engines.length === 1;
  const ratings = await ratingsBeside(folder, isAlone ? engines : [], { judgments, pools: [] });
  if (ratings.areTooFew && ratings.unrated !== null) return rateDrawn(ratings.unrated);
  const open = { better: "", worse: "", difference: 0, interval: null };
  if (isAlone) return nextStep("gold", open, { folder, ratings, isAlone });
  return estimateStep("See what these ratings say about the engines.", { folder, ratings });
}
