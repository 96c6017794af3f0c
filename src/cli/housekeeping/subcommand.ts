import type { Command } from "commander";
import { toggle } from "../../command/settings.ts";

export const json = toggle("one JSON document");

export function subcommand(parent: Command, name: string, text: string, ...examples: readonly string[]): Command {
  const lines = examples.map((example) => `  semqrel system ${parent.name()} ${example}`);
  return parent
    .command(name)
    .summary(text)
    .description(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`)
    .addHelpText("after", `\nExamples:\n${lines.join("\n")}`);
}
