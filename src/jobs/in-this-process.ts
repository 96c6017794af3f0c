/** How does one process do a job block by block? */
import { SemqrelError } from "../core/errors.ts";
import { silentProgress } from "../core/ports.ts";
import type { LabelTools } from "../label/label-options.ts";
import type { BlockExecutor } from "./block.ts";
import { runBlock } from "./run-block.ts";

export function inThisProcess(tools: LabelTools): BlockExecutor {
  return {
    async run(blocks, inputs, onOutcome, signal) {
      tools.progress.start("Labelling", blocks.length, "blocks");
      const blockTools = { ...tools, progress: silentProgress, signal };
      for (const [done, ticket] of blocks.entries()) {
        if (signal.aborted) throw new SemqrelError("INTERRUPTED", "Labelling: interrupted.");
        await onOutcome(ticket, await runBlock(await inputs.read(ticket), inputs.settings, blockTools));
        tools.progress.update(done + 1);
      }
      tools.progress.finish();
    },
  };
}
