/** How does fish complete what is typed behind `semqrel`? */
import { type CompletedCommand, pathsOf } from "./command-tree.ts";

/** A script for `source`, and as `semqrel.fish` in a folder of completions. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const paths = pathsOf(commands).map(quoted);
  const lines = commands.flatMap(({ path, subcommands, options, choices }) => {
    const line = (rest: string, summary: string) =>
      `complete -c semqrel -n ${quoted(`__semqrel_is_at ${quoted(path)}`)} ${rest}${summary === "" ? "" : ` -d ${quoted(summary)}`}`;
    return [
      ...subcommands.map(({ name, summary }) => line(`-f -a ${name}`, summary)),
      ...(choices.length === 0 ? [] : [line(`-f -a ${quoted(choices.join(" "))}`, "")]),
      ...options.map(({ name, short, summary, takesValue, choices: values }) => {
        const letter = short === null ? "" : `-s ${short.slice(1)} `;
        const value = values.length > 0 ? ` -x -a ${quoted(values.join(" "))}` : takesValue ? " -r -F" : "";
        return line(`${letter}-l ${name.slice(2)}${value}`, summary);
      }),
    ];
  });
  return `# Completion of semqrel for fish: semqrel system completion fish > ~/.config/fish/completions/semqrel.fish
function __semqrel_is_at
    set -l path ''
    for word in (commandline -opc)[2..-1]
        if contains -- "$path $word" ${paths.join(" ")}
            set path (string trim -- "$path $word")
        end
    end
    test "$path" = "$argv[1]"
end
${lines.join("\n")}
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
