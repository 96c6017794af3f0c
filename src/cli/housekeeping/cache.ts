/** `semqrel cache`: where vectors are kept, how much, and away with them. */
import { Command } from "commander";
import { cacheSizes, cleanCache, defaultCacheFolder } from "../../core/files/cache-folder.ts";
import type { CliIo } from "../io.ts";
import { megabytes, printJson } from "../terminal/print.ts";

interface CacheFlags {
  readonly json?: boolean;
}

export function createCommand(io: CliIo): Command {
  const command = new Command("cache")
    .description("What is kept between runs: vectors, indexes, fetched models.")
    .addHelpText("after", "\nExamples:\n  semqrel cache size\n  semqrel cache clean");
  const subcommand = (name: string, text: string, examples: string) =>
    command
      .command(name)
      .description(text)
      .addHelpText("after", `\nExamples:\n${examples}`)
      .option("--json", "one JSON document");
  subcommand("dir", "print the folder", "  semqrel cache dir").action((flags: CacheFlags) => {
    const folder = defaultCacheFolder(io.environment);
    if (flags.json) return printJson(io, { schema: "semqrel.cache-dir/1", folder });
    io.stdout.write(`${folder}\n`);
  });
  subcommand("size", "print how much is kept", "  semqrel cache size\n  semqrel cache size --json").action(
    async (flags: CacheFlags) => {
      const folder = defaultCacheFolder(io.environment);
      const sizes = cacheSizes(folder);
      if (flags.json) return printJson(io, { schema: "semqrel.cache-size/1", folder, ...sizes });
      for (const [part, sizeBytes] of Object.entries(sizes)) io.stdout.write(`${part}: ${megabytes(sizeBytes)}\n`);
    },
  );
  subcommand(
    "clean",
    "remove vectors and indexes; fetched models stay unless --models is given",
    "  semqrel cache clean\n  semqrel cache clean --models",
  )
    .option("--models", "fetched models too")
    .action((flags: CacheFlags & { models?: boolean }) => {
      const folder = defaultCacheFolder(io.environment);
      const removed = cleanCache(folder, flags.models === true);
      if (flags.json) return printJson(io, { schema: "semqrel.cache-clean/1", folder, removed });
      io.stdout.write(
        removed.length === 0
          ? `Nothing to remove in ${folder}.\n`
          : removed.map((path) => `removed ${path}\n`).join(""),
      );
    });
  return command;
}
