/** Who made the judgments of a file: people, or a language model? `judge` says so beside its files. */
import { existsSync } from "node:fs";
import { filledText, list, nullable, nullish, object, text } from "../core/schema.ts";
import { readOwnDocument, requireContent } from "../io/read-own-document.ts";

const schemaKind = "judge-provenance";
const schemaVersion = "1";
export const judgeProvenanceSchema = `semqrel.${schemaKind}/${schemaVersion}`;

export type JudgedBy = NonNullable<ReturnType<typeof judgedBy>>;

const pair = object({ by: nullable(filledText) });
const shape = object({ llm: filledText, sameAs: nullish(list(text), []), pairs: list(pair) });

/** Null for judgments that `judge` did not write. */
export function judgedBy(path: string) {
  const beside = `${path}.provenance.json`;
  const document = existsSync(beside) ? readOwnDocument(beside) : null;
  if (document?.kind !== schemaKind) return null;
  const { llm, sameAs, pairs } = requireContent(document, schemaVersion, shape);
  const judged = pairs.filter(({ by }) => by === llm).length;
  return { llm, judged, existing: pairs.filter(({ by }) => by !== null).length - judged, sameAs };
}
