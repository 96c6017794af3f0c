/**
 * What is a block of a job?
 * All rows of some consecutive queries, as bytes. It may run here, in a child process or on another machine, in any order
 * and twice: its outcome has the same bytes.
 */
import type { LabelOptions } from "../label/label-options.ts";
import type { AdapterOptions } from "../model/open-tools.ts";

export interface BlockEngine {
  readonly engine: string;
  /** As the user named the file; for messages. */
  readonly source: string;
  readonly hasIds: boolean;
  readonly columns: readonly string[];
}

/** What all blocks of a job share, on every machine. JSON. */
export interface BlockSettings {
  /** The label function in its printed form. */
  readonly options: Omit<LabelOptions, "labelFunction"> & { readonly labelFunction: string };
  readonly references: readonly BlockEngine[];
  readonly candidates: readonly BlockEngine[];
  /** Whether rows by each reference alone are wanted too. */
  readonly apart: boolean;
  /** Folders and threads are each machine's own. */
  readonly model: Pick<AdapterOptions, "model" | "exact" | "embedder">;
}

export interface BlockTicket {
  /** 0-based, by queries. */
  readonly number: number;
  /** sha256 of settings, model and input: blocks with one key have one outcome. */
  readonly key: string;
  /** First query of the job in it, and the one after the last. */
  readonly queries: readonly [from: number, to: number];
  readonly rows: number;
}

export interface BlockInputs {
  readonly settings: BlockSettings;
  read(ticket: BlockTicket): Promise<Uint8Array>;
}

/** Gives the outcome of every block once, in any order. */
export interface BlockExecutor {
  run(
    blocks: readonly BlockTicket[],
    inputs: BlockInputs,
    onOutcome: (ticket: BlockTicket, outcome: Uint8Array) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
}
