import { Argument, Command } from "commander";
import { type GivenOf, text, toggle } from "../../command/settings.ts";
import { defaultCacheFolder } from "../../core/files/cache-folder.ts";
import type { compareWithLibrary } from "../compare-with-library.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { addOptions, remember } from "../options/add-options.ts";
import { megabytes, printJson, printText } from "../terminal/print.ts";
import { stderrProgress } from "../terminal/progress.ts";
import { json, subcommand } from "./subcommand.ts";

const settings = { json };
const fetchSettings = {
  host: text("<url>", "address of the model hub", { reach: "address", default: "https://huggingface.co" }),
  revision: text("<name>", "branch, tag or commit", { default: "main" }),
  quantized: toggle("the int8 file: smaller, but labels differ (see docs/commands/system.md)"),
  ...settings,
};
type ModelFlags = CommonFlags & GivenOf<typeof settings>;

export function createCommand(io: CliIo): Command {
  const command = new Command("model")
    .description("Shows, checks or downloads the sentence model.")
    .addHelpText("after", "\nExamples:\n  semqrel system model info\n  semqrel system model verify");
  const named = "folder, fetched hub id, or nothing for the bundled model";
  const add = (name: string, about: string, ...examples: readonly string[]) =>
    addOptions(subcommand(command, name, about, ...examples), name === "fetch" ? fetchSettings : settings);
  add("info", "show what the model is and where its files are", "info", "info Xenova/multilingual-e5-small --json")
    .argument("[name]", named)
    .action(async (name: string | undefined, flags: ModelFlags) => {
      const { folder, identity, pooling } = await openModel(name, io, "changed");
      if (flags.json) return printJson(io, { schema: "semqrel.model-info/1", folder, pooling, ...identity });
      const { name: title, dimensions, maxTokens, precision, sha256 } = identity;
      io.stdout.write(
        `name        ${title}\nfolder      ${folder}\ndimensions  ${dimensions}\nprecision   ${precision}\n` +
          `max tokens  ${maxTokens}\npooling     ${pooling}\nsha256      ${sha256}\n`,
      );
    });
  const reading =
    "compare every file of the model with its sha256, and the vectors of sample titles with those of transformers.js";
  add("verify", reading, "verify", "verify ./my-model")
    .argument("[name]", named)
    .action(async (name: string | undefined, flags: ModelFlags) => {
      const model = await openModel(name, io, "always");
      const { compareWithLibrary } = await import("../compare-with-library.ts");
      const transformersJs = await compareWithLibrary(model, stderrProgress(io, flags.quiet === true), io.signal);
      const { folder, sums, hasExpectedSums: compared } = model;
      if (flags.json)
        return printJson(io, { schema: "semqrel.model-verify/1", folder, compared, sha256: sums, transformersJs });
      for (const [file, sum] of Object.entries(sums)) io.stdout.write(`${sum}  ${file}\n`);
      const expected = compared
        ? "All files are as expected."
        : "The files were not compared, because the folder has no SHA256SUMS that lists all of them.";
      printText(io, `${expected}\n${sayComparison(transformersJs)}\n`);
    });
  add(
    "fetch",
    "download a model from a hub into the cache folder; the only command that downloads a model",
    "fetch Xenova/multilingual-e5-small",
    "fetch Xenova/all-MiniLM-L6-v2 --quantized --host https://hub.example.org",
  )
    .addArgument(
      remember(new Argument("<id>", "owner/name, with an ONNX file in transformers.js's layout"), { reach: "address" }),
    )
    .action(async (id: string, flags: CommonFlags & GivenOf<typeof fetchSettings>) => {
      const { fetchModel } = await import("../../model/embed/fetch-model.ts");
      const { host, revision, quantized = false } = flags;
      const fetched = await fetchModel(id, {
        host,
        revision,
        quantized,
        cacheFolder: defaultCacheFolder(io.environment),
        progress: stderrProgress(io, flags.quiet === true),
        signal: io.signal,
      });
      if (flags.json) return printJson(io, { schema: "semqrel.model-fetch/1", ...fetched });
      for (const { file, sizeBytes } of fetched.files) io.stdout.write(`${file}  ${megabytes(sizeBytes)}\n`);
      printText(io, `Fetched to ${fetched.folder}. Use it with --model ${id}.\n`);
    });
  return command;
}

function sayComparison(found: Awaited<ReturnType<typeof compareWithLibrary>>): string {
  if (found.library === null) return `Skipped the comparison with transformers.js. ${found.skipped}`;
  const { library, titles, nearlyEqual, smallestCosine, title } = found;
  return (
    `${library} gives ${nearlyEqual} of the sample's ${titles} titles the same vectors as semqrel (cosine of at least ` +
    `0.9999). The smallest cosine is ${smallestCosine.toFixed(4)}, for "${title}".`
  );
}

async function openModel(name: string | undefined, io: CliIo, verify: "changed" | "always") {
  const { bundledModel, openModelFolder } = await import("../../model/embed/model-folder.ts");
  return openModelFolder(name ?? bundledModel, defaultCacheFolder(io.environment), verify);
}
