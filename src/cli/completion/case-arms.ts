/** Which arms do the `case` statements of a shell's script have, in bash and zsh alike? */
import { type CompletedCommand, type CompletedName, pathsOf } from "./command-tree.ts";

/** @param offer the statement that offers these words */
export function caseArms(commands: readonly CompletedCommand[], offer: (words: readonly CompletedName[]) => string) {
  const unexplained = (names: readonly string[]) => names.map((name) => ({ name, summary: "" }));
  const valued = commands.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ name, short, choices }) => ({
        pattern: [name, short].flatMap((one) => (one === null ? [] : [`"${path} ${one}"`])).join(" | "),
        choices,
      })),
  );
  const free = valued.filter(({ choices }) => choices.length === 0).map(({ pattern }) => pattern);
  const chosen = valued.filter(({ choices }) => choices.length > 0);
  return {
    /** Pattern of `command subcommand`: words that lead further into the tree. */
    paths: pathsOf(commands)
      .map((path) => `"${path}"`)
      .join(" | "),
    /** By `command --option`: what its value may be. */
    values: [
      ...chosen.map(({ pattern, choices }) => `    ${pattern}) ${offer(unexplained(choices))}; is_value=1 ;;`),
      `    ${free.join(" | ")}) is_value=1 ;;`,
    ].join("\n"),
    /** By command: its options. */
    flags: commands
      .map(({ path, options }) => {
        const letters = options.flatMap(({ short, summary }) => (short === null ? [] : [{ name: short, summary }]));
        return `      "${path}") ${offer([...options, ...letters])} ;;`;
      })
      .join("\n"),
    /** By command: its subcommands, and what its arguments may be. */
    words: commands
      .flatMap(({ path, subcommands, choices }) => {
        const words = [...subcommands, ...unexplained(choices)];
        return words.length === 0 ? [] : [`      "${path}") ${offer(words)} ;;`];
      })
      .join("\n"),
  };
}
