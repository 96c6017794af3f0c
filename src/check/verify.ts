import { defineCommand, labelsArgument } from "../command/define-command.ts";
import { group, text } from "../command/settings.ts";
import { modelSettings } from "../command/shared-settings.ts";

/** There is no --embedder, because the folder records which embedder was used. */
const { embedder: _, ...work } = modelSettings("vectors and indexes");
const settings = {
  ratings: text("<file>", "database of ratings, to show their age", { default: "ratings.db" }),
  ...group("Model:", work),
};

export const command = defineCommand({
  name: "system verify",
  doing: "Verifying",
  about:
    "Recomputes a folder of labels from its input files and compares each file, byte for byte. Lists inputs that\n" +
    "are missing or have changed, queries that were added or removed, and the age of the ratings. Run it in the\n" +
    "folder in which `label` or `check` ran, because paths are recorded as they were typed. Exit code 1 if anything differs.",
  takes: [labelsArgument],
  settings,
  formats: ["table", "md", "json"],
  examples: ["system verify labels", "system verify check --json"],

  async run([labels]: readonly [labels: string], given) {
    const { verifyFolder } = await import("./verify-folder.ts");
    return verifyFolder(labels, given);
  },

  async print(report, terminal) {
    const { failureOf, verificationBlocks } = await import("./verify-folder.ts");
    await terminal.print(report, { blocks: verificationBlocks });
    await terminal.check(`${report.folder} matches its inputs`, failureOf(report));
  },
});

/**
 * Recomputes a folder of labels from its inputs, and compares its files. Takes as long as `label`, or less with cached
 * vectors.
 *
 * @param labels - a folder that `label` or `check` wrote from files
 * @throws SemqrelError if the folder has no labels, or labels that were not made from files
 */
export const verify = command.call;
