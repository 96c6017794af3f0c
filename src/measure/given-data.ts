/** What may a program give as judgments and as a run? Objects, maps, documents in their order, or the text of a TREC file. */
import { SemqrelError } from "../core/errors.ts";
import { counted, isNumber, quoted } from "../core/text/wording.ts";

/** By query, then by document: the label, or the engine's score. */
export type NumbersByDocument = ByName<ByName<number>>;

type ByName<Value> = Readonly<Record<string, Value>> | ReadonlyMap<string, Value>;

/** Labels by query and document, or the text of a file of judgments in TREC form. */
export type GivenJudgments = NumbersByDocument | string;

/** Scores by query and document, documents by query with the best first, or the text of a run in TREC form. */
export type GivenRun = NumbersByDocument | ByName<readonly string[]> | string;

export type GivenNumber = ReturnType<typeof numbersOfText>[number];

/** A number for each document of each query; documents without scores get scores that fall from the first to the last. */
export function givenNumbers(given: GivenJudgments | GivenRun, what: "label" | "score"): GivenNumber[] {
  if (typeof given === "string") return numbersOfText(given, what);
  const numbers = entriesOf<ByName<number> | readonly string[]>(given).flatMap(([query, documents]) =>
    Array.isArray(documents)
      ? documents.map((document, place) => ({ query, document, number: documents.length - place }))
      : entriesOf(documents as ByName<number>).map(([document, number]) => ({ query, document, number })),
  );
  // NaN and Infinity would be taken for some label or score in silence.
  for (const { query, document, number } of numbers) {
    if (Number.isFinite(number)) continue;
    throw new SemqrelError(
      what === "label" ? "INVALID_LABEL" : "INVALID_ROW",
      `Measuring query ${quoted(query)}: the ${what} of document ${quoted(document)} is ${number}, not a finite number. ` +
        `Correct it, or leave the document out.`,
      { details: { query, document, [what]: number } },
    );
  }
  return numbers;
}

function entriesOf<Value>(given: ByName<Value>): (readonly [string, Value])[] {
  return given instanceof Map ? [...given] : Object.entries(given);
}

/** `query iteration document label`, or `query Q0 document rank score name`. */
const layouts = {
  label: { source: "judgments", fields: 4, number: 3, form: "query iteration document label" },
  score: { source: "run", fields: 6, number: 4, form: "query Q0 document rank score name" },
};

function numbersOfText(text: string, what: "label" | "score") {
  const layout = layouts[what];
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const fields = line.trim().split(/\s+/);
    const [query = "", , document = ""] = fields;
    const number = fields[layout.number] ?? "";
    const refuse = (found: string) =>
      new SemqrelError("INVALID_ROW", `Reading the ${layout.source}, line ${index + 1}: ${found}: ${quoted(line)}.`, {
        details: { line: index + 1 },
      });
    if (fields.length !== layout.fields) {
      throw refuse(`${counted(fields.length, "field")}, but ${layout.fields} are expected (${layout.form})`);
    }
    if (!isNumber(number)) throw refuse(`the ${what} ${quoted(number)} is not a number`);
    return [{ query, document, number: Number(number) }];
  });
}
