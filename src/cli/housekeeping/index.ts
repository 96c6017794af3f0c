import { Command } from "commander";
import { type GivenOf, output, toggle } from "../../command/settings.ts";
import { invalidOption } from "../../core/errors.ts";
import { defaultCacheFolder } from "../../core/files/cache-folder.ts";
import { renderTable } from "../../core/text/render-table.ts";
import { defaultIndexesFolder } from "../../model/index/index-store.ts";
import { listDatasets, removeDatasets, verifyDatasets } from "../../model/index/stored-datasets.ts";
import { type CliIo, exitCodes, type Outcome } from "../io.ts";
import { addOptions } from "../options/add-options.ts";
import { megabytes, printJson, printText } from "../terminal/print.ts";
import { terminalWidth } from "../terminal/progress.ts";
import { json, subcommand } from "./subcommand.ts";

const settings = {
  indexes: output("<dir>", "folder of the indexes (default: ./indexes if it exists, else the cache folder)"),
  json,
};
const removal = { ...settings, all: toggle("remove the indexes of all data sets") };
type IndexFlags = GivenOf<typeof removal>;

export function createCommand(io: CliIo, outcome: Outcome): Command {
  const command = new Command("index")
    .description("Lists, checks or removes the HNSW indexes kept between runs.")
    .addHelpText("after", "\nExamples:\n  semqrel system index ls\n  semqrel system index verify --indexes ./indexes");
  const add = (name: string, text: string, ...examples: readonly string[]) =>
    addOptions(subcommand(command, name, text, ...examples), name === "rm" ? removal : settings);
  add("ls", "list the data sets", "ls", "ls --json").action(async (flags: IndexFlags) => {
    const folder = folderOf(flags, io);
    const datasets = listDatasets(folder);
    if (flags.json) return printJson(io, { schema: "semqrel.index-ls/1", folder, datasets });
    const rows = datasets.map(({ dataset, model, indexes, points, sizeBytes }) => [
      dataset,
      model,
      String(indexes),
      String(points),
      megabytes(sizeBytes),
    ]);
    const header = ["data set", "model", "indexes", "points", "size"];
    const table = renderTable({ header, rows }, terminalWidth(io.stdout, io)).join("\n");
    printText(io, datasets.length === 0 ? `No indexes in ${folder}.\n` : `${table}\n`);
  });
  const comparing = "compare every file with its manifest; exit 1 if one differs";
  add("verify", comparing, "verify", "verify --indexes ./indexes --json").action(async (flags: IndexFlags) => {
    const folder = folderOf(flags, io);
    const datasets = await verifyDatasets(folder);
    if (datasets.some(({ bad }) => bad.length > 0)) outcome.exitCode = exitCodes.gateFailed;
    if (flags.json) return printJson(io, { schema: "semqrel.index-verify/1", folder, datasets });
    for (const { folder: path, good, bad } of datasets) {
      io.stdout.write(`${path}: ${good} good, ${bad.length} bad\n`);
      for (const { file, reason } of bad)
        printText(io, `  ${file}: ${reason}; the next run that needs it builds it again\n`);
    }
    if (datasets.length === 0) printText(io, `No indexes in ${folder}.\n`);
  });
  add("rm", "remove the indexes of a data set", "rm scopus", "rm --all")
    .argument("[dataset]", "name of a data set, as `system index ls` prints it")
    .action(async (dataset: string | undefined, flags: IndexFlags) => {
      const folder = folderOf(flags, io);
      if ((dataset === undefined) !== (flags.all === true)) {
        throw invalidOption("Removing indexes: name one data set (semqrel system index ls shows them), or pass --all.");
      }
      const removed = removeDatasets(folder, dataset ?? null);
      if (removed.length === 0 && dataset !== undefined) {
        throw invalidOption(`Removing indexes: ${folder} has no data set "${dataset}". See: semqrel system index ls.`);
      }
      if (flags.json) return printJson(io, { schema: "semqrel.index-rm/1", folder, removed });
      if (removed.length === 0) io.stdout.write(`No indexes in ${folder}.\n`);
      for (const path of removed) io.stdout.write(`removed ${path}\n`);
    });
  return command;
}

function folderOf(flags: IndexFlags, io: CliIo): string {
  return flags.indexes ?? defaultIndexesFolder(defaultCacheFolder(io.environment));
}
