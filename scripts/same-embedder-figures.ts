/**
 * How often is `validate` wrong about engines that search with the labelling model? Draws engines and queries from
 * collections whose engines are known, and counts how many engines with and without the model are named. Prints
 * Markdown for docs/commands/validate.md. The data folder contains cranfield and discernatron.
 * Run: npm run build && npx tsx scripts/same-embedder-figures.ts DATA-FOLDER [--draws N, for each size]
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { defaultCacheFolder } from "../src/core/files/cache-folder.ts";
import { readResults } from "../src/io/results/read-results.ts";
import { groupResults } from "../src/lists/group-results.ts";
import { joinQueries } from "../src/lists/join-queries.ts";
import { randomRows } from "../src/maths/regression/prediction-errors.ts";
import { openTools } from "../src/model/open-tools.ts";
import { sameEmbedder } from "../src/trust/same-embedder.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { draws: { type: "string", default: "100" } },
});
const [data = ""] = positionals;
const isArtificial = (file: string) => /^(deg|synth)_|_random\.csv$/.test(file);
const usesModel = (engine: string) => /dense|hybrid|rerank/.test(engine);
const reading = { format: null, rankBase: null, columns: {}, further: [], titleField: null, titles: null };
const opened = await openTools({ cacheFolder: defaultCacheFolder(process.env) });
let seed = 0;
const drawn = <Of>(from: readonly Of[], count: number): readonly Of[] => {
  if (count === 0 || count === from.length) return from.slice(0, count);
  return [...randomRows(from.length, count / from.length, ++seed)].map((place) => from[place] as Of);
};

async function readCollection(name: string) {
  const folder = join(data, name, "engines");
  const files = readdirSync(folder).filter((file) => !isArtificial(file));
  const read = files.map(
    async (file) => (await readResults({ path: join(folder, file), engine: null }, reading)).results,
  );
  const raw = (await Promise.all(read)).flat();
  const tables = raw.map(({ source, lines, queryIds, queryTexts }) => ({
    source,
    lines,
    ids: queryIds,
    texts: queryTexts,
  }));
  const { queries, queryOfRow } = joinQueries(tables);
  const texts = queries.map(({ text }) => text ?? "");
  const distinct = [...new Set([...raw.flatMap(({ titles }) => titles), ...texts])];
  const embedded = await opened.tools.embedder.embed(distinct);
  const placeOf = new Map(distinct.map((text, place) => [text, place]));
  const vectorOf = (text: string) => {
    const begin = (placeOf.get(text) ?? 0) * embedded.dimensions;
    return embedded.vectors.subarray(begin, begin + embedded.dimensions);
  };
  const similarity = (one: string, other: string) => {
    const [first, second] = [vectorOf(one), vectorOf(other)];
    return first.reduce((sum, value, place) => sum + value * (second[place] ?? 0), 0);
  };
  return { raw, queryOfRow, texts, similarity };
}

/** Returns how often each engine was drawn, and how often it was named. */
async function figuresOf({ raw, queryOfRow, texts, similarity }: Awaited<ReturnType<typeof readCollection>>) {
  const counts = new Map<string, { drawn: number; named: number }>();
  const engines = raw.map((_, place) => place);
  const isOfModel = (place: number) => usesModel(raw[place]?.engine ?? "");
  for (const [queries, size, withModel] of sizes) {
    for (let draw = 0; draw < Number(flags.draws); draw++) {
      const places = drawn(
        texts.map((_, query) => query),
        queries,
      );
      const numberOf = new Map(places.map((query, number) => [query, number]));
      const lists = [
        ...drawn(
          engines.filter((place) => !isOfModel(place)),
          size - withModel,
        ),
        ...drawn(engines.filter(isOfModel), withModel),
      ].map((engine) => {
        // Rows of queries that were not drawn go to one extra query, which is ignored.
        const numbers = queryOfRow[engine]?.map((query) => numberOf.get(query) ?? queries);
        return groupResults(raw[engine] as (typeof raw)[number], numbers ?? new Int32Array(0), queries + 1);
      });
      const queryTexts = [...places.map((query) => texts[query] ?? null), null];
      const { named } = sameEmbedder({ engines: lists, reference: null, queryTexts, similarity });
      for (const { engine } of lists) {
        const count = counts.get(engine) ?? { drawn: 0, named: 0 };
        counts.set(engine, { drawn: count.drawn + 1, named: count.named + Number(named.includes(engine)) });
      }
    }
  }
  return counts;
}

/** Number of queries, of engines, and of engines that use the model. */
const sizes = [40, 100].flatMap(
  (queries) =>
    [
      [queries, 4, 0],
      [queries, 4, 1],
      [queries, 8, 1],
      [queries, 8, 2],
    ] as const,
);

try {
  console.log("| collection | engine | drawn | named |\n|---|---|---|---|");
  for (const name of ["cranfield", "discernatron"]) {
    const counts = [...(await figuresOf(await readCollection(name)))];
    const others = counts.filter(([engine]) => !usesModel(engine)).map(([, count]) => count);
    const sum = (key: "drawn" | "named") => others.reduce((total, count) => total + count[key], 0);
    console.log(`| ${name} | ${others.length} that do not use the model | ${sum("drawn")} | ${sum("named")} |`);
    for (const [engine, count] of counts.filter(([one]) => usesModel(one)).sort()) {
      console.log(`| ${name} | ${engine} | ${count.drawn} | ${count.named} |`);
    }
  }
} finally {
  await opened.close();
}
