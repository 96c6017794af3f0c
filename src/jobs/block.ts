/**
 * What is a block of a job, and what do its makers and runners agree on?
 * A block holds all rows of some queries that follow each other. It is bytes in and bytes out: it may run here, in a
 * child process or on another machine, in any order, twice, and comes to the same bytes.
 */
import type { LabelOptions } from "../label/label-options.ts";
import type { AdapterOptions } from "../label/open-tools.ts";

/** One engine's file: what is the same for all of its rows. */
export interface BlockEngine {
  readonly engine: string;
  /** As the user named the file; for messages. */
  readonly source: string;
  readonly hasIds: boolean;
  /** Names of the further columns that were kept. */
  readonly columns: readonly string[];
}

/** What all blocks of a job share: JSON, the same in every process and on every machine. */
export interface BlockSettings {
  /** The label function in its printed form. */
  readonly options: Omit<LabelOptions, "labelFunction"> & { readonly labelFunction: string };
  readonly references: readonly BlockEngine[];
  readonly candidates: readonly BlockEngine[];
  /** Whether the rows by each reference alone are wanted, too. */
  readonly apart: boolean;
  /** Which model and index; folders and threads are each machine's own. */
  readonly model: Pick<AdapterOptions, "model" | "exact" | "embedder">;
}

/** One block's place in the plan. */
export interface BlockTicket {
  /** 0-based, by queries. */
  readonly number: number;
  /** sha256 of settings, model and input: blocks with one key have one outcome. */
  readonly key: string;
  /** First query of the job in it, and the one after the last. */
  readonly queries: readonly [from: number, to: number];
  readonly rows: number;
}

/** Where the bytes of blocks come from. */
export interface BlockInputs {
  readonly settings: BlockSettings;
  read(ticket: BlockTicket): Promise<Uint8Array>;
}

/** Gives the outcome of every block, in any order, each once and whole. */
export interface BlockExecutor {
  run(
    blocks: readonly BlockTicket[],
    inputs: BlockInputs,
    onOutcome: (ticket: BlockTicket, outcome: Uint8Array) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
}
