/** Were the pairs of a file of judgments chosen rather than drawn? `gold` says so beside its files. */
import { existsSync } from "node:fs";
import { SemqrelError } from "../../core/errors.ts";
import { exactOptional, object, oneOf } from "../../core/schema.ts";
import { readOwnDocument, requireContent } from "../read-own-document.ts";

const shape = object({ chosen: exactOptional(oneOf("doubtful")) });

/** False for a file of other tools. @throws SemqrelError INVALID_FORMAT for a damaged provenance */
export function areChosen(judgments: string): boolean {
  const beside = `${judgments}.provenance.json`;
  const document = existsSync(beside) ? readOwnDocument(beside) : null;
  if (document?.kind !== "gold-provenance") return false;
  requireContent(document, "1", shape);
  return "chosen" in document.content;
}

/** Chance did not choose them: nothing of other pairs may be learned from them. @throws SemqrelError INVALID_OPTION */
export function requireDrawn(judgments: string): void {
  if (!areChosen(judgments)) return;
  const problem = "its pairs were chosen for their doubtful labels, and say nothing of others";
  const message = `Reading ${judgments}: ${problem}. Give ratings of a pool that was drawn.`;
  throw new SemqrelError("INVALID_OPTION", message, { details: { file: judgments } });
}
