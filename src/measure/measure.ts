import { defineCommand } from "../command/define-command.ts";
import { measureCommandLine, measureSettings, usualMeasures } from "./evaluation-settings.ts";

export const command = defineCommand({
  name: "measure",
  doing: "Measuring",
  about:
    "Measures runs against judgments. An argument that can be read as a measure (nDCG@10, AP(rel=2), P_10,\n" +
    "ndcg_cut.5,10) is a measure. Any other argument is the file of a run; name=file also sets the run's name.\n" +
    `Default measures: ${usualMeasures.join(" ")}.`,
  takes: [
    {
      name: "<qrels>",
      help: "judgments in any known format, or a folder of labels (its labels.qrels is read)",
    },
    { name: "<runs-and-measures...>", help: "runs, and measures as ir_measures or trec_eval spell them" },
  ],
  settings: measureSettings,
  commandLine: measureCommandLine,
  formats: ["table", "csv", "tsv", "md", "json", "trec_eval"],
  examples: [
    "measure qrels.txt bm25.run dense.run nDCG@10 AP 'P(rel=2)@5'",
    "measure labels labels/runs/*.run nDCG@10 --per-query --format csv",
    "measure qrels.txt bm25.run --format trec_eval --missing-queries skip",
    "measure qrels.txt new.run --fail-under nDCG@10=0.45",
    "measure qrels.txt bm25.run dense.run --curves --svg curves.svg",
  ],
  notes: () => "--format trec_eval without a measure prints the official measures of trec_eval.",

  async run([judgments, runs]: readonly [judgments: string, runs: string | readonly string[]], given) {
    const { measureRuns } = await import("./measure-runs.ts");
    const { measureDocument } = await import("./measure-report.ts");
    const { measured, curves } = await measureRuns(judgments, [runs].flat(), given);
    const { perQuery = false, describe = false } = given;
    return { report: measureDocument(measured, { perQuery, describe, curves }), warnings: measured.warnings };
  },

  async execute([judgments, runs], flags, terminal) {
    const { measureAndPrint } = await import("./measure-runs.ts");
    await measureAndPrint(judgments, [runs].flat(), flags, terminal);
  },
});

/**
 * Measures runs against judgments.
 * @param judgments - file of judgments, or a folder that `label` wrote
 * @param runs      - files of runs (`path` or `name=path`), and measures. A measure's name is never read as a file.
 * @throws SemqrelError INVALID_OPTION, INVALID_MEASURE and others  a file or a setting cannot be used
 * @example
 * const { report } = await measure("qrels.txt", ["bm25.run", "nDCG@10"]);
 * report.runs["bm25"]?.["nDCG@10"]?.mean;
 */
export const measure = command.call;
