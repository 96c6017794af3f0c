/**
 * Writes large files, to measure the time and memory of `semqrel label`: reference.csv (500,000 rows) and
 * candidate-ROWS.csv, with 10,000 queries and 200,000 titles. The same arguments give the same files.
 * Run: npx tsx scripts/make-large-job.ts FOLDER [ROWS, a multiple of 10,000] [--unsorted]
 * Then: SEMQREL_CACHE=FOLDER/cache semqrel label --reference FOLDER/reference.csv --candidates FOLDER/candidate-ROWS.csv
 * The first run computes the vectors, which takes minutes. Measure the second run, which reads them from the cache.
 */
import { createHash } from "node:crypto";
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";

const QUERIES = 10_000;
const REFERENCE_ROWS = 500_000;
const TITLES = 200_000;
const words = ["pear", "plum", "search", "history", "of", "the", "winter", "graph", "model", "fruit", "label", "rank"];

const { values, positionals } = parseArgs({ options: { unsorted: { type: "boolean" } }, allowPositionals: true });
const [folder = "large-job", rows = "250000"] = positionals;
mkdirSync(folder, { recursive: true });
await write("reference.csv", REFERENCE_ROWS, referenceTitle);
await write(`candidate-${rows}.csv`, Number(rows), candidateTitle);

async function write(name: string, count: number, titleOf: (query: number, rank: number) => number): Promise<void> {
  await pipeline(Readable.from(linesOf(count, titleOf)), createWriteStream(join(folder, name)));
}

function* linesOf(count: number, titleOf: (query: number, rank: number) => number): Iterable<string> {
  yield "query_id,query,rank,id,title\n";
  const perQuery = count / QUERIES;
  for (let row = 0; row < count; row++) {
    // The step is a prime number that does not divide the number of rows, so each row is written once.
    const place = values.unsorted ? (row * 611_953) % count : row;
    const [query, rank] = [Math.floor(place / perQuery), place % perQuery];
    const title = titleOf(query, rank);
    const text = `${words[title % 12]} ${words[(title >> 4) % 12]} ${words[(title >> 8) % 12]} ${title}`;
    yield `q${query},query number ${query},${rank},d${title},${text}\n`;
  }
}

/** Every title is in the list of some query, and some titles are in several lists. */
function referenceTitle(query: number, rank: number): number {
  return (query * 20 + rank * 7919 + (rank < 20 ? rank : 0)) % TITLES;
}

/** Half of the titles are in the reference's list of the same query. */
function candidateTitle(query: number, rank: number): number {
  const drawn = createHash("sha256").update(`${query} ${rank}`).digest().readUInt32LE();
  return drawn % 2 === 0 ? referenceTitle(query, (drawn >>> 1) % (REFERENCE_ROWS / QUERIES)) : (drawn >>> 1) % TITLES;
}
