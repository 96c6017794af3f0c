/**
 * Answers of the judge umbrela, as one JSON list or one object a line: `query`, `passage`, `judgment`.
 * Without `qid` and `docid` the query goes by its text, and the passage by the first 16 digits of the SHA-256 of its
 * text. An answer that umbrela could not parse (`result_status` 0) is no rating.
 */
import { sha256 } from "../../core/files/sha256.ts";
import { wholeText } from "../open-input.ts";
import { responseKeyPaths } from "../tables/formats/response-key-paths.ts";
import { JsonPlace, parseJson } from "../tables/json-place.ts";
import type { JudgmentColumns, JudgmentFormat } from "./judgment-format.ts";

export const umbrela: JudgmentFormat = {
  name: "umbrela",
  detect(head) {
    const keys = responseKeyPaths(head);
    return keys.has("judgment") && (keys.has("passage") || keys.has("prediction"));
  },
  async read(input, columns) {
    const { source } = input;
    const text = await wholeText(input);
    if (text.trimStart().startsWith("[")) {
      const answers = new JsonPlace(parseJson(text, source, 1), source, "").items();
      for (const answer of answers) addAnswer(answer, columns);
      return;
    }
    for (const [place, line] of text.split("\n").entries()) {
      if (line.trim() === "") continue;
      const answer = parseJson(line, source, place + 1);
      addAnswer(new JsonPlace(answer, `${source}:${place + 1}`, ""), columns);
    }
  },
};

function addAnswer(answer: JsonPlace, columns: JudgmentColumns): void {
  const isAnswered = !answer.has("result_status") || Number(answer.get("result_status").value) !== 0;
  const label = answer.get("judgment").ratingOrNone();
  const passage = answer.has("passage") ? answer.get("passage").text() : "";
  const query = answer.get("query");
  const isPair = typeof query.value === "object";
  const text = (isPair ? query.get("text") : query).text();
  const holder = isPair ? query : answer;
  const id = holder.has("qid") ? holder.get("qid").text() : null;
  if (passage === "" && !answer.has("docid")) throw answer.get("passage").refuse("a text, or a docid beside it,");
  columns.addRow({
    query: id ?? text,
    queryText: id === null ? undefined : text,
    document: answer.has("docid") ? answer.get("docid").text() : sha256(passage).slice(0, 16),
    label: isAnswered ? label : Number.NaN,
    title: passage,
    further: columns.keepsFurther ? furtherOf(answer) : [],
  });
}

const readKeys = ["query", "passage", "qid", "docid", "judgment", "result_status"];

/** Such as the model and its words. */
function furtherOf(answer: JsonPlace): [string, string][] {
  return answer
    .entries()
    .filter(([key, { value }]) => !readKeys.includes(key) && value !== null)
    .map(([key, { value }]) => [key, typeof value === "string" ? value : JSON.stringify(value)]);
}
