/**
 * Runs the blocks of a job in child processes on this machine. If a child dies, its block is tried once more. Processes
 * have two advantages over threads: ending one frees a model's growing memory, and a crash costs only one block.
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { at } from "../core/at.ts";
import { messageOf, SemqrelError, throwIfAborted } from "../core/errors.ts";
import { makeFolder, ownFile } from "../core/files/folders.ts";
import type { Progress } from "../core/ports.ts";
import type { AdapterOptions } from "../model/open-tools.ts";
import { type BlockExecutor, type BlockInputs, type BlockSettings, type BlockTicket, readBlock } from "./block.ts";

interface ChildProcessesOptions {
  readonly jobs: number;
  /** Number of threads that the children share. Each child has at least one. */
  readonly threads: number;
  readonly tools: Pick<AdapterOptions, "model" | "cacheFolder" | "indexesFolder" | "exact" | "embedder">;
  readonly folder: string;
  readonly progress: Progress;
  /** Replaces a child that has embedded at least this many texts. @default 50,000 */
  readonly recycleAfterTexts?: number;
}

export interface BlockOrder {
  readonly settings: BlockSettings;
  readonly tools: Omit<AdapterOptions, "progress" | "signal">;
  readonly input: string;
  readonly output: string;
}

export type BlockReply =
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly computedTexts: number }
  | ({ readonly kind: "failed" } & Pick<SemqrelError, "code" | "message" | "details">);

type Death = { readonly kind: "died"; readonly how: string; readonly lastWords: string };

const RECYCLE_AFTER_TEXTS = 50_000;
/** Must be shorter than the two seconds that the command line waits after Ctrl-C. */
const GRACE_MILLISECONDS = 1500;
const LAST_WORDS_LENGTH = 2000;

/** If a block fails, saves the outcomes of the running blocks, then throws the error of the first failed block. */
export function childProcesses(options: ChildProcessesOptions): BlockExecutor {
  return {
    async run(blocks, inputs, onOutcome, signal) {
      makeFolder(options.folder);
      const exchange = mkdtempSync(join(options.folder, "exchange-"));
      const failures: { readonly block: number; readonly error: unknown }[] = [];
      const waiting = blocks[Symbol.iterator]();
      const slots: Slot[] = [];
      const interrupt = () => {
        for (const slot of slots) void slot.close();
      };
      signal.addEventListener("abort", interrupt);
      let done = 0;
      options.progress.start("Labelling", blocks.length, "blocks");
      const slotCount = Math.min(options.jobs, blocks.length);
      const runSlot = async (place: number) => {
        const slot = openSlot(options, place, slotCount, exchange, signal);
        slots.push(slot);
        try {
          for (const ticket of waiting) {
            try {
              await onOutcome(ticket, await runOn(slot, ticket, inputs));
            } catch (error) {
              failures.push({ block: ticket.number, error });
              return;
            }
            options.progress.update(++done);
            if (failures.length > 0 || signal.aborted) return;
          }
        } finally {
          await slot.close();
        }
      };
      try {
        await Promise.all(Array.from({ length: slotCount }, (_, place) => runSlot(place)));
      } finally {
        signal.removeEventListener("abort", interrupt);
        rmSync(exchange, { recursive: true, force: true, maxRetries: 5 });
        options.progress.finish();
      }
      throwIfAborted(signal, "Labelling");
      const [first] = failures.sort((one, other) => one.block - other.block);
      if (first !== undefined) throw first.error;
    },
  };
}

type Slot = ReturnType<typeof openSlot>;

async function runOn(slot: Slot, ticket: BlockTicket, inputs: BlockInputs): Promise<Uint8Array> {
  const bytes = await inputs.read(ticket);
  try {
    writeFileSync(slot.input, bytes);
  } catch (cause) {
    const message = `Writing a block for a child process: ${messageOf(cause)}. Free some space there, then continue with --resume.`;
    throw new SemqrelError("OUTPUT_UNWRITABLE", message, { details: { file: slot.input }, cause });
  }
  let reply = await slot.order(inputs.settings);
  if (reply.kind === "died") reply = await slot.order(inputs.settings);
  if (reply.kind === "failed") throw new SemqrelError(reply.code, reply.message, { details: reply.details });
  if (reply.kind === "died") throw blockFailed(ticket, bytes, inputs.settings, reply);
  return readFileSync(slot.output);
}

function openSlot(
  options: ChildProcessesOptions,
  place: number,
  slotCount: number,
  exchange: string,
  signal: AbortSignal,
) {
  const { threads, recycleAfterTexts = RECYCLE_AFTER_TEXTS } = options;
  const share = Math.floor(threads / slotCount) + (place < threads % slotCount ? 1 : 0);
  const tools = { ...options.tools, threads: Math.max(1, share) };
  const [input, output] = [join(exchange, `${place}.block`), join(exchange, `${place}.outcome`)];
  let child: ReturnType<typeof startChild> | null = null;
  const endChild = async () => {
    const leaving = child;
    child = null;
    await leaving?.close();
  };
  return {
    input,
    output,
    async order(settings: BlockSettings): Promise<BlockReply | Death> {
      throwIfAborted(signal, "Labelling");
      // Replaces a child that died between blocks. This does not count as a try of the block.
      if (child?.isThere() !== true) child = startChild();
      const reply = await child.run({ settings, tools, input, output });
      if (reply.kind !== "done" || reply.computedTexts >= recycleAfterTexts) await endChild();
      if (reply.kind === "died") throwIfAborted(signal, "Labelling");
      return reply;
    },
    /** Ends the child, even if it is running a block. */
    close: endChild,
  };
}

function startChild() {
  const process: ChildProcess = fork(ownFile("dist/jobs/child-main.js"), [], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let lastWords = "";
  let isThere = true;
  const death = new Promise<Death>((resolve) => {
    const die = (how: string) => {
      isThere = false;
      resolve({ kind: "died", how, lastWords: lastWords.trim() });
    };
    process.on("error", (error) => die(`could not be started (${error.message})`));
    // Waits for the child's last output. The child's own event `close` cannot be used: it never follows `disconnect`.
    const silence = new Promise((end) => process.stderr?.once("close", end));
    process.on("exit", (code, signal) => {
      void silence.then(() => die(signal === null ? `exit code ${code}` : `signal ${signal}`));
    });
  });
  process.stderr?.on("data", (piece: Buffer) => {
    lastWords = (lastWords + piece.toString()).slice(-LAST_WORDS_LENGTH);
  });
  const reply = () => new Promise<BlockReply>((resolve) => process.once("message", resolve));
  const next = () => Promise.race([reply(), death]);
  const ready = next();
  return {
    isThere: () => isThere,
    async run(order: BlockOrder): Promise<BlockReply | Death> {
      const greeting = await ready;
      if (greeting.kind !== "ready") return greeting;
      process.send(order, () => {});
      return next();
    },
    async close() {
      if (process.connected) process.disconnect();
      const patience = setTimeout(() => process.kill("SIGKILL"), GRACE_MILLISECONDS);
      await death;
      clearTimeout(patience);
    },
  };
}

function blockFailed(ticket: BlockTicket, bytes: Uint8Array, settings: BlockSettings, death: Death): SemqrelError {
  const { queries, references, candidates, permuted } = readBlock(bytes, settings);
  const texts = [...new Set([...references, ...candidates, ...permuted].flatMap(({ titles }) => titles))];
  const [first, last] = [at(queries, 0).name, at(queries, queries.length - 1).name];
  const some = texts.slice(0, 3).map((text) => JSON.stringify(text.slice(0, 80)));
  const { how, lastWords } = death;
  const words = lastWords === "" ? "" : ` The last output was: ${lastWords}`;
  return new SemqrelError(
    "BLOCK_FAILED",
    `Labelling block ${ticket.number}: two processes crashed on it (${how}). It has the queries ` +
      `${JSON.stringify(first)} to ${JSON.stringify(last)} and ${texts.length} texts, such as ${some.join(", ")}. ` +
      `Check these texts, or use fewer --jobs if memory ran out. --resume keeps the finished work.${words}`,
    { details: { block: ticket.number, queries: [first, last], texts: texts.length, how, lastWords } },
  );
}
