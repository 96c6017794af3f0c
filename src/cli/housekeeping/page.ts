import { Argument, Command } from "commander";
import { writePage } from "../../check/page/write-page.ts";
import { type GivenOf, toggle } from "../../command/settings.ts";
import type { CliIo } from "../io.ts";
import { addOptions } from "../options/add-options.ts";
import { printJson } from "../terminal/print.ts";
import { json } from "./subcommand.ts";

const settings = { alone: toggle("write only index.html, which only matches identical titles"), json };

export function createCommand(io: CliIo): Command {
  return addOptions(new Command("page"), settings)
    .description(
      "Writes a page that compares result lists in a browser; visitors need not install anything. Serve the folder with a\n" +
        "web server. Needs onnxruntime-web, unless --alone is given.",
    )
    .addArgument(new Argument("<dir>", "folder for the page"))
    .addHelpText("after", "\nExamples:\n  semqrel system page public/compare\n  semqrel system page . --alone")
    .action(async (folder: string, { alone = false, json }: GivenOf<typeof settings>) => {
      const written = await writePage(folder, !alone);
      if (json) return printJson(io, { schema: "semqrel.page/1", folder, files: written });
      io.stdout.write(`Wrote ${written.length} ${written.length === 1 ? "file" : "files"} to ${folder}.\n`);
      if (!alone) io.stdout.write(`Serve the folder, for example: python3 -m http.server --directory ${folder}\n`);
    });
}
