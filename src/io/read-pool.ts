/**
 * Which pairs does a pool file hold?
 * People edit such files: every field is checked, and errors name its line.
 */
import { SemqrelError } from "../errors.ts";
import type { MergedResult, PooledPair } from "../types.ts";
import { openInput } from "./open-input.ts";
import type { InputFile } from "./read-results.ts";
import { splitLines } from "./split-lines.ts";

/** Throws INVALID_POOL with the line. */
type Refuse = (what: string) => never;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads what `poolText` writes, also compressed with gzip; `-` is standard input. Fields of other names are ignored.
 *
 * @throws SemqrelError as `openInput`; INVALID_POOL for a line that is no JSON object, a field that is missing or of
 *         another type, a probability outside (0, 1], the same query and id twice, a query with two ids or an id with
 *         two queries   details: { file, line }
 */
export async function readPool(path: string): Promise<{ pairs: PooledPair[]; file: InputFile }> {
  const input = await openInput(path);
  const pairs: PooledPair[] = [];
  const lines = new Map<string, number>();
  for await (const { text, line } of splitLines(input.pieces)) {
    if (text.trim() === "") continue;
    const refuse: Refuse = (what) => {
      throw new SemqrelError("INVALID_POOL", `Reading ${input.source}:${line}: ${what}`, {
        details: { file: input.source, line },
      });
    };
    const pair = parsePair(text, refuse);
    requireNew(pair, line, lines, refuse);
    pairs.push(pair);
  }
  if (pairs.length === 0) {
    throw new SemqrelError("EMPTY_FILE", `Reading ${input.source}: it holds no pairs. Make a pool with semqrel pool.`, {
      details: { file: input.source },
    });
  }
  const { source } = input;
  return {
    pairs,
    file: { path: source, format: "pool", rows: pairs.length, sizeBytes: input.sizeBytes(), sha256: input.sha256() },
  };
}

function parsePair(text: string, refuse: Refuse): PooledPair {
  const fields = asObject(parseJson(text, refuse), "the line", refuse);
  const { probability } = fields;
  if (typeof probability !== "number" || !(probability > 0 && probability <= 1)) {
    return refuse(`"probability" is ${shown(probability)}. It is a number above 0 and up to 1.`);
  }
  return {
    query: asName(fields["query"], "query", refuse),
    queryId: fields["queryId"] === null ? null : asName(fields["queryId"], "queryId", refuse, " or null"),
    informationNeed: asOptionalText(fields["informationNeed"], "informationNeed", refuse),
    id: asName(fields["id"], "id", refuse),
    title: asText(fields["title"], "title", refuse),
    url: asOptionalText(fields["url"], "url", refuse),
    engines: asEngines(fields["engines"], refuse),
    probability,
    merged: asList(fields["merged"] ?? [], "merged", refuse).map((one) => asMerged(one, refuse)),
  };
}

function requireNew({ query, queryId, id }: PooledPair, line: number, lines: Map<string, number>, refuse: Refuse) {
  const key = JSON.stringify(["pair", query, id]);
  const earlier = lines.get(key);
  if (earlier !== undefined) {
    refuse(`the id "${id}" stands twice for the query "${query}" (first in line ${earlier}). Keep one of the lines.`);
  }
  lines.set(key, line);
  // Raters and judgments would take for one query what the other takes for two.
  const name = JSON.stringify(["query", query]);
  const ofId = JSON.stringify(["query id", queryId]);
  const both = JSON.stringify(["both", query, queryId]);
  const other = lines.get(name) ?? (queryId === null ? undefined : lines.get(ofId));
  if (!lines.has(both) && other !== undefined) {
    refuse(`the query "${query}" with the id ${shown(queryId)} has another name or id in line ${other}. Give it one.`);
  }
  for (const one of [name, ofId, both]) if (!lines.has(one)) lines.set(one, line);
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

function asEngines(value: unknown, refuse: Refuse): PooledPair["engines"] {
  const engines = asList(value, "engines", refuse).map((one) => {
    const fields = asObject(one, 'an entry of "engines"', refuse);
    const { rank } = fields;
    if (typeof rank === "number" && Number.isInteger(rank) && rank >= 0) {
      return { name: asName(fields["name"], "engines.name", refuse), rank };
    }
    return refuse(`"engines.rank" is ${shown(rank)}. It is a whole number from 0 on.`);
  });
  const names = engines.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  return twice === undefined ? engines : refuse(`the engine "${twice}" stands there twice. Keep its smallest rank.`);
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

/** What stands there, short enough for a message. */
function shown(value: unknown): string {
  const text = value === undefined ? "missing" : JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
