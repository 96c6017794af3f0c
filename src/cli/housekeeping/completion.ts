import { Argument, Command } from "commander";
import { bashScript, commandTree, fishScript, zshScript } from "../completion/scripts.ts";
import type { CliIo } from "../io.ts";
import { programOf } from "../options/add-options.ts";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

export function createCommand(io: CliIo): Command {
  const command = new Command("completion");
  return command
    .description(
      "Prints a script that completes commands, options, choices and file names. Load it when your shell starts.",
    )
    .addArgument(new Argument("<shell>", "name of the shell").choices(Object.keys(scripts)))
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel system completion bash > ~/.semqrel-completion.bash\n  semqrel system completion zsh > ~/.zsh/_semqrel\n" +
        "  semqrel system completion fish > ~/.config/fish/completions/semqrel.fish\n\n" +
        "In ~/.bashrc: source ~/.semqrel-completion.bash\n" +
        "In ~/.zshrc, before compinit: fpath=(~/.zsh $fpath)\nFish finds its file by itself.",
    )
    .action((shell: keyof typeof scripts) => {
      io.stdout.write(scripts[shell](commandTree(programOf(command))));
    });
}
