/** How did pairs come into a file of judgments: whole queries, drawn one by one, or chosen? `gold` says so beside it. */
import { existsSync } from "node:fs";
import { SemqrelError } from "../../core/errors.ts";
import { exactOptional, type InferOutput, list, number, object, oneOf } from "../../core/schema.ts";
import { counted } from "../../core/text/wording.ts";
import { readOwnDocument, requireContent } from "../read-own-document.ts";

const shape = object({
  chosen: exactOptional(oneOf("doubtful")),
  pairs: list(object({ probability: number, queryProbability: number })),
});

/** Null for a file of other tools. @throws SemqrelError INVALID_FORMAT for a damaged provenance */
function provenanceOf(judgments: string): InferOutput<typeof shape> | null {
  const beside = `${judgments}.provenance.json`;
  const document = existsSync(beside) ? readOwnDocument(beside) : null;
  return document?.kind === "gold-provenance" ? requireContent(document, "1", shape) : null;
}

/** False for a file of other tools. @throws SemqrelError INVALID_FORMAT for a damaged provenance */
export function areChosen(judgments: string): boolean {
  return provenanceOf(judgments)?.chosen !== undefined;
}

/** Of queries whose pairs were drawn one by one the others are unknown, not irrelevant. @throws SemqrelError INVALID_OPTION */
export function requireWholeQueries(judgments: string): void {
  const singled = provenanceOf(judgments)?.pairs.filter((pair) => pair.probability < pair.queryProbability) ?? [];
  if (singled.length === 0) return;
  const problem = `${counted(singled.length, "pair was", "pairs were")} drawn one by one, and the rest of their queries is unknown`;
  const message = `Reading ${judgments}: ${problem}. Give them to semqrel estimate, with the pool that drew them: --pool POOL.`;
  throw new SemqrelError("INVALID_OPTION", message, { details: { file: judgments } });
}

/** Chance did not choose them: nothing of other pairs may be learned from them. @throws SemqrelError INVALID_OPTION */
export function requireDrawn(judgments: string): void {
  if (!areChosen(judgments)) return;
  const problem = "its pairs were chosen for their doubtful labels, and say nothing of others";
  const message = `Reading ${judgments}: ${problem}. Give ratings of a pool that was drawn.`;
  throw new SemqrelError("INVALID_OPTION", message, { details: { file: judgments } });
}
