import { isUtf8 } from "node:buffer";
import { readOptionsOf, requestBoundsOf } from "../../command/shared-settings.ts";
import { invalidOption, refusing } from "../../core/errors.ts";
import { MOST_WRITTEN_BYTES } from "../../core/files/read-whole.ts";
import { readOwnBytes } from "../../io/read-own-document.ts";
import { requireOneStandardInput } from "../../io/require-paths.ts";
import { namedFile } from "../../io/results/results-file.ts";
import { parseRatingScale, requireWholeGrades } from "../agreement/combine-ratings.ts";
import { type JudgeGiven, USUAL_SCALE } from "./judge-settings.ts";
import { requireTemplate, umbrelaGrades, usualTemplate } from "./judging-prompt.ts";
import { endpointOf } from "./kept-answers.ts";

const MAX_BYTES = 1e6;
const MOST_VOTES = 100;
const invalid = refusing("Judging");

export type JudgeOptions = ReturnType<typeof judgeOptionsOf>;

export function judgeOptionsOf(inputs: string | readonly string[], given: JudgeGiven) {
  const { out, llm, endpoint, keyEnv = "SEMQREL_API_KEY", raw = `${out}.raw`, scale, votes } = given;
  const { existing, queries = null, titles = null, limitCost, priceIn, priceOut } = given;
  if (llm.trim() === "") throw invalid("the name of the model is empty. Give --llm NAME.");
  if (votes > MOST_VOTES) throw invalid(`--votes is ${votes}. Give at most ${MOST_VOTES}.`);
  if ((priceIn === undefined) !== (priceOut === undefined)) throw invalid("give --price-in and --price-out together.");
  const prices = priceIn === undefined || priceOut === undefined ? null : { in: priceIn, out: priceOut };
  if (limitCost !== undefined && prices === null) {
    throw invalid("--limit-cost needs --price-in and --price-out. Give them.");
  }
  const template = given.prompt === undefined ? usualTemplate : readPrompt(given.prompt);
  const results = [inputs].flat().map(namedFile);
  requireOneStandardInput([...results.map(({ path }) => path), queries, titles, ...existing]);
  const chosen = parseRatingScale(scale, given.labels ?? (scale === USUAL_SCALE ? umbrelaGrades : undefined));
  requireWholeGrades(chosen, "Judging");
  return {
    ...given,
    ...requestBoundsOf(given, MAX_BYTES),
    results,
    read: readOptionsOf(given),
    raw,
    endpoint: endpoint === undefined ? null : endpointOf(endpoint),
    keyEnv,
    prices,
    prompt: { template, scale: chosen, hasReason: given.reason === true },
    // For the provenance: ISO 8601, UTC.
    date: new Date().toISOString(),
  };
}

function readPrompt(path: string): string {
  const bytes = readOwnBytes(path, "Check --prompt.", MOST_WRITTEN_BYTES);
  if (!isUtf8(bytes)) throw invalidOption(`Reading the prompt ${path}: it is not UTF-8. Save it as UTF-8.`);
  const template = new TextDecoder().decode(bytes);
  requireTemplate(template, path);
  return template;
}
