/** How does zsh complete what is typed behind `semqrel`? */
import { caseArms } from "./case-arms.ts";
import type { CompletedCommand, CompletedName } from "./command-tree.ts";

/** A script for `source`, and as a file `_semqrel` in a folder of $fpath. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const { paths, values, flags, words } = caseArms(
    commands,
    (offered) => `found=(${offered.map(described).join(" ")})`,
  );
  return `#compdef semqrel
# Completion of semqrel for zsh. In ~/.zshrc, behind compinit: source <(semqrel system completion zsh)
_semqrel() {
  local command_path="" word previous="\${words[CURRENT-1]}" is_value=""
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$command_path $word" in
      ${paths}) command_path="\${command_path:+$command_path }$word" ;;
    esac
  done
  # --format=csv is one word.
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
    # name=file
    compset -P '[^=/]##='
    _files
  fi
}
if [[ $funcstack[1] == _semqrel ]]; then _semqrel "$@"; else compdef _semqrel semqrel; fi
`;
}

/** `name:summary`, as _describe wants it. */
function described({ name, summary }: CompletedName): string {
  const colonless = name.replaceAll(":", "\\:");
  return quoted(summary === "" ? colonless : `${colonless}:${summary}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
