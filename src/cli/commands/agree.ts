import { Command } from "commander";
import type { CliIo, Outcome } from "../io.ts";

export function agreeCommand(_io: CliIo, _outcome: Outcome): Command {
  return new Command("agree");
}
