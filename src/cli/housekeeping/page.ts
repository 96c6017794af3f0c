/** `semqrel system page`: the page that needs no installation, written for a server of one's own. */
import { Argument, Command } from "commander";
import { writePage } from "../../browser/write-page.ts";
import type { CliIo } from "../io.ts";
import { printJson } from "../terminal/print.ts";

interface PageFlags {
  readonly model: boolean;
  readonly json?: boolean;
}

export function createCommand(io: CliIo): Command {
  return new Command("page")
    .description("Writes a page that compares result lists in a browser, without an installation. Serve its folder.")
    .addArgument(new Argument("<dir>", "folder for the page"))
    .option("--no-model", "write the page alone: it matches equal titles only")
    .option("--json", "one JSON document")
    .addHelpText("after", "\nExamples:\n  semqrel system page public/compare\n  semqrel system page . --no-model")
    .action(async (folder: string, { model, json }: PageFlags) => {
      const written = await writePage(folder, model);
      if (json) return printJson(io, { schema: "semqrel.page/1", folder, files: written });
      io.stdout.write(`Wrote ${written.length} ${written.length === 1 ? "file" : "files"} to ${folder}.\n`);
      if (model) io.stdout.write(`Serve the folder, for example: python3 -m http.server --directory ${folder}\n`);
    });
}
