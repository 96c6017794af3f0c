/** `semqrel cache`: where vectors are kept, how much, and away with them. */
import { Command, Option } from "commander";
import type { CliIo } from "../io.ts";
import { megabytes, printJson } from "../print.ts";

interface CacheFlags {
  readonly json?: boolean;
}

export function cacheCommand(io: CliIo): Command {
  const command = new Command("cache").description("What is kept between runs: vectors, indexes, fetched models.");
  const subcommand = (name: string, text: string) =>
    command.command(name).description(text).addOption(new Option("--json", "one JSON document"));
  subcommand("dir", "print the folder").action(async (flags: CacheFlags) => {
    const folder = await cacheFolder(io);
    if (flags.json) return printJson(io, { schema: "semqrel.cache-dir/1", folder });
    io.stdout.write(`${folder}\n`);
  });
  subcommand("size", "print how much is kept").action(async (flags: CacheFlags) => {
    const { cacheSizes } = await import("../../files/cache-folder.ts");
    const folder = await cacheFolder(io);
    const sizes = cacheSizes(folder);
    if (flags.json) return printJson(io, { schema: "semqrel.cache-size/1", folder, ...sizes });
    for (const [part, sizeBytes] of Object.entries(sizes)) io.stdout.write(`${part}: ${megabytes(sizeBytes)}\n`);
  });
  subcommand("clean", "remove vectors and indexes; fetched models stay unless --models is given")
    .option("--models", "fetched models too")
    .action(async (flags: CacheFlags & { models?: boolean }) => {
      const { cleanCache } = await import("../../files/cache-folder.ts");
      const folder = await cacheFolder(io);
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

async function cacheFolder(io: CliIo): Promise<string> {
  const { defaultCacheFolder } = await import("../../adapters.ts");
  return defaultCacheFolder(io.environment);
}
