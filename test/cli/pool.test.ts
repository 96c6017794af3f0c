/** Does `pool` collect what engines return, each title once, and protect what people have rated? */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { poolText } from "../../src/gold/pools/pool-format.ts";
import { makePair } from "../support/make-pool.ts";
import { root, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

type Files = Readonly<Record<string, string>>;

const sample = (name: string) => join(root, "data/samples", name);
const engines = ["library.csv", "explorer.csv", "quickfind.csv"].map(sample);

async function pool(args: readonly string[], files: Files = {}, cwd = temporaryFolder(files)) {
  const result = await runInProcess(["pool", ...args], { cwd });
  const read = (name: string) => readFileSync(join(cwd, name), "utf8");
  const pairs = (name: string) => pairsOf(read(name));
  return { ...result, cwd, read, pairs };
}

interface Pair {
  readonly query: string;
  readonly queryId: string | null;
  readonly id: string;
  readonly title: string;
  readonly engines: readonly { readonly name: string; readonly rank: number }[];
  readonly probability: number;
}

function pairsOf(text: string): Pair[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** What the first eight results of each list contain, titles in lower case; counted by a script with csv and set of Python 3.11. */
const expectedPairs = {
  queries: 25,
  pairs: 492,
  perQuery: { min: 13, median: 20, max: 22 },
  results: { library: 192, explorer: 200, quickfind: 191 },
  alone: { explorer: 143, library: 111, quickfind: 157 },
};

describe("semqrel pool --show", () => {
  const one = "query,title,rank,snippet,link,year\nq,Alpha,0, about a ,https://x.org/a,2001\nq,Beta,1,,,\n";
  const two = "query,title,rank,snippet,year\nq,beta,0,about b,1999\nq,alpha,1,other,2002\nq,Gamma,2,about c,\n";
  const files = { "one.csv": one, "two.csv": two };
  const shownIn = (pairs: readonly (Pair & { readonly shown?: unknown })[]) =>
    Object.fromEntries(pairs.map(({ title, shown }) => [title, shown]));

  it.each([[], ["--by", "spread", "--ratings", "3"]])(
    "keeps the first value of each column for a pair, without and with --by spread: case %#",
    async (...how) => {
      const { pairs, exitCode, stderr } = await pool(
        ["one.csv", "two.csv", "--show", "snippet,Link,year", "-o", "p.jsonl", ...how],
        files,
      );
      expect(exitCode, stderr).toBe(0);
      expect(shownIn(pairs("p.jsonl"))).toEqual({
        Alpha: { snippet: "about a", Link: "https://x.org/a", year: "2001" },
        Beta: { snippet: "about b", year: "1999" },
        Gamma: { snippet: "about c" },
      });
    },
  );

  it("adds columns to existing pairs, and leaves other pairs unchanged", async () => {
    const { cwd } = await pool(["one.csv", "--show", "snippet", "-o", "p.jsonl"], files);
    const { pairs } = await pool(["two.csv", "--show", "snippet,year", "--add", "p.jsonl", "-o", "p.jsonl"], {}, cwd);
    expect(shownIn(pairs("p.jsonl"))).toEqual({
      Alpha: { snippet: "about a", year: "2002" },
      Beta: { snippet: "about b", year: "1999" },
      Gamma: { snippet: "about c" },
    });
  });

  it.each([
    ["snipet", /no file has a column "snipet"\. Did you mean "snippet"\?/],
    ["rank", /the column rank would tell raters which engine returned a result, or at which rank/],
    ["Engine", /the column Engine would tell raters/],
  ])("refuses to show the column %s", async (column, said) => {
    const { exitCode, stderr } = await pool(["one.csv", "two.csv", "--show", column], files);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(said);
  });
});

describe("semqrel pool --doubtful", () => {
  let cwd: string;
  const inside = (...args: string[]) => runInProcess(args, { cwd });
  beforeAll(async () => {
    cwd = temporaryFolder();
    const label = await inside(
      ...["label", "--reference", engines[0] ?? "", "--candidates", ...engines.slice(1), "--out", "labels", "-q"],
      ...["--queries", sample("queries.tsv")],
    );
    expect(label.exitCode, label.stderr).toBe(0);
    const made = await inside("pool", "labels", "--doubtful", "-o", "doubtful.jsonl");
    expect(made.exitCode, made.stderr).toBe(0);
    expect(made.stderr).toContain("They are not a random draw");
    const rows = pairsOf(readFileSync(join(cwd, "doubtful.jsonl"), "utf8")).map(
      ({ query, id }, row) => `"${query}",${id},Ann,${1 + (row % 5)}\n`,
    );
    writeFileSync(join(cwd, "ann.csv"), `query,id,rater,grade\n${rows.join("")}`);
    const given = ["rate", "doubtful.jsonl", "--import", "ann.csv", "--db", "doubtful.db", "--scale", "1-5"];
    expect((await inside(...given)).exitCode).toBe(0);
    const gold = await inside("gold", "doubtful.db", "-o", "labels/gold.qrels");
    expect(gold.exitCode, gold.stderr).toBe(0);
    expect(gold.stdout + gold.stderr).toMatch(/not measured/);
  }, 120_000);

  it("contains the results that the report calls doubtful, most doubtful first, and the report names the command", async () => {
    const report = await inside("report", "labels", "--format", "json", "-o", "-");
    expect(report.stdout).toContain("semqrel pool labels --doubtful -o doubtful.jsonl");
    const { sections } = JSON.parse(report.stdout);
    const doubts = sections.find(({ id }: { id: string }) => id === "doubts");
    const table = doubts.blocks.find(({ id }: { id?: string }) => id === "doubts-matches");
    const first = await inside("pool", "labels", "--doubtful", "1");
    const toStdout = await inside("pool", "labels", "--doubtful", "1", "-o", "-");
    expect([toStdout.stdout, existsSync(join(cwd, "-"))]).toEqual([first.stdout, false]);
    const [pair] = pairsOf(first.stdout);
    expect(JSON.stringify(table.rows[0])).toContain(JSON.stringify(pair?.title));
    expect(pair).toMatchObject({ chosen: "doubtful", probability: 1 });
    expect(pairsOf(readFileSync(join(cwd, "doubtful.jsonl"), "utf8")).length).toBeGreaterThan(table.rows.length);
  });

  it.each([
    [["estimate", "labels", "--gold", "labels/gold.qrels"]],
    [["estimate", "labels", "--gold", "labels/gold.qrels", "--write-labels", "calibrated"]],
    [["pool", "--plan", "labels", "--gold", "labels/gold.qrels"]],
    [["pool", "--next", "labels", "--gold", "labels/gold.qrels"]],
    [["estimate", "labels", "--gold", "ann.csv", "--pool", "doubtful.jsonl"]],
    [
      [
        "pool",
        "--next",
        "labels",
        "--gold",
        "ann.csv",
        "--by",
        "pairs",
        "--measure",
        "DCG@10",
        "--pool",
        "doubtful.jsonl",
      ],
    ],
    [["pool", engines[0] ?? "", "--add", "doubtful.jsonl", "-o", "grown.jsonl"]],
  ])("writes a pool that is refused as a sample: %s", async (args) => {
    const { exitCode, stderr } = await inside(...args);
    expect(stderr).toMatch(/its pairs were chosen for their doubtful labels, so they do not represent other pairs/);
    expect(exitCode).toBe(2);
  });

  it("writes a pool whose ratings can be compared with labels, but are not stored as evidence of the folder", async () => {
    const validated = await inside("validate", "labels", "--gold", "labels/gold.qrels", "-q");
    expect(validated.exitCode, validated.stderr).toBe(0);
    expect(existsSync(join(cwd, "labels/evidence"))).toBe(false);
  });

  it.each([
    [["labels", "labels"], /too many arguments for .pool --doubtful.*Usage: semqrel pool <labels> --doubtful \[n\]/],
    [["labels", "--near", "0.9"], /unknown option '--near'/],
    [["labels", "--show", "title"], /unknown option '--show'/],
    [["nothing"], /nothing.*no such|there is no/],
  ])("refuses %s", async (args, said) => {
    const { exitCode, stderr } = await inside("pool", ...args, "--doubtful", "3");
    expect(stderr).toMatch(said);
    expect(exitCode).toBe(2);
  });
});

describe("semqrel pool --by spread", () => {
  const spread = [...engines, "--queries", sample("queries.tsv"), "--by", "spread"];

  it("draws the same pairs from a folder of labels as from the lists that were labelled", async () => {
    const folder = temporaryFolder();
    const lists = [sample("explorer.csv"), sample("quickfind.csv")];
    const reference = ["--reference", sample("library.csv"), "--queries", sample("queries.tsv")];
    const label = ["label", ...reference, "--candidates", ...lists, "--embedder", "hash", "--exact"];
    expect((await runInProcess([...label, "--out", "labels"], { cwd: folder })).exitCode).toBe(0);
    const drawn = async (...given: string[]) => {
      const how = ["--by", "spread", "--ratings", "50", "--seed", "3"];
      const { stdout } = await runInProcess(["pool", ...given, ...how], { cwd: folder });
      return stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    };
    const ofFolder = await drawn("labels");
    expect(ofFolder).toHaveLength(50);
    const ofLists = await drawn(...lists, "--queries", sample("queries.tsv"));
    expect(ofFolder).toEqual(ofLists);
    expect(ofFolder.every(({ queryId }) => queryId !== null)).toBe(true);
  });

  it("draws as many pairs over all queries as can be rated in the given minutes, and more when run again", async () => {
    const { stderr, pairs, cwd } = await pool([...spread, "--minutes", "30", "-o", "pairs.jsonl"]);
    const first = pairs("pairs.jsonl");
    const opened = new Set(first.map(({ query }) => query)).size;
    // 12 s per rating, 10 s per query; one more pair would cost at least 12 s.
    const seconds = first.length * 12 + opened * 10;
    expect(seconds).toBeLessThanOrEqual(1800);
    expect(seconds).toBeGreaterThan(1800 - 22);
    expect(stderr).toContain(`${opened} queries, ${first.length} pairs`);
    expect(stderr).toContain(`about 30 minutes (12 s per pair, and 10 s to read each of the ${opened} queries)`);
    await pool([...spread, "--ratings", "20", "--add", "pairs.jsonl", "-o", "pairs.jsonl"], {}, cwd);
    const grown = pairs("pairs.jsonl");
    expect(grown).toHaveLength(first.length + 20);
    expect(grown.slice(0, first.length).map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    for (const isLast of [false, true]) {
      const rest = await pool([...spread, "--ratings", "5000", "--add", "pairs.jsonl", "-o", "pairs.jsonl"], {}, cwd);
      expect(rest.stderr.includes("Wrote pairs.jsonl. It has no new results to rate.")).toBe(isLast);
      expect(rest.stderr.includes("Rating the new pairs takes")).toBe(!isLast);
    }
  });

  it.each([
    { args: ["--by", "spread"], said: "with --ratings N or --minutes M" },
    {
      args: ["--by", "spread", "--ratings", "5", "--minutes", "5"],
      said: "--ratings and --minutes exclude each other. Give only one.",
    },
    { args: ["--ratings", "5"], said: "--seconds-per-query only work with --by spread" },
    { args: ["--seconds-per-rating", "5"], said: "--seconds-per-query only work with --by spread" },
    { args: ["--by", "spread", "--ratings", "5", "--per-query", "2"], said: "Leave out --per-query" },
    { args: ["--by", "spread", "--ratings", "0"], said: "whole number >= 1" },
  ])("refuses $args with the message $said", async ({ args, said }) => {
    const { exitCode, stderr, stdout } = await pool([...engines, ...args]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(said);
  });
});

describe("semqrel pool", () => {
  it("makes a pool of the three engines of the sample", async () => {
    const { exitCode, stdout, stderr, pairs } = await pool([
      ...engines,
      ...["--queries", sample("queries.tsv"), "--depth", "8", "--seed", "7", "-o", "pool.jsonl"],
    ]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "" });
    const made = pairs("pool.jsonl");
    expect(made).toHaveLength(expectedPairs.pairs);
    expect(new Set(made.map(({ query }) => query)).size).toBe(expectedPairs.queries);
    for (const { queryId, probability } of made)
      expect([/^s\d\d$/.test(queryId ?? ""), probability]).toEqual([true, 1]);
    const alone = (name: string) => made.filter((pair) => pair.engines.length === 1 && pair.engines[0]?.name === name);
    for (const [name, count] of Object.entries(expectedPairs.alone))
      expect([name, alone(name).length]).toEqual([name, count]);
    // Pairs of one query are together, and neither queries nor pairs are in the order of the files.
    const queries = made.map(({ queryId }) => queryId).filter((id, place, all) => id !== all[place - 1]);
    expect(queries).toHaveLength(expectedPairs.queries);
    expect(queries).not.toEqual(queries.toSorted());
    expect(stderr).toContain("quickfind: 1 result has no title");
    expect(stderr).toMatch(/engine +results +pairs +this engine only\n/);
    expect(stderr).toContain(`${expectedPairs.queries} queries, ${expectedPairs.pairs} pairs,`);
    expect(stderr).toContain(`takes about ${Math.ceil(expectedPairs.pairs / 5)} minutes at 12 s each.`);
    expect(stderr).toContain("semqrel rate pool.jsonl --db ratings.db\n");
  });

  it("prints the same bytes as it writes, whatever the order of the files, and no messages with --quiet", async () => {
    const first = await pool([...engines, "--out", "pool.jsonl", "-q"]);
    const other = await pool([...engines.toReversed(), "-o", "-", "-q"]);
    expect(other).toMatchObject({ exitCode: 0, stderr: "", stdout: first.read("pool.jsonl") });
    const another = await pool([...engines, "--seed", "2", "-q"]);
    expect(another.stdout).not.toBe(other.stdout);
    expect(pairsOf(another.stdout)).toHaveLength(pairsOf(other.stdout).length);
  });

  it("warns about titles that start with their rank, and merges equal titles with --strip-numbers", async () => {
    const fruit = ["Apples", "Pears", "Figs", "Plums", "Quinces"];
    const listOf = (titleAt: (place: number) => string) =>
      `query,rank,title\n${fruit.map((_, place) => `q,${place + 1},${titleAt(place)}\n`).join("")}`;
    const files = {
      "a.csv": listOf((place) => fruit[place] ?? ""),
      "b.csv": listOf((place) => `${place + 1}. ${fruit[place]}`),
    };
    const warned = await pool(["a.csv", "b.csv", "-o", "pool.jsonl"], files);
    expect(warned.pairs("pool.jsonl")).toHaveLength(10);
    expect(warned.stderr).toContain('b: 5 of 5 titles start with their list number: "1. Apples"');
    expect(warned.stderr).toContain("Remove it with --strip-numbers.\n");
    const joined = await pool(["a.csv", "b.csv", "-o", "pool.jsonl", "--strip-numbers"], files);
    expect(joined.pairs("pool.jsonl").map(({ title }) => title)).toEqual(expect.arrayContaining(fruit));
    expect(joined.pairs("pool.jsonl")).toHaveLength(5);
    expect(joined.stderr).toContain("b: --strip-numbers removed the list number from 5 of 5 titles");
  });

  it("prints a summary as a single JSON document", async () => {
    const { stdout, stderr, pairs } = await pool([...engines, "-o", "pool.jsonl", "--json", "-q"]);
    expect(stderr).toBe("");
    const { alone } = expectedPairs;
    const count = (name: string) =>
      pairs("pool.jsonl").filter((pair) => pair.engines.some((one) => one.name === name)).length;
    expect(JSON.parse(stdout)).toEqual({
      schema: "semqrel.pool/1",
      queries: expectedPairs.queries,
      pairs: expectedPairs.pairs,
      perQuery: expectedPairs.perQuery,
      engines: Object.fromEntries(
        Object.entries(expectedPairs.results).map(([name, results]) => [
          name,
          { results, pairs: count(name), alone: alone[name as keyof typeof alone] },
        ]),
      ),
      added: expectedPairs.pairs,
      duplicates: Object.values(expectedPairs.results).reduce((sum, one) => sum + one, 0) - expectedPairs.pairs,
      leftOut: 0,
      nearDuplicates: 0,
      idsShared: 0,
      unusedNeeds: 0,
      sampled: false,
      minutes: expectedPairs.pairs / 5,
      warnings: [
        {
          kind: "empty-titles",
          engine: "quickfind",
          count: 1,
          examples: [expect.stringMatching(/quickfind\.csv:\d+$/)],
          leftOut: true,
        },
      ],
      file: "pool.jsonl",
    });
  });

  it("draws whole queries of a queries file, and then pairs of each query", async () => {
    const queries = ["--queries", sample("queries.tsv")];
    const draw = ["--sample", "10", "--per-query", "6", "--per-query-by", "rank"];
    const { stdout, stderr } = await pool([...engines, ...queries, ...draw]);
    // The older spelling of the same options.
    const old = ["--queries", "10", "--per-query", "6", "--sample", "rank"];
    expect((await pool([...engines, ...queries, ...old])).stdout).toBe(stdout);
    const drawn = pairsOf(stdout);
    expect(new Set(drawn.map(({ queryId }) => queryId)).size).toBe(10);
    expect(drawn).toHaveLength(60);
    for (const { probability } of drawn) expect(probability).toBeLessThanOrEqual(10 / expectedPairs.queries);
    expect(stderr).toContain("A sample: the file records the probability with which each pair was drawn.\n");
  });

  it("warns that there are fewer queries than requested", async () => {
    const files = { "a.csv": "query,title\ncars,Fast cars\nfood,Slow food\n" };
    const { stdout, stderr } = await pool(["a.csv", "--queries", "3"], files);
    expect(pairsOf(stdout)).toHaveLength(2);
    expect(stderr).toContain("There are fewer than 3 queries, so all of them are in the pool.\n");
    expect((await pool(["a.csv", "--queries", "2"], files)).stderr).not.toContain("There are fewer");
  });

  it("merges near duplicates with --near, and records the merged titles", async () => {
    const files = {
      "a.csv": "query,title,id\ncars,Fast cars of the fifties,d1\ncars,Slow food,d2\n",
      "b.csv": "query,title,id\ncars,Fast cars of the fifties!,d3\n",
    };
    const { stdout, stderr } = await pool(
      ["a.csv", "b.csv", "--near", "0.8", "--embedder", "hash", "--no-cache"],
      files,
    );
    const [merged, ...others] = pairsOf(stdout).filter((pair) => "merged" in pair);
    expect(others).toEqual([]);
    expect(merged).toMatchObject({ id: "d1", engines: [{ name: "a" }, { name: "b" }], merged: [{ id: "d3" }] });
    expect(stderr).toContain("3 results; 1 is a near duplicate of another result of the query.");
  });

  it("extends an existing pool without changing its pairs", async () => {
    const before = await pool([...engines.slice(0, 2), "-o", "pool.jsonl", "-q"]);
    const old = before.pairs("pool.jsonl");
    const after = await pool([engines[2] ?? "", "--add", "pool.jsonl", "-o", "pool.jsonl"], {}, before.cwd);
    expect(after.exitCode).toBe(0);
    const grown = after.pairs("pool.jsonl");
    const withoutNewcomer = grown.slice(0, old.length).map((pair) => ({
      ...pair,
      engines: pair.engines.filter(({ name }) => name !== "quickfind"),
    }));
    const fields = ({ query, queryId, id, title, engines: found, probability }: Pair) => ({
      ...{ query, queryId, id, title, engines: found, probability },
    });
    expect(withoutNewcomer.map(fields)).toEqual(old.map(fields));
    expect(grown).toHaveLength(expectedPairs.pairs);
    expect(after.stderr).toContain(`New pairs: ${expectedPairs.pairs - old.length}; existing pairs: ${old.length}.`);
    // Running it again changes nothing.
    const text = after.read("pool.jsonl");
    const again = await pool([engines[2] ?? "", "--add", "pool.jsonl"], {}, before.cwd);
    expect(again.stdout).toBe(text);
  });

  it("prints a command that runs if the name of the pool begins with a dash", async () => {
    const { stderr, pairs } = await pool(["a.csv", "-o", "-q.jsonl"], { "a.csv": "query,title\nq,Alpha\n" });
    expect(pairs("-q.jsonl")).toHaveLength(1);
    expect(stderr).toContain("Rate it with: semqrel rate ./-q.jsonl --db ratings.db");
  });

  it("replaces an existing pool only with --force", async () => {
    const rated = [...poolText([makePair(0)])].join("");
    const files = { "a.csv": "query,title\nq,Alpha\n", "pool.jsonl": rated, "notes.txt": "what people rate\n" };
    const refused = await pool(["a.csv", "-o", "pool.jsonl"], files);
    expect(refused).toMatchObject({ exitCode: 2, stdout: "" });
    expect(refused.stderr).toMatch(/pool\.jsonl: it already exists.*--add pool\.jsonl.*--force/);
    expect(refused.read("pool.jsonl")).toBe(rated);
    const other = await pool(["a.csv", "-o", "notes.txt"], files);
    expect(other.stderr).toMatch(/notes\.txt: it already exists.* Choose another path, or .*--force/);
    expect(other.read("notes.txt")).toBe("what people rate\n");
    const forced = await pool(["a.csv", "-o", "pool.jsonl", "--force"], files);
    expect(forced.exitCode).toBe(0);
    expect(forced.pairs("pool.jsonl")).toHaveLength(1);
  });

  it("counts information needs whose queries are in no list", async () => {
    const files = {
      "a.csv": "qid,title\nq1,Alpha\n",
      "q.tsv": "query_id\tquery\tinformation_need\nq1\tone\tfirst\nq2\ttwo\tsecond\nq3\tthree\t\n",
    };
    const { stderr } = await pool(["a.csv", "--queries", "q.tsv", "-o", "pool.jsonl"], files);
    expect(stderr).toContain("1 query with an information need is not in any list, by id or by text");
    const matched = await pool(["a.csv", "--queries", "q.tsv"], {
      ...files,
      "q.tsv": "query_id\tquery\tinformation_need\nq1\tone\tfirst\n",
    });
    expect(matched.stderr).not.toContain("information need");
  });

  it("also reads its options from a configuration file", async () => {
    const files = {
      "a.csv": "qid,title\nq1,Alpha\nq2,Beta\n",
      "q.tsv": "q1\tone\nq2\ttwo\n",
      "semqrel.config.json": '{"queries":"q.tsv","pool":{"depth":1}}',
    };
    const { stdout } = await pool(["a.csv"], files);
    expect(
      pairsOf(stdout)
        .map(({ query }) => query)
        .sort(),
    ).toEqual(["one", "two"]);
  });

  it("escapes control characters in names of files and in texts", async () => {
    const { stderr, stdout } = await pool(["\u001b[31mx=a.csv"], {
      "a.csv": 'query,title\n"q\u001b[2J","<script>\u001b[2J"\n',
    });
    expect(stderr).not.toContain("\u001b");
    expect(stdout).not.toContain("\u001b");
    expect(pairsOf(stdout)[0]).toMatchObject({ title: "<script>\u001b[2J" });
  });

  describe("wrong input", () => {
    const good = { "a.csv": "query,title\nq,Alpha\n", "b.csv": "query,title\np,Beta\n" };
    const line = '{"query":"q","queryId":null,"id":"d1","title":"Alpha","engines":[],"probability":0.5}\n';
    it.each<[string, readonly string[], Files, RegExp]>([
      ["a command without files", [], {}, /missing required argument 'files'/],
      ["a missing file", ["nope.csv"], {}, /Reading nope\.csv: there is no such file/],
      ["a folder", ["."], {}, /Reading \.: it is a folder/],
      ["an empty file", ["a.csv"], { "a.csv": "" }, /Reading a\.csv: it is empty/],
      [
        "a file without a title column",
        ["a.csv"],
        { "a.csv": "query,caption\nq,x\n" },
        /column "title" is missing.*--title-column/,
      ],
      ["files without a common query", ["a.csv", "b.csv"], good, /no query in common/],
      ["a repeated engine", ["a.csv", "./a.csv"], good, /two engines are named "a".*NAME=\.\/a\.csv/],
      ["--depth 0", ["a.csv", "--depth", "0"], good, /'--depth <n>' argument '0' is invalid. Give a whole number >= 1/],
      ["--sample 0", ["a.csv", "--sample", "0"], good, /'--sample .*' argument '0' is invalid/],
      ["--per-query 0", ["a.csv", "--per-query", "0"], good, /'--per-query <n>' argument '0' is invalid/],
      ["--near without a number", ["a.csv", "--near"], good, /'--near <cosine>' argument missing/],
      [
        "--near with a word",
        ["a.csv", "--near", "very"],
        good,
        /argument 'very' is invalid. Give a number from -1 to 1/,
      ],
      ["an invalid seed", ["a.csv", "--seed", "x"], good, /argument 'x' is invalid/],
      [
        "an unknown value of --per-query-by",
        ["a.csv", "--per-query-by", "best"],
        good,
        /Allowed choices are uniform, rank/,
      ],
      ["--sample rank without --per-query", ["a.csv", "--sample", "rank"], good, /needs the number of pairs per query/],
      ["--json on stdout", ["a.csv", "--json"], good, /standard output is used for the pool.*-o FILE/],
      ["--json with -o -", ["a.csv", "--json", "-o", "-"], good, /standard output is used for the pool/],
      ["standard input for two files", ["-", "x=-"], {}, /- can be used for one file/],
      ["a missing queries file", ["a.csv", "--queries", "q.tsv"], good, /Reading q\.tsv: there is no such file/],
      ["--add with a missing pool", ["a.csv", "--add", "p.jsonl"], good, /Reading p\.jsonl: there is no such file/],
      [
        "a pool among the results",
        ["p.jsonl", "a.csv"],
        { ...good, "p.jsonl": line },
        /p\.jsonl is a pool, not an engine's results\. Extend it with --add p\.jsonl/,
      ],
      [
        "--add with a sampled pool",
        ["a.csv", "--add", "p.jsonl"],
        { ...good, "p.jsonl": line },
        /p\.jsonl: pairs of its queries were drawn/,
      ],
      [
        "--add with a damaged pool",
        ["a.csv", "--add", "p.jsonl"],
        { ...good, "p.jsonl": `${line}${line.slice(0, 40)}` },
        /p\.jsonl:2: it is not JSON/,
      ],
      [
        "--add with a sample of queries",
        ["a.csv", "--add", "p.jsonl", "--queries", "1"],
        { ...good, "p.jsonl": line.replace("0.5", "1") },
        /Leave out --add/,
      ],
      ["a model that does not exist", ["a.csv", "--near", "0.9", "--model", "x"], good, /x/],
    ])("leads to exit code 2 and no file: %s", async (_, args, files, message) => {
      const { exitCode, stdout, stderr, cwd } = await pool(
        [...(args.includes("--json") ? [] : ["-o", "out.jsonl"]), ...args],
        files,
      );
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr).toMatch(message);
      expect(stderr).not.toContain("this is a bug");
      expect(readdirSync(cwd).sort()).toEqual(Object.keys(files).sort());
    });

    it("leads to an error with the path if the pool cannot be written", async () => {
      const cwd = temporaryFolder({ "a.csv": good["a.csv"], file: "x" });
      const { exitCode, stderr } = await pool(["a.csv", "-o", "file/pool.jsonl"], {}, cwd);
      expect(exitCode).toBe(2);
      expect(stderr).toContain("Cannot write file/pool.jsonl: ");
      expect(readFileSync(join(cwd, "file"), "utf8")).toBe("x");
    });
  });
});
