/** Which questions has a model answered already? Each answer is a file of its own, as it came. */
import { at } from "../../core/at.ts";
import { fits, type InferOutput, list, object, text, wholeNumber } from "../../core/schema.ts";
import { replaceControlCharacters } from "../../core/text/escape.ts";
import type { RatingScale } from "../../core/types.ts";
import { type AnswerFolder, answerFileName, answerLine } from "../../io/ask/answer-folder.ts";
import { isNestedTooDeeply, isObject, type JsonObject } from "../../io/tables/formats/response-fields.ts";
import { readChatAnswer } from "./chat-completions.ts";
import { nameOf } from "./judging-prompt.ts";

const askedShape = object({
  model: text,
  prompt: text,
  query: text,
  vote: wholeNumber(0),
  attempt: wholeNumber(0),
  documents: list(object({ id: text, title: text, key: text })),
});

/** What one request asked. `prompt` is a sum; the key of a document covers model, prompt, query, document and vote. */
export type AskedRequest = InferOutput<typeof askedShape>;

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
    get: (key: string) => known.get(key),
    take,
    fail(asked: AskedRequest, failure: string) {
      write(asked, "null", { failure });
      noteWrong(asked, failure);
    },
    save: (asked: AskedRequest, body: string) => write(asked, body),
  };
}

/** What is said of one document; `reason` of a wrong one is without full stop. */
type ReadGrade =
  | { readonly kind: "grade"; readonly grade: number; readonly sentence: string | null }
  | { readonly kind: "wrong"; readonly reason: string };

/** Keys of an entry. Inside a text, the quotes around them would be escaped. */
const entryKeys = /"(?:id|grade)"\s*:/g;

/**
 * By document, in the order of the question. An answer is JSON and nothing else; a model may think aloud before it, and
 * may put it in one fence. If an answer grades a document that was not asked, the names are mixed up, and no grade
 * counts.
 */
export function readGrades(text: string, documents: number, scale: RatingScale): readonly ReadGrade[] {
  const said = text.replace(/^[\s\S]*<\/think>/, "").trim();
  const answer = /^```\w*\s([\s\S]*)```$/.exec(said)?.[1] ?? said;
  const all = (reason: string) => Array.from({ length: documents }, (): ReadGrade => wrong(reason));
  const entries = entriesIn(answer);
  if (entries === "deep") return all("the answer is nested too deeply");
  if (entries === null) return all(`the answer is not a list of grades (${shown(said)})`);
  // The parser keeps the last of two equal keys.
  const keys = entries.flatMap((entry) => Object.keys(entry).filter((key) => key === "id" || key === "grade"));
  if ((answer.match(entryKeys) ?? []).length > keys.length) return all("the answer has an id or a grade twice");
  const names = Array.from({ length: documents }, (_, place) => nameOf(place));
  const isOne = documents === 1 && entries.length === 1;
  const idOf = (entry: JsonObject) => (isOne && entry["id"] === undefined ? names[0] : entry["id"]);
  const stranger = entries.find((entry) => !names.some((name) => name === idOf(entry)));
  if (stranger !== undefined) {
    return all(`the answer grades ${shown(JSON.stringify(idOf(stranger)) ?? "nothing")}, which was not asked`);
  }
  return names.map((name) => {
    const found = entries.filter((entry) => idOf(entry) === name).map((entry) => gradeOf(entry, scale));
    const [first = wrong("the answer leaves the document out"), ...others] = found;
    const differs = others.some((other) => JSON.stringify(other) !== JSON.stringify(first));
    return differs ? wrong("the answer grades the document twice") : first;
  });
}

/** The entries of an answer, or null if it is not a list of them. A number alone is the grade of the one document. */
function entriesIn(answer: string): readonly JsonObject[] | "deep" | null {
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    return null;
  }
  if (isNestedTooDeeply(value)) return "deep";
  if (typeof value === "number") return [{ grade: value }];
  // Some servers allow objects alone, so that the list lies in one.
  const held = isObject(value) ? Object.values(value) : [];
  const list = held.length === 1 && Array.isArray(held[0]) ? held[0] : [value].flat();
  return list.length > 0 && list.every(isObject) ? list : null;
}

function gradeOf({ grade, reason }: JsonObject, scale: RatingScale): ReadGrade {
  const number = typeof grade === "string" && /^\s*\d+\s*$/.test(grade) ? Number(grade) : grade;
  if (typeof number !== "number" || !scale.grades.some((one) => one.grade === number)) {
    return wrong(`the grade ${shown(JSON.stringify(grade) ?? "missing")} is not on the scale ${scale.name}`);
  }
  return { kind: "grade", grade: number, sentence: typeof reason === "string" && reason !== "" ? reason : null };
}

function wrong(reason: string): ReadGrade {
  return { kind: "wrong", reason };
}

function shown(text: string): string {
  const line = replaceControlCharacters(text.trim().replace(/\s+/g, " "));
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
