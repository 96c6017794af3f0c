/**
 * Does every reader either read a damaged file or report what is wrong, and where?
 * Runs in a separate process, because a crash, a hang or too much memory would end the tests. `fuzz-readers.ts` starts it,
 * passes the files and the numbers of the cases as one JSON argument, and reads one JSON line per case.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { SemqrelError } from "../../src/core/errors.ts";
import type { FuzzCase, FuzzJob } from "./fuzz-readers.ts";
import { below, mutate, oneOf, randomOfCase } from "./mutate.ts";
import { type ReaderName, readers } from "./readers.ts";
import type { ValidFile } from "./valid-files.ts";

const { folder, files, seed, from, to } = JSON.parse(process.argv[2] ?? "") as FuzzJob;
const work = mkdtempSync(join(tmpdir(), "fuzz-"));
const allReaders = Object.keys(readers) as ReaderName[];
let stray: unknown;

process.on("uncaughtException", (error) => {
  stray = error;
});
process.on("unhandledRejection", (error) => {
  stray = error;
});

for (let number = from; number < to; number++) {
  const random = randomOfCase(seed, number);
  const file = oneOf(files, random);
  // Sometimes gives a file to a reader of other files, as users do.
  const reader = random() < 0.9 ? oneOf(file.readers, random) : oneOf(allReaders, random);
  tell({ number, reader, file: file.path, outcome: "begun" });
  const path = damagedCopy(file, random);
  const cpuBefore = process.cpuUsage();
  const found = await attempt(reader, path);
  const { user, system } = process.cpuUsage(cpuBefore);
  const megabytes = process.resourceUsage().maxRSS / 1024;
  tell({ number, reader, file: file.path, ...found, seconds: (user + system) / 1e6, megabytes });
  process.chdir(tmpdir());
  rmSync(work, { recursive: true, force: true });
}

/** Written immediately, so that the last line shows where a process died. */
function tell(line: FuzzCase): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

function damagedCopy(file: ValidFile, random: () => number): string {
  mkdirSync(work, { recursive: true });
  const bytes = readFileSync(join(folder, file.path));
  const other = readFileSync(join(folder, oneOf(files, random).path));
  const isGzip = file.path.endsWith(".gz");
  // Damages the content of gzip files more often than gzip itself, which detects everything.
  const damaged =
    isGzip && random() < 0.7 ? gzipSync(mutate(gunzipSync(bytes), random, other)) : mutate(bytes, random, other);
  if (file.folder !== undefined) cpSync(join(folder, file.folder), work, { recursive: true });
  const path = join(work, basename(file.path));
  writeFileSync(path, !isGzip && below(25, random) === 0 ? gzipSync(damaged) : damaged);
  return path;
}

async function attempt(reader: ReaderName, path: string): Promise<Pick<FuzzCase, "outcome" | "message">> {
  stray = undefined;
  try {
    await readers[reader](path);
    await new Promise((resolve) => setImmediate(resolve));
    if (stray === undefined) return { outcome: "read" };
    return finding(stray);
  } catch (error) {
    if (stray !== undefined) return finding(stray);
    if (!(error instanceof SemqrelError)) return finding(error);
    const { code, message, details } = error;
    const namesFile = message.includes(basename(path)) || message.includes(work);
    if (!namesFile || !["file", "files", "path"].some((place) => place in details)) {
      return finding(`without a place: ${code} ${message} ${JSON.stringify(details)}`);
    }
    return { outcome: "refused", message: code };
  }
}

function finding(error: unknown): Pick<FuzzCase, "outcome" | "message"> {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { outcome: "finding", message: what.slice(0, 900) };
}
