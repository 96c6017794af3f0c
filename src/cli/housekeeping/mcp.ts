import { Command } from "commander";
import { type GivenOf, output } from "../../command/settings.ts";
import { version } from "../../core/files/version.ts";
import type { CliIo } from "../io.ts";
import { addOptions } from "../options/add-options.ts";

const settings = { folder: output("<dir>", "folder that check may write into (default: none)") };

export function createCommand(io: CliIo): Command {
  const command = new Command("mcp").description(
    "Serves check, compare, explain_query and next_step as tools of the Model Context Protocol (MCP), on standard input\n" +
      "and output. A client such as VS Code starts it. It writes nothing but the cache, unless --folder\n" +
      "names a folder for labels and reports. Needs npm install @modelcontextprotocol/sdk.",
  );
  return addOptions(command, settings)
    .addHelpText("after", "\nExamples:\n  semqrel system mcp\n  semqrel system mcp --folder search-evaluation")
    .action(async ({ folder }: GivenOf<typeof settings>) => {
      const { serveTools } = await import("../mcp-server.ts");
      await serveTools({ version, folder: folder ?? null, signal: io.signal });
    });
}
