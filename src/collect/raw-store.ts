/**
 * Which answers are there already?
 * A folder with one whole file an answer, in the form of saved search responses, and `request`, which says what was
 * asked. Sound after a kill at any moment; belongs to one process at a time.
 */
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type ErrorContext, messageOf, SemqrelError } from "../core/errors.ts";
import { makeFolder } from "../core/files/folders.ts";
import { takeLock } from "../core/files/lock-file.ts";
import { sha256 } from "../core/files/sha256.ts";
import { writeFiles } from "../core/files/write-file.ts";
import { fits, type InferOutput, list, nullable, object, oneOf, text, wholeNumber } from "../core/schema.ts";
import { isObject } from "../io/tables/formats/response-fields.ts";
import { readAnswer } from "./read-answer.ts";
import { shownAddress, shownBody } from "./secrets.ts";

const SCHEMA = "semqrel.collect-raw/1";

/** Address and body are templates, which name variables. Headers are names alone. */
const planFile = object({
  schema: oneOf(SCHEMA),
  method: text,
  url: text,
  body: nullable(text),
  headers: list(text),
  pageSize: wholeNumber(1),
  depth: wholeNumber(1),
});

/** Everything that decides what the engine is asked, except queries and places. */
export type RawPlan = Omit<InferOutput<typeof planFile>, "schema">;

/** Which page of which query. */
export interface RawKey {
  readonly queryId: string | null;
  readonly query: string | null;
  /** Results before it. */
  readonly from: number;
  /** From 1. */
  readonly page: number;
}

export interface RawStore {
  readonly folder: string;
  /** Of an earlier run; null where there was none. */
  readonly plan: RawPlan | null;
  /** Answers that are there, of any queries. */
  readonly count: number;
  /** Says what is asked from now on. @throws SemqrelError DIFFERENT_CONDITIONS where answers to another question are there */
  begin(plan: RawPlan): void;
  /** Undefined where there is no answer, or a damaged one. */
  read(key: RawKey): unknown;
  /** @param text one JSON value, as the engine wrote it */
  save(key: RawKey, text: string): void;
  /** May be called twice. */
  close(): void;
}

/** No .json: that is for answers. */
const planName = "request";
const answerName = /-[0-9a-f]{24}\.json$/;
/** Answers, the plan, temporary files, and the lock, which may be changing hands. */
const ownName = /^request$|-[0-9a-f]{24}\.json$|\.tmp$|^lock(?:\.heir)*$/;

/**
 * @param isFresh   throws away the answers that are there
 * @param isReading the folder has to be there, and nothing is written
 * @throws SemqrelError OUTPUT_UNWRITABLE, FILE_NOT_FOUND   details: { folder }
 */
export function openRawStore(
  folder: string,
  { isFresh, isReading }: { readonly isFresh: boolean; readonly isReading: boolean },
): RawStore {
  const planPath = join(folder, planName);
  if (isReading && !existsSync(planPath)) {
    const remedy = "Run without --offline first, or name its folder with --raw.";
    const message = `Reading ${folder}: there are no answers of an earlier run. ${remedy}`;
    throw new SemqrelError("FILE_NOT_FOUND", message, { details: { folder } });
  }
  const release = isReading ? () => {} : takeFolder(folder);
  try {
    if (!isReading) {
      // The plan goes before the answers: a kill on the way leaves no plan without its answers.
      if (isFresh) rmSync(planPath, { force: true });
      const isGone = (name: string) => name.endsWith(".tmp") || (isFresh && answerName.test(name));
      for (const name of readdirSync(folder).filter(isGone)) rmSync(join(folder, name), { force: true });
    }
    const plan = readPlan(planPath);
    const count = readdirSync(folder).filter((name) => answerName.test(name)).length;
    return {
      folder,
      plan,
      count,
      begin(next) {
        // A run without any answer leaves nothing that could be mixed up.
        if (plan !== null && count > 0) requireSamePlan(folder, plan, next);
        if (!isReading) write(folder, planName, `${JSON.stringify({ schema: SCHEMA, ...next }, null, 1)}\n`);
      },
      read(key) {
        const path = join(folder, fileNameOf(key));
        if (!existsSync(path)) return undefined;
        const read = readAnswer(readFileSync(path), "", 0);
        return read.kind === "json" && isObject(read.value) ? read.value["response"] : undefined;
      },
      save: (key, text) => write(folder, fileNameOf(key), lineOf(key, text)),
      close() {
        release();
        if (!isReading) removeIfEmpty(folder);
      },
    };
  } catch (cause) {
    release();
    throw asUnwritable(folder, cause);
  }
}

/** A name that people recognise, and that no two pages share. */
function fileNameOf({ queryId, query, from, page }: RawKey): string {
  const shown = (queryId ?? query ?? "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  return `${shown || "query"}-${sha256(JSON.stringify([queryId, query, from, page])).slice(0, 24)}.json`;
}

/** One line, so that every command reads `cat *.json` as saved search responses. Digits stay as they came. */
function lineOf({ queryId, query, from, page }: RawKey, text: string): string {
  const names = JSON.stringify({ query_id: queryId ?? undefined, query: query ?? undefined, from, page });
  // Line breaks stand only between tokens.
  return `${names.slice(0, -1)},"response":${text.trim().replace(/[\r\n]+/g, " ")}}\n`;
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It holds answers.
  }
}

function readPlan(path: string): RawPlan | null {
  if (!existsSync(path)) return null;
  let stored: unknown;
  try {
    stored = JSON.parse(readFileSync(path, "utf8"));
  } catch {}
  if (fits(planFile, stored)) return stored;
  const remedy = "Give --refetch to begin anew, or another folder with --raw.";
  const message = `Reading ${path}: it is damaged, or of another version of semqrel. ${remedy}`;
  throw new SemqrelError("INVALID_FORMAT", message, { details: { file: path } });
}

function requireSamePlan(folder: string, before: RawPlan, now: RawPlan): void {
  const changed: string[] = [];
  const compare = <Value>(what: string, one: Value, other: Value, shown = (value: Value): unknown => value) => {
    if (JSON.stringify(one) !== JSON.stringify(other)) {
      changed.push(`${what} was ${JSON.stringify(shown(one))}, is ${JSON.stringify(shown(other))}`);
    }
  };
  compare("--method", before.method, now.method);
  // Offline, secrets in the open are not refused: they are hidden here.
  compare("--url", before.url, now.url, shownAddress);
  compare("--body", before.body, now.body, (body) => body && shownBody(body));
  compare("the headers", before.headers, now.headers);
  compare("--page-size (else --depth)", before.pageSize, now.pageSize);
  if (`${now.url}${now.body ?? ""}`.includes("{depth}")) compare("--depth", before.depth, now.depth);
  if (changed.length === 0) return;
  const remedy = "Give --refetch to throw them away and ask anew, or another folder with --raw.";
  const message = `Resuming in ${folder}: its answers are to another question: ${changed.join("; ")}. ${remedy}`;
  throw new SemqrelError("DIFFERENT_CONDITIONS", message, { details: { folder, changed } });
}

function takeFolder(folder: string): () => void {
  try {
    makeFolder(folder);
    const foreign = readdirSync(folder).find((name) => !ownName.test(name));
    if (foreign !== undefined) {
      throw unwritable(
        folder,
        `it holds ${foreign}, and answers need a folder of their own. Choose another with --raw.`,
      );
    }
    const attempt = takeLock(join(folder, "lock"));
    if (attempt.isHeld) return attempt.release;
    const { pid, host } = attempt.owner;
    const remedy = `Wait for it, end it, or choose another folder with --raw; where it is gone, remove ${join(folder, "lock")}.`;
    throw unwritable(folder, `process ${pid} on ${host} is at work there. ${remedy}`, {
      details: { owner: { pid, host } },
    });
  } catch (cause) {
    throw asUnwritable(folder, cause);
  }
}

function write(folder: string, name: string, text: string): void {
  try {
    writeFiles([{ path: join(folder, name), content: [text] }]);
  } catch (cause) {
    throw asUnwritable(folder, cause);
  }
}

function asUnwritable(folder: string, cause: unknown): SemqrelError {
  if (cause instanceof SemqrelError) return cause;
  const remedy = "Make room there or choose another folder with --raw; what is there stays.";
  return unwritable(folder, `${messageOf(cause)}. ${remedy}`, { cause });
}

function unwritable(folder: string, problem: string, { details, cause }: ErrorContext = {}): SemqrelError {
  return new SemqrelError("OUTPUT_UNWRITABLE", `Working in ${folder}: ${problem}`, {
    details: { folder, ...details },
    cause,
  });
}
