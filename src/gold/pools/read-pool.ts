/**
 * Which pairs does a pool file hold?
 * People edit such files: every field is checked, and errors name its line.
 */
import { SemqrelError } from "../../core/errors.ts";
import { quoted } from "../../core/text/wording.ts";
import type { MergedResult, PlaceInOrder, PooledEngine, PooledPair } from "../../core/types.ts";
import { closing, type InputText, openInput } from "../../io/open-input.ts";
import type { InputFile } from "../../io/results/read-results.ts";
import { splitLines } from "../../io/tables/split-lines.ts";

/** Throws INVALID_POOL with the line. */
type Refuse = (what: string) => never;
type Fields = Readonly<Record<string, unknown>>;
/** `of` is null where the file does not say how long the list was. */
type ReadEngine = Omit<PooledEngine, "of"> & { readonly of: number | null };
type ReadPair = Omit<PooledPair, "engines"> & { readonly engines: readonly ReadEngine[] };

/**
 * Reads what `poolText` writes, also compressed with gzip; `-` is standard input. Fields of other names are ignored.
 * Without `of` an engine's list ends with its last result in the pool.
 *
 * @throws SemqrelError as `openInput`; INVALID_POOL for a line that is no JSON object, a field that is missing or of
 *         another type, a probability outside (0, 1] or above its query's, the same query and id twice, a query with
 *         two ids, an id with two queries, two pairs at one rank of a list   details: { file, line }
 */
export async function readPool(path: string): Promise<{ pairs: PooledPair[]; file: InputFile }> {
  const input = await openInput(path);
  const pairs = await closing(input, () => readPairs(input));
  if (pairs.length === 0) {
    throw new SemqrelError("EMPTY_FILE", `Reading ${input.source}: it holds no pairs. Make a pool with semqrel pool.`, {
      details: { file: input.source },
    });
  }
  const { source } = input;
  return {
    pairs: withLengths(pairs),
    file: { path: source, format: "pool", rows: pairs.length, sizeBytes: input.sizeBytes(), sha256: input.sha256() },
  };
}

async function readPairs({ source, pieces }: InputText): Promise<ReadPair[]> {
  const pairs: ReadPair[] = [];
  const lines = new Map<string, number>();
  for await (const { text, line } of splitLines(pieces)) {
    if (text.trim() === "") continue;
    const refuse: Refuse = (what) => {
      throw new SemqrelError("INVALID_POOL", `Reading ${source}:${line}: ${what}`, { details: { file: source, line } });
    };
    const pair = parsePair(text, refuse);
    requireNew(pair, line, lines, refuse);
    requireFreeRanks(pair, line, lines, refuse);
    pairs.push(pair);
  }
  return pairs;
}

/** Whether the first line of a file is one of a pool; false where it cannot be read. */
export async function startsAsPool(path: string): Promise<boolean> {
  try {
    const refuse: Refuse = (what) => {
      throw new SemqrelError("INVALID_POOL", what);
    };
    const input = await openInput(path);
    return await closing(input, async () => {
      for await (const { text } of splitLines(input.pieces)) {
        if (text.trim() === "") continue;
        parsePair(text, refuse);
        return true;
      }
      return false;
    });
  } catch {
    // Whoever reads it for what it is says what is wrong.
    return false;
  }
}

function parsePair(text: string, refuse: Refuse): ReadPair {
  const fields = asObject(parseJson(text, refuse), "the line", refuse);
  const queryProbability = asProbability(fields["queryProbability"] ?? 1, "queryProbability", 1, refuse);
  return {
    query: asName(fields["query"], "query", refuse),
    queryId: fields["queryId"] === null ? null : asName(fields["queryId"], "queryId", refuse, " or null"),
    informationNeed: asOptionalText(fields["informationNeed"], "informationNeed", refuse),
    id: asName(fields["id"], "id", refuse),
    title: asText(fields["title"], "title", refuse),
    url: asOptionalText(fields["url"], "url", refuse),
    engines: asEngines(fields["engines"], refuse),
    probability: asProbability(fields["probability"], "probability", queryProbability, refuse),
    queryProbability,
    merged: asList(fields["merged"] ?? [], "merged", refuse).map((one) => asMerged(one, refuse)),
    ...(fields["inOrder"] === undefined ? {} : { inOrder: asPlaceInOrder(fields["inOrder"], refuse) }),
  };
}

function requireNew({ query, queryId, id }: ReadPair, line: number, lines: Map<string, number>, refuse: Refuse) {
  const key = JSON.stringify(["pair", query, id]);
  const earlier = lines.get(key);
  if (earlier !== undefined) {
    refuse(
      `the id ${quoted(id)} stands twice for the query ${quoted(query)} (first in line ${earlier}). Keep one of the lines.`,
    );
  }
  lines.set(key, line);
  // Raters and judgments would take for one query what the other takes for two.
  const name = JSON.stringify(["query", query]);
  const ofId = JSON.stringify(["query id", queryId]);
  const both = JSON.stringify(["both", query, queryId]);
  const other = lines.get(name) ?? (queryId === null ? undefined : lines.get(ofId));
  if (!lines.has(both) && other !== undefined) {
    refuse(
      `the query ${quoted(query)} with the id ${shown(queryId)} has another name or id in line ${other}. Give it one.`,
    );
  }
  for (const one of [name, ofId, both]) if (!lines.has(one)) lines.set(one, line);
}

/** A rank holds one document, a query has one chance; else lines of several pools stand there together. */
function requireFreeRanks(
  { query, engines, queryProbability }: ReadPair,
  line: number,
  lines: Map<string, number>,
  refuse: Refuse,
) {
  for (const { name, rank, also } of engines) {
    for (const place of [rank, ...also]) {
      const key = JSON.stringify(["rank", query, name, place]);
      const other = lines.get(key);
      if (other !== undefined) {
        refuse(
          `the engine "${name}" has another pair of the query ${quoted(query)} at rank ${place} in line ${other}. ` +
            "Restore the ranks, or make the pool again.",
        );
      }
      lines.set(key, line);
    }
  }
  const chance = JSON.stringify(["chance", query, queryProbability]);
  const any = JSON.stringify(["chance", query]);
  const other = lines.get(any);
  if (other !== undefined && !lines.has(chance)) {
    refuse(
      `"queryProbability" is ${queryProbability}, and line ${other} says otherwise of the query ${quoted(query)}. Give it one.`,
    );
  }
  for (const one of [chance, any]) if (!lines.has(one)) lines.set(one, line);
}

function withLengths(pairs: readonly ReadPair[]): PooledPair[] {
  const keyOf = ({ query }: ReadPair, { name }: ReadEngine) => JSON.stringify([query, name]);
  const lengths = new Map<string, number>();
  for (const pair of pairs) {
    for (const engine of pair.engines) {
      const key = keyOf(pair, engine);
      lengths.set(
        key,
        Math.max(lengths.get(key) ?? 0, engine.of ?? 0, engine.rank + 1, ...engine.also.map((rank) => rank + 1)),
      );
    }
  }
  return pairs.map((pair) => ({
    ...pair,
    engines: pair.engines.map((engine) => ({ ...engine, of: engine.of ?? lengths.get(keyOf(pair, engine)) ?? 0 })),
  }));
}

function parseJson(text: string, refuse: Refuse): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    return refuse(`it is no JSON (${(cause as Error).message}). Restore the line, or make the pool again.`);
  }
}

function asObject(value: unknown, what: string, refuse: Refuse): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  return refuse(
    `${what} is ${shown(value)}, no JSON object. Give pairs such as {"query":…,"queryId":…,"id":…,"title":…}.`,
  );
}

function asText(value: unknown, field: string, refuse: Refuse, or = ""): string {
  if (typeof value === "string") return value;
  return refuse(`"${field}" is ${shown(value)}. It is text${or}.`);
}

function asName(value: unknown, field: string, refuse: Refuse, or = ""): string {
  const text = asText(value, field, refuse, or);
  return text === "" ? refuse(`"${field}" is empty. Fill it in.`) : text;
}

function asOptionalText(value: unknown, field: string, refuse: Refuse): string | null {
  return value === undefined || value === null ? null : asText(value, field, refuse);
}

function asList(value: unknown, field: string, refuse: Refuse): readonly unknown[] {
  return Array.isArray(value) ? value : refuse(`"${field}" is ${shown(value)}. It is a list.`);
}

function asEngines(value: unknown, refuse: Refuse): readonly ReadEngine[] {
  const engines = asList(value, "engines", refuse).map((one) => {
    const fields = asObject(one, 'an entry of "engines"', refuse);
    const name = asName(fields["name"], "engines.name", refuse);
    const rank = asCount(fields["rank"], "engines.rank", 0, refuse);
    const also = asList(fields["also"] ?? [], "engines.also", refuse).map((place) =>
      asCount(place, "engines.also", rank + 1, refuse),
    );
    const shortest = Math.max(rank, ...also) + 1;
    return {
      name,
      rank,
      also,
      of: fields["of"] === undefined ? null : asCount(fields["of"], "engines.of", shortest, refuse),
    };
  });
  const names = engines.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  return twice === undefined ? engines : refuse(`the engine "${twice}" stands there twice. Keep its smallest rank.`);
}

function asCount(value: unknown, field: string, smallest: number, refuse: Refuse): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= smallest) return value;
  return refuse(`"${field}" is ${shown(value)}. It is a whole number from ${smallest} on.`);
}

function asProbability(value: unknown, field: string, largest: number, refuse: Refuse): number {
  if (typeof value === "number" && value > 0 && value <= largest) return value;
  return refuse(`"${field}" is ${shown(value)}. It is a number above 0 and up to ${largest}.`);
}

function asMerged(value: unknown, refuse: Refuse): MergedResult {
  const fields = asObject(value, 'an entry of "merged"', refuse);
  const { similarity } = fields;
  if (typeof similarity !== "number") {
    return refuse(`"merged.similarity" is ${shown(similarity)}. It is a number from -1 to 1.`);
  }
  return {
    id: asName(fields["id"], "merged.id", refuse),
    title: asText(fields["title"], "merged.title", refuse),
    similarity,
  };
}

function asPlaceInOrder(value: unknown, refuse: Refuse): PlaceInOrder {
  const fields = asObject(value, '"inOrder"', refuse);
  return {
    order: asName(fields["order"], "inOrder.order", refuse),
    since: asCount(fields["since"], "inOrder.since", 1, refuse),
  };
}

/** What stands there, short enough for a message. */
function shown(value: unknown): string {
  const text = value === undefined ? "missing" : JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
