/**
 * What does a job look like that is larger than memory should be, with a cache that knows all of its titles?
 * Made from a seed, always the same; vectors are made up, so that what is measured is not the model.
 * Run: node -e 'import("./dist/bench/make-large-job.js").then((it) => it.makeLargeJob("FOLDER", 250_000, true))'
 * Then: SEMQREL_CACHE=FOLDER/cache semqrel label --reference FOLDER/reference.csv --candidates FOLDER/candidate-250000.csv
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { writeFiles } from "../core/files/write-file.ts";
import type { EmbeddedTitles } from "../core/types.ts";
import { type Random, seededRandom } from "../maths/random/seeded-random.ts";
import { cachedEmbedder } from "../model/embed/cached-embedder.ts";
import { bundledModel, openModelFolder } from "../model/embed/model-folder.ts";
import { openVectorStore } from "../model/embed/vector-store.ts";

const QUERIES = 10_000;
const REFERENCE_ROWS = 500_000;
const TITLES = 200_000;
const words = ["pear", "plum", "search", "history", "of", "the", "winter", "graph", "model", "fruit", "label", "rank"];

/**
 * Writes reference.csv, candidate-ROWS.csv and cache/ of the bundled model, which is made once.
 *
 * @param candidateRows a multiple of 10,000; half of them stand in the reference's list of their query
 * @param isSorted      false: rows of all queries in no order
 */
export async function makeLargeJob(folder: string, candidateRows: number, isSorted: boolean): Promise<void> {
  const random = seededRandom(11);
  const perList = REFERENCE_ROWS / QUERIES;
  const candidateTitle = (query: number) =>
    random() < 0.5 ? referenceTitle(query, below(perList, random)) : below(TITLES, random);
  writeFiles([
    { path: join(folder, "reference.csv"), content: csvOf(REFERENCE_ROWS, referenceTitle, isSorted) },
    { path: join(folder, `candidate-${candidateRows}.csv`), content: csvOf(candidateRows, candidateTitle, isSorted) },
  ]);
  const vectors = join(folder, "cache", "vectors.mdb");
  if (!existsSync(vectors)) await fillCache(vectors);
}

function textOf(title: number): string {
  return `${words[title % 12]} ${words[(title >> 4) % 12]} ${words[(title >> 8) % 12]} ${title}`;
}

/** Every title stands in the list of some query, and lists share them. */
function referenceTitle(query: number, rank: number): number {
  return (query * 20 + rank * 7919 + (rank < 20 ? rank : 0)) % TITLES;
}

function* csvOf(rows: number, titleOf: (query: number, rank: number) => number, isSorted: boolean): Iterable<string> {
  yield "query_id,query,rank,id,title\n";
  const perQuery = rows / QUERIES;
  for (let row = 0; row < rows; row++) {
    // The step is a prime that does not divide the number of rows: it meets each of them once.
    const place = isSorted ? row : (row * 611_953) % rows;
    const query = Math.floor(place / perQuery);
    const title = titleOf(query, place % perQuery);
    yield `q${query},query number ${query},${place % perQuery},d${title},${textOf(title)}\n`;
  }
}

async function fillCache(path: string): Promise<void> {
  const { identity: model } = await openModelFolder(bundledModel, null);
  const { store } = openVectorStore(path);
  const random = seededRandom(12);
  const embedder = cachedEmbedder({ model, embed: async (titles) => madeUp(titles, model.dimensions, random) }, store);
  const piece = 10_000;
  for (let from = 0; from < TITLES; from += piece) {
    await embedder.embed(Array.from({ length: piece }, (_, place) => textOf(from + place)));
  }
  await store.close();
}

function madeUp(titles: readonly string[], dimensions: number, random: Random): EmbeddedTitles {
  const vectors = new Float32Array(titles.length * dimensions);
  titles.forEach((_, place) => {
    const vector = Float64Array.from({ length: dimensions }, () => random() - 0.5);
    const length = Math.hypot(...vector);
    vectors.set(
      vector.map((number) => number / length),
      place * dimensions,
    );
  });
  return {
    ...{ dimensions, vectors },
    tokenKeys: titles.map((title) => createHash("sha256").update(title).digest("base64url").slice(0, 22)),
    tokenCounts: new Int32Array(titles.length).fill(6),
    flags: new Uint8Array(titles.length),
  };
}

function below(bound: number, random: Random): number {
  return Math.floor(random() * bound);
}
