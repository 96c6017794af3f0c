/**
 * The 15 commands, and which of them must be loaded.
 * Names and summaries are here, so that `semqrel --help` answers without loading any command. A command imports its work
 * when it runs, so that `semqrel label --help` does not wait for it.
 */
import { existsSync } from "node:fs";
import type { Command } from "commander";
import type { AnyCommand } from "../command/define-command.ts";
import { configurationFile } from "./configuration/read-configuration.ts";
import type { CliIo, Outcome } from "./io.ts";

type CommandModule = { readonly createCommand: (io: CliIo, outcome: Outcome) => Command };

async function commandLineOf(parts: AnyCommand): Promise<CommandModule> {
  const { commandOf } = await import("./create-command.ts");
  return { createCommand: (io, outcome) => commandOf(parts, io, outcome) };
}

export interface CommandRow {
  /** A word, or a switch that gives a command another job: `--plan`. */
  readonly name: string;
  readonly summary: string;
  readonly load?: () => Promise<CommandModule>;
  readonly further?: readonly CommandRow[];
  /** Whether the switch has a value, which the job reads itself. */
  readonly takesValue?: true;
}

const plan: CommandRow = {
  name: "--plan",
  summary: "instead: show what rating would achieve, before you rate",
  load: async () => commandLineOf((await import("../estimate/plan/plan.ts")).planCommand),
};
const next: CommandRow = {
  name: "--next",
  summary: "instead: draw what to rate next, or say that the order is decided",
  load: async () => commandLineOf((await import("../estimate/suggest.ts")).suggestCommand),
};
const doubtful: CommandRow = {
  name: "--doubtful",
  summary: "instead: take the results whose labels are the most doubtful",
  load: async () => commandLineOf((await import("../report/pool-doubtful.ts")).poolDoubtfulCommand),
  takesValue: true,
};
const agreement: CommandRow = {
  name: "--agreement",
  summary: "instead: show how well raters agree",
  load: async () => commandLineOf((await import("../gold/agreement/agree.ts")).agreeCommand),
};
const writeLabels: CommandRow = {
  name: "--write-labels",
  summary: "instead: write better labels, learned from a few ratings",
  load: async () => commandLineOf((await import("../estimate/calibrate.ts")).calibrateCommand),
  takesValue: true,
};
const policies: CommandRow = {
  name: "--policies",
  summary: "instead: compare 600 ways to label, and how much depends on the choice",
  load: async () => commandLineOf((await import("../trust/policies/policies.ts")).policiesCommand),
};
const fidelity: CommandRow = {
  name: "--fidelity",
  summary: "instead: show what another model or precision would change",
  load: async () => commandLineOf((await import("../trust/fidelity/fidelity.ts")).fidelityCommand),
};
const join: CommandRow = {
  name: "--join",
  summary: "instead: join files of one query each into one table",
  load: async () => commandLineOf((await import("../measure/convert/stack.ts")).joinCommand),
};

const system: readonly CommandRow[] = [
  { name: "doctor", summary: "check what works on this machine", load: () => import("./housekeeping/doctor.ts") },
  {
    name: "init",
    summary: "write semqrel.config.json from the files here",
    load: () => import("./housekeeping/init.ts"),
  },
  { name: "trust", summary: "trust this folder's semqrel.config.json", load: () => import("./housekeeping/trust.ts") },
  {
    name: "verify",
    summary: "recompute a folder of labels, and name what differs",
    load: async () => commandLineOf((await import("../check/verify.ts")).verifyCommand),
  },
  { name: "cache", summary: "show or empty the cache of vectors", load: () => import("./housekeeping/cache.ts") },
  { name: "index", summary: "list, verify or remove HNSW indexes", load: () => import("./housekeeping/index.ts") },
  { name: "model", summary: "show, verify or fetch the sentence model", load: () => import("./housekeeping/model.ts") },
  {
    name: "worker",
    summary: "label blocks of a shared PostgreSQL queue",
    load: () => import("./housekeeping/worker.ts"),
  },
  { name: "queue", summary: "show, retry or remove jobs of the queue", load: () => import("./housekeeping/queue.ts") },
  {
    name: "mcp",
    summary: "serve tools to a language model's client (MCP)",
    load: () => import("./housekeeping/mcp.ts"),
  },
  {
    name: "completion",
    summary: "print a completion script for bash, zsh or fish",
    load: () => import("./housekeeping/completion.ts"),
  },
];

export const commandGroups: readonly (readonly [title: string, rows: readonly CommandRow[]])[] = [
  [
    "Start here",
    [
      {
        name: "check",
        summary: "compare engines: result lists in, verdict and report out",
        load: async () => commandLineOf((await import("../check/check.ts")).checkCommand),
      },
      {
        name: "label",
        summary: "label results without a report, for scripts and CI",
        load: async () => commandLineOf((await import("../check/label.ts")).labelCommand),
      },
      {
        name: "report",
        summary: "rebuild the HTML report, with ratings if there are any",
        load: async () => commandLineOf((await import("../report/report.ts")).reportCommand),
      },
    ],
  ],
  [
    "Get result lists",
    [
      {
        name: "collect",
        summary: "query a search API and save its results",
        load: async () => commandLineOf((await import("../collect/collect.ts")).collectCommand),
      },
      {
        name: "convert",
        summary: "change formats of lists, judgments and query sets; join files",
        load: async () => commandLineOf((await import("../measure/convert/convert.ts")).convertCommand),
        further: [join],
      },
    ],
  ],
  [
    "Ask people (or a language model)",
    [
      {
        name: "pool",
        summary: "choose which results to rate, and see how long it will take",
        load: async () => commandLineOf((await import("../gold/pool.ts")).poolCommand),
        further: [plan, next, doubtful],
      },
      { name: "rate", summary: "open the rating page, or import ratings", load: () => import("./commands/rate.ts") },
      {
        name: "judge",
        summary: "let a language model rate",
        load: async () => commandLineOf((await import("../gold/judge/judge.ts")).judgeCommand),
      },
      {
        name: "gold",
        summary: "turn ratings into judgments, and see how well raters agree",
        load: async () => commandLineOf((await import("../gold/gold.ts")).goldCommand),
        further: [agreement],
      },
    ],
  ],
  [
    "Combine ratings and labels",
    [
      {
        name: "estimate",
        summary: "which engine is better, from ratings and labels together",
        load: async () => commandLineOf((await import("../estimate/estimate.ts")).estimateCommand),
        further: [writeLabels],
      },
      {
        name: "validate",
        summary: "how far the labels can be trusted",
        load: async () => commandLineOf((await import("../trust/validate.ts")).validateCommand),
        further: [policies],
      },
    ],
  ],
  [
    "Measure against judgments",
    [
      {
        name: "measure",
        summary: "nDCG, AP, P@k and many more, equal to trec_eval and ir_measures",
        load: async () => commandLineOf((await import("../measure/measure.ts")).measureCommand),
      },
      {
        name: "compare",
        summary: "test differences between runs; fail a build on a regression",
        load: async () => commandLineOf((await import("../measure/compare.ts")).compareCommand),
        further: [fidelity],
      },
    ],
  ],
  [
    "More",
    [
      {
        name: "rerank",
        summary: "experiments: features, correlations, learned rankings",
        load: async () => commandLineOf((await import("../rerank/rerank.ts")).rerankCommand),
        further: [
          {
            name: "features",
            summary: "compute features of documents from a graph",
            load: async () => commandLineOf((await import("../rerank/features.ts")).featuresCommand),
          },
          {
            name: "correlate",
            summary: "correlate features with another column",
            load: async () => commandLineOf((await import("../rerank/correlate.ts")).correlateCommand),
          },
        ],
      },
      { name: "system", summary: "doctor, cache, models, workers, shell completion", further: system },
    ],
  ],
];

export const commandRows: readonly CommandRow[] = commandGroups.flatMap(([, rows]) => rows);

/** The options of these come neither from semqrel.config.json nor from the environment. */
export const withoutConfiguration: readonly string[] = ["init", "doctor", "completion", "trust"];

/** These have no --encoding. */
export const withoutTexts: readonly string[] = ["report", "system"];

export const isSwitch = ({ name }: CommandRow) => name.startsWith("--");

/** `pool labels --plan` runs the command called "pool --plan", and `help pool` is `pool --help`. */
export function routed(args: readonly string[]): string[] {
  const [first, ...rest] = args;
  if (first === "help" && rest[0] === "formats") return ["convert", "--list"];
  if (first === "help") return routed([...rest, "--help"]);
  const end = rest.includes("--") ? rest.indexOf("--") : rest.length;
  const isGiven = ({ name }: CommandRow) =>
    rest.slice(0, end).some((arg) => arg === name || arg.startsWith(`${name}=`));
  const further = commandRows.find(({ name }) => name === first)?.further ?? [];
  const chosen = further.find((row) => isSwitch(row) && isGiven(row));
  if (chosen === undefined) return [...args];
  // The help of a switch with a value needs no value.
  const isValueKept = chosen.takesValue && !rest.slice(0, end).some((arg) => arg === "--help" || arg === "-h");
  return [`${first} ${chosen.name}`, ...rest.filter((arg, place) => isValueKept || place > end || arg !== chosen.name)];
}

/** The command that routed arguments lead to, such as "pool --plan" or "system doctor"; "" if they name none. */
export function pathOf(routedArgs: readonly string[]): string {
  const [first = "", second = ""] = routedArgs;
  const paths = commandPaths();
  return [`${first} ${second}`, first].find((path) => paths.includes(path)) ?? "";
}

/** Each command and each further one: "pool", "pool --plan", "system", "system doctor". */
export function commandPaths(): string[] {
  return commandRows.flatMap(({ name, further = [] }) => [name, ...further.map((row) => `${name} ${row.name}`)]);
}

/** These read the options of all commands. */
const readAll = ["system doctor", "system completion", "system trust"];

/**
 * The one that is named, or that help is about: all together take longer to load than most take to run. All if one of
 * them reads the options of all, and if a configuration file exists: only all options together tell which of its names
 * is wrong.
 */
export function neededCommands(routedArgs: readonly string[], isHelp: boolean): (path: string) => boolean {
  const named = pathOf(routedArgs);
  if (!isHelp && (named === "" || readAll.includes(named) || existsSync(configurationFile))) return () => true;
  return (path) => path === named;
}
