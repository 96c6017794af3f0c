/**
 * Simulates a language model: a server on 127.0.0.1 that reads the documents of a prompt, and answers with the grades
 * of a function.
 */
import { createHash } from "node:crypto";
import { type SearchAnswer, type SearchServer, searchServer } from "./search-server.ts";

/** What a prompt of `judge` contains. */
export interface ShownQuestion {
  readonly query: string;
  readonly need: string | null;
  readonly documents: readonly (Readonly<Record<string, string>> & { readonly id: string; readonly title: string })[];
  /** The prompt without its fences and their contents. */
  readonly instructions: string;
}

export function questionIn(body: string): ShownQuestion {
  const { messages } = JSON.parse(body);
  const prompt: string = messages.map(({ content }: { content: string }) => content).join("\n");
  const inside = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(prompt)?.[1] ?? "null";
  const lines = inside("documents").trim().split("\n");
  return {
    query: JSON.parse(inside("query")),
    need: JSON.parse(inside("need")),
    documents: lines.map((line) => JSON.parse(line)),
    instructions: prompt.replace(/<(query|need|documents)>[^<]*<\/\1>/g, ""),
  };
}

/** The answer of a correct server. */
export function completion(content: unknown, further: object = {}): object {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return {
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
    usage: { prompt_tokens: 100, completion_tokens: 10 },
    ...further,
  };
}

/** The grade that a model gives. */
export type GradeOf = (query: string, title: string) => number;

/** Answers every document correctly. */
export function gradesAnswer(gradeOf: GradeOf): SearchAnswer {
  return ({ body }) => {
    const { query, documents } = questionIn(body);
    return completion(documents.map(({ id, title }) => ({ id, grade: gradeOf(query, title) })));
  };
}

export function chatServer(answer: SearchAnswer): Promise<SearchServer> {
  return searchServer(answer);
}

/**
 * The same grades, some of them off by one: up or down at random, inwards at the ends of the scale.
 *
 * @param share - of the pairs, 0..1 @param top - the largest grade
 */
export function offByOne(gradeOf: GradeOf, share: number, top: number, seed: number): GradeOf {
  return (query, title) => {
    const grade = gradeOf(query, title);
    const chance = createHash("sha256")
      .update(JSON.stringify([seed, query, title]))
      .digest();
    if (chance.readUInt32LE(0) / 2 ** 32 >= share) return grade;
    const step = chance.readUInt8(4) % 2 === 0 ? 1 : -1;
    return grade + step < 0 || grade + step > top ? grade - step : grade + step;
  };
}
