/**
 * Which commands are there?
 * Names and summaries stand here, so that `semqrel --help` answers without loading any of them.
 */
import type { Command } from "commander";
import type { CliIo, Outcome } from "./io.ts";

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Whether options may come from semqrel.config.json and the environment. @default true */
  readonly isConfigurable?: false;
  /** Whether it needs to know all others. @default false */
  readonly looksAround?: true;
  readonly load: () => Promise<(io: CliIo, outcome: Outcome) => Command>;
}

export const commandEntries: readonly CommandEntry[] = [
  {
    name: "label",
    summary: "label candidates' results by a reference's, and measure them",
    load: async () => (await import("./commands/label.ts")).labelCommand,
  },
  {
    name: "report",
    summary: "one page of what labels say: engines, intervals, single queries",
    load: async () => (await import("./commands/report.ts")).reportCommand,
  },
  {
    name: "measure",
    summary: "measure runs against judgments",
    load: async () => (await import("./commands/measure.ts")).measureCommand,
  },
  {
    name: "compare",
    summary: "compare runs: differences, significance, wins and losses",
    load: async () => (await import("./commands/compare.ts")).compareCommand,
  },
  {
    name: "collect",
    summary: "fetch result lists from a search interface that answers JSON",
    load: async () => (await import("./commands/collect.ts")).collectCommand,
  },
  {
    name: "stack",
    summary: "put files of one query each into one table",
    load: async () => (await import("./commands/stack.ts")).stackCommand,
  },
  {
    name: "convert",
    summary: "turn judgments, runs and query sets into another format",
    load: async () => (await import("./commands/convert.ts")).convertCommand,
  },
  {
    name: "pool",
    summary: "gather results to rate for a gold set",
    load: async () => (await import("./commands/pool.ts")).poolCommand,
  },
  {
    name: "rate",
    summary: "rate a pool in the browser",
    load: async () => (await import("./commands/rate.ts")).rateCommand,
  },
  {
    name: "agree",
    summary: "how far raters agree",
    load: async () => (await import("./commands/agree.ts")).agreeCommand,
  },
  {
    name: "gold",
    summary: "turn ratings into a gold set, and measure the engines on it",
    load: async () => (await import("./commands/gold.ts")).goldCommand,
  },
  {
    name: "validate",
    summary: "how far labels can be trusted",
    load: async () => (await import("./commands/validate.ts")).validateCommand,
  },
  {
    name: "policies",
    summary: "which label policy agrees with people, and how much depends on it",
    load: async () => (await import("./commands/policies.ts")).policiesCommand,
  },
  {
    name: "fidelity",
    summary: "what another model or precision would change",
    load: async () => (await import("./commands/fidelity.ts")).fidelityCommand,
  },
  {
    name: "plan",
    summary: "what rating would buy: widths and differences by ratings and minutes",
    load: async () => (await import("./commands/plan.ts")).planCommand,
  },
  {
    name: "calibrate",
    summary: "better labels from a few ratings",
    load: async () => (await import("./commands/calibrate.ts")).calibrateCommand,
  },
  {
    name: "estimate",
    summary: "engines and differences from a few ratings, with intervals",
    load: async () => (await import("./commands/estimate.ts")).estimateCommand,
  },
  {
    name: "suggest",
    summary: "what to rate next, and when the order is decided",
    load: async () => (await import("./commands/suggest.ts")).suggestCommand,
  },
  {
    name: "features",
    summary: "describe documents by their place in a graph",
    load: async () => (await import("./commands/features.ts")).featuresCommand,
  },
  {
    name: "correlate",
    summary: "how far features follow another column",
    load: async () => (await import("./commands/correlate.ts")).correlateCommand,
  },
  {
    name: "rerank",
    summary: "predict labels from features, and order lists by it",
    load: async () => (await import("./commands/rerank.ts")).rerankCommand,
  },
  {
    name: "worker",
    summary: "run blocks of labelling that others put on PostgreSQL",
    load: async () => (await import("./housekeeping/worker.ts")).workerCommand,
  },
  {
    name: "queue",
    summary: "show, retry or remove what is on PostgreSQL",
    load: async () => (await import("./housekeeping/queue.ts")).queueCommand,
  },
  {
    name: "bench",
    summary: "measure this machine: embedding, labelling, indexes, memory",
    load: async () => (await import("./housekeeping/bench.ts")).benchCommand,
  },
  {
    name: "index",
    summary: "list, verify or remove the HNSW indexes kept between runs",
    load: async () => (await import("./housekeeping/index.ts")).indexCommand,
  },
  {
    name: "cache",
    summary: "show or empty what is kept between runs",
    load: async () => (await import("./housekeeping/cache.ts")).cacheCommand,
  },
  {
    name: "model",
    summary: "show, verify or fetch the sentence model",
    load: async () => (await import("./housekeeping/model.ts")).modelCommand,
  },
  {
    name: "init",
    summary: "look at the files here and write semqrel.config.json",
    isConfigurable: false,
    load: async () => (await import("./housekeeping/init.ts")).initCommand,
  },
  {
    name: "doctor",
    summary: "what works on this machine, and what to do about the rest",
    isConfigurable: false,
    looksAround: true,
    load: async () => (await import("./housekeeping/doctor.ts")).doctorCommand,
  },
  {
    name: "completion",
    summary: "let bash, zsh or fish complete commands and options",
    isConfigurable: false,
    looksAround: true,
    load: async () => (await import("./housekeeping/completion.ts")).completionCommand,
  },
];
