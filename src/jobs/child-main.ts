/** Main program of a child process. It runs blocks for its parent until the connection ends. */
import { readFileSync, writeFileSync } from "node:fs";
import { SemqrelError } from "../core/errors.ts";
import { TitleFlag } from "../core/types.ts";
import type { LabelTools } from "../label/label-options.ts";
import { type OpenedTools, openTools } from "../model/open-tools.ts";
import type { BlockOrder, BlockReply } from "./child-processes.ts";
import { runBlock } from "./run-block.ts";

const GRACE_MILLISECONDS = 5000;

const interruption = new AbortController();
let opened: OpenedTools | null = null;
/** Number of embedded texts, except those from the cache. */
let computedTexts = 0;

// Ignores signals that a terminal or service sends to all its processes. The parent gets them too, and disconnects.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.on("disconnect", () => {
  interruption.abort();
  void end();
  setTimeout(() => process.exit(), GRACE_MILLISECONDS).unref();
});
let work: Promise<void> = Promise.resolve();
process.on("message", (order: BlockOrder) => {
  work = work.then(() => runOrder(order));
});
say({ kind: "ready" });

async function runOrder({ settings, tools: wanted, input, output }: BlockOrder): Promise<void> {
  try {
    opened ??= await openTools({ ...wanted, signal: interruption.signal });
    const outcome = await runBlock(readFileSync(input), settings, counting(opened.tools));
    // The write need not be atomic, because the parent only reads the file after `done`.
    writeFileSync(output, outcome);
    say({ kind: "done", computedTexts });
  } catch (error) {
    if (interruption.signal.aborted) return;
    if (error instanceof SemqrelError) {
      say({ kind: "failed", code: error.code, message: error.message, details: error.details });
      return;
    }
    const { code, message } = error as NodeJS.ErrnoException;
    // Other errors are bugs or a lack of memory. They end the process, and the parent reports them.
    if (code !== "ENOSPC" && code !== "EDQUOT") throw error;
    say({ kind: "failed", code: "OUTPUT_UNWRITABLE", message: `Working in ${output}: ${message}.`, details: {} });
  }
}

function counting(tools: LabelTools): LabelTools {
  const { embedder } = tools;
  return {
    ...tools,
    embedder: {
      model: embedder.model,
      async embed(titles, options) {
        const embedded = await embedder.embed(titles, options);
        for (const flag of embedded.flags) if ((flag & TitleFlag.fromCache) === 0) computedTexts++;
        return embedded;
      },
    },
  };
}

function say(reply: BlockReply): void {
  // Ignores errors, because they mean that the parent ended, which `disconnect` handles.
  process.send?.(reply, () => {});
}

async function end(): Promise<void> {
  await work;
  await opened?.close();
  process.exit();
}
