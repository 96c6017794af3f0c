/** Where are outcomes kept until all blocks are done? */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeFiles } from "../core/files/write-file.ts";
import type { BlockTicket } from "./block.ts";

export interface OutcomeStore {
  has(ticket: BlockTicket): boolean;
  /** On return it is on the disk and survives a kill. */
  save(ticket: BlockTicket, outcome: Uint8Array): Promise<void>;
  path(ticket: BlockTicket): string;
}

/** For a run that cannot be resumed. @param folder emptied first */
export function passingOutcomes(folder: string): OutcomeStore {
  rmSync(folder, { recursive: true, force: true });
  const path = ({ number, key }: BlockTicket) => join(folder, `${number}-${key.slice(0, 16)}.outcome`);
  return {
    has: (ticket) => existsSync(path(ticket)),
    save: async (ticket, outcome) => writeFiles([{ path: path(ticket), content: outcome }]),
    path,
  };
}
