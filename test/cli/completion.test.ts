/** Do the scripts work in real shells? A shell that is not installed is skipped. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { commandRows } from "../../src/cli/commands.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

/** A folder with the scripts and some user files, one with a blank in its name. */
let folder: string;

beforeAll(async () => {
  folder = temporaryFolder({ "scopus.csv": "", "my lists.csv": "" });
  mkdirSync(join(folder, "labels"));
  for (const shell of ["bash", "zsh", "fish"]) {
    const { exitCode, stdout, stderr } = await runInProcess(["system", "completion", shell], { cwd: folder });
    expect([exitCode, stderr]).toEqual([0, ""]);
    writeFileSync(join(folder, `loaded.${shell}`), stdout);
  }
}, 60_000);

const hasShell = (shell: string) => spawnSync(shell, ["-c", "true"]).status === 0;

/** Lines on stdout of a shell that runs in the folder. */
function lines(shell: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): string[] {
  const text = execFileSync(shell, args, { cwd: folder, encoding: "utf8", env: { ...process.env, ...environment } });
  return text.split("\n").filter((line) => line !== "");
}

const names = commandRows.map(({ name }) => name);

/** A typed line, and all completions of its last word. */
const offers = [
  { typed: ["la"], offered: ["label"] },
  { typed: ["label", "--reference-"], offered: ["--reference-depth", "--reference-engine"] },
  { typed: ["label", "--format", ""], offered: ["csv", "json", "md", "table", "tsv"] },
  { typed: ["label", "--references", "f"], offered: ["fused"] },
  { typed: ["rate", "--op"], offered: ["--open"] },
  { typed: ["system", "index", "ver"], offered: ["verify"] },
  { typed: ["system", "index", "verify", "--ind"], offered: ["--indexes"] },
  { typed: ["pool", "--pl"], offered: ["--plan"] },
  { typed: ["pool", "--plan", "--rh"], offered: ["--rho"] },
  { typed: ["system", "completion", ""], offered: ["bash", "fish", "zsh"] },
  // A value may have the name of a command.
  { typed: ["label", "--out", "measure", "--judged"], offered: [] },
];

describe.skipIf(!hasShell("bash"))("bash", () => {
  const complete = (typed: readonly string[]) => {
    const words = ["semqrel", ...typed].map((word) => `'${word}'`).join(" ");
    const line = `source loaded.bash; COMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _semqrel; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return lines("bash", ["--norc", "-c", line]).sort();
  };

  it.each(offers)("offers $offered for $typed", ({ typed, offered }) => {
    expect(complete(typed)).toEqual(offered);
  });

  it("offers every command", () => {
    expect(complete([""])).toEqual([...names].sort());
  });

  it("completes m in --format=m, which readline splits", () => {
    expect(complete(["label", "--format", "=", "m"])).toEqual(["md"]);
    expect(complete(["label", "--format", "="])).toEqual(["csv", "json", "md", "table", "tsv"].sort());
  });

  it("leaves file names to readline", () => {
    for (const typed of [
      ["label", "--reference", "sc"],
      ["measure", "sc"],
      ["label", "-o", "la"],
    ]) {
      expect(complete(typed)).toEqual([]);
    }
    expect(lines("bash", ["--norc", "-c", "source loaded.bash; complete -p semqrel"])).toEqual([
      "complete -o default -F _semqrel semqrel",
    ]);
  });
});

describe.skipIf(!hasShell("fish"))("fish", () => {
  const completeLine = (line: string) =>
    lines("fish", ["--no-config", "-c", `source loaded.fish; complete -C '${line}'`], { HOME: folder });
  const complete = (typed: readonly string[]) =>
    completeLine(["semqrel", ...typed].join(" "))
      .map((line) => line.split("\t")[0] ?? "")
      .sort();

  it.each(offers)("offers $offered for $typed", ({ typed, offered }) => {
    expect(complete(typed)).toEqual(offered);
  });

  it("offers every command with its summary", () => {
    expect(complete([""])).toEqual([...names].sort());
    expect(completeLine("semqrel measu")).toEqual([
      "measure\tnDCG, AP, P@k and more; same values as trec_eval and ir_measures",
    ]);
    expect(completeLine("semqrel lab")).toEqual(["label\tlabel results without a report, for scripts and CI"]);
  });

  it("completes file names, even after name=", () => {
    expect(complete(["label", "--reference", "sc"])).toEqual(["scopus.csv"]);
    expect(complete(["label", "--candidates", "a=sc"])).toEqual(["a=scopus.csv"]);
    expect(complete(["measure", "sc"])).toEqual(["scopus.csv"]);
    expect(complete(["label", "--format=m"])).toEqual(["--format=md"]);
  });
});

/** Types each line and a tab into an interactive shell, and returns the lines as completed. */
const zshDriver = `
zmodload zsh/zpty
zpty -b shell zsh -f -i
zpty -w shell 'autoload -Uz compinit; compinit -u -D; source loaded.zsh; tab() { zle expand-or-complete; print -r -- "$BUFFER" >> typed; BUFFER= }; zle -N tab; bindkey "^I" tab; touch ready'
wait_for() { local left=200; until eval "$1" || (( --left == 0 )); do while zpty -r -t shell seen; do :; done; sleep 0.05; done }
wait_for '[[ -e ready ]]'
count=0
for line in "$@"; do
  zpty -w -n shell "$line"$'\\t'
  (( ++count ))
  wait_for '[[ -e typed && $(wc -l < typed) -ge $count ]]'
done
cat typed
zpty -d shell
`;

describe.skipIf(!hasShell("zsh"))("zsh", () => {
  it("completes commands, options, values and file names", () => {
    const expected: Readonly<Record<string, string>> = {
      "semqrel rerank corr": "semqrel rerank correlate ",
      "semqrel label --reference-e": "semqrel label --reference-engine ",
      "semqrel label --format m": "semqrel label --format md ",
      "semqrel label --format=m": "semqrel label --format=md ",
      "semqrel system index ver": "semqrel system index verify ",
      "semqrel system index verify --ind": "semqrel system index verify --indexes ",
      "semqrel system completion fi": "semqrel system completion fish ",
      "semqrel label --reference sc": "semqrel label --reference scopus.csv ",
      "semqrel label --reference my": "semqrel label --reference my\\ lists.csv ",
      "semqrel label --candidates a=sc": "semqrel label --candidates a=scopus.csv ",
      "semqrel label -o lab": "semqrel label -o labels/",
      "semqrel measure --judged": "semqrel measure --judged-only ",
      // An option of another command.
      "semqrel label --judged": "semqrel label --judged",
    };
    writeFileSync(join(folder, "driver.zsh"), zshDriver);
    const typed = lines("zsh", ["-f", "driver.zsh", ...Object.keys(expected)], { TERM: "xterm" });
    expect(typed).toEqual(Object.values(expected));
  });

  it("has a script whose first line makes it usable from $fpath", () => {
    expect(readFileSync(join(folder, "loaded.zsh"), "utf8")).toMatch(/^#compdef semqrel\n/);
  });
});

describe("semqrel system completion", () => {
  it("refuses an unknown shell, and lists the known shells", async () => {
    const { exitCode, stdout, stderr } = await runInProcess(["system", "completion", "powershell"], { cwd: folder });
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("bash, zsh, fish");
  });
});
