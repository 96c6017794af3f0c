/** `semqrel label`: the main job, from two engines' files to labels, measures and tables. */
import type { Command } from "commander";
import { invalidOption } from "../../core/errors.ts";
import type { RunTimings } from "../../core/types.ts";
import type { LabelSummary } from "../../label/folder/label-summary.ts";
import type { BlockWork } from "../block-work.ts";
import { exitCodes } from "../exit-codes.ts";
import type { CliIo, Outcome } from "../io.ts";
import { type LabelFlags, labelOptions } from "../options/label-options.ts";
import { colorsFor } from "../terminal/colors.ts";
import { printable } from "../terminal/print.ts";
import { type DocumentForms, printReport } from "../terminal/print-report.ts";
import { remark } from "../terminal/remark.ts";
import { settingsOf } from "../verb-settings.ts";

export function createCommand(io: CliIo, outcome: Outcome): Command {
  return labelOptions().action((flags: LabelFlags) => label(flags, io, outcome));
}

async function label(flags: LabelFlags, io: CliIo, outcome: Outcome): Promise<void> {
  const { labelInMemory, labelWith } = await import("../../verbs/label.ts");
  const { isInBlocks, labelInWorkBlocks, openBlockWork } = await import("../block-work.ts");
  const { out, quiet } = flags;
  if (out === undefined && flags.report) {
    throw invalidOption("Labelling: --report writes into the folder of --out. Pass --out DIR too.");
  }
  const say = (text: string) => {
    if (!quiet) io.stderr.write(`${printable(text)}\n`);
  };
  const { reference, candidates = [] } = flags;
  const settings = settingsOf(flags, io);
  const opened: { work: BlockWork | null } = { work: null };
  try {
    const { finished, report, written, warnings } = await labelWith(
      async (job) => {
        if (
          !isInBlocks(
            flags,
            [...job.files.references, ...job.files.candidates].map(({ path }) => path),
          )
        )
          return labelInMemory(job);
        opened.work = openBlockWork(flags, say);
        return labelInWorkBlocks(job, opened.work, { flags, say, environment: io.environment });
      },
      reference,
      candidates,
      settings,
      flags.resume === true,
    );
    opened.work?.finish();
    if (flags.verbose && !quiet) printTimings(finished.run.timings, io);
    await print(report, flags, io);
    await remark(warnings, flags, io);
    if (out !== undefined) {
      const each = flags.references === "apart" && finished.subsets.length > 0;
      const what = `labels.csv, measures.csv, summary.json, qrels and runs${each ? ", and the same by each reference in references/" : ""}`;
      if (!quiet) io.stderr.write(`\nWrote ${written.length} files to ${printable(out)}: ${what}.\n`);
      if (flags.report) await writeReport(out, flags, io);
    }
    await judge(flags, report, io, outcome);
  } catch (error) {
    throw opened.work === null ? error : opened.work.explain(error);
  } finally {
    opened.work?.close();
  }
}

async function writeReport(folder: string, flags: LabelFlags, io: CliIo): Promise<void> {
  const { reportFiles, writeReportInto } = await import("../../report/report-files.ts");
  // What other commands printed into the folder was about the labels that these replace.
  const path = writeReportInto(folder, await reportFiles(folder, { ownDocuments: false }));
  if (!flags.quiet) io.stderr.write(`Wrote ${printable(path)}: open it in a browser.\n`);
}

async function print(summary: LabelSummary, flags: LabelFlags, io: CliIo): Promise<void> {
  const { describeRows, labelRunBlocks } = await import("../../label/folder/label-run-blocks.ts");
  const forms: DocumentForms = { blocks: () => labelRunBlocks(summary), rows: () => describeRows(summary) };
  await printReport(summary, async () => forms, flags, io);
}

/** One line a stage. */
function printTimings(timings: RunTimings, io: CliIo): void {
  const { readSeconds, embeddingSeconds, matchingSeconds, measuringSeconds } = timings;
  const stages = {
    reading: readSeconds,
    embedding: embeddingSeconds,
    matching: matchingSeconds,
    measuring: measuringSeconds,
  };
  for (const [stage, seconds] of Object.entries(stages)) io.stderr.write(`${stage} ${seconds.toFixed(2)} s\n`);
}

async function judge(flags: LabelFlags, summary: LabelSummary, io: CliIo, outcome: Outcome): Promise<void> {
  const { red } = await colorsFor(io.stderr, io, flags.color);
  for (const { measure, bound } of flags.failUnder) {
    for (const [name, engine] of Object.entries(summary.engines)) {
      const { mean } = engine[measure];
      if (mean !== null && mean >= bound) continue;
      const found = `${printable(name)}: mean ${measure} is ${mean ?? "undefined"}, below ${bound}.`;
      io.stderr.write(`${red("semqrel:")} ${found}\n`);
      outcome.exitCode = exitCodes.gateFailed;
    }
  }
}
