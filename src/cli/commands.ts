/**
 * Which commands are there, and which of them must be loaded?
 * Names and summaries stand here, so that `semqrel --help` answers without loading any of them. A command in turn
 * imports its work where it acts, so that `semqrel label --help` does not wait for it.
 */
import { existsSync } from "node:fs";
import type { Command } from "commander";
import { configurationFile } from "./configuration/read-configuration.ts";
import type { CliIo, Outcome } from "./io.ts";

type CommandModule = { readonly createCommand: (io: CliIo, outcome: Outcome) => Command };
type CommandRow = readonly [name: string, summary: string, load: () => Promise<CommandModule>];

/** These work on lists, labels and ratings. */
const work: readonly CommandRow[] = [
  ["check", "which engine is better? lists in, verdict and report out", () => import("./commands/check.ts")],
  ["label", "label candidates' results by a reference's, and measure them", () => import("./commands/label.ts")],
  ["report", "one page of what labels say: engines, intervals, single queries", () => import("./commands/report.ts")],
  ["measure", "measure runs against judgments", () => import("./commands/measure.ts")],
  ["compare", "compare runs: differences, significance, wins and losses", () => import("./commands/compare.ts")],
  ["collect", "fetch result lists from a search interface that answers JSON", () => import("./commands/collect.ts")],
  ["stack", "put files of one query each into one table", () => import("./commands/stack.ts")],
  ["convert", "turn judgments, runs and query sets into another format", () => import("./commands/convert.ts")],
  ["pool", "gather results to rate for a gold set", () => import("./commands/pool.ts")],
  ["rate", "rate a pool in the browser", () => import("./commands/rate.ts")],
  ["judge", "let a language model judge a pool, beside people's ratings", () => import("./commands/judge.ts")],
  ["agree", "how far raters agree", () => import("./commands/agree.ts")],
  ["gold", "turn ratings into a gold set, and measure the engines on it", () => import("./commands/gold.ts")],
  ["validate", "how far labels can be trusted", () => import("./commands/validate.ts")],
  [
    "policies",
    "which label policy agrees with people, and how much depends on it",
    () => import("./commands/policies.ts"),
  ],
  ["fidelity", "what another model or precision would change", () => import("./commands/fidelity.ts")],
  ["plan", "what rating would buy: widths and differences by ratings and minutes", () => import("./commands/plan.ts")],
  ["calibrate", "better labels from a few ratings", () => import("./commands/calibrate.ts")],
  ["estimate", "engines and differences from a few ratings, with intervals", () => import("./commands/estimate.ts")],
  ["suggest", "what to rate next, and when the order is decided", () => import("./commands/suggest.ts")],
  ["features", "describe documents by their place in a graph", () => import("./commands/features.ts")],
  ["correlate", "how far features follow another column", () => import("./commands/correlate.ts")],
  ["rerank", "predict labels from features, and order lists by it", () => import("./commands/rerank.ts")],
];

/** These look after the machine and its settings, and read no text but our own. */
const housekeeping: readonly CommandRow[] = [
  ["worker", "run blocks of labelling that others put on PostgreSQL", () => import("./housekeeping/worker.ts")],
  ["queue", "show, retry or remove what is on PostgreSQL", () => import("./housekeeping/queue.ts")],
  ["bench", "measure this machine: embedding, labelling, indexes, memory", () => import("./housekeeping/bench.ts")],
  ["index", "list, verify or remove the HNSW indexes kept between runs", () => import("./housekeeping/index.ts")],
  ["cache", "show or empty what is kept between runs", () => import("./housekeeping/cache.ts")],
  ["model", "show, verify or fetch the sentence model", () => import("./housekeeping/model.ts")],
  ["init", "look at the files here and write semqrel.config.json", () => import("./housekeeping/init.ts")],
  ["trust", "let semqrel.config.json name code, addresses and outputs", () => import("./housekeeping/trust.ts")],
  ["doctor", "what works on this machine, and what to do about the rest", () => import("./housekeeping/doctor.ts")],
  ["completion", "let bash, zsh or fish complete commands and options", () => import("./housekeeping/completion.ts")],
];

export const commandEntries = [...work, ...housekeeping].map(([name, summary, load]) => ({ name, summary, load }));

/** Their options come neither from semqrel.config.json nor from the environment. */
export const withoutConfiguration: readonly string[] = ["init", "doctor", "completion", "trust"];

/** They have no --encoding. */
export const withoutTexts: readonly string[] = ["report", ...housekeeping.map(([name]) => name)];

/**
 * The one that is named, or that help is about: all together take longer to load than most take to run. All for doctor,
 * completion and trust, which read the options of all, and where a configuration file exists: only all options together
 * tell which of its names is wrong.
 *
 * @param topic of a help, null where none is asked for
 */
export function neededCommands(args: readonly string[], topic: string | null): (command: string) => boolean {
  if (topic !== null) return (command) => command === topic;
  const [named = ""] = args;
  const isOne = commandEntries.some(({ name }) => name === named) && !["doctor", "completion", "trust"].includes(named);
  if (!isOne || existsSync(configurationFile)) return () => true;
  return (command) => command === named;
}
