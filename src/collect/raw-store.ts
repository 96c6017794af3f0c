/** Stores the answers of an engine. A file `request` beside the answers records the request that they belong to. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../core/attempt.ts";
import { SemqrelError } from "../core/errors.ts";
import { readWholeText } from "../core/files/read-whole.ts";
import { fits, type InferOutput, list, nullable, object, oneOf, text, wholeNumber } from "../core/schema.ts";
import { answerFileName, answerLine, openAnswerFolder } from "../io/ask/answer-folder.ts";
import { shownAddress, shownBody } from "../io/ask/secrets.ts";

const SCHEMA = "semqrel.collect-raw/1";

/** `url` and `body` contain names of variables, not their values. `headers` contains only the names of headers. */
const planFile = object({
  schema: oneOf(SCHEMA),
  method: text,
  url: text,
  body: nullable(text),
  headers: list(text),
  pageSize: wholeNumber(1),
  depth: wholeNumber(1),
});

/** Everything that determines a request, except the query and the page. */
export type RawPlan = Omit<InferOutput<typeof planFile>, "schema">;

export interface RawKey {
  readonly queryId: string | null;
  readonly query: string | null;
  /** Number of results before the page. */
  readonly from: number;
  /** Counts from 1. */
  readonly page: number;
}

export type RawStore = ReturnType<typeof openRawStore>;

/** Does not end with .json, so that it is not taken for an answer. */
const planName = "request";

/** @param isFresh - whether to delete stored answers @param isReading - whether to only read an existing folder */
export function openRawStore(
  folder: string,
  { isFresh, isReading }: { readonly isFresh: boolean; readonly isReading: boolean },
) {
  const planPath = join(folder, planName);
  if (isReading && !existsSync(planPath)) {
    const remedy = "Run without --offline first, or name the folder of that run with --raw.";
    const message = `Reading ${folder}: there are no answers from an earlier run. ${remedy}`;
    throw new SemqrelError("FILE_NOT_FOUND", message, { details: { folder } });
  }
  const answers = openAnswerFolder(folder, { isReading, isFresh, plan: planName });
  try {
    const plan = readPlan(planPath);
    return {
      folder,
      plan,
      begin(next: RawPlan) {
        // If no answers are stored, the request may be changed.
        if (plan !== null && answers.names().length > 0) requireSamePlan(folder, plan, next);
        if (!isReading) answers.write(planName, `${JSON.stringify({ schema: SCHEMA, ...next }, null, 1)}\n`);
      },
      read: (key: RawKey) => answers.read(fileNameOf(key))?.["response"],
      /** Saves an answer with its query, in a form that every command can read. @param text - one JSON value */
      save(key: RawKey, text: string) {
        const { queryId, query, from, page } = key;
        const asked = { query_id: queryId ?? undefined, query: query ?? undefined, from, page };
        answers.write(fileNameOf(key), answerLine(asked, text));
      },
      close: answers.close,
    };
  } catch (cause) {
    answers.close();
    throw cause;
  }
}

function fileNameOf({ queryId, query, from, page }: RawKey): string {
  return answerFileName(queryId ?? query ?? "", [queryId, query, from, page]);
}

function readPlan(path: string): RawPlan | null {
  if (!existsSync(path)) return null;
  const stored = attempt((): unknown => JSON.parse(readWholeText(path)));
  if (fits(planFile, stored)) return stored;
  const remedy = "Give --refetch to start again, or another folder with --raw.";
  const message = `Reading ${path}: it is damaged, or was written by another version of semqrel. ${remedy}`;
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
  // The message hides secrets, because the address and the body may contain some with --offline.
  compare("--url", before.url, now.url, shownAddress);
  compare("--body", before.body, now.body, (body) => body && shownBody(body));
  compare("the headers", before.headers, now.headers);
  compare("--page-size (or --depth)", before.pageSize, now.pageSize);
  if (`${now.url}${now.body ?? ""}`.includes("{depth}")) compare("--depth", before.depth, now.depth);
  if (changed.length === 0) return;
  const remedy = "Give --refetch to discard them and ask again, or another folder with --raw.";
  const message = `Resuming in ${folder}: its answers belong to another request: ${changed.join("; ")}. ${remedy}`;
  throw new SemqrelError("DIFFERENT_CONDITIONS", message, { details: { folder, changed } });
}
