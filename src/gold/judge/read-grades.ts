/** Which grades does the text of a language model give? */
import { replaceControlCharacters } from "../../core/text/escape.ts";
import type { RatingScale } from "../../core/types.ts";
import { isNestedTooDeeply, isObject, type JsonObject } from "../../io/tables/formats/response-fields.ts";
import { nameOf } from "./judging-prompt.ts";

/** What is said of one document; `reason` of a wrong one is without full stop. */
export type ReadGrade =
  | { readonly kind: "grade"; readonly grade: number; readonly sentence: string | null }
  | { readonly kind: "wrong"; readonly reason: string };

/** Keys of an entry. Inside a text, the quotes around them would be escaped. */
const entryKeys = /"(?:id|grade)"\s*:/g;

/**
 * By document, in the order of the question. An answer is JSON and nothing else. A model may think aloud before it, and
 * may put it in one fence. If an answer grades a document that was not asked, the names are mixed up, and no grade counts.
 *
 * @param text      as the model wrote it
 * @param documents how many were asked, >= 1
 */
export function readGrades(text: string, documents: number, scale: RatingScale): readonly ReadGrade[] {
  const said = text.replace(/^[\s\S]*<\/think>/, "").trim();
  const answer = /^```\w*\s([\s\S]*)```$/.exec(said)?.[1] ?? said;
  const all = (reason: string) => Array.from({ length: documents }, (): ReadGrade => wrong(reason));
  const entries = entriesIn(answer);
  if (entries === "deep") return all("the answer is nested too deeply");
  if (entries === null) return all(`the answer is no list of grades (${shown(said)})`);
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
