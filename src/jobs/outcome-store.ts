/** Where do outcomes stay until the last of them is there? */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeFiles } from "../core/files/write-file.ts";
import type { BlockTicket } from "./block.ts";

export interface OutcomeStore {
  /** Whether the block's outcome is there, whole and sound. */
  has(ticket: BlockTicket): boolean;
  /** On return it is on the disk: a kill at any later moment leaves it there. */
  save(ticket: BlockTicket, outcome: Uint8Array): Promise<void>;
  /** File of an outcome that is there. */
  path(ticket: BlockTicket): string;
}

/** Outcomes of one undisturbed run, in a folder of their own: those of an earlier run are thrown away. */
export function passingOutcomes(folder: string): OutcomeStore {
  rmSync(folder, { recursive: true, force: true });
  const path = ({ number, key }: BlockTicket) => join(folder, `${number}-${key.slice(0, 16)}.outcome`);
  return {
    has: (ticket) => existsSync(path(ticket)),
    save: async (ticket, outcome) => writeFiles([{ path: path(ticket), content: outcome }]),
    path,
  };
}
