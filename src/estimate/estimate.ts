import { defineCommand, labelsToExtend, tableFormats } from "../command/define-command.ts";
import { oneOf, type SettingsOf, text } from "../command/settings.ts";
import type { EstimateReport } from "./estimate-report.ts";
import { poolSetting, studyFilesOf, studyOptionsOf, studySettings } from "./study-settings.ts";

const settings = {
  gold: text("<qrels>", "ratings of randomly drawn queries, in any format that measure reads", {
    isRequired: true,
  }),
  pool: poolSetting,
  correction: oneOf(
    "<method>",
    "correction for comparing many pairs of engines: with fdr, on average at most 5 % of the decisions are wrong; with holm, all are right with 95 % confidence",
    ["fdr", "holm"],
    { default: "fdr" },
  ),
  ...studySettings,
};
/** Settings of the function `estimate`. */
export type EstimateSettings = SettingsOf<typeof settings>;

export const command = defineCommand({
  name: "estimate",
  doing: "Estimating",
  about:
    "Combines ratings of some queries with labels, which it calibrates on the ratings. Estimates each engine's score over all " +
    "queries and the differences between engines, with intervals. Also shows the figures from ratings alone, the order " +
    "of the engines, and the pairs of engines whose better engine is known. The rated queries must be a random " +
    "draw; pass the pool of the draw with --pool.",
  takes: [labelsToExtend],
  settings,
  formats: tableFormats,
  examples: [
    "estimate labels --gold gold.qrels",
    "estimate labels --gold gold.qrels --target future --json",
    "pool runs/*.csv --sample 20 --depth 10 -o pool.jsonl  # then rate, gold",
    "estimate labels --gold gold.qrels --pool pool.jsonl",
    "pool runs/*.csv --sample 60 --per-query 5 -o pairs.jsonl  # then rate, gold",
    "estimate labels --gold gold.qrels --pool pairs.jsonl --measure DCG@8",
  ],

  async run([labels]: readonly [labels: string], given) {
    const { estimateFiles } = await import("./estimate-files.ts");
    const { keepEvidence } = await import("../io/labels/evidence.ts");
    const { requireOneStandardInput } = await import("../io/require-paths.ts");
    const { withModel } = await import("../model/with-model.ts");
    const files = studyFilesOf(labels, given.gold, given);
    requireOneStandardInput([labels, files.gold, ...files.pools, ...files.proxies.map(({ path }) => path)]);
    const options = { ...(await studyOptionsOf(given)), correction: given.correction };
    return withModel(given, async (tools) => {
      const { report, warnings } = await estimateFiles(files, options, tools);
      // If all differences between engines are unknown, the folder keeps any earlier estimate.
      const kept = lacksDifferences(report) ? [] : await keepEvidence(labels, report, files);
      return { report, warnings: [...warnings, ...kept] };
    });
  },

  async print(found, terminal, [labels], { gold, pool = [] }) {
    const { estimateBlocks, estimateRows } = await import("./estimate-blocks.ts");
    const known = await terminal.conclusionOf(labels, { judgments: gold, pools: pool });
    const hasInterval = found.report.pairs.some(({ interval }) => interval !== null);
    // The folder's conclusion may come from an older estimate, so it is only shown if this one has an interval.
    const shown = known?.by === "estimate" && hasInterval ? known : { ...found.report, reasons: [] };
    const verdict = [shown.verdict, shown.sure, ...shown.reasons].filter((text) => text !== "");
    await terminal.answer(found, { blocks: (report) => estimateBlocks(report, null, verdict), rows: estimateRows });
    // An estimate without differences is not stored, so any conclusion by ratings comes from earlier ratings.
    const isOther =
      lacksDifferences(found.report) &&
      (known?.by === "estimate" || (known?.state === "decided" && known.by !== "labels"));
    if (isOther) terminal.say(`The folder ${labels} keeps what earlier ratings showed: ${known?.verdict}`);
    terminal.sayNext(labels, isOther ? null : (known?.next ?? null));
  },
});

function lacksDifferences({ pairs }: EstimateReport): boolean {
  return pairs.length > 0 && pairs.every(({ difference }) => difference === null);
}

/**
 * Estimates the engines' scores and differences with intervals. Uses ratings of some queries, and labels that are
 * calibrated with these ratings. Stores the report in the folder.
 * @param labels - a folder that `label` wrote
 * @throws SemqrelError for files and settings that cannot be used
 */
export const estimate = command.call;
