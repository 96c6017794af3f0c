/**
 * Which commands are there?
 * Names and summaries stand here, so that `semqrel --help` answers without loading any of them. A command in turn
 * imports its work where it acts, so that `semqrel label --help` does not wait for it.
 */
import type { Command } from "commander";
import type { CliIo, Outcome } from "./io.ts";

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ createCommand: (io: CliIo, outcome: Outcome) => Command }>;
}

/** Their options come neither from semqrel.config.json nor from the environment. */
export const withoutConfiguration: readonly string[] = ["init", "doctor", "completion", "trust"];

/** They read no text but our own. */
export const withoutTexts: readonly string[] = [
  "report",
  "worker",
  "queue",
  "bench",
  "index",
  "cache",
  "model",
  "init",
  "trust",
  "doctor",
  "completion",
];

export const commandEntries: readonly CommandEntry[] = (
  [
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
    [
      "plan",
      "what rating would buy: widths and differences by ratings and minutes",
      () => import("./commands/plan.ts"),
    ],
    ["calibrate", "better labels from a few ratings", () => import("./commands/calibrate.ts")],
    ["estimate", "engines and differences from a few ratings, with intervals", () => import("./commands/estimate.ts")],
    ["suggest", "what to rate next, and when the order is decided", () => import("./commands/suggest.ts")],
    ["features", "describe documents by their place in a graph", () => import("./commands/features.ts")],
    ["correlate", "how far features follow another column", () => import("./commands/correlate.ts")],
    ["rerank", "predict labels from features, and order lists by it", () => import("./commands/rerank.ts")],
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
  ] as const
).map(([name, summary, load]) => ({ name, summary, load }));
