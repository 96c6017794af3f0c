import { Command } from "commander";
import type { CliIo, Outcome } from "../io.ts";

export function poolCommand(_io: CliIo, _outcome: Outcome): Command {
  return new Command("pool");
}
