import { defineCommand, labelsToExtend } from "../command/define-command.ts";
import { count, group, names, nonNegative, oneOf, output, type SettingsOf, text, toggle } from "../command/settings.ts";
import { invalidOption } from "../core/errors.ts";
import { shellWord } from "../core/text/escape.ts";
import { poolSetting, studyFilesOf, studyOptionsOf, studySettings } from "./study-settings.ts";

const settings = {
  gold: text(
    "<qrels>",
    "ratings of randomly drawn queries, in any format that `semqrel measure` reads; not required for the first draw of pairs",
  ),
  pool: {
    ...poolSetting,
    help: "pools that people rated, in the order they were drawn; a pool of pool --next contains the given ones (default: all rated queries are one draw)",
  },
  by: oneOf(
    "<unit>",
    "what to draw: whole queries, or single pairs from all queries (default: as in the pools, else queries)",
    ["queries", "pairs"],
  ),
  count: count("<n>", "number of queries or pairs to rate next (default: 10 queries or 200 pairs)", { short: "-n" }),
  out: output("<file>", "file for the new pool; it contains the given pools and the new draw", { short: "-o" }),
  force: toggle("replace an existing pool"),
  ...group("When to stop:", {
    until: count("<n>", "maximum number of rated queries or pairs (default: all)"),
    engines: names("<names>", "engines to order, separated by commas (default: all)"),
    best: toggle("stop when the best engine is decided"),
    smallest: nonNegative("<difference>", "difference below which engines count as equal", {
      default: 0,
    }),
    anyway: toggle("draw even if everything is decided, --until is reached, or many drawn pairs are not rated"),
  }),
  ...studySettings,
};
/** Settings of the function `suggest`. */
export type SuggestSettings = SettingsOf<typeof settings>;

export const command = defineCommand({
  name: "pool --next",
  doing: "Suggesting what to rate",
  about:
    "Shows for which pairs of engines the ratings decide which is better, and draws results to rate next. The draw is random, and favours " +
    "results that engines rank differently. The new pool records the probability of each query or pair. Single pairs of query " +
    "and document, drawn from all queries (--by pairs, for P, DCG and RBP), need fewer ratings than whole queries. As " +
    "in `estimate`, on average at most 5 % of the decisions are wrong, whenever you stop.",
  takes: [labelsToExtend],
  settings,
  formats: ["table", "md", "json"],
  examples: [
    "pool runs/*.csv --sample 10 --depth 10 -o first.jsonl  # then rate, gold",
    "pool --next labels --gold gold.qrels --pool first.jsonl -o second.jsonl",
    "rate second.jsonl --db ratings.db  # then gold",
    "pool --next labels --gold gold.qrels --pool second.jsonl -o third.jsonl",
  ],
  notes: () =>
    "To draw pairs:\n" +
    "  semqrel pool --next labels --by pairs --measure DCG@10 -o first.jsonl  # then rate, gold\n" +
    "  semqrel pool --next labels --by pairs --measure DCG@10 --gold gold.qrels --pool first.jsonl -o second.jsonl\n" +
    "  semqrel estimate labels --measure DCG@10 --gold gold.qrels --pool second.jsonl",

  async run([labels]: readonly [labels: string], given) {
    const { suggestPairs, suggestQueries } = await import("./suggest-next.ts");
    const { requireFreePlace, writePool } = await import("../gold/pool-files.ts");
    const { keepEvidence } = await import("../io/labels/evidence.ts");
    const { requireOneStandardInput } = await import("../io/require-paths.ts");
    const { withModel } = await import("../model/with-model.ts");
    const { out, gold = null } = given;
    const files = studyFilesOf(labels, gold ?? "", given);
    const by = given.by ?? (await unitOf(files.pools));
    if (gold === null && by === "queries") {
      throw invalidOption(
        `Suggesting what to rate: no ratings. Give --gold FILE. If nothing has been drawn yet, draw pairs with semqrel pool ${shellWord(labels)} --by spread --minutes 30, or whole queries with semqrel pool ${shellWord(labels)} --sample 10.`,
      );
    }
    if (out === "-") {
      throw invalidOption(
        "Cannot write the pool to standard output, because the report is printed there. Name a file: -o FILE.",
      );
    }
    if (out !== undefined && !given.force) requireFreePlace(out, null);
    requireOneStandardInput([labels, gold, ...files.proxies.map(({ path }) => path)]);
    const { count = by === "pairs" ? 200 : 10 } = given;
    const options = { ...given, ...(await studyOptionsOf(given)), count };
    const { report, next, warnings } = await withModel(given, async (tools) =>
      by === "pairs" ? suggestPairs({ ...files, gold }, options, tools) : suggestQueries(files, options, tools),
    );
    if (out !== undefined && next !== null) writePool(out, next);
    const kept = await keepEvidence(labels, report, { ...files, gold });
    return { report, next, warnings: [...warnings, ...kept] };
  },

  async print(found, terminal, [labels], { out, gold = null }) {
    const { suggestionBlocks } = await import("./suggest-report.ts");
    const { databaseFor, freeName } = await import("../gold/ratings-beside.ts");
    const { report, next, warnings } = found;
    await terminal.answer({ report, warnings }, { blocks: suggestionBlocks });
    if (out !== undefined) {
      terminal.say(
        next === null
          ? `Nothing is drawn, so ${out} is not written.`
          : `Wrote ${out}. Rate it with: semqrel rate ${shellWord(out)} --db ${shellWord(databaseFor(next, gold))}`,
      );
    }
    const text = "Save the draw, so that it can be rated.";
    const again = { text, command: `${terminal.typed()} -o ${freeName("next.jsonl")}` };
    terminal.sayNext(labels, out === undefined && next !== null ? again : null);
  },
});

/**
 * Shows whether the engines' order is decided, and draws what to rate next into `out`. Stores the report in the folder.
 * @param labels - a folder that `label` wrote
 * @returns `next`: the pool to rate; null if nothing is drawn
 * @throws SemqrelError for files and settings that cannot be used; OUTPUT_UNWRITABLE
 */
export const suggest = command.call;

async function unitOf(paths: readonly string[]): Promise<"queries" | "pairs"> {
  const { readDrawnPool } = await import("../gold/pools/pool-format.ts");
  const { arePairsDrawn } = await import("./rated-sample.ts");
  for (const path of paths) if (arePairsDrawn((await readDrawnPool(path)).pairs)) return "pairs";
  return "queries";
}
