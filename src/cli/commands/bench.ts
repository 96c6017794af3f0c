/** `semqrel bench`: how fast is this machine at each part of the work? */
import { Command } from "commander";
export function benchCommand(): Command {
  return new Command("bench");
}
