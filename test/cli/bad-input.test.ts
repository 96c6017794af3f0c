/**
 * Does every kind of wrong input end with exit code 2, a message that names the place and the remedy, and no output?
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { pool } from "../../src/index.ts";
import { hasHnsw } from "../support/hnsw.ts";
import { root, runCli, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

const reference = "query,rank,title\nred apples,1,Growing red apples\nred apples,2,Apples in winter\npears,1,Pears\n";
const candidate = "query,rank,title\nred apples,0,growing red apples\npears,0,A book of pears\n";
const base: Files = { "ref.csv": reference, "cand.csv": candidate };
const defaults = ["--reference", "ref.csv", "--candidates", "cand.csv"];

interface BadInput {
  readonly name: string;
  /** Files in addition to `ref.csv` and `cand.csv`, or in place of them. */
  readonly files?: Files;
  /** Further arguments, or all of them if they include `--reference`. */
  readonly args?: readonly string[];
  /** What the message must contain: the place, what was found, what to do. */
  readonly says: readonly string[];
}

function labelArgs(args: readonly string[]): string[] {
  const inputs = args.includes("--reference") ? [] : defaults;
  return ["label", ...inputs, "--embedder", "hash", "--indexes", "ix", "--out", "out", ...args];
}

/** Names of everything below a folder. */
function everythingIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map(String).sort();
}

function checkCases(cases: readonly BadInput[]): void {
  it.each(cases)("$name", async ({ files = {}, args = [], says }) => {
    const folder = temporaryFolder({ ...base, ...files });
    const before = everythingIn(folder);
    const result = await runInProcess(labelArgs(args), { cwd: folder });
    for (const words of says) expect(result.stderr).toContain(words);
    expect(result.stderr).toMatch(/^semqrel: /);
    expect(result.stderr).not.toMatch(/this is a bug|\n {4}at /);
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(everythingIn(folder)).toEqual(before);
  });
}

describe("the unchanged input of these tests", () => {
  it("is valid", async () => {
    const folder = temporaryFolder(base);
    const result = await runInProcess(labelArgs([]), { cwd: folder });
    expect(result.exitCode).toBe(0);
    expect(existsSync(join(folder, "out/labels.csv"))).toBe(true);
  });
});

describe("bad files are refused", () => {
  const broken = gzipSync(candidate);
  const flipped = Uint8Array.from(broken, (byte, at) => (at === broken.length - 6 ? byte ^ 0xff : byte));
  const latin1 = Buffer.from("query,rank,title\npears,0,Pears\npears,1,P\u00e4rs\npears,2,Birnen\n", "latin1");
  checkCases([
    {
      name: "a missing reference",
      args: ["--reference", "nope.csv", "--candidates", "cand.csv"],
      says: ["nope.csv", "no such file", "Check the path"],
    },
    {
      name: "a missing candidate",
      args: ["--reference", "ref.csv", "--candidates", "gone/nope.csv"],
      says: ["gone/nope.csv", "no such file"],
    },
    {
      name: "a path below a file",
      args: ["--reference", "ref.csv/x.csv", "--candidates", "cand.csv"],
      says: ["ref.csv/x.csv", "no such file"],
    },
    { name: "a misspelt file name", args: ["--candidates", "cnad.csv"], says: ["nad.csv", 'Did you mean "cand.csv"?'] },
    {
      name: "an --input-format of another format",
      args: ["--input-format", "trec-run"],
      says: ["csv:1: it has 1 field, but a run has six", "Without --input-format, it is read as csv."],
    },
    {
      name: "an --input-format of other delimiters",
      args: ["--input-format", "tsv"],
      says: ['line 1 is read as one column, "query,rank,title". Leave --input-format out.'],
    },
    { name: "a missing queries file", args: ["--queries", "nope.tsv"], says: ["nope.tsv", "no such file"] },
    {
      name: "a queries file of other queries",
      files: { "queries.tsv": "1\tplums\n2\tfigs\n" },
      args: ["--queries", "queries.tsv"],
      says: ["Joining queries.tsv with ref.csv: no query in common", '"pears"', '"plums" (id "1"), "figs" (id "2")'],
    },
    { name: "a missing titles file", args: ["--titles", "nope.tsv"], says: ["nope.tsv", "no such file"] },
    {
      name: "a folder instead of a file",
      args: ["--reference", ".", "--candidates", "cand.csv"],
      says: ["Reading .:", "it is a folder", "Give its files (cand.csv, ref.csv)"],
    },
    { name: "an empty file", files: { "cand.csv": "" }, says: ["cand.csv", "it is empty", "Give a file"] },
    { name: "a compressed empty file", files: { "cand.csv": gzipSync("") }, says: ["cand.csv", "Give a file"] },
    {
      name: "a file that has only a byte order mark",
      files: { "cand.csv": "\ufeff" },
      says: ["cand.csv", "Give a file"],
    },
    { name: "a file that has only blank lines", files: { "cand.csv": "\n\n\r\n" }, says: ["cand.csv", "Give a file"] },
    {
      name: "a file that has only a header",
      files: { "cand.csv": "query,rank,title\n" },
      says: ["cand.csv", "no rows", "Give a file"],
    },
    {
      name: "a header without a line end",
      files: { "ref.csv": "query\trank\ttitle" },
      says: ["ref.csv", "no rows"],
    },
    {
      name: "a file in Latin-1",
      files: { "cand.csv": latin1 },
      says: ["cand.csv:3:", "not UTF-8", "--encoding windows-1252", "save the file as UTF-8"],
    },
    {
      name: "a compressed file in Latin-1",
      files: { "cand.csv": gzipSync(latin1) },
      says: ["cand.csv:3:", "not UTF-8"],
    },
    {
      name: "an HTML page",
      files: { "cand.csv": "<html><body>Sign in, please</body></html>\n" },
      says: ["Reading cand.csv: it is an HTML page"],
    },
    {
      name: "a file cut within a character",
      files: { "cand.csv": Buffer.concat([Buffer.from(candidate), Buffer.from([0xe2, 0x82])]) },
      says: ["cand.csv:4:", "not UTF-8"],
    },
    {
      name: "a gzip file that is cut short",
      files: { "cand.csv": broken.subarray(0, broken.length - 12) },
      says: ["cand.csv", "gzip data is damaged or cut short", "Compress the file again"],
    },
    {
      name: "a gzip file with a wrong checksum",
      files: { "cand.csv": flipped },
      says: ["cand.csv", "gzip data is damaged", "Compress the file again"],
    },
    {
      name: "a gzip header before plain text",
      files: { "cand.csv": Buffer.from([0x1f, 0x8b, ...Buffer.from("query,rank,title\n")]) },
      says: ["cand.csv", "gzip data is damaged"],
    },
    {
      name: "a gzip file with garbage at its end",
      files: { "cand.csv": Buffer.concat([broken, Buffer.from("garbage")]) },
      says: ["cand.csv", "gzip data is damaged"],
    },
  ]);
});

describe("bad columns are refused", () => {
  checkCases([
    {
      name: "a file without a query column",
      files: { "cand.csv": "text,rank,title\na,0,b\n" },
      says: ["cand.csv", 'column "query" is missing', "line 1 has: text, rank, title", "--query-column"],
    },
    {
      name: "a file without a title column",
      files: { "cand.csv": "query,rank,label\na,0,b\n" },
      says: ["cand.csv", 'column "title" is missing', "query, rank, label", "--title-column"],
    },
    {
      name: "a title column that does not exist",
      args: ["--title-column", "Überschrift"],
      says: ["ref.csv", 'no file has a column "Überschrift" (line 1 has: query, rank, title)', "--title-column"],
    },
    {
      name: "a label column that does not exist",
      args: ["--label-column", "citations"],
      says: ["ref.csv", "citations", "--label-column"],
    },
    {
      name: "a misspelt label column",
      files: { "ref.csv": "query,title,citations\npears,Pears,3\n" },
      args: ["--label-column", "citatons"],
      says: ["ref.csv", 'Did you mean "citations"?', "--label-column"],
    },
    {
      name: "a misspelt veto column, in blocks",
      files: { "ref.csv": "query,title,citations\npears,Pears,3\n" },
      args: ["--veto", "citation", "--jobs", "1"],
      says: ["ref.csv has no such column", 'Did you mean "citations"?', "--veto"],
    },
    {
      name: "a misspelt identifier column",
      files: { "ref.csv": "query,title,isbn\npears,Pears,0-306-40615-2\n" },
      args: ["--match-on", "isbm,title"],
      says: ["ref.csv has no such column", 'Did you mean "isbn"?', "--match-on"],
    },
    {
      name: "a misspelt engine name",
      args: ["--reference-engine", "reff"],
      says: ['no engine "reff"', 'Did you mean "ref"?'],
    },
    {
      name: "an identifier that one file lacks",
      files: { "ref.csv": "query,title,isbn\npears,Pears,0-306-40615-2\n" },
      args: ["--match-on", "isbn,title"],
      says: ['"isbn"', "cand.csv has no such column", "--match-on"],
    },
  ]);
});

describe("bad ranks are refused", () => {
  const withRank = (rank: string) => ({ "cand.csv": `query,rank,title\npears,0,Pears\npears,${rank},Quinces\n` });
  checkCases([
    {
      name: "a word",
      files: withRank("first"),
      says: ["cand.csv:3:", '"first"', "not a whole number", "--rank-column none"],
    },
    {
      name: "a negative number",
      files: withRank("-1"),
      says: ["cand.csv:3:", '"-1"', "negative", "Ranks are 0, 1, 2"],
    },
    { name: "a fraction", files: withRank("1.5"), says: ["cand.csv:3:", '"1.5"', "not a whole number"] },
    { name: "an empty cell", files: withRank(""), says: ["cand.csv:3:", "is empty", "--rank-column none"] },
    { name: "a number with an exponent", files: withRank("1e3"), says: ["cand.csv:3:", '"1e3"'] },
    { name: "a hexadecimal number", files: withRank("0x1"), says: ["cand.csv:3:", '"0x1"'] },
    {
      name: "a number larger than any list",
      files: withRank("99999999999"),
      says: ["cand.csv:3:", '"99999999999"'],
    },
    { name: "NaN", files: withRank("NaN"), says: ["cand.csv:3:", '"NaN"'] },
    {
      name: "0 with --rank-base 1",
      args: ["--rank-base", "1"],
      says: ["cand.csv:2:", "rank 0", "Leave out --rank-base"],
    },
    {
      name: "a negative number in JSON Lines",
      files: { "cand.csv": '{"query":"pears","rank":0,"title":"Pears"}\n\n{"query":"pears","rank":-2,"title":"Q"}\n' },
      says: ["cand.csv:3:", '"-2"', "negative"],
    },
  ]);
});

describe("bad rows are refused", () => {
  checkCases([
    {
      name: "too many cells",
      files: { "cand.csv": "query,rank,title\npears,0,Pears\npears,1,Pears, and more\n" },
      says: ["cand.csv:3:", "4 cells, too many for 3 columns", "Quote cells"],
    },
    {
      name: "too many cells after a line break",
      files: { "cand.csv": 'query,rank,title\npears,0,"Pears\n\nand\nquinces"\npears,1,Pears, and more\n' },
      says: ["cand.csv:6:", "too many"],
    },
    {
      name: "too few cells",
      files: { "cand.csv": "query,rank,title\npears,0,Pears\npears,1\n" },
      says: ["cand.csv:3:", "2 cells, too few for 3 columns", "complete the row"],
    },
    {
      name: "too many cells in TSV",
      files: { "cand.csv": "query\trank\ttitle\r\npears\t0\tPears\tthese\r\n" },
      says: ["cand.csv:2:", "4 cells, too many for 3 columns"],
    },
    {
      name: "an unclosed quote",
      files: { "cand.csv": 'query,rank,title\npears,0,Pears\npears,1,"Pears\npears,2,Quinces\n' },
      says: ["cand.csv:3:", "never closed", 'write a quote inside a cell as ""'],
    },
    {
      name: "a quote inside an unquoted cell",
      files: { "cand.csv": 'query,rank,title\npears,0,Pears\npears,1,The "best" pears\n' },
      says: ["cand.csv:3:", "quote is inside an unquoted cell", "Quote the whole cell"],
    },
    {
      name: "text after a closing quote",
      files: { "cand.csv": 'query,rank,title\npears,0,Pears\npears,1,"Pears" and more\n' },
      says: ["cand.csv:3:", "follows a closing quote"],
    },
    {
      name: "a row without a query",
      files: { "cand.csv": "query,rank,title\npears,0,Pears\n,1,Quinces\n" },
      says: ["cand.csv:3:", "has no query", "Fill in"],
    },
    {
      name: "documents with keywords, and one without",
      files: { "cand.csv": "Lens ID,Title,Keywords\n1,Pears,fruit\n2,Quinces,\n" },
      says: ["cand.csv:3:", 'has no query: its cell in column "Keywords" is empty', "semqrel convert --join"],
    },
    {
      name: "documents with keywords",
      files: { "cand.csv": "Lens ID,Title,Keywords\n1,Pears,fruit; trees\n" },
      says: ["no query in common", 'cand.csv has "fruit; trees" (column "Keywords")', "semqrel convert --join"],
    },
    {
      name: "a row without an engine",
      files: { "cand.csv": "engine,query,rank,title\nx,pears,0,Pears\n,pears,1,Quinces\n" },
      says: ["cand.csv:3:", "has no engine", "--engine-column none"],
    },
    {
      name: "JSON Lines that end within a line",
      files: { "cand.csv": '{"query":"pears","title":"Pears"}\n{"query":"pears","ti' },
      says: ["cand.csv:2:", "not JSON", "one complete object per line"],
    },
    {
      name: "JSON Lines with a list as a row",
      files: { "cand.csv": '{"query":"pears","title":"Pears"}\n["pears"]\n' },
      says: ["cand.csv:2:", "not a JSON object", "one per line or in one list"],
    },
    {
      name: "JSON Lines with a list as a title",
      files: { "cand.csv": '{"query":"pears","title":[{"en":"Pears"}]}\n' },
      says: ["cand.csv:1:", '"title" contains a list'],
    },
    {
      name: "a label that is not a number",
      files: { "ref.csv": "query,title,citations\npears,Pears,7\npears,Quinces,many\n" },
      args: ["--label-column", "citations"],
      says: ["ref.csv:3:", '"many"', "not a number >= 0", "--label-column"],
    },
    {
      name: "a negative label",
      files: { "ref.csv": "query,title,citations\npears,Pears,-7\n" },
      args: ["--label-column", "citations"],
      says: ["ref.csv:2:", '"-7"'],
    },
  ]);
});

describe("bad TREC runs are refused", () => {
  const titles = { "titles.tsv": "d1\tPears\nd2\tQuinces\n" };
  checkCases([
    {
      name: "a run without --titles",
      files: { "cand.csv": "pears Q0 d1 1 3.5 me\n" },
      says: ["cand.csv", "has no titles", "--titles FILE"],
    },
    {
      name: "a document without a title",
      files: { ...titles, "cand.csv": "pears Q0 d1 1 3.5 me\npears Q0 d9 2 2.5 me\n" },
      args: ["--titles", "titles.tsv"],
      says: ["cand.csv:2:", '"d9"', "Add it to the --titles file"],
    },
    {
      name: "a line with five fields",
      files: { ...titles, "cand.csv": "pears Q0 d1 1 3.5 me\npears Q0 d2 2 2.5\n" },
      args: ["--titles", "titles.tsv"],
      says: ["cand.csv:2:", "5 fields", "six"],
    },
    {
      name: "a score that is not a number",
      files: { ...titles, "cand.csv": "pears Q0 d1 1 3.5 me\npears Q0 d2 2 high me\n" },
      args: ["--titles", "titles.tsv"],
      says: ["cand.csv:2:", '"high"', "not a number"],
    },
    {
      name: "a titles file without ids",
      files: { "titles.tsv": "Pears\nQuinces\n", "cand.csv": "pears Q0 d1 1 3.5 me\n" },
      args: ["--titles", "titles.tsv"],
      says: ["titles.tsv", "id and a title", "id TAB title"],
    },
    {
      name: "one id with two titles",
      files: { "titles.tsv": "d1\tPears\nd1\tQuinces\n", "cand.csv": "pears Q0 d1 1 3.5 me\n" },
      args: ["--titles", "titles.tsv"],
      says: ["titles.tsv:2:", '"d1"', "line 1"],
    },
  ]);
});

describe("bad queries are refused", () => {
  checkCases([
    {
      name: "lists without a common query",
      files: { "cand.csv": "query,title\nplums,Plums\nfigs,Figs\ndates,Dates\nlimes,Limes\n" },
      says: [
        "no query in common",
        'ref.csv has "red apples", "pears"',
        'cand.csv has "plums", "figs", "dates" and 1 more',
        "--queries FILE",
      ],
    },
    {
      name: "ids in one file and texts in the other",
      files: { "cand.csv": "qid,title\nq1,Apples\nq2,Plums\n" },
      says: ["no query in common", "One file names queries by id, the other by text", "--queries FILE (id TAB text)"],
    },
    {
      name: "one id with two texts",
      files: {
        "ref.csv": "query_id,query,title\n1,pears,Pears\n",
        "cand.csv": "query_id,query,title\n1,plums,Plums\n",
      },
      says: ['id "1"', "ref.csv:2", "cand.csv:2", '"pears"', '"plums"', "--query-id-column none"],
    },
    {
      name: "a text that two ids share",
      files: { "queries.tsv": "1\tpears\n2\tpears\n" },
      args: ["--queries", "queries.tsv"],
      says: ["ref.csv:4", '"pears"', "1, 2", "query id column", "--query-id-column none"],
    },
    {
      name: "a repeated id",
      files: { "queries.tsv": "1\tpears\n1\tplums\n" },
      args: ["--queries", "queries.tsv"],
      says: ["queries.tsv:2:", '"1"', "line 1"],
    },
    {
      name: "a line without tab",
      files: { "queries.tsv": "1\tpears\n\nplums\n" },
      args: ["--queries", "queries.tsv"],
      says: ["queries.tsv:3:", "no tab", "id TAB text"],
    },
    {
      name: "an empty file of queries",
      files: { "queries.tsv": "" },
      args: ["--queries", "queries.tsv"],
      says: ["queries.tsv", "it is empty"],
    },
    {
      name: "a queries file of blank lines",
      files: { "queries.tsv": "\n\n" },
      args: ["--queries", "queries.tsv"],
      says: ["queries.tsv", "only blank lines"],
    },
  ]);
});

describe("bad engines are refused", () => {
  const several = "engine,query,title\nscopus,pears,Pears\nnew,pears,Quinces\nold,pears,Plums\n";
  checkCases([
    {
      name: "two candidates with the same name",
      files: { "other.csv": candidate },
      args: ["--reference", "ref.csv", "--candidates", "cand=other.csv", "cand.csv"],
      says: ['two candidates are named "cand"', "other.csv", "cand.csv", "Rename one of them: NAME=FILE"],
    },
    {
      name: "a repeated candidate",
      args: ["--reference", "ref.csv", "--candidates", "cand.csv", "cand.csv"],
      says: ['two candidates are named "cand"', "NAME=FILE"],
    },
    {
      name: "several engines in the reference",
      files: { "ref.csv": several },
      says: ["ref.csv", "3 engines (scopus, new, old)", "--reference-engine NAME"],
    },
    {
      name: "an engine that does not exist",
      files: { "ref.csv": several },
      args: ["--reference-engine", "scpus"],
      says: ["ref.csv", '"scpus"', "scopus, new, old", "--reference-engine"],
    },
    {
      name: "one name for a file of several engines",
      files: { "several.csv": several },
      args: ["--reference", "ref.csv", "--candidates", "mine=several.csv"],
      says: ["several.csv", "3 engines", '"mine="'],
    },
    {
      name: "no candidate",
      args: ["--reference", "ref.csv"],
      says: ["there is no candidate", "semqrel label with --candidates FILE"],
    },
  ]);
});

describe("bad flags are refused", () => {
  checkCases([
    { name: "an unknown flag", args: ["--treshold", "0.5"], says: ["--treshold", "Did you mean --threshold?"] },
    { name: "--format xml", args: ["--format", "xml"], says: ["--format", "xml", "table, csv, tsv, md, json"] },
    { name: "--input-format xml", args: ["--input-format", "xml"], says: ["xml", "csv, tsv, jsonl, trec-run"] },
    { name: "--rank-base 2", args: ["--rank-base", "2"], says: ["--rank-base", "0, 1"] },
    { name: "--depth 0", args: ["--depth", "0"], says: ["--depth", "whole number >= 1"] },
    { name: "--depth 2.5", args: ["--depth", "2.5"], says: ["--depth", "whole number >= 1"] },
    { name: "--reference-depth ten", args: ["--reference-depth", "ten"], says: ["ten", "whole number >= 1"] },
    { name: "--threads 0", args: ["--threads", "0"], says: ["--threads", "whole number >= 1"] },
    {
      name: "two output formats",
      args: ["--json", "--format", "csv"],
      says: ["--json and --format csv exclude each other"],
    },
    { name: "--threshold 2", args: ["--threshold", "2"], says: ["--threshold", "from -1 to 1, or none"] },
    { name: "--threshold without number", args: ["--threshold", ""], says: ["--threshold", "from -1 to 1"] },
    { name: "--label square", args: ["--label", "square"], says: ['"square"', "inverse, linear, log, flat, graded"] },
    { name: "--label inverse(x=1)", args: ["--label", "inverse(x=1)"], says: ['no parameter "x"', "top"] },
    { name: "--label inverse(top=a)", args: ["--label", "inverse(top=a)"], says: ['"a" is not a value for top'] },
    { name: "--label inverse(top=-1)", args: ["--label", "inverse(top=-1)"], says: ["top"] },
    {
      name: "--fail-under without a number",
      args: ["--fail-under", "f1"],
      says: ["MEASURE=NUMBER", "ndcg_reference@10"],
    },
    {
      name: "--fail-under with a misspelt measure",
      args: ["--fail-under", "ndgc=0.5"],
      says: ["MEASURE=NUMBER", "ndcg_reference@10"],
    },
    {
      name: "--fail-under with a word",
      args: ["--fail-under", "f1=high"],
      says: ["MEASURE=NUMBER"],
    },
    { name: "--match-on id", args: ["--match-on", "id"], says: ['last column must be "title"', "id,title"] },
    { name: "a flag without its value", args: ["--depth"], says: ["--depth", "argument missing"] },
    {
      name: "a file without a flag",
      args: ["more.csv"],
      says: ["the reference is given twice: as the argument more.csv"],
    },
  ]);

  it("a command without --reference", async () => {
    const folder = temporaryFolder(base);
    const result = await runInProcess(["label", "--candidates", "cand.csv", "--out", "out"], { cwd: folder });
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain("--reference");
    expect(everythingIn(folder)).toEqual(["cand.csv", "ref.csv"]);
  });

  it.each([[["lable"]], [["help", "lable"]], [["lable", "--help"]]])("an unknown command: %j", async (args) => {
    const result = await runInProcess(args, { cwd: temporaryFolder() });
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toContain("Did you mean label?");
  });

  it.each([
    {
      args: ["ref.csv", "cand.csv"],
      says: "unknown command 'ref.csv', which is a file. To compare result lists: semqrel check REFERENCE CANDIDATE…",
    },
    { args: ["xyzzy"], says: "unknown command 'xyzzy' (commands: semqrel --help)" },
    { args: ["--xyzzy"], says: "unknown option '--xyzzy' (options: semqrel --help)" },
    { args: ["system", "doctor", "--xyzzy"], says: "unknown option '--xyzzy' (options: semqrel system doctor --help)" },
    {
      args: ["measure", "a.qrels", "--doubtful"],
      says: "unknown option '--doubtful' (options: semqrel measure --help)\nsemqrel: --doubtful is an option of semqrel pool --doubtful",
    },
    { args: ["system", "model", "xyzzy"], says: "unknown command 'xyzzy' (commands: semqrel system model --help)" },
  ])("a command or option that is similar to no known name: $args", async ({ args, says }) => {
    const { exitCode, stdout, stderr } = await runInProcess(args, { cwd: temporaryFolder(base) });
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 2, stdout: "", stderr: `semqrel: ${says}\n` });
  });

  it("an invalid value of an environment variable", async () => {
    const folder = temporaryFolder(base);
    const result = await runInProcess(labelArgs([]), { cwd: folder, environment: { SEMQREL_DEPTH: "deep" } });
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toContain("SEMQREL_DEPTH");
    expect(result.stderr).toContain("whole number >= 1");
    expect(everythingIn(folder)).toEqual(["cand.csv", "ref.csv"]);
  });
});

describe("a bad semqrel.config.json is refused", () => {
  const config = (text: string) => ({ "semqrel.config.json": text });
  checkCases([
    { name: "text other than JSON", files: config("{"), says: ["semqrel.config.json", "not JSON"] },
    { name: "a list instead of an object", files: config("[1]"), says: ["semqrel.config.json", "a JSON object"] },
    {
      name: "an unknown key",
      files: config('{"treshold":0.5}'),
      says: ["semqrel.config.json", '"treshold"', "long names"],
    },
    {
      name: "an unknown value",
      files: config('{"format":"xml"}'),
      says: ["semqrel.config.json", '"format" takes table', "xml"],
    },
    {
      name: "a value out of range",
      files: config('{"threshold":7}'),
      says: ["semqrel.config.json", '"threshold"', "-1 to 1"],
    },
    {
      name: "a word instead of a boolean",
      files: config('{"exact":"yes"}'),
      says: ["semqrel.config.json", '"exact" takes true or false'],
    },
    {
      name: "an invalid value for one command",
      files: config('{"label":{"depth":0}}'),
      says: ["semqrel.config.json", '"depth"'],
    },
  ]);
});

describe("a bad output folder is refused", () => {
  it.each(["ref.csv", "ref.csv/out", "ref.csv/a/b/out"])("a path at or below an existing file: %s", async (out) => {
    const folder = temporaryFolder(base);
    const args = ["label", ...defaults, "--embedder", "hash", "--indexes", "ix", "--out", out];
    const result = await runInProcess(args, { cwd: folder });
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toContain(`Cannot write ${out}: `);
    expect(result.stderr).toContain("Choose another folder with --out");
    // Found before the long part: not even indexes were made.
    expect(everythingIn(folder)).toEqual(["cand.csv", "ref.csv"]);
    expect(readFileSync(join(folder, "ref.csv"), "utf8")).toBe(reference);
  });

  it.skipIf(process.platform !== "linux")("a folder that cannot be written", async () => {
    const folder = temporaryFolder(base);
    const args = ["label", ...defaults, "--embedder", "hash", "--indexes", "ix", "--out", "/sys/semqrel-out"];
    const result = await runInProcess(args, { cwd: folder });
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toContain("Cannot write /sys/semqrel-out: ");
  });
});

describe("a bad model is refused", () => {
  const bundled = join(root, "data/models/all-MiniLM-L6-v2");
  const modelArgs = (model: string) => ["label", ...defaults, "--indexes", "ix", "--out", "out", "--model", model];

  const copies: string[] = [];
  afterAll(() => {
    for (const folder of copies) rmSync(folder, { recursive: true });
  });

  /** The bundled model with copies of some files, which may be changed, and links to the others. */
  function modelWithOwn(...files: readonly string[]): { folder: string; model: string } {
    const folder = temporaryFolder(base);
    copies.push(folder);
    const model = join(folder, "model");
    for (const entry of readdirSync(bundled, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const from = join(entry.parentPath, entry.name);
      const file = relative(bundled, from);
      mkdirSync(join(model, dirname(file)), { recursive: true });
      if (files.includes(file)) writeFileSync(join(model, file), readFileSync(from));
      else symlinkSync(from, join(model, file));
    }
    return { folder, model };
  }

  it.each(["onnx/model.onnx", "tokenizer.json"])("a model file with one flipped bit: %s", async (file) => {
    const { folder, model } = modelWithOwn(file);
    const bytes = readFileSync(join(model, file));
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    writeFileSync(join(model, file), bytes);
    const result = await runInProcess(modelArgs("model"), { cwd: folder });
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toContain(join("model", file));
    expect(result.stderr).toMatch(/its sha256 is [0-9a-f]{64}, expected [0-9a-f]{64}/);
    expect(result.stderr).toContain("restore it, or fetch the model again");
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  /** The line of a file in the sums of the bundled model. */
  const sumOf = (file: string) =>
    readFileSync(join(bundled, "SHA256SUMS"), "utf8")
      .split("\n")
      .find((line) => line.endsWith(`  ${file}`)) ?? "";
  it.each([
    ["is empty", "", /lists none of the model's files/],
    [
      "does not list this file",
      `${"0".repeat(64)}  README.md\n${sumOf("config.json")}`,
      /cannot be (?:loaded|read|opened)|onnx/i,
    ],
  ])("a damaged model file if SHA256SUMS %s", async (_, sums, said) => {
    const { folder, model } = modelWithOwn("SHA256SUMS", "onnx/model.onnx");
    writeFileSync(join(model, "SHA256SUMS"), sums);
    writeFileSync(join(model, "onnx/model.onnx"), "this is not a model");
    const result = await runInProcess(modelArgs("model"), { cwd: folder });
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toContain(model);
    expect(result.stderr).toContain("semqrel system model verify");
    expect(result.stderr).toMatch(said);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  it("a model folder that lacks files, which the message names", async () => {
    const folder = temporaryFolder(base);
    mkdirSync(join(folder, "model"));
    writeFileSync(join(folder, "model/config.json"), "{}");
    const result = await runInProcess(modelArgs("model"), { cwd: folder });
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toContain("tokenizer.json, tokenizer_config.json, onnx/model.onnx are missing");
    expect(result.stderr).toContain(join(folder, "model"));
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  it("a model that has not been fetched", async () => {
    const folder = temporaryFolder(base);
    const cache = temporaryFolder();
    const result = await runInProcess(modelArgs("someone/some-model"), {
      cwd: folder,
      environment: { SEMQREL_CACHE: cache },
    });
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toContain("onnx/model.onnx");
    expect(result.stderr).toContain(join(cache, "models/someone/some-model"));
    expect(result.stderr).toContain("semqrel system model fetch someone/some-model");
    expect(existsSync(join(folder, "out"))).toBe(false);
  });
});

/** A file system of 64 kB; null if this machine cannot make one. */
function mountSmallDisk(): string | null {
  const folder = temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "semqrel-test", folder], { stdio: "ignore" });
    return folder;
  } catch {
    return null;
  }
}

const smallDisk = mountSmallDisk();
if (smallDisk === null) console.warn("test/cli/bad-input: tmpfs cannot be mounted here, so a full disk is not tested");

describe.skipIf(smallDisk === null)("a full disk", () => {
  const disk = smallDisk ?? "";
  const table = (engine: string, length: number) =>
    `query,rank,title\n${Array.from({ length }, (_, row) => `query ${row % 20},${Math.floor(row / 20)},title ${row} of ${engine}\n`).join("")}`;
  const filesOf = (rows: number) => ({ "ref.csv": table("a", rows), "cand.csv": table("b", rows) });

  afterAll(() => {
    if (smallDisk !== null) execFileSync("umount", [smallDisk]);
  });

  it("leads to exit code 2 and leaves no file if it is the disk of --out", async () => {
    const folder = temporaryFolder(filesOf(800));
    const out = join(disk, "out");
    const args = ["label", ...defaults, "--embedder", "hash", "--indexes", "ix", "--out", out];
    const result = await runInProcess(args, { cwd: folder });
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toContain(`Cannot write ${out}: ENOSPC`);
    expect(result.stderr).toContain("free some space");
    expect(readdirSync(disk, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())).toEqual([]);
  });

  it.each([
    // Exact search stores no indexes.
    ...(hasHnsw
      ? [
          {
            where: "--indexes",
            kind: "indexes-not-kept",
            rows: 800,
            args: ["--embedder", "hash", "--indexes", join(disk, "ix")],
          },
        ]
      : []),
    // A vector of 1.5 kB for each of 120 titles.
    { where: "the cache folder", kind: "cache-unavailable", rows: 60, args: ["--indexes", "ix", "--threads", "1"] },
  ])("leads only to a warning if it is the disk of $where", async ({ kind, rows, args }) => {
    const folder = temporaryFolder(filesOf(rows));
    const all = ["label", ...defaults, "--json", ...args];
    const result = await runCli([...all, "--out", "out"], { cwd: folder, env: { SEMQREL_CACHE: join(disk, "cache") } });
    expect(result.exitCode, result.stderr).toBe(0);
    expect(machineRemarks(folder)).toContainEqual({ kind, reason: expect.stringMatching(/./) });
    const roomy = await runInProcess([...all, "--no-cache", "--out", "roomy"], { cwd: folder });
    expect(roomy.exitCode).toBe(0);
    const labels = (out: string) => readFileSync(join(folder, out, "labels.csv"), "utf8");
    expect(labels("out")).toBe(labels("roomy"));
  });

  it("leads only to a warning in a separate process if the cache has no free byte", async () => {
    const folder = temporaryFolder(base);
    try {
      writeFileSync(join(disk, "filler"), Buffer.alloc(1 << 16));
    } catch {
      // The disk is full now.
    }
    const args = ["label", ...defaults, "--json", "--indexes", "ix", "--threads", "1", "--out", "out"];
    const result = await runCli(args, { cwd: folder, env: { SEMQREL_CACHE: disk } });
    expect(result.exitCode, result.stderr).toBe(0);
    expect(machineRemarks(folder)).toContainEqual(expect.objectContaining({ kind: "cache-unavailable" }));
    expect(readdirSync(disk).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});

describe("unusual but valid input is accepted", () => {
  interface Legal {
    readonly name: string;
    readonly files: Files;
    readonly args?: readonly string[];
    /** A part of the summary's warnings; null if nothing is unusual enough to mention. */
    readonly warning: Readonly<Record<string, unknown>> | null;
  }
  const rows = (...titles: readonly string[]) => ({
    "cand.csv": `query,rank,title\n${titles.map((title, rank) => `pears,${rank},"${title.replaceAll('"', '""')}"\n`).join("")}`,
  });
  const legal: readonly Legal[] = [
    {
      name: "an empty title",
      files: rows("Pears", ""),
      warning: { kind: "empty-titles", engine: "cand", count: 1, examples: ["cand.csv:3"] },
    },
    {
      name: "a query without reference",
      files: { "cand.csv": `${candidate}figs,0,Figs\n` },
      warning: { kind: "queries-without-reference", count: 1, queries: 3, examples: ["figs"] },
    },
    {
      name: "an empty candidate list",
      files: { "cand.csv": "query,rank,title\npears,0,Pears\n" },
      warning: { kind: "empty-lists", engine: "cand", count: 1, examples: ["red apples"] },
    },
    {
      name: "duplicate rows",
      files: { "cand.csv": "query,rank,title\npears,0,Pears\npears,0,Pears\n" },
      warning: { kind: "repeated-titles", engine: "cand", count: 1, examples: ["cand.csv:3"] },
    },
    {
      name: "two rows with the same rank",
      files: { "cand.csv": "query,rank,title\npears,0,Pears\npears,0,Quinces\n" },
      warning: { kind: "shared-ranks", engine: "cand", count: 1, examples: ["cand.csv:3"] },
    },
    {
      name: "equal titles in the reference",
      files: { "ref.csv": `${reference}pears,2,PEARS\n` },
      warning: { kind: "merged-points", count: 1, examples: ["ref.csv:5"] },
    },
    {
      name: "control characters in titles",
      files: rows("Pe\u0007ars", "Quinces\u202e"),
      warning: { kind: "control-characters", count: 2 },
    },
    {
      name: "titles that look like formulas",
      files: rows("=1+1", "+1", "-1", "@A1", "1=1"),
      warning: { kind: "formula-like", count: 4 },
    },
    {
      name: "titles with markup",
      files: rows("Pears &amp; quinces", "On <i>Pyrus</i>", "a < b > c", "R&D; and so on"),
      warning: { kind: "markup", count: 2 },
    },
    { name: "a title of 10,000 characters", files: rows("pears ".repeat(1667)), warning: null },
    {
      name: "titles in other scripts",
      files: rows("梨", "груша", "إجاص", "🍐"),
      warning: { kind: "not-english", count: 3, titles: 7 },
    },
    { name: "CRLF line ends", files: { "cand.csv": candidate.replaceAll("\n", "\r\n") }, warning: null },
    { name: "a byte order mark", files: { "cand.csv": `\ufeff${candidate}` }, warning: null },
    {
      name: "CRLF and a byte order mark, compressed",
      files: { "cand.csv": gzipSync(`\ufeff${candidate.replaceAll("\n", "\r\n")}`) },
      warning: null,
    },
  ];

  it.each(legal)("$name", async ({ files, args = [], warning }) => {
    const folder = temporaryFolder({ ...base, ...files });
    const result = await runInProcess(labelArgs(["--json", ...args]), { cwd: folder });
    expect(result.exitCode, result.stderr).toBe(0);
    const summary = JSON.parse(result.stdout);
    if (warning === null) {
      expect(
        summary.warnings.filter(({ kind }: { kind: string }) => !["above-one", "empty-lists"].includes(kind)),
      ).toEqual([]);
    } else {
      expect(summary.warnings).toContainEqual(expect.objectContaining(warning));
      expect(result.stderr).toContain("Warnings:");
    }
    expect(existsSync(join(folder, "out/labels.csv"))).toBe(true);
  });
});

/** The remarks about the machine in the manifest of a run to `out`. */
function machineRemarks(folder: string): unknown {
  return JSON.parse(readFileSync(join(folder, "out", "manifest.json"), "utf8")).timings.machine;
}

describe("--encoding", () => {
  const rows = (titles: readonly string[]) =>
    `query,rank,title\n${titles.map((title, rank) => `café,${rank + 1},${title}\n`).join("")}`;
  // Windows-1252 and Latin-1 have the same characters here.
  const folder = temporaryFolder({
    "ref.csv": Buffer.from(rows(["Été", "Heat transfer"]), "latin1"),
    "cand.csv": rows(["Heat transfer", "Été"]),
  });

  it("lets label read a Windows-1252 list together with a UTF-8 list", async () => {
    const args = ["label", "--reference", "ref.csv", "--candidates", "cand.csv", "--embedder", "hash", "-o", "labels"];
    const without = await runInProcess(args, { cwd: folder });
    expect([without.exitCode, without.stderr]).toEqual([
      2,
      expect.stringContaining("ref.csv:2: the bytes are not UTF-8"),
    ]);
    expect(without.stderr).toContain("--encoding windows-1252");
    expect((await runInProcess([...args, "--encoding", "windows-1252"], { cwd: folder })).exitCode).toBe(0);
    const labels = readFileSync(join(folder, "labels/labels.csv"), "utf8");
    expect(labels).toContain("cand,café,1,,Été,5,exact,0,Été");
  });

  it("may be set in the environment, and must name a known encoding", async () => {
    const args = ["pool", "ref.csv", "cand.csv"];
    const { stdout } = await runInProcess(args, { cwd: folder, environment: { SEMQREL_ENCODING: "latin1" } });
    expect(stdout.split("\n").filter((line) => line.includes('"engines":[{"name":"cand"')).length).toBe(2);
    const wrong = await runInProcess([...args, "--encoding", "ansi-1252"], { cwd: folder });
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining("Give one such as windows-1252")]);
  });

  it("is also an option of the function pool", async () => {
    const paths = ["ref.csv", "cand.csv"].map((name) => join(folder, name));
    const { pairs } = await pool(paths, { encoding: "windows-1252" });
    expect(pairs.map(({ query, title }) => [query, title]).sort()).toEqual([
      ["café", "Heat transfer"],
      ["café", "Été"],
    ]);
    await expect(pool(paths, { encoding: "ansi-1252" })).rejects.toThrow("Give an encoding such as windows-1252");
  });
});
