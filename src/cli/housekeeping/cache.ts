import { Command } from "commander";
import { type GivenOf, toggle } from "../../command/settings.ts";
import { cacheSizes, cleanCache, defaultCacheFolder } from "../../core/files/cache-folder.ts";
import type { CliIo } from "../io.ts";
import { addOptions } from "../options/add-options.ts";
import { megabytes, printJson } from "../terminal/print.ts";
import { json, subcommand } from "./subcommand.ts";

const cleanSettings = { json, models: toggle("also remove fetched models") };
type CacheFlags = GivenOf<typeof cleanSettings>;

export function createCommand(io: CliIo): Command {
  const command = new Command("cache")
    .description("Shows or removes what is kept between runs: vectors, indexes, fetched models.")
    .addHelpText("after", "\nExamples:\n  semqrel system cache size\n  semqrel system cache clean");
  const folder = defaultCacheFolder(io.environment);
  const add = (name: string, text: string, ...examples: readonly string[]) =>
    addOptions(subcommand(command, name, text, ...examples), name === "clean" ? cleanSettings : { json });
  add("dir", "print the folder", "dir").action((flags: CacheFlags) => {
    if (flags.json) return printJson(io, { schema: "semqrel.cache-dir/1", folder });
    io.stdout.write(`${folder}\n`);
  });
  add("size", "print how much is kept", "size", "size --json").action(async (flags: CacheFlags) => {
    const sizes = cacheSizes(folder);
    if (flags.json) return printJson(io, { schema: "semqrel.cache-size/1", folder, ...sizes });
    for (const [part, sizeBytes] of Object.entries(sizes)) io.stdout.write(`${part}: ${megabytes(sizeBytes)}\n`);
  });
  const what = "remove vectors and indexes; fetched models stay unless --models is given";
  add("clean", what, "clean", "clean --models").action((flags: CacheFlags) => {
    const removed = cleanCache(folder, flags.models === true);
    if (flags.json) return printJson(io, { schema: "semqrel.cache-clean/1", folder, removed });
    if (removed.length === 0) io.stdout.write(`Nothing to remove in ${folder}.\n`);
    for (const path of removed) io.stdout.write(`removed ${path}\n`);
  });
  return command;
}
