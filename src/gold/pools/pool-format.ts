import { at, atKey } from "../../core/at.ts";
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { sha256 } from "../../core/files/read-whole.ts";
import { rowsByKey } from "../../core/rows-by-key.ts";
import {
  checked,
  exactOptional,
  filledText,
  fitting,
  type InferOutput,
  list,
  nullable,
  nullish,
  number,
  object,
  oneOf,
  record,
  text,
  wholeNumber,
} from "../../core/schema.ts";
import { quoted } from "../../core/text/wording.ts";
import { titleKey } from "../../core/titles/clean-title.ts";
import type { PooledPair } from "../../core/types.ts";
import { formats } from "../../io/formats.ts";
import { requireBrackets } from "../../io/input-error.ts";
import { closing, type InputText, openInput } from "../../io/open-input.ts";
import type { InputFile } from "../../io/results/read-results.ts";
import { splitLines } from "../../io/tables/delimiter.ts";

// People may edit pools, so every field is checked, and errors name the line.

type Refuse = (what: string) => never;

const remedy = "Restore the line, or make the pool again.";

const probability = fitting<number>(
  "a number above 0 and up to 1",
  (value) => typeof value === "number" && value > 0 && value <= 1,
);
const similarity = fitting<number>("a number from -1 to 1", (value) => typeof value === "number");
const rank = wholeNumber(0);
export const storedEngine = object({ name: filledText, rank, also: list(rank), of: rank });
const engine = object({
  name: filledText,
  rank,
  also: nullish(list(rank), []),
  /** Length of the list; missing if the file does not say it. */
  of: exactOptional(rank),
});
export const mergedShape = object({ id: filledText, title: text, similarity });
const pairShape = object({
  query: filledText,
  queryId: nullable(fitting<string>("a text or null", (value) => typeof value === "string" && value !== "")),
  informationNeed: nullish(text, null),
  id: filledText,
  title: text,
  url: nullish(text, null),
  shown: exactOptional(record(text)),
  engines: list(engine),
  probability,
  queryProbability: nullish(probability, 1),
  merged: nullish(list(mergedShape), []),
  chosen: exactOptional(oneOf("doubtful")),
  draw: exactOptional(wholeNumber(1)),
  inOrder: exactOptional(
    object({
      order: filledText,
      since: wholeNumber(1),
      seed: exactOptional(number),
      by: exactOptional(oneOf("spread")),
      queries: exactOptional(wholeNumber(1)),
    }),
  ),
});
type ReadPair = InferOutput<typeof pairShape>;

/** Reads a pool; `-` is stdin. If pairs have no field `of`, the last pooled result of a list counts as its end. */
export async function readPool(path: string): Promise<{ pairs: PooledPair[]; file: InputFile }> {
  const input = await openInput(path);
  const pairs = await closing(input, () => readPairs(input));
  const { source } = input;
  if (pairs.length === 0) {
    const message = `Reading ${source}: it has no pairs. Make a pool with semqrel pool.`;
    throw new SemqrelError("EMPTY_FILE", message, { details: { file: source } });
  }
  const file = {
    path: source,
    format: "pool",
    rows: pairs.length,
    sizeBytes: input.sizeBytes(),
    sha256: input.sha256(),
  };
  return { pairs: withLengths(pairs), file };
}

/** Reads a pool, and refuses one whose pairs were not drawn at random. */
export async function readDrawnPool(path: string): ReturnType<typeof readPool> {
  const read = await readPool(path);
  if (read.pairs.every(({ chosen }) => chosen === undefined)) return read;
  const problem = "its pairs were chosen for their doubtful labels, so they do not represent other pairs";
  const remedy = "Give a pool that semqrel pool drew, without --doubtful.";
  throw invalidOption(`Reading ${path}: ${problem}. ${remedy}`, { file: path });
}

async function readPairs({ source, pieces }: InputText): Promise<ReadPair[]> {
  const pairs: ReadPair[] = [];
  const requireNew = newPairs();
  for await (const { text, line } of splitLines(pieces)) {
    if (text.trim() === "") continue;
    const refuse: Refuse = (what) => {
      throw new SemqrelError("INVALID_POOL", `Reading ${source}:${line}: ${what}`, { details: { file: source, line } });
    };
    requireBrackets(text, source, line);
    const pair = parsePair(text, refuse, pairs.length === 0);
    requireNew(pair, line, refuse);
    pairs.push(pair);
  }
  return pairs;
}

/** Returns whether the first line is that of a pool; false for an unreadable file, because a later step reports why. */
export async function startsAsPool(path: string): Promise<boolean> {
  try {
    const refuse: Refuse = (what) => {
      throw new SemqrelError("INVALID_POOL", what);
    };
    const input = await openInput(path);
    return await closing(input, async () => {
      for await (const { text } of splitLines(input.pieces)) {
        if (text.trim() === "") continue;
        parsePair(text, refuse, true);
        return true;
      }
      return false;
    });
  } catch {
    return false;
  }
}

function parsePair(json: string, refuse: Refuse, isFirst: boolean): ReadPair {
  const pair = checked(pairShape, parseJson(json, refuse, isFirst), (misfit) => refuse(`${misfit}. ${remedy}`));
  const { queryProbability, engines } = pair;
  if (pair.probability > queryProbability) {
    refuse(`probability is ${pair.probability}, above the ${queryProbability} of its query. Restore one of them.`);
  }
  for (const [place, { rank, also, of = Number.POSITIVE_INFINITY }] of engines.entries()) {
    const early = also.find((further) => further <= rank);
    if (early !== undefined) refuse(`engines[${place}].also has ${early}, but the first rank is ${rank}. ${remedy}`);
    const last = Math.max(rank, ...also);
    if (of <= last) refuse(`engines[${place}].of is ${of}, but the list continues to rank ${last}. ${remedy}`);
  }
  const names = engines.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice !== undefined) refuse(`the engine "${twice}" appears twice. Keep its smallest rank.`);
  return pair;
}

/** Returns a function that checks pairs: one id and probability per query, one line per document, one pair per rank. */
function newPairs() {
  type Lines = Map<string, number>;
  const queries = new Map<string, { first: ReadPair; line: number; documents: Lines; places: Lines }>();
  const lineOfId: Lines = new Map();
  return (pair: ReadPair, line: number, refuse: Refuse): void => {
    const { query, queryId, id, engines, queryProbability } = pair;
    const known = queries.get(query);
    const seen = known ?? { first: pair, line, documents: new Map(), places: new Map() };
    const earlier = seen.documents.get(id);
    const named = `the query ${quoted(query)}`;
    if (earlier !== undefined) {
      refuse(`the id ${quoted(id)} appears twice for ${named} (first in line ${earlier}). Keep one of the lines.`);
    }
    const other = known === undefined ? lineOfId.get(queryId ?? "") : known.line;
    if (other !== undefined && known?.first.queryId !== queryId) {
      const withId = `${named} with the id ${JSON.stringify(queryId)}`;
      refuse(`${withId} has another name or id in line ${other}. Use the same in both lines.`);
    }
    for (const { name, rank, also } of engines) {
      for (const place of [rank, ...also]) {
        const taken = seen.places.get(`${place} ${name}`);
        if (taken !== undefined) {
          const another = `another pair of ${named} at rank ${place} in line ${taken}`;
          refuse(`the engine "${name}" has ${another}. Restore the ranks, or make the pool again.`);
        }
        seen.places.set(`${place} ${name}`, line);
      }
    }
    if (seen.first.queryProbability !== queryProbability) {
      refuse(
        `queryProbability is ${queryProbability}, but line ${seen.line} has another value for ${named}. Use one value.`,
      );
    }
    seen.documents.set(id, line);
    queries.set(query, seen);
    if (queryId !== null) lineOfId.set(queryId, seen.line);
  };
}

/** Splits a pool into its draws of whole queries, the earliest first. */
export function drawsOf(pairs: readonly PooledPair[]): PooledPair[][] {
  const draws = [...rowsByKey(pairs.map(({ draw = 1 }) => draw))].sort(([one], [other]) => one - other);
  return draws.map(([, places]) => places.map((place) => at(pairs, place)));
}

function withLengths(pairs: readonly ReadPair[]): PooledPair[] {
  const keyOf = (query: string, engine: string) => JSON.stringify([query, engine]);
  const lengths = new Map<string, number>();
  for (const { query, engines } of pairs) {
    for (const { name, rank, also, of = 0 } of engines) {
      const key = keyOf(query, name);
      lengths.set(key, Math.max(lengths.get(key) ?? 0, of, rank + 1, ...also.map((place) => place + 1)));
    }
  }
  return pairs.map((pair) => ({
    ...pair,
    engines: pair.engines.map((engine) => ({
      ...engine,
      of: engine.of ?? atKey(lengths, keyOf(pair.query, engine.name)),
    })),
  }));
}

/** @param isFirst - whether this is the first line. If so, the file may not be a pool at all */
function parseJson(json: string, refuse: Refuse, isFirst: boolean): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    const why = `it is not JSON (${(cause as Error).message})`;
    if (!isFirst) return refuse(`${why}. ${remedy}`);
    const instead = "Give a pool, which semqrel pool draws from result lists";
    const judgments = formats.judgments.find(({ detect }) => detect(json, {}))?.name;
    if (judgments === undefined) return refuse(`${why}. ${instead}.`);
    return refuse(
      `it contains judgments (${judgments}). ${instead}; semqrel rate --import FILE takes judgments as ratings.`,
    );
  }
}

/** Yields one line per pair, a JSON object. Fields without information are left out, except the query's id. */
export function* poolText(pairs: Iterable<PooledPair>): Iterable<string> {
  for (const pair of pairs) {
    const { query, queryId, informationNeed, id, title, url, shown, engines } = pair;
    const { probability, queryProbability, merged, chosen, draw, inOrder } = pair;
    // JSON leaves out undefined fields.
    const line = {
      query,
      queryId,
      informationNeed: informationNeed ?? undefined,
      id,
      title,
      url: url ?? undefined,
      shown,
      engines: engines.map(({ name, rank, also, of }) => ({
        name,
        rank,
        also: also.length > 0 ? also : undefined,
        of,
      })),
      probability,
      queryProbability: queryProbability === 1 ? undefined : queryProbability,
      chosen,
      draw: draw === 1 ? undefined : draw,
      inOrder,
      merged: merged.length === 0 ? undefined : merged,
    };
    yield `${JSON.stringify(line)}\n`;
  }
}

/** Returns a hash of queries, ids and titles. It does not depend on order, ranks or the case of titles. */
export function poolFingerprint(pairs: readonly Pick<PooledPair, "query" | "id" | "title">[]): string {
  const keys = pairs.map(({ query, id, title }) => JSON.stringify([query, id, titleKey(title)]));
  return sha256(keys.sort().join("\n"));
}
