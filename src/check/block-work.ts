/** Decides whether a job is done in blocks, and stores the work of a job until the job is finished. */
import { closeSync, existsSync, openSync, readSync, rmdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { longName } from "../command/settings.ts";
import { attempt } from "../core/attempt.ts";
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { makeTemporaryFolder } from "../core/files/folders.ts";
import { version } from "../core/files/version.ts";
import { silentProgress } from "../core/ports.ts";
import { counted } from "../core/text/wording.ts";
import type { BlockExecutor } from "../jobs/block.ts";
import { childProcesses } from "../jobs/child-processes.ts";
import { openJournal, passingOutcomes } from "../jobs/journal.ts";
import { labelInBlocks, type WorkPlace } from "../jobs/label-in-blocks.ts";
import { inThisProcess } from "../jobs/run-block.ts";
import type { LabelJob } from "./label-job.ts";
import type { LabelFlags } from "./label-settings.ts";

type BlockFlags = Pick<LabelFlags, "out" | "jobs" | "resume" | "queue" | "queueSchema" | "rowsPerBlock">;

/** Inputs above this size are labelled in blocks. 32 MB may be 300,000 distinct titles, with vectors of 0.5 GB. */
const LARGEST_IN_MEMORY = 32 << 20;

export function isInBlocks(flags: BlockFlags, paths: readonly string[]): boolean {
  const { jobs, resume, queue, rowsPerBlock } = flags;
  const isAsked = jobs !== undefined || resume === true || queue !== undefined || rowsPerBlock !== undefined;
  return isAsked || inputSize(paths) > LARGEST_IN_MEMORY;
}

/** Compression shrinks tables of text to about an eighth. */
const UNPACKED = 8;

/** Returns the approximate bytes of all files; infinite for a pipe. Unreadable files count as 0 and fail later. */
export function inputSize(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + sizeOf(path), 0);
}

function sizeOf(path: string): number {
  if (path === "-") return Number.POSITIVE_INFINITY;
  try {
    const found = statSync(path);
    if (found.isDirectory()) return 0;
    return found.isFile() ? found.size * (isPacked(path) ? UNPACKED : 1) : Number.POSITIVE_INFINITY;
  } catch {
    return 0;
  }
}

function isPacked(path: string): boolean {
  const descriptor = openSync(path, "r");
  try {
    const head = Buffer.alloc(4);
    readSync(descriptor, head, 0, head.length, 0);
    return (head[0] === 0x1f && head[1] === 0x8b) || head.toString("latin1") === "PAR1";
  } finally {
    closeSync(descriptor);
  }
}

export interface BlockWork extends WorkPlace {
  /** Removes the stored work. Call this after the output has been written. */
  finish(): void;
  /** Removes the stored work, except the files that --resume needs. May be called twice. */
  close(): void;
  /** Returns the error to throw. Its message recommends --resume if the work can be continued. */
  explain(error: unknown): unknown;
}

/** With --out, opens a journal in the output folder. Without it, makes a temporary folder for the work. */
export function openBlockWork(
  { out, resume = false }: BlockFlags,
  remark: (text: string) => void = () => {},
): BlockWork {
  if (out === undefined && resume) {
    throw invalidOption("Labelling: --resume continues a run in a folder. Also pass --out with that folder.");
  }
  if (out === undefined) {
    const folder = makeTemporaryFolder("semqrel-");
    const remove = () => rmSync(folder, { recursive: true, force: true });
    // Removes the folder even if the process ends without calling `close`, for example after a second Ctrl-C.
    process.once("exit", remove);
    const begin = async () => passingOutcomes(join(folder, "outcomes"));
    const explain = (error: unknown) => ofDisk(folder, error);
    const close = () => {
      process.off("exit", remove);
      remove();
    };
    return { folder, begin, finish: remove, close, explain };
  }
  const wasThere = existsSync(out);
  const journal = openJournal(out, { resume });
  let canResume = false;
  const close = () => {
    process.off("exit", close);
    journal.close();
    // Only removes the folder if it is empty.
    if (!wasThere && !canResume) attempt(() => rmdirSync(out));
  };
  process.once("exit", close);
  return {
    folder: journal.folder,
    async begin(identity) {
      const outcomes = await journal.begin(identity);
      canResume = true;
      if (resume) {
        const done = counted(outcomes.kept, "block");
        remark(
          journal.isResumed ? `Continuing: ${done} already done.` : `Nothing to continue in ${out}: starting again.`,
        );
      }
      return outcomes;
    },
    finish() {
      journal.finish();
      canResume = false;
    },
    close,
    explain(given) {
      const error = ofDisk(journal.folder, given);
      if (!canResume || !(error instanceof SemqrelError) || error.message.includes("--resume")) return error;
      const message = `${error.message} Add --resume to the same command to continue.`;
      return new SemqrelError(error.code, message, { details: error.details, cause: error });
    },
  };
}

/** Codes of errors of the machine, such as a full disk or too many open files. They are not bugs. */
const refusals = ["ENOSPC", "EDQUOT", "EACCES", "EPERM", "EROFS", "EIO", "EMFILE", "ENFILE"];

function ofDisk(folder: string, error: unknown): unknown {
  const { code = "", message } = error as NodeJS.ErrnoException;
  if (error instanceof SemqrelError || !refusals.includes(code)) return error;
  const remedy = "Free some space there, or choose another folder with --out.";
  return new SemqrelError("OUTPUT_UNWRITABLE", `Working in ${folder}: ${message}. ${remedy}`, {
    details: { folder },
    cause: error,
  });
}

export async function labelInWorkBlocks(
  { files, options, tools, threads, cacheFolder, indexesFolder, settings }: LabelJob,
  work: BlockWork,
  flags: BlockFlags & { readonly references: "fused" | "apart" },
  say: (text: string) => void,
) {
  const { jobs = 1, queue, queueSchema: schema, rowsPerBlock } = flags;
  const { model: name, embedder = "model", exact = false, progress = silentProgress } = settings;
  const model = { ...(name !== undefined && { model: name }), exact, embedder };
  let executor: BlockExecutor;
  if (queue !== undefined) {
    const { postgresQueue } = await import("../jobs/postgres/postgres-queue.ts");
    const database = { ...(schema !== undefined && { schema }), remark: say };
    executor = postgresQueue(queue, { version, ...database, model: tools.embedder.model });
  } else if (jobs === 1) executor = inThisProcess(tools);
  else {
    const kept = { ...model, cacheFolder, indexesFolder };
    executor = childProcesses({ jobs, threads, tools: kept, folder: work.folder, progress });
  }
  const finished = await labelInBlocks(files, options, tools, {
    executor,
    work,
    model,
    apart: flags.references === "apart",
    identity: { version, options: identityOptions(flags) },
    ...(rowsPerBlock !== undefined && { rowsPerBlock }),
  });
  return { ...finished, workFolder: work.folder, labelled: null };
}

const withoutEffect: readonly string[] = [
  ...["out", "jobs", "resume", "queue", "queueSchema", "rowsPerBlock", "threads", "cache", "indexes", "report"],
  ...["force", "format", "json", "failUnder", "junit", "quiet", "verbose", "color", "debug", "printConfig"],
  ...["progress", "signal"],
];

/** Returns the options that must not change when a job is continued. */
export function identityOptions(flags: object): Record<string, unknown> {
  const entries = Object.entries(flags).filter(([name, value]) => !withoutEffect.includes(name) && value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [longName(name), value]));
}
