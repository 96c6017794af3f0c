/** Reads the provenance of judgments: whether pairs were pooled by query, drawn one by one, or chosen. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { at } from "../../core/at.ts";
import { rowsByKey } from "../../core/rows-by-key.ts";
import { exactOptional, list, nullish, number, object, oneOf, present, text } from "../../core/schema.ts";
import { shellWord } from "../../core/text/escape.ts";
import { inputError } from "../input-error.ts";
import { readOwnDocument, requireContent } from "../read-own-document.ts";

const shape = object({
  chosen: exactOptional(oneOf("doubtful")),
  drawn: exactOptional(oneOf("pairs")),
  ratings: nullish(text, ""),
  scale: exactOptional(object({ grades: list(object({ grade: number })) })),
  keepStars: nullish(present, false),
  sha256: nullish(text, null),
  pool: exactOptional(text),
  pairs: list(
    object({
      name: nullish(text, ""),
      query: nullish(text, ""),
      id: nullish(text, ""),
      title: nullish(text, ""),
      sameAs: nullish(list(object({ id: text, title: text })), []),
      merged: nullish(list(text), []),
      probability: number,
      queryProbability: number,
      label: nullish(number, null),
      ratings: nullish(list(present), []),
      engines: nullish(list(object({ name: text, of: number })), []),
    }),
  ),
});

function documentBeside(judgments: string) {
  const beside = `${judgments}.provenance.json`;
  return existsSync(beside) ? readOwnDocument(beside) : null;
}

/** Returns null for a file from another tool. */
function provenanceOf(judgments: string) {
  const document = documentBeside(judgments);
  return document?.kind === "gold-provenance" ? requireContent(document, "1", shape) : null;
}

type ChosenPair = NonNullable<ReturnType<typeof provenanceOf>>["pairs"][number];
export type JudgedPair = Pick<ChosenPair, "id" | "title" | "sameAs">;

/** Returns a function that finds the pairs of a query by its name or text; [] for a file from another tool. */
export function judgedPairs(judgments: string): (name: string, text: string) => readonly JudgedPair[] {
  const { pairs = [] } = provenanceOf(judgments) ?? {};
  const byName = rowsByKey(pairs.map(({ name }) => name));
  const byText = rowsByKey(pairs.map(({ query }) => query));
  return (name, text) => {
    const rows = byName.get(name) ?? byText.get(name) ?? byText.get(text) ?? [];
    return rows.map((row) => at(pairs, row));
  };
}

/** What `gold` records about the sample on which its judgments are based. */
export type JudgedDraw = NonNullable<ReturnType<typeof drawOf>>;

/** Returns null for a file from another tool, and for pairs that were chosen. */
export function drawOf(judgments: string) {
  const provenance = provenanceOf(judgments);
  if (provenance === null || provenance.chosen !== undefined) return null;
  const { pairs, pool, ratings, sha256 } = provenance;
  const unlabelled = new Set(pairs.filter(({ label }) => label === null).map(({ query }) => query));
  const engines = pairs.flatMap((pair) => pair.engines);
  const labelled = pairs.filter(({ label }) => label !== null);
  const isOneDraw = provenance.drawn === "pairs";
  const singled: "each" | "together" | null = isOneDraw ? "together" : pairs.some(isDrawnAlone) ? "each" : null;
  return {
    database: ratings,
    /** Path of the latest rated pool; null if unknown. */
    pool: pool === undefined ? null : join(dirname(judgments), pool),
    /** How pairs were drawn: from `each` query, or from all queries `together`. Null if queries were drawn whole. */
    singled,
    /** Whether at least one query has labels for all of its pairs. */
    isComplete: pairs.some(({ query }) => !unlabelled.has(query)),
    /** Number of ratings that `gold` counted. `further` counts the second and later ratings of labelled pairs. */
    ratings: pairs.reduce((sum, pair) => sum + pair.ratings.length, 0),
    further: labelled.reduce((sum, pair) => sum + Math.max(0, pair.ratings.length - 1), 0),
    sha256,
    labelled: labelled.length,
    queries: new Set(labelled.map(({ query }) => query)).size,
    engines: new Set(engines.map(({ name }) => name)) as ReadonlySet<string>,
    depth: engines.reduce((longest, { of }) => Math.max(longest, of), 0),
    // Labelled pairs that were drawn at random. Leaves out imported pairs, which have no engines.
    drawn: labelled
      .filter((pair) => pair.probability < 1 || (isOneDraw && pair.engines.length > 0))
      .map(({ query, id }) => ({ query, id })),
  };
}

function isDrawnAlone({ probability, queryProbability }: ChosenPair): boolean {
  return probability < queryProbability;
}

/** Returns the best possible label on the file's scale; 0 for a file from another tool. */
export function topLabelOf(judgments: string): number {
  const { scale, keepStars } = provenanceOf(judgments) ?? {};
  const grades = scale?.grades.map(({ grade }) => grade) ?? [0];
  const highest = Math.max(...grades);
  return keepStars === true ? highest : highest - Math.min(...grades);
}

const scaled = object({ scale: nullish(object({ name: text, grades: list(present) }), null) });

/** Returns the scale that `gold` or `judge` recorded beside the judgments; null if there is none. */
export function scaleBeside(judgments: string) {
  const document = documentBeside(judgments);
  const isOurs = document?.kind === "gold-provenance" || document?.kind === "judge-provenance";
  return isOurs ? requireContent(document, "1", scaled).scale : null;
}

/** Returns how many rows of the file repeat a document under another id; 0 for a file from another tool. */
export function rowsUnderOtherIds(judgments: string): number {
  return provenanceOf(judgments)?.pairs.reduce((sum, { merged }) => sum + merged.length, 0) ?? 0;
}

export function areChosen(judgments: string): boolean {
  return provenanceOf(judgments)?.chosen !== undefined;
}

/** Rejects pairs that were drawn one by one, because other pairs of their queries are unknown, not irrelevant. */
export function requireWholeQueries(judgments: string): void {
  const { pairs = [], drawn } = provenanceOf(judgments) ?? {};
  if (drawn === "pairs" ? pairs.length === 0 : !pairs.some(isDrawnAlone)) return;
  const problem =
    "some of its ratings are of single results, not of whole queries, so most results of these queries may be unrated";
  const pool = shellWord(drawOf(judgments)?.pool ?? "POOL");
  const remedy = `Run semqrel estimate with the pool that was drawn: --pool ${pool}.`;
  throw inputError("INVALID_OPTION", judgments, `${problem}. ${remedy}`);
}

/** Rejects pairs that were chosen, not drawn at random, because they say nothing about other pairs. */
export function requireDrawn(judgments: string): void {
  if (!areChosen(judgments)) return;
  const problem = "its pairs were chosen for their doubtful labels, so they do not represent other pairs";
  throw inputError("INVALID_OPTION", judgments, `${problem}. Give ratings of a pool that was drawn.`);
}
