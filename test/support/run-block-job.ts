/** Starts jobs of many blocks, watches them, and compares their results. */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "./run-cli.ts";

const script = fileURLToPath(new URL("block-job.mjs", import.meta.url));
const dying = new URL("dying-child.mjs", import.meta.url).href;

export interface BlockJob {
  readonly out: string;
  readonly reference: string;
  readonly candidates: readonly string[];
  readonly jobs?: number;
  readonly resume?: boolean;
  readonly rowsPerBlock?: number;
  readonly depth?: number;
  readonly version?: string;
  readonly recycleAfterTexts?: number;
}

/** When and how a child process dies: see `dying-child.mjs`. */
export interface Deaths {
  readonly at: string;
  readonly how?: NodeJS.Signals | "throw" | "exit";
  readonly times?: number;
}

export interface EndedJob {
  readonly exitCode: number | null;
  readonly stdout: string;
  /** What it threw; null for nothing. */
  readonly error: { readonly code: string; readonly message: string; readonly details: Record<string, unknown> } | null;
}

export interface StartedJob {
  readonly process: ChildProcess;
  readonly ended: Promise<EndedJob>;
}

export function startBlockJob(job: BlockJob, deaths: Deaths | null = null): StartedJob {
  const times = deaths?.times;
  const env = deaths && {
    ...{ NODE_OPTIONS: `--import ${dying}`, DIE_AT: deaths.at, DIE_HOW: deaths.how ?? "SIGKILL" },
    ...(times === undefined ? {} : { DIE_TIMES: join(temporaryFolder({ times: "x".repeat(times) }), "times") }),
  };
  const child = spawn(process.execPath, [script, JSON.stringify(job)], { env: { ...process.env, ...env } });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (piece: Buffer) => {
    stdout += piece;
  });
  child.stderr.on("data", (piece: Buffer) => {
    stderr += piece;
  });
  const ended = new Promise<EndedJob>((resolve) => {
    child.on("close", (exitCode) => {
      let error: EndedJob["error"] = null;
      if (stderr !== "") {
        try {
          error = JSON.parse(stderr);
        } catch {
          error = { code: "NO JSON", message: stderr, details: {} };
        }
      }
      resolve({ exitCode, stdout, error });
    });
  });
  return { process: child, ended };
}

export function runBlockJob(job: BlockJob, deaths: Deaths | null = null): Promise<EndedJob> {
  return startBlockJob(job, deaths).ended;
}

/** Resolves once the job has printed this. */
export function hasSaid({ process: child }: StartedJob, what: RegExp): Promise<void> {
  let stdout = "";
  return new Promise((resolve) => {
    child.stdout?.on("data", (piece: Buffer) => {
      stdout += piece;
      if (what.test(stdout)) resolve();
    });
    child.on("close", () => resolve());
  });
}

/** Files of two candidates and a reference: query q has q % 7 + 1 rows; titles are shared, awkward and unsorted. */
export function jobFiles(queries = 60): Pick<BlockJob, "reference" | "candidates"> {
  const folder = temporaryFolder();
  const rowsOf = (engine: number) =>
    Array.from({ length: queries }, (_, query) =>
      Array.from({ length: (query % 7) + 1 }, (_, rank) => {
        const title = `${["Alpha", "beta ray", "=gamma", "日本庭園の歴史", 'a ""quote""'][(query + rank * engine) % 5]}`;
        return `query ${query},${rank + 1},"${title} ${(query * rank + engine) % 11}"`;
      }),
    ).flat();
  const write = (name: string, rows: readonly string[]) => {
    writeFileSync(join(folder, name), `query,rank,title\n${rows.join("\n")}\n`);
    return join(folder, name);
  };
  const spread = (rows: readonly string[]) => [
    ...rows.filter((_, at) => at % 2 === 1),
    ...rows.filter((_, at) => at % 2 === 0),
  ];
  return {
    reference: write("reference.csv", rowsOf(1)),
    candidates: [write("first.csv", rowsOf(2)), write("second.csv", spread(rowsOf(3)))],
  };
}

/** Every file below a folder except the manifest, which contains times, by path. */
export function contentBelow(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => path !== "manifest.json")
    .sort();
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), "latin1")]));
}
