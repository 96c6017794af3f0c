/** Which arms do the `case` statements of a shell's script have, in bash and zsh alike? */
import type { CompletedCommand, CompletedName } from "./command-tree.ts";

export interface CaseArms {
  /** Pattern of `command subcommand`: words that lead further into the tree. */
  readonly paths: string;
  /** By `command --option`: what its value may be. */
  readonly values: string;
  /** By command: its options. */
  readonly flags: string;
  /** By command: its subcommands, and what its arguments may be. */
  readonly words: string;
}

/** @param offer the statement that offers these words */
export function caseArms(
  commands: readonly CompletedCommand[],
  offer: (words: readonly CompletedName[]) => string,
): CaseArms {
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
    paths: commands.flatMap(({ path, subcommands }) => subcommands.map(({ name }) => `"${path} ${name}"`)).join(" | "),
    values: [
      ...chosen.map(({ pattern, choices }) => `    ${pattern}) ${offer(unexplained(choices))}; is_value=1 ;;`),
      `    ${free.join(" | ")}) is_value=1 ;;`,
    ].join("\n"),
    flags: commands
      .map(({ path, options }) => {
        const letters = options.flatMap(({ short, summary }) => (short === null ? [] : [{ name: short, summary }]));
        return `      "${path}") ${offer([...options, ...letters])} ;;`;
      })
      .join("\n"),
    words: commands
      .flatMap(({ path, subcommands, choices }) => {
        const words = [...subcommands, ...unexplained(choices)];
        return words.length === 0 ? [] : [`      "${path}") ${offer(words)} ;;`];
      })
      .join("\n"),
  };
}
