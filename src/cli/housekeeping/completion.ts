/** `semqrel completion`: a script that lets the shell complete commands, options and their values. */
import { Argument, Command } from "commander";
import { bashScript } from "../completion/bash-script.ts";
import { type CompletedCommand, commandTree } from "../completion/command-tree.ts";
import { fishScript } from "../completion/fish-script.ts";
import { zshScript } from "../completion/zsh-script.ts";
import type { CliIo } from "../io.ts";

type Shell = "bash" | "zsh" | "fish";

export function createCommand(io: CliIo): Command {
  const command = new Command("completion");
  return command
    .description(
      "Prints a script that completes commands, options, choices and file names. Load it where your shell starts.",
    )
    .addArgument(new Argument("<shell>", "whose script").choices(["bash", "zsh", "fish"]))
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel completion bash > ~/.semqrel-completion.bash\n  semqrel completion zsh > ~/.zsh/_semqrel\n" +
        "  semqrel completion fish > ~/.config/fish/completions/semqrel.fish\n\n" +
        "In ~/.bashrc: source ~/.semqrel-completion.bash\n" +
        "In ~/.zshrc, before compinit: fpath=(~/.zsh $fpath)\nFish finds its file by itself.",
    )
    .action((shell: Shell) => {
      const tree = commandTree(command.parent ?? command);
      io.stdout.write(scriptOf(shell, tree));
    });
}

function scriptOf(shell: Shell, tree: readonly CompletedCommand[]): string {
  if (shell === "bash") return bashScript(tree);
  if (shell === "zsh") return zshScript(tree);
  return fishScript(tree);
}
