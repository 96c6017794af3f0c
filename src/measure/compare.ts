import { defineCommand, tableFormats } from "../command/define-command.ts";
import type { Terminal } from "../command/terminal.ts";
import { counted } from "../core/text/wording.ts";
import type { ComparisonReport } from "./comparison-report.ts";
import {
  type CompareGiven,
  compareCommandLine,
  compareSettings,
  type NamedBound,
  usualMeasuresOfLabels,
  usualMeasuresToCompare,
} from "./evaluation-settings.ts";

export const command = defineCommand({
  name: "compare",
  doing: "Comparing runs",
  about:
    "Compares runs query by query: differences with intervals, significance, wins and losses, and a verdict. Give\n" +
    "judgments, runs and measures, as for `measure`, or folders that `label` wrote: one folder to compare its engines,\n" +
    `or several to compare each engine across the folders. Default measures: ${usualMeasuresToCompare.join(" ")}; for labels ${usualMeasuresOfLabels.join(" ")}.`,
  takes: [
    { name: "<qrels-or-labels>", help: "judgments, or a folder of labels, written by `check` or `label --out`" },
    { name: "[runs-and-measures...]", help: "runs or more folders, and measures" },
  ],
  settings: compareSettings,
  commandLine: compareCommandLine,
  formats: tableFormats,
  examples: [
    "compare qrels.txt old.run new.run nDCG@10 AP",
    "compare qrels.txt main=old.run branch=new.run --fail-if-worse nDCG@10=0.005",
    "compare labels ndcg_reference@10",
    "compare labels-before labels-after --fail-if-worse ndcg_reference@10",
  ],

  async run([first, others]: readonly [first: string, others?: string | readonly string[]], given) {
    const { compareWithBounds } = await import("./compare-files.ts");
    const { report, warnings } = await compareWithBounds([first, ...[others ?? []].flat()], given);
    return { report, warnings };
  },

  async execute([first, others], flags, terminal) {
    const { labelFolderOf } = await import("../io/labels/label-manifest.ts");
    const { compareWithBounds } = await import("./compare-files.ts");
    const { comparisonBlocks, comparisonRows } = await import("./comparison-report.ts");
    const further = [others ?? []].flat();
    const { report, warnings, bounds } = await compareWithBounds([first, ...further], flags);
    const blocks = () => comparisonBlocks(report, flags.tests === true);
    await terminal.answer({ report, warnings }, { blocks, rows: comparisonRows });
    const areEnginesOfOneFolder = labelFolderOf(first) !== null && further.every((one) => labelFolderOf(one) === null);
    if (areEnginesOfOneFolder) await terminal.sayWhoseWord(first);
    await checkBounds(report, bounds, flags, terminal);
  },
});

/**
 * Compares runs, or engines in folders of labels, query by query: differences, intervals, significance and a verdict.
 * @param first  - file of judgments, or a folder that `label` wrote
 * @param others - runs or more folders, and measures
 * @throws SemqrelError INVALID_OPTION, INVALID_MEASURE and others  a file or a setting cannot be used
 */
export const compare = command.call;

async function checkBounds(
  report: ComparisonReport,
  bounds: readonly NamedBound[],
  flags: CompareGiven,
  terminal: Terminal,
): Promise<void> {
  // A bound is the largest allowed loss against the baseline, so --all-pairs does not apply it to pairs of other runs.
  const baseline = flags.allPairs ? (flags.baseline ?? report.runs[0]) : null;
  for (const { measure: name, bound: margin } of bounds) {
    for (const pair of report.measures.find(({ measure }) => measure === name)?.pairs ?? []) {
      if (baseline !== null && pair.baseline !== baseline) continue;
      const compared = `${pair.run} against ${pair.baseline}`;
      if (pair.verdict === "too few queries") {
        await terminal.warn(
          `${compared}: ${counted(pair.queries, "query is", "queries are")} too few for a verdict on ${name}.`,
        );
      }
      const loss = Math.abs(pair.difference ?? 0);
      const isWorse = pair.verdict === "worse" && loss > margin;
      const failure = isWorse ? `${compared}: ${name} is worse by ${loss.toFixed(4)}.` : null;
      await terminal.check(`${compared}: ${name} is not worse by more than ${margin}`, failure);
    }
  }
}
