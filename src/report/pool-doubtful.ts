import { defineCommand, labelsArgument } from "../command/define-command.ts";
import { countKind, output, special, toggle } from "../command/settings.ts";
import { summaryAsJson } from "../command/shared-settings.ts";
import { SemqrelError } from "../core/errors.ts";
import { shellWord } from "../core/text/escape.ts";
import { counted } from "../core/text/wording.ts";
import { secondsPerRating } from "../gold/pools/order-for-rating.ts";

const kind = { ...countKind, accepts: (value: unknown) => value === true || countKind.accepts(value) };

const settings = {
  doubtful: special<number | true>(kind, "[n]", "maximum number of results (default: 50)"),
  out: output("<file>", "file for the pool (default: stdout)", { short: "-o" }),
  force: toggle("replace an existing pool"),
};
export const command = defineCommand({
  name: "pool --doubtful",
  doing: "Pooling doubtful labels",
  about:
    "Collects, from a folder of labels, the results whose labels the report calls doubtful, the most doubtful first. They " +
    "are not a random draw, so estimate, pool --next and pool --add refuse this pool, and gold prints no nDCG for it.",
  takes: [labelsArgument],
  settings,
  commandLine: { json: summaryAsJson },
  examples: ["pool labels --doubtful -o doubtful.jsonl", "pool labels --doubtful 20 -o doubtful.jsonl"],

  async run([labels]: readonly [labels: string], { doubtful, out, force }) {
    const { requireFreePlace, writePool } = await import("../gold/pool-files.ts");
    const { doubtfulPairs } = await import("./doubtful-pairs.ts");
    if (out !== undefined && force !== true) requireFreePlace(out, null);
    const made = await doubtfulPairs(labels, typeof doubtful === "number" ? doubtful : 50);
    if (made.pairs.length === 0) {
      const message = `Pooling doubtful labels of ${labels}: no label is doubtful, so there is nothing to rate.`;
      throw new SemqrelError("EMPTY_FILE", message, { details: { file: labels } });
    }
    if (out !== undefined) writePool(out, made.pairs);
    return made;
  },

  async execute(args, given, terminal) {
    const { poolText } = await import("../gold/pools/pool-format.ts");
    const { fileOf } = await import("../io/require-paths.ts");
    const out = fileOf(given, "the pool");
    const { out: _, ...others } = given;
    const found = await command.run(args, out === undefined ? others : given);
    const { pairs, count: doubtful } = found;
    if (out === undefined) for (const line of poolText(pairs)) terminal.write(line);
    if (given.json) terminal.json({ schema: "semqrel.pool-doubtful/1", doubtful, pairs: pairs.length, file: out });
    const minutes = counted(Math.ceil((pairs.length * secondsPerRating) / 60), "minute");
    terminal.say([
      `Took ${pairs.length === doubtful ? "all" : `the ${pairs.length} most doubtful of`} ${counted(doubtful, "pair")} with doubtful labels. Rating them takes about ${minutes}.`,
      "They are not a random draw, so semqrel gold prints no nDCG for them, and semqrel estimate, pool --next and pool --add refuse them.",
      ...(out === undefined ? [] : ["", `Wrote ${out}. Rate it with: semqrel rate ${shellWord(out)} --db doubtful.db`]),
    ]);
  },
});
