/** `semqrel label`: the main job, from two engines' files to labels, measures and tables. */
import { join } from "node:path";
import type { Command } from "commander";
import { invalidOption } from "../../core/errors.ts";
import { shellWord } from "../../core/text/escape.ts";
import type { RunTimings } from "../../core/types.ts";
import type { Warning } from "../../core/warnings.ts";
import { PAGE } from "../../io/labels/label-manifest.ts";
import { type LikenessName, likenessNames } from "../../label/changes/list-changes.ts";
import type { LabelSummary } from "../../label/folder/label-summary.ts";
import type { MeasuredRun } from "../../label/folder/measured-run.ts";
import type { Conclusion } from "../../report/content/conclusion.ts";
import type { BlockWork } from "../block-work.ts";
import { type CliIo, exitCodes, type Outcome } from "../io.ts";
import { type GateName, type LabelFlags, labelOptions } from "../options/label-options.ts";
import { conclusionOf } from "../terminal/conclude.ts";
import { printable, say } from "../terminal/print.ts";
import { printReport, remark } from "../terminal/print-report.ts";
import { colorsFor } from "../terminal/terminal.ts";
import { settingsOf } from "../verb-settings.ts";

/** So many are printed beside a verdict; of more, only grave ones and those of the machine. */
const FEW_WARNINGS = 4;

export function createCommand(io: CliIo, outcome: Outcome): Command {
  return labelOptions().action((flags: LabelFlags) => label(flags, io, outcome));
}

/** What `check --json` prints: summary.json, and what follows from it. `label --json` prints no conclusion. */
export interface CheckDocument extends LabelSummary {
  /**
   * By the labels, or by people where they rated: who is better, how sure that is, and the next step. Absent where there
   * are too many queries to test.
   */
  readonly conclusion?: Conclusion;
}

/**
 * Labels, measures, writes, and says what came of it.
 *
 * @param concludes whether JSON has the conclusion too
 */
export async function label(flags: LabelFlags, io: CliIo, outcome: Outcome, concludes = false): Promise<void> {
  const { labelInMemory, labelWith } = await import("../../verbs/label.ts");
  const { isInBlocks, labelInWorkBlocks, openBlockWork } = await import("../block-work.ts");
  const { out } = flags;
  if (out === undefined && flags.report) {
    throw invalidOption("Labelling: --report writes into the folder of --out. Pass --out DIR too.");
  }
  const likeness = flags.failUnder.find(({ measure }) => isLikeness(measure));
  if (likeness !== undefined && flags.reference.length > 1) {
    const problem = `--fail-under ${likeness.measure} compares lists with those of one reference, and ${flags.reference.length} are given`;
    throw invalidOption(`Labelling: ${problem}. Give one reference.`);
  }
  const tell = (text: string) => say(text, flags, io);
  const { reference, candidates = [] } = flags;
  const settings = settingsOf(flags, io);
  const opened: { work: BlockWork | null } = { work: null };
  try {
    const { finished, report, written, warnings } = await labelWith(
      async (job) => {
        const paths = [...job.files.references, ...job.files.candidates].map(({ path }) => path);
        if (!isInBlocks(flags, paths)) return labelInMemory(job);
        opened.work = openBlockWork(flags, tell);
        return labelInWorkBlocks(job, opened.work, flags, tell, io.environment);
      },
      reference,
      candidates,
      settings,
      flags.resume === true,
    );
    opened.work?.finish();
    if (flags.verbose && !flags.quiet) printTimings(finished.run.timings, io);
    const isTerminalText = flags.json !== true && flags.format === "table";
    const isShort = flags.full !== true && isTerminalText;
    const conclusion = isTerminalText || concludes ? await conclude(finished.run.measured, report, out) : null;
    const document: CheckDocument = concludes && conclusion !== null ? { ...report, conclusion } : report;
    await print(document, isTerminalText ? { conclusion, isCheck: concludes } : null, flags, io);
    const { isGrave } = await import("../../core/warnings.ts");
    const areShown = !isShort || warnings.length <= FEW_WARNINGS;
    const isOfMachine = (warning: Warning) => finished.machineWarnings.includes(warning);
    await remark(warnings, flags, io, (warning) => areShown || isGrave(warning) || isOfMachine(warning));
    if (out !== undefined) {
      const each = flags.references === "apart" && finished.subsets.length > 0;
      const what = `labels.csv, measures.csv, summary.json, qrels and runs${each ? ", and the same by each reference in references/" : ""}`;
      say(
        [!isShort && "", `Wrote ${written.length} files to ${out}: ${what}.${isShort ? " All tables: --full." : ""}`],
        flags,
        io,
      );
      if (flags.report) await writeReport(out, flags, io);
    }
    if (isTerminalText) sayNext(conclusion, flags, io);
    await judge(flags, report, io, outcome);
  } catch (error) {
    throw opened.work === null ? error : opened.work.explain(error);
  } finally {
    opened.work?.close();
  }
}

/** By what other commands left in the folder, else by the labels. Null where there are too many queries to test. */
async function conclude(run: MeasuredRun, report: LabelSummary, out: string | undefined): Promise<Conclusion | null> {
  const { concludeLabels } = await import("../../report/content/label-digest.ts");
  if (out === undefined) return concludeLabels(run, report, null);
  const { hasEvidence } = await import("../../io/labels/evidence.ts");
  const { ratingsBeside } = await import("../../report/ratings-beside.ts");
  const engines = run.engines.map(({ engine }) => engine);
  const ofLabels = concludeLabels(run, report, out, await ratingsBeside(out, engines));
  const known = ofLabels !== null && hasEvidence(out) ? await conclusionOf(out) : null;
  return known ?? ofLabels;
}

async function writeReport(folder: string, flags: LabelFlags, io: CliIo): Promise<void> {
  const { reportFiles, writeReportInto } = await import("../../report/report-files.ts");
  // What other commands printed into the folder was about the labels that these replace.
  const path = writeReportInto(folder, await reportFiles(folder, { ownDocuments: false }));
  say(`Wrote ${path}: open it in a browser.`, flags, io);
}

/** @param digest null for the tables alone */
async function print(
  summary: LabelSummary,
  digest: { readonly conclusion: Conclusion | null; readonly isCheck: boolean } | null,
  flags: LabelFlags,
  io: CliIo,
): Promise<void> {
  const { describeRows, labelRunBlocks } = await import("../../label/folder/label-run-blocks.ts");
  const { labelDigest } = await import("../../report/content/label-digest.ts");
  const { changeDigest, onlyChange } = await import("../../label/changes/change-blocks.ts");
  const change = digest?.isCheck ? onlyChange(summary) : null;
  const digestOf = (conclusion: Conclusion | null) =>
    change === null
      ? labelDigest(summary, conclusion)
      : changeDigest(change, conclusion?.by === "labels" ? null : conclusion, flags.full === true);
  const blocks = () => [
    ...(digest === null ? [] : digestOf(digest.conclusion)),
    ...(digest === null || flags.full === true ? labelRunBlocks(summary) : []),
  ];
  await printReport(summary, { blocks, rows: describeRows }, flags, io);
}

/** One step, and where the rest is. */
function sayNext(conclusion: Conclusion | null, flags: LabelFlags, io: CliIo): void {
  const { out } = flags;
  if (out === undefined) {
    const more = flags.full === true ? "" : " All tables: --full.";
    say(["", `Next: the same with --out labels, which keeps the labels.${more}`], flags, io);
  } else {
    const command = `semqrel report ${shellWord(out)}`;
    const page = { text: "See every query with its lists side by side.", command };
    const more = { text: "Open the report; another engine's lists beside these are compared.", command: null };
    const next = conclusion?.next ?? (flags.report ? more : page);
    // The page is new.
    const isThere = flags.report && next.command === command;
    const text = isThere ? `${next.text} Open ${join(out, PAGE)}.` : next.text;
    say([`Next: ${text}`, !isThere && next.command !== null && `  ${next.command}`], flags, io);
  }
}

function printTimings(timings: RunTimings, io: CliIo): void {
  const { readSeconds: reading, embeddingSeconds: embedding, matchingSeconds: matching } = timings;
  const stages = Object.entries({ reading, embedding, matching, measuring: timings.measuringSeconds });
  for (const [stage, seconds] of stages) io.stderr.write(`${stage} ${seconds.toFixed(2)} s\n`);
}

const noValue = { mean: null };

function isLikeness(measure: GateName): measure is LikenessName {
  return likenessNames.some((name) => name === measure);
}

async function judge(flags: LabelFlags, summary: LabelSummary, io: CliIo, outcome: Outcome): Promise<void> {
  const { red } = await colorsFor(io.stderr, io, flags.color);
  for (const { measure, bound } of flags.failUnder) {
    for (const [name, engine] of Object.entries(summary.engines)) {
      const { mean } = isLikeness(measure) ? (summary.changes?.[name]?.[measure] ?? noValue) : engine[measure];
      if (mean !== null && mean >= bound) continue;
      const rounded = Number(mean?.toFixed(4));
      const shown = rounded < bound ? rounded : mean;
      const found = `${printable(name)}: mean ${measure} is ${shown ?? "undefined"}, below ${bound}.`;
      io.stderr.write(`${red("semqrel:")} ${found}\n`);
      outcome.exitCode = exitCodes.gateFailed;
    }
  }
}
