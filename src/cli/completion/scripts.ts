import type { Command, Option } from "commander";

/** Returns a script for bash 3.2 and later, to load with `source`. It leaves file names to readline. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const { paths, values, flags, words } = caseArms(
    commands,
    (offered) => `candidates="${offered.map(({ name }) => name).join(" ")}"`,
  );
  return `# Completion of semqrel for bash. In ~/.bashrc: source <(semqrel system completion bash)
_semqrel() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local path="" word candidates="" is_value="" place
  # Bash splits --format=csv into three words.
  if [[ $current == "=" ]]; then
    current=""
  elif [[ $previous == "=" ]]; then
    previous="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((place = 1; place < COMP_CWORD; place++)); do
    word="\${COMP_WORDS[place]}"
    case "$path $word" in
      ${paths}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path $previous" in
${values}
  esac
  if [[ -z $is_value && $current == -* ]]; then
    case "$path" in
${flags}
    esac
  elif [[ -z $is_value ]]; then
    case "$path" in
${words}
    esac
  fi
  COMPREPLY=()
  for word in $candidates; do
    if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
  done
}
# If there are no candidates, bash completes file names.
complete -o default -F _semqrel semqrel
`;
}

/** Returns a script to load with `source`, or to store as `_semqrel` in a folder of $fpath. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const { paths, values, flags, words } = caseArms(
    commands,
    (offered) => `found=(${offered.map(described).join(" ")})`,
  );
  return `#compdef semqrel
# Completion of semqrel for zsh. In ~/.zshrc, after compinit: source <(semqrel system completion zsh)
_semqrel() {
  local command_path="" word previous="\${words[CURRENT-1]}" is_value=""
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$command_path $word" in
      ${paths}) command_path="\${command_path:+$command_path }$word" ;;
    esac
  done
  # Zsh passes --format=csv as one word.
  if [[ $PREFIX == --*=* ]]; then
    previous="\${PREFIX%%=*}"
    compset -P 1 '*='
  fi
  case "$command_path $previous" in
${values}
  esac
  if [[ -z $is_value && $PREFIX == -* ]]; then
    case "$command_path" in
${flags}
    esac
  elif [[ -z $is_value ]]; then
    case "$command_path" in
${words}
    esac
  fi
  if (( $#found )); then
    _describe semqrel found
  else
    # Completes the file in name=file.
    compset -P '[^=/]##='
    _files
  fi
}
if [[ $funcstack[1] == _semqrel ]]; then _semqrel "$@"; else compdef _semqrel semqrel; fi
`;
}

function described({ name, summary }: CompletedName): string {
  const colonless = name.replaceAll(":", "\\:");
  return zshQuoted(summary === "" ? colonless : `${colonless}:${summary}`);
}

function zshQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns a script to load with `source`, or to store as `semqrel.fish` in a folder of completions. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const paths = pathsOf(commands).map(fishQuoted);
  const lines = commands.flatMap(({ path, subcommands, options, choices }) => {
    const line = (rest: string, summary: string) =>
      `complete -c semqrel -n ${fishQuoted(`__semqrel_is_at ${fishQuoted(path)}`)} ${rest}${summary === "" ? "" : ` -d ${fishQuoted(summary)}`}`;
    return [
      ...subcommands.map(({ name, summary }) => line(`-f -a ${name}`, summary)),
      ...(choices.length === 0 ? [] : [line(`-f -a ${fishQuoted(choices.join(" "))}`, "")]),
      ...options.map(({ name, short, summary, takesValue, choices: values }) => {
        const letter = short === null ? "" : `-s ${short.slice(1)} `;
        const value = values.length > 0 ? ` -x -a ${fishQuoted(values.join(" "))}` : takesValue ? " -r -F" : "";
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

function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function caseArms(commands: readonly CompletedCommand[], offer: (words: readonly CompletedName[]) => string) {
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
    paths: pathsOf(commands)
      .map((path) => `"${path}"`)
      .join(" | "),
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

// Commands and options come from commander's tree, so a new command needs no change in this file.

interface CompletedCommand {
  /** Name without `semqrel`, such as `"label"`, `"system index ls"` or `"pool --plan"`; `""` for the program itself. */
  readonly path: string;
  readonly subcommands: readonly CompletedName[];
  readonly options: readonly CompletedOption[];
  /** Possible values of the arguments; empty if they are file names or free text. */
  readonly choices: readonly string[];
}

interface CompletedName {
  readonly name: string;
  readonly summary: string;
}

interface CompletedOption extends CompletedName {
  readonly name: string;
  readonly short: string | null;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

/** Returns the program, then its commands, each followed by its subcommands and its jobs such as `pool --plan`. */
export function commandTree(program: Command): CompletedCommand[] {
  return describe(program, []);
}

function pathsOf(commands: readonly CompletedCommand[]): string[] {
  return commands.slice(1).map(({ path }) => (path.includes(" ") ? path : ` ${path}`));
}

function describe(command: Command, path: readonly string[]): CompletedCommand[] {
  const help = command.createHelp();
  const subcommands = help.visibleCommands(command);
  const jobs = (command.parent?.commands ?? []).filter((one) => one.name().startsWith(`${command.name()} --`));
  const own: CompletedCommand = {
    path: path.join(" "),
    subcommands: subcommands.map((one) => ({
      name: one.name(),
      summary: one.summary() || (one.description().split("\n")[0] ?? ""),
    })),
    options: [...jobs.map(describeJob), ...help.visibleOptions(command).map(describeOption)],
    choices: command.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
  };
  const further = [...subcommands.flatMap((one) => describe(one, [...path, one.name()]))];
  return [own, ...further, ...jobs.flatMap((one) => describe(one, one.name().split(" ")))];
}

function describeJob(job: Command): CompletedOption {
  const [, name = ""] = job.name().split(" ");
  return { name, short: null, summary: job.summary(), takesValue: false, choices: [] };
}

function describeOption({ long, short, description, argChoices, required, optional }: Option): CompletedOption {
  return {
    name: long ?? short ?? "",
    short: long === undefined ? null : (short ?? null),
    summary: description,
    takesValue: required || optional,
    choices: argChoices ?? [],
  };
}
