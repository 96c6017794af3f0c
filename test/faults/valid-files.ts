/** Which files does semqrel read, and which readers read them? One small valid file of every format, to be damaged. */
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { run } from "../../src/cli/run.ts";
import { poolText } from "../../src/gold/pools/pool-format.ts";
import { makeLabelFolder } from "../support/make-label-folder.ts";
import { makeRatingSet } from "../support/make-rating-set.ts";
import { makeRatingsDatabase } from "../support/make-ratings-database.ts";
import { poolOf } from "../support/rating-process.ts";
import { root, temporaryFolder } from "../support/run-cli.ts";
import type { ReaderName } from "./readers.ts";

export interface ValidFile {
  /** Relative to the folder of valid files. */
  readonly path: string;
  /** The readers that read it. */
  readonly readers: readonly ReaderName[];
  /** The folder of labels that contains the file, which is damaged there. */
  readonly folder?: string;
}

const results =
  'query_id,query,rank,id,title,year,engine\nq1,red apples,1,d1,Apples of the north,2001,one\nq1,red apples,2,d2,"Pears, green",2002,one\nq2,груши,1,d3,Äpfel 🍐,,two\nq2,груши,2,d4,Quinces,1999,two\n';
const hit = (id: string, title: string, score: number) => ({
  _index: "i",
  _id: id,
  _score: score,
  _source: { title, year: 1999 },
});
const elasticsearch = (hits: readonly object[]) => ({
  ...{ took: 3, timed_out: false, _shards: { total: 2, successful: 2, skipped: 0, failed: 0 } },
  hits: { total: { value: 2, relation: "eq" }, max_score: 2.5, hits },
});
const twoHits = [hit("d1", "Apples", 2.5), hit("d2", "Pears", 1.5)];
const solr = {
  responseHeader: { status: 0, QTime: 2, params: { q: "red apples", start: "0", rows: "2" } },
  response: {
    numFound: 2,
    start: 0,
    docs: [
      { id: "d1", title: ["Apples"], score: 2 },
      { id: "d2", title: "Pears" },
    ],
  },
};
const readersOf = {
  results: ["results", "runs", "table judgments", "features", "convert"],
  run: ["runs", "results with titles", "convert"],
  judgments: ["judgments", "import ratings", "convert"],
  queries: ["queries", "query columns", "titles"],
} satisfies Record<string, readonly ReaderName[]>;

/** Texts and bytes that are not in files of the repository. */
const made: readonly (readonly [path: string, content: string | Uint8Array, readers: readonly ReaderName[]])[] = [
  ["results.csv", results, readersOf.results],
  ["results.tsv", results.replaceAll(",", "\t"), readersOf.results],
  ["results.csv.gz", gzipSync(results), readersOf.results],
  [
    "results.jsonl",
    '{"query":"red","query_id":"q1","rank":0,"id":"d1","title":"Apples"}\n{"query":"red","query_id":"q1","rank":1,"id":"d2","title":"Pears","year":null}\n',
    readersOf.results,
  ],
  ["response.json", JSON.stringify(elasticsearch(twoHits), null, 1), ["results", "runs", "convert"]],
  [
    "responses.jsonl",
    ["red apples", "pears"].map((query) => `${JSON.stringify({ query, response: elasticsearch(twoHits) })}\n`).join(""),
    ["results", "runs", "convert"],
  ],
  [
    "multi-search.json",
    JSON.stringify([{ query_id: "q1", query: "red", response: { ...elasticsearch(twoHits), timed_out: true } }]),
    ["results", "runs"],
  ],
  ["solr.json", JSON.stringify(solr), ["results", "runs", "convert"]],
  ["solr.jsonl.gz", gzipSync(`${JSON.stringify(solr)}\n${JSON.stringify(solr)}\n`), ["results", "runs"]],
  [
    "table.parquet",
    new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: "query", data: ["red", "red", "green"], type: "STRING" },
          { name: "rank", data: [0, 1, 0], type: "INT32" },
          { name: "id", data: ["d1", "d2", "d3"], type: "STRING" },
          { name: "title", data: ["Apples", "Pears", "Plums"], type: "STRING" },
          { name: "score", data: [1.5, 1, 0.25], type: "DOUBLE" },
          { name: "grade", data: [1, 0, 2], type: "INT32" },
        ],
      }),
    ),
    [...readersOf.results, "queries", "edges", "node ids", "judgments"],
  ],
  ["long.run", "q1 Q0 d1 0 2.5 tag\nq1 Q0 d2 1 1.25 tag\nq2 Q0 d3 0 1e-3 tag\n".repeat(3), readersOf.run],
  ["run.gz", gzipSync("q1 Q0 d1 0 2.5 tag\nq2 Q0 d3 1 -1 tag\n"), readersOf.run],
  [
    "table.csv",
    "query,doc_id,grade,rater\nred,d1,3,Ann\nred,d2,0,Bob\ngreen,d3,1.5,Ann\n",
    ["table judgments", "judgments", "import ratings"],
  ],
  [
    "grades.jsonl",
    '{"query_id":"q1","query":"red","id":"d1","grade":2}\n{"query_id":"q2","query":"green","id":"d1","grade":0}\n',
    ["judgments", "convert"],
  ],
  ["queries.tsv", "q1\tred apples\nq2\tgroße Birnen\nq3\t\n", readersOf.queries],
  [
    "queries.csv",
    'id,query,information_need,kind,traffic\nq1,red,"what, red",head,10\nq2,green,,tail,1\n',
    readersOf.queries,
  ],
  ["titles.tsv", "d1\tApples\nd2\tPears\nd3\tPlums\n", ["titles", "catalogue"]],
  [
    "corpus.jsonl",
    '{"_id":"d1","title":"Apples","text":"…"}\n{"_id":"d2","title":"Pears","text":""}\n',
    ["titles", "features"],
  ],
  ["edges.csv", "citing,cited,kind,weight\na,b,cites,1\nb,c,cites,2.5\nc,a,likes,1\n", ["edges", "node ids"]],
  ["edges.txt", "# nodes\n1 2\n2 3\n3 1\n", ["edges"]],
  ["edges.jsonl", '{"source":"a","target":"b","weight":1}\n{"source":"b","target":"c","weight":2}\n', ["edges"]],
  ["features.csv", "id,year,cites,kind\nd1,2001,5,a\nd2,1999,,b\nd3,inf,1e3,a\n", ["features", "node ids"]],
  ["pool.jsonl", [...poolText(poolOf(2, 3))].join(""), ["pool", "results"]],
  [
    "gains.json",
    JSON.stringify({
      schema: "semqrel.gains/1",
      gains: [
        { grade: 0, label: 0 },
        { grade: 1, label: 2.5 },
      ],
    }),
    ["gains"],
  ],
  [
    "semqrel.config.json",
    JSON.stringify({
      threads: 2,
      threshold: 0.5,
      "match-on": ["id", "title"],
      "no-cache": true,
      label: { depth: 10, exact: true },
      pool: { seed: 3 },
    }),
    ["configuration"],
  ],
  ["query-answers.jsonl", '{"queryText":"red apples"}\n{"queryText":"pears"}\n', ["queries"]],
];

/** Files in folders of labels that semqrel reads. */
const folderFiles: Readonly<Record<string, readonly ReaderName[]>> = {
  "labels.csv": ["label folder", "judgments"],
  "reference.csv": ["label folder"],
  "manifest.json": ["label folder", "compare folder"],
  "measures.csv": ["compare folder"],
  "labels.qrels": ["judgments"],
  "calibration.json": ["calibration"],
};

/** Writes them into a new folder. Takes a second or two. */
export async function makeValidFiles(): Promise<{ readonly folder: string; readonly files: readonly ValidFile[] }> {
  const folder = temporaryFolder();
  const files: ValidFile[] = [];
  for (const [path, content, readers] of made) {
    writeFileSync(join(folder, path), content);
    files.push({ path, readers });
  }
  const fixtures = join(root, "test/fixtures");
  for (const name of readdirSync(join(fixtures, "formats"), { recursive: true, encoding: "utf8" })) {
    if (!name.includes(".")) continue;
    const path = name.replaceAll("/", "-");
    copyFileSync(join(fixtures, "formats", name), join(folder, path));
    const readers =
      name.endsWith(".run") || name.includes("run.json")
        ? readersOf.run
        : /quer|needs/.test(name)
          ? readersOf.queries
          : readersOf.judgments;
    files.push({ path, readers });
  }
  copyFileSync(join(fixtures, "results.zstd.parquet"), join(folder, "zstd.parquet"));
  files.push({ path: "zstd.parquet", readers: readersOf.results });
  const database = makeRatingsDatabase(
    makeRatingSet({ first: { ann: [1, 0, null], bob: [2, 1, 0] }, scale: [0, 4] }),
    folder,
  );
  if (database !== join(folder, "ratings.db")) throw new Error(database);
  files.push({ path: "ratings.db", readers: ["ratings database"] });
  for (const path of await makeLabelFolders(folder)) {
    for (const [name, readers] of Object.entries(folderFiles)) {
      if (readdirSync(join(folder, path)).includes(name)) files.push({ path: join(path, name), readers, folder: path });
    }
  }
  return { folder, files };
}

/** One as written by `label`, one as written by `calibrate`. */
async function makeLabelFolders(folder: string): Promise<readonly string[]> {
  const from = await makeLabelFolder({ engines: 2, queries: 10 });
  const gold = readFileSync(join(from, "gold.qrels"), "utf8").split("\n");
  writeFileSync(join(from, "some.qrels"), gold.filter((line) => /^q[0-7] /.test(line)).join("\n"));
  let said = "";
  const [labels, calibrated] = [join(from, "labels"), join(from, "calibrated")];
  const exitCode = await run(
    [
      "estimate",
      labels,
      "--gold",
      join(from, "some.qrels"),
      "--write-labels",
      calibrated,
      "--embedder",
      "hash",
      "--no-cache",
    ],
    {
      stdout: { write: () => {} },
      stderr: { write: (text) => (said += text) },
      environment: {},
      signal: new AbortController().signal,
    },
  );
  if (exitCode !== 0) throw new Error(said);
  const { cpSync } = await import("node:fs");
  cpSync(labels, join(folder, "labels"), { recursive: true });
  cpSync(calibrated, join(folder, "calibrated"), { recursive: true });
  return ["labels", "calibrated"];
}
