/** How does bash complete what is typed behind `semqrel`? */
import { caseArms } from "./case-arms.ts";
import type { CompletedCommand } from "./command-tree.ts";

/** A script for `source`, for bash 3.2 and later. File names are readline's own completion. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const { paths, values, flags, words } = caseArms(
    commands,
    (offered) => `candidates="${offered.map(({ name }) => name).join(" ")}"`,
  );
  return `# Completion of semqrel for bash. In ~/.bashrc: source <(semqrel system completion bash)
_semqrel() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local path="" word candidates="" is_value="" place
  # --format=csv comes as three words.
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
# Where nothing of the above fits, names of files.
complete -o default -F _semqrel semqrel
`;
}
