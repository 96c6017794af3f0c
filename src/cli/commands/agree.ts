/** `semqrel agree`: how far raters agree, what habits they have, and where they differ. */
import { Command, Option } from "commander";
import type { CliIo, Outcome } from "../io.ts";
import { count, wholeNumber } from "../options/option-values.ts";
import { formatOption, jsonOption } from "../options/report-options.ts";
import { headings, printReport, type ReportFlags, type ReportForms } from "../terminal/print-report.ts";
import { stderrProgress } from "../terminal/progress.ts";

interface AgreeFlags extends ReportFlags {
  readonly seed: number;
  readonly samples: number;
  readonly show: number;
}

export function agreeCommand(io: CliIo, _outcome: Outcome): Command {
  return new Command("agree")
    .description(
      "Says how far the raters of a database agree: share of equal grades, Cohen's and Fleiss' kappa, Krippendorff's\n" +
        "alpha, each with a bootstrap interval over items; who is strict, mild, quick or unlike themselves; and the items\n" +
        "with the most unequal grades. Flagged items are not compared; repeats compare a rater with the same rater.",
    )
    .argument("<db>", "the database of `rate`")
    .addOption(new Option("--seed <n>", "of the bootstrap").argParser(wholeNumber).default(1))
    .addOption(new Option("--samples <n>", "resamples of the bootstrap").argParser(count).default(2000))
    .optionsGroup("Output:")
    .addOption(
      new Option("--show <n>", "items to list that raters disagree on most").argParser(wholeNumber).default(10),
    )
    .addOption(formatOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel agree ratings.db\n  semqrel agree ratings.db --show 30 --format md > agreement.md\n" +
        "  semqrel agree ratings.db --json\n",
    )
    .action((database: string, flags: AgreeFlags) => agree(database, flags, io));
}

async function agree(database: string, flags: AgreeFlags, io: CliIo): Promise<void> {
  const { readRatingSet } = await import("../../gold/rating/rating-store.ts");
  const { raterAgreement } = await import("../../gold/agreement/rater-agreement.ts");
  const { clock } = await import("../../label/open-tools.ts");
  const { seed, samples, show } = flags;
  const progress = stderrProgress(io, clock, flags.quiet === true);
  const set = readRatingSet(database);
  progress.start("Bootstrap", samples, "resamples");
  const report = raterAgreement(set, { seed, samples, show, onProgress: (done) => progress.update(done) });
  progress.finish();
  const { agreementRows, renderAgreement, renderAgreementAsMarkdown } = await import(
    "../../gold/agreement/render-agreement.ts"
  );
  const forms: ReportForms = {
    text: (width) => renderAgreement(report, width),
    markdown: () => renderAgreementAsMarkdown(report),
    rows: () => agreementRows(report),
    bold: headings,
  };
  await printReport(report, async () => forms, flags, io);
}
