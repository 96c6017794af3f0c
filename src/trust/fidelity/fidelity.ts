import { defineCommand, labelsArgument, tableFormats } from "../../command/define-command.ts";
import { group, type SettingsOf, wholeNumber } from "../../command/settings.ts";
import { modelSettings } from "../../command/shared-settings.ts";
import { invalidOption } from "../../core/errors.ts";

const { model, ...otherModelSettings } = modelSettings("vectors");
const settings = {
  model,
  examples: wholeNumber("<n>", "changed results to show", { default: 5 }),
  ...group("Model:", otherModelSettings),
};
/** Settings of the function `fidelity`. */
export type FidelitySettings = SettingsOf<typeof settings>;

export const command = defineCommand({
  name: "compare --fidelity",
  doing: "Comparing labellings",
  about:
    "Labels the same lists again, with the same options but another model, such as an int8 version. Or reads a second\n" +
    "folder of the same lists. Shows what changes: nearest reference titles, labels, measures, the order of the engines and the\n" +
    "winner. Ends with a one-sentence conclusion.",
  takes: [
    labelsArgument,
    { name: "[other]", help: "another folder of the same lists, instead of labelling again with --model" },
  ],
  settings,
  formats: tableFormats,
  examples: [
    "compare --fidelity labels --model models/all-MiniLM-L6-v2-int8",
    "compare --fidelity labels labels-of-other-model --json",
  ],

  async run([labels, other]: readonly [labels: string, other?: string], { examples, ...tools }) {
    const { fidelityFiles } = await import("./fidelity-files.ts");
    const { withModel } = await import("../../model/with-model.ts");
    if (other === undefined) return withModel(tools, (opened) => fidelityFiles(labels, { tools: opened }, examples));
    if (tools.model !== undefined) {
      throw invalidOption(
        `Comparing ${labels} with ${other}: with two folders, nothing is labelled again, so --model has no effect. Give the second folder or --model, not both.`,
        { labels, other },
      );
    }
    return fidelityFiles(labels, { labels: other }, examples);
  },

  async print(found, terminal) {
    const { fidelityBlocks, fidelityRows } = await import("./fidelity-report.ts");
    await terminal.answer(found, { blocks: fidelityBlocks, rows: fidelityRows });
  },
});

/**
 * Shows what another model or precision would change in a folder of labels.
 * @param labels - a folder that `label` wrote
 * @param other  - another folder of the same lists; without one, the lists are labelled again with `model`
 * @throws SemqrelError for files and settings that cannot be used
 */
export const fidelity = command.call;
