/** Which questions has a model answered already? Each answer is a file of its own, as it came. */

import { at } from "../../core/at.ts";
import { fits, type InferOutput, list, object, text, wholeNumber } from "../../core/schema.ts";
import type { RatingScale } from "../../core/types.ts";
import { type AnswerFolder, answerFileName, answerLine } from "../../io/ask/answer-folder.ts";
import { readChatAnswer } from "./chat-completions.ts";
import { type ReadGrade, readGrades } from "./read-grades.ts";

const askedShape = object({
  model: text,
  prompt: text,
  query: text,
  /** From 0. */
  vote: wholeNumber(0),
  /** From 0: the first time. */
  attempt: wholeNumber(0),
  documents: list(object({ id: text, title: text, key: text })),
});

/** What one request asked. `prompt` is a sum; the key of a document covers model, prompt, query, document and vote. */
export type AskedRequest = InferOutput<typeof askedShape>;

/** What is known of a question: its grade, or how often it was asked without one. */
type KnownAnswer =
  | Extract<ReadGrade, { kind: "grade" }>
  | { readonly kind: "wrong"; readonly reason: string; readonly attempts: number };

export type KeptAnswers = ReturnType<typeof keptAnswers>;

/** @param forgetsWrong asks again what was answered without a grade */
export function keptAnswers(folder: AnswerFolder | null, scale: RatingScale, forgetsWrong: boolean) {
  const known = new Map<string, KnownAnswer>();
  const note = ({ documents, attempt }: AskedRequest, found: (place: number) => ReadGrade) => {
    for (const [place, { key }] of documents.entries()) {
      const one = found(place);
      const before = known.get(key);
      if (before?.kind === "grade") continue;
      const attempts = Math.max(attempt + 1, before?.attempts ?? 0);
      known.set(key, one.kind === "grade" ? one : { ...one, attempts });
    }
  };
  const noteWrong = (asked: AskedRequest, reason: string) => note(asked, () => ({ kind: "wrong", reason }));
  const write = (asked: AskedRequest, body: string, further: object = {}) => {
    const question = [asked.documents.map(({ key }) => key), asked.attempt];
    folder?.write(answerFileName(asked.query, question), answerLine({ asked, ...further }, body));
  };
  /** Understands an answer and keeps what was understood. @returns tokens as the server counts them */
  const take = (asked: AskedRequest, answer: unknown) => {
    const read = readChatAnswer(answer);
    if (read.kind === "wrong") noteWrong(asked, read.reason);
    else {
      const grades = readGrades(read.text, asked.documents.length, scale);
      note(asked, (place) => at(grades, place));
    }
    return read.tokens;
  };
  for (const name of folder?.names() ?? []) {
    const { asked, failure, response } = folder?.read(name) ?? {};
    if (!fits(askedShape, asked)) continue;
    if (typeof failure === "string") noteWrong(asked, failure);
    else take(asked, response);
  }
  if (forgetsWrong) for (const [key, { kind }] of known) if (kind === "wrong") known.delete(key);
  return {
    /** Undefined where nobody asked. */
    get: (key: string) => known.get(key),
    take,
    /** Keeps that what came was no answer at all. */
    fail(asked: AskedRequest, failure: string) {
      write(asked, "null", { failure });
      noteWrong(asked, failure);
    },
    /** Puts an answer on the disk. @param body one JSON value, as the server wrote it */
    save: (asked: AskedRequest, body: string) => write(asked, body),
  };
}
