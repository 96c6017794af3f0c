/** How does a command say what was odd? */
import type { Warning } from "../../core/warnings.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { printable } from "./print.ts";
import { colorsFor } from "./terminal.ts";

/**
 * One line a warning on stderr, the gravest first, below a heading; nothing where there is none, or with --quiet.
 *
 * @param most further ones that are not grave are counted
 */
export async function remark(
  warnings: readonly Warning[],
  flags: CommonFlags,
  io: CliIo,
  most = warnings.length,
): Promise<void> {
  if (warnings.length === 0 || flags.quiet === true) return;
  const { gravestFirst, isGrave, renderWarning } = await import("../../core/warnings.ts");
  const { yellow } = await colorsFor(io.stderr, io, flags.color);
  const shown = Math.max(most, warnings.filter(isGrave).length);
  const lines = gravestFirst(warnings)
    .slice(0, shown)
    .map((warning) => `- ${printable(renderWarning(warning))}`);
  if (warnings.length > shown) lines.push(`- ${warnings.length - shown} more: --full says all.`);
  io.stderr.write(`\n${yellow("What was odd:")}\n${lines.join("\n")}\n`);
}
