import { defineCommand, labelsArgument } from "../../command/define-command.ts";
import { counts, group, positive, type SettingsOf, text, unitShare } from "../../command/settings.ts";
import { modelSettings } from "../../command/shared-settings.ts";
import { invalidOption } from "../../core/errors.ts";
import {
  poolSetting,
  proxySetting,
  studyFilesOf,
  studyOptionsOf,
  targetSetting,
  usualStudy,
} from "../study-settings.ts";

const settings = {
  ratings: counts(
    "<numbers>",
    "total numbers of rated results to plan for, separated by commas (default: 150,300,600,1200)",
  ),
  minutes: counts(
    "<numbers>",
    "instead of --ratings: minutes to spend on rating more pairs, separated by commas, e.g. 30,60,120",
  ),
  queries: counts("<numbers>", "total numbers of rated queries to plan for, separated by commas (default: 10 to all)"),
  depth: counts("<numbers>", "numbers of results to rate from each list, separated by commas", {
    default: [5, 10],
    defaultText: "5,10",
  }),
  target: targetSetting,
  gold: text("<qrels>", "existing ratings, used to measure --rho and how much the engines' scores vary"),
  rho: unitShare("<number>", "without --gold: correlation of labels and ratings over queries (default: 0.4)"),
  seconds: positive("<number>", "seconds per rating (default: 12)"),
  secondsPerQuery: positive("<number>", "seconds to read a query, in the second table (default: 10)"),
  ...group("With --gold:", { pool: poolSetting, proxy: proxySetting }),
  ...group("Model, with --gold:", modelSettings("vectors")),
};
/** Settings of the function `plan`. */
export type PlanSettings = SettingsOf<typeof settings>;

export const command = defineCommand({
  name: "pool --plan",
  doing: "Planning",
  about:
    "Shows what rating would achieve, before you rate. The first table has a row for each number of rated " +
    "queries and each depth. It shows the ratings and minutes needed, the width of an engine's interval, and how large " +
    "a difference between two engines must be to be decided. The second table compares rating whole queries with rating single " +
    "pairs (pool --by spread). If some queries or pairs are rated already, pass the ratings with --gold.",
  takes: [labelsArgument],
  settings,
  formats: ["table", "md", "json"],
  examples: [
    "pool --plan labels",
    "pool --plan labels --queries 20,40 --depth 10 --seconds 8",
    "pool --plan labels --gold gold.qrels",
    "pool --plan labels --gold gold.qrels --pool pairs.jsonl --minutes 30,60,120",
  ],

  async run([labels]: readonly [labels: string], given) {
    const { planFiles } = await import("./plan-files.ts");
    const { requireOneStandardInput } = await import("../../io/require-paths.ts");
    const { withModel } = await import("../../model/with-model.ts");
    const { gold } = given;
    requireTogether(given);
    const { proxies, pools } = studyFilesOf(labels, gold ?? "", given);
    requireOneStandardInput([labels, gold ?? null, ...pools, ...proxies.map(({ path }) => path)]);
    if (gold === undefined) return planFiles(labels, given);
    // Uses the settings of `estimate`, because the plan needs the correlation that `estimate` finds.
    const study = await studyOptionsOf(usualStudy);
    return withModel(given, (tools) => planFiles(labels, given, { gold, proxies, pools, options: study, tools }));
  },

  async print(found, terminal, [labels]) {
    const { planBlocks } = await import("./plan-report.ts");
    await terminal.answer(found, { blocks: (report) => planBlocks(report, labels) });
  },
});

/**
 * Shows what it would cost to rate queries or pairs, and which differences this would decide.
 * @param labels - a folder that `label` wrote
 * @throws SemqrelError for files and settings that cannot be used
 */
export const plan = command.call;

function requireTogether({ ratings, minutes, gold, rho, proxy: [proxy] = [], pool = [] }: PlanSettings): void {
  if (ratings !== undefined && minutes !== undefined) {
    throw invalidOption("Planning: both --ratings and --minutes are given. Give only one.");
  }
  if (gold !== undefined && rho !== undefined) {
    throw invalidOption("Planning: both --rho and --gold, which measures rho, are given. Give only one.");
  }
  if (gold !== undefined) return;
  if (proxy !== undefined) {
    throw invalidOption(
      `Planning with --proxy ${proxy.split("=")[0]}: other labels are only used together with ratings. Give ratings with --gold, or leave out --proxy.`,
      { proxy: proxy.split("=")[0] },
    );
  }
  if (pool.length > 0)
    throw invalidOption("Planning with --pool: its ratings are missing. Give them with --gold, or leave out --pool.");
}
