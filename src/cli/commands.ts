/**
 * Lists the 15 commands, and decides which of them to load. This file contains their names and summaries, so that
 * `semqrel --help` loads no command. A command imports slow modules only when it runs, so that its help is fast.
 */
import { existsSync } from "node:fs";
import type { Command } from "commander";
import type { AnyCommand } from "../command/define-command.ts";
import { configurationFile } from "./configuration/read-configuration.ts";
import type { CliIo, Outcome } from "./io.ts";

/** A command declared with `defineCommand`, or a function that creates a command of commander, as for `system`. */
type CommandModule =
  | { readonly command: AnyCommand }
  | { readonly createCommand: (io: CliIo, outcome: Outcome) => Command };

export interface CommandRow {
  /** A word such as `pool`, or a switch such as `--plan` that selects another job of the same command. */
  readonly name: string;
  readonly summary: string;
  readonly load: (() => Promise<CommandModule>) | null;
  readonly further: readonly CommandRow[];
}

function row(name: string, summary: string, load: CommandRow["load"], further: readonly CommandRow[] = []): CommandRow {
  return { name, summary, load, further };
}

const otherPools = [
  row("--plan", "show what rating would achieve, before you rate", () => import("../estimate/plan/plan.ts")),
  row("--next", "draw what to rate next, or say that rating can stop", () => import("../estimate/suggest.ts")),
  row("--doubtful", "take the results whose labels are the most doubtful", () => import("../report/pool-doubtful.ts")),
];
const system = [
  row("doctor", "check what works on this machine", () => import("./housekeeping/doctor.ts")),
  row("init", "write semqrel.config.json from the files here", () => import("./housekeeping/init.ts")),
  row("trust", "trust this folder's semqrel.config.json", () => import("./housekeeping/trust.ts")),
  row("verify", "recompute a folder of labels, and name what differs", () => import("../check/verify.ts")),
  row("cache", "show or empty the cache of vectors", () => import("./housekeeping/cache.ts")),
  row("index", "list, verify or remove HNSW indexes", () => import("./housekeeping/index.ts")),
  row("model", "show, verify or fetch the sentence model", () => import("./housekeeping/model.ts")),
  row("page", "write the page that compares lists in a browser", () => import("./housekeeping/page.ts")),
  row("worker", "take blocks from a shared PostgreSQL queue and label them", () => import("./housekeeping/worker.ts")),
  row("queue", "show, retry or remove jobs of the queue", () => import("./housekeeping/queue.ts")),
  row("mcp", "serve tools to a language-model client (MCP)", () => import("./housekeeping/mcp.ts")),
  row("completion", "print a completion script for bash, zsh or fish", () => import("./housekeeping/completion.ts")),
];

export const commandGroups: readonly (readonly [title: string, rows: readonly CommandRow[]])[] = [
  [
    "Start here",
    [
      row("check", "compare engines: result lists in, verdict and report out", () => import("../check/check.ts")),
      row("label", "label results without a report, for scripts and CI", () => import("../check/label.ts")),
      row("report", "rebuild the HTML report, with ratings if there are any", () => import("../report/report.ts")),
    ],
  ],
  [
    "Get result lists",
    [
      row("collect", "query a search API and save its results", () => import("../collect/collect.ts")),
      row(
        "convert",
        "change formats of lists, judgments and query sets; join files",
        () => import("../measure/convert/convert.ts"),
        [row("--join", "join files of one query each into one table", () => import("../measure/convert/stack.ts"))],
      ),
    ],
  ],
  [
    "Ask people (or a language model)",
    [
      row(
        "pool",
        "choose which results to rate, and see how long it will take",
        () => import("../gold/pool.ts"),
        otherPools,
      ),
      row("rate", "open the rating page, or import ratings", () => import("../gold/rating/rate.ts")),
      row("judge", "let a language model rate", () => import("../gold/judge/judge.ts")),
      row("gold", "turn ratings into judgments, and see how well raters agree", () => import("../gold/gold.ts"), [
        row("--agreement", "show how well raters agree", () => import("../gold/agreement/agree.ts")),
      ]),
    ],
  ],
  [
    "Combine ratings and labels",
    [
      row(
        "estimate",
        "which engine is better, from ratings and labels together",
        () => import("../estimate/estimate.ts"),
        [
          row(
            "--write-labels",
            "write better labels, learned from a few ratings",
            () => import("../estimate/calibrate.ts"),
          ),
        ],
      ),
      row("validate", "how far the labels can be trusted", () => import("../trust/validate.ts"), [
        row(
          "--policies",
          "compare 600 ways to label, and show how much depends on the choice",
          () => import("../trust/policies/policies.ts"),
        ),
      ]),
    ],
  ],
  [
    "Measure against judgments",
    [
      row(
        "measure",
        "nDCG, AP, P@k and more; same values as trec_eval and ir_measures",
        () => import("../measure/measure.ts"),
      ),
      row(
        "compare",
        "test differences between runs; fail a build on a regression",
        () => import("../measure/compare.ts"),
        [
          row(
            "--fidelity",
            "show what changes with another model, or with its int8 version",
            () => import("../trust/fidelity/fidelity.ts"),
          ),
        ],
      ),
    ],
  ],
  [
    "More",
    [
      row("rerank", "experiments: features, correlations, learned rankings", () => import("../rerank/rerank.ts"), [
        row("features", "compute features of documents from a graph", () => import("../rerank/features.ts")),
        row("correlate", "correlate features with another column", () => import("../rerank/correlate.ts")),
      ]),
      row("system", "doctor, cache, models, workers, shell completion", null, system),
    ],
  ],
];

export const commandRows: readonly CommandRow[] = commandGroups.flatMap(([, rows]) => rows);

/** Commands whose options cannot come from semqrel.config.json or the environment. */
export const withoutConfiguration: readonly string[] = ["init", "doctor", "completion", "trust", "page"];

/** Commands that do not have the option --encoding. */
export const withoutTexts: readonly string[] = ["report", "system"];

/** Switches with a value. `routed` keeps these among the arguments, because the job reads their value. */
const takingValues: readonly string[] = ["--doubtful", "--write-labels"];

export const isSwitch = ({ name }: CommandRow) => name.startsWith("--");

/** Rewrites arguments: `pool labels --plan` becomes `"pool --plan" labels`, and `help pool` becomes `pool --help`. */
export function routed(args: readonly string[]): string[] {
  const [first, ...rest] = args;
  if (first === "help" && rest[0] === "formats") return ["convert", "--list"];
  if (first === "help") return routed([...rest, "--help"]);
  const end = rest.includes("--") ? rest.indexOf("--") : rest.length;
  const isGiven = ({ name }: CommandRow) =>
    rest.slice(0, end).some((arg) => arg === name || arg.startsWith(`${name}=`));
  const further = commandRows.find(({ name }) => name === first)?.further ?? [];
  const chosen = further.find((one) => isSwitch(one) && isGiven(one));
  if (chosen === undefined) return [...args];
  // With --help, removes the switch even if it takes a value, because the value may be missing.
  const isHelp = rest.slice(0, end).some((arg) => arg === "--help" || arg === "-h");
  const isKept = takingValues.includes(chosen.name) && !isHelp;
  return [`${first} ${chosen.name}`, ...rest.filter((arg, index) => isKept || index > end || arg !== chosen.name)];
}

/** Returns the command at the start of the arguments, such as "pool --plan" or "system doctor"; "" if there is none. */
export function pathOf(routedArgs: readonly string[]): string {
  const [first = "", second = ""] = routedArgs;
  const paths = commandPaths();
  return [`${first} ${second}`, first].find((path) => paths.includes(path)) ?? "";
}

export function commandPaths(): string[] {
  return commandRows.flatMap(({ name, further }) => [name, ...further.map((one) => `${name} ${one.name}`)]);
}

/** Commands that read the options of all commands. */
const readAll = ["system doctor", "system completion", "system trust"];

/** To save time, selects only the named command, unless all options are needed, such as to check a configuration. */
export function neededCommands(routedArgs: readonly string[], isHelp: boolean): (path: string) => boolean {
  const named = pathOf(routedArgs);
  if (!isHelp && (named === "" || readAll.includes(named) || existsSync(configurationFile))) return () => true;
  return (path) => path === named;
}
