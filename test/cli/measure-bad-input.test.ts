/**
 * Does every kind of wrong input to `measure` and `compare` end with exit code 2, a message that names the place and
 * the remedy, and no output?
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { runCli, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

const qrels = "q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 2\n";
const run = "q1 Q0 d1 1 2.5 r\nq1 Q0 d2 2 1.5 r\nq2 Q0 d1 1 0.5 r\n";
const other = "q1 Q0 d2 1 2.5 r\nq2 Q0 d1 1 0.5 r\n";
const base: Files = { "qrels.txt": qrels, "a.run": run, "b.run": other };

interface BadInput {
  readonly name: string;
  /** Files in addition to `qrels.txt`, `a.run` and `b.run`, or in place of them. */
  readonly files?: Files;
  /** The whole command line; by default `measure qrels.txt a.run AP`. */
  readonly args?: readonly string[];
  /** What the message must contain: the place, what was found, what to do. */
  readonly says: readonly string[];
  /** What it must not contain. */
  readonly omits?: readonly string[];
}

function checkCases(cases: readonly BadInput[]): void {
  it.each(cases)("$name", async ({ files = {}, args = ["measure", "qrels.txt", "a.run", "AP"], says, omits = [] }) => {
    const cwd = temporaryFolder({ ...base, ...files });
    const result = await runInProcess(args, { cwd });
    for (const words of says) expect(result.stderr).toContain(words);
    for (const words of omits) expect(result.stderr).not.toContain(words);
    expect(result.stderr).toMatch(/^semqrel: /);
    expect(result.stderr).not.toMatch(/this is a bug|\n {4}at /);
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
  });
}

describe("the unchanged input of these tests", () => {
  it("is valid", async () => {
    const cwd = temporaryFolder(base);
    expect((await runInProcess(["measure", "qrels.txt", "a.run", "AP"], { cwd })).exitCode).toBe(0);
    expect((await runInProcess(["compare", "qrels.txt", "a.run", "b.run", "AP"], { cwd })).exitCode).toBe(0);
  });
});

describe("bad runs are refused", () => {
  checkCases([
    {
      name: "a line with five fields",
      files: { "a.run": "q1 Q0 d1 1 2.5 r\nq1 Q0 d2 2 1.5\n" },
      says: ["Reading a.run:2: it has 5 fields", "six (query Q0 document rank score name)", '"q1 Q0 d2 2 1.5"'],
    },
    {
      name: "a line of judgments among results",
      files: { "a.run": `${run}q2 0 d1 1\n` },
      says: ["Reading a.run:4: it has 4 fields", "It looks like judgments"],
    },
    ...["high", "nan", "1,5", "0x10", "1e"].map((score) => ({
      name: `a score that is not a number: ${score}`,
      files: { "a.run": `${run}q2 Q0 d2 2 ${score} r\n` },
      says: ["Reading a.run:4: ", `the score "${score}" is not a number`, `"q2 Q0 d2 2 ${score} r"`],
    })),
    {
      name: "a word as a score, in a table",
      files: { "a.run": "query,id,score\nq1,d1,0.5\nq1,d2,high\n" },
      says: ['Reading a.run:3: the score "high" is not a number', "Write a number such as 2 or 0.5."],
    },
    {
      name: "an empty file",
      files: { "a.run": "" },
      says: ["Reading a.run: it is empty", "Give a file with rows."],
    },
    { name: "a file of blank lines and comments", files: { "a.run": "\n\n# nothing\n" }, says: ["Reading a.run: "] },
    {
      name: "a compressed file that is cut short",
      files: { "a.run.gz": gzipSync(run.repeat(50)).subarray(0, 60) },
      args: ["measure", "qrels.txt", "a.run.gz", "AP"],
      says: ["Reading a.run.gz: the gzip data is damaged or cut short", "Compress the file again."],
    },
    {
      name: "an HTML page",
      files: { "a.run": "<html><body>502 Bad Gateway</body></html>\n" },
      says: ["Reading a.run: it is an HTML page", "Give the file that you wanted to download"],
    },
    {
      name: "a missing file",
      args: ["measure", "qrels.txt", "runs/a.run", "AP"],
      says: ["Reading runs/a.run: there is no such file", "Check the path"],
    },
    {
      name: "a name of no file or measure",
      args: ["measure", "qrels.txt", "c.run", "AP"],
      says: ['"c.run" is not a known measure. No file has this name either.'],
    },
    {
      name: "an unknown format",
      args: ["measure", "qrels.txt", "a.run", "AP", "--run-format", "trek"],
      says: ["Reading a.run:", 'there is no format "trek" for runs', "trec-run"],
    },
    {
      name: "two files with one run name",
      files: { "a.csv": "query,id,score\nq1,d1,1\n" },
      args: ["measure", "qrels.txt", "a.run", "a.csv", "AP"],
      says: ['Reading a.run and a.csv: both runs are called "a"', "other=a.csv"],
    },
    {
      name: "two files with the same engines",
      files: {
        "a.csv": "engine,query,id,score\nx,q1,d1,1\ny,q1,d1,1\n",
        "b.csv": "engine,query,id,score\nx,q1,d1,1\ny,q1,d1,1\n",
      },
      args: ["measure", "qrels.txt", "a.csv", "b.csv", "AP"],
      says: ['both runs are called "x". Change the name in the engine column of one file.'],
    },
    {
      name: "an engine of one file that has the name of another file",
      files: { "a.csv": "engine,query,id,score\na,q1,d1,1\ny,q1,d1,1\n" },
      args: ["measure", "qrels.txt", "a.run", "a.csv", "AP"],
      says: ['both runs are called "a"', "such as other=a.run"],
    },
    {
      name: "a score that is not a number",
      files: { "a.json": '{"q1":{"d1":NaN}}' },
      args: ["measure", "qrels.txt", "a.json", "AP"],
      says: ["q1.d1 is null or NaN; a number is expected."],
      omits: ["--input-format"],
    },
    {
      name: "two runs that are given the same name",
      args: ["compare", "qrels.txt", "x=a.run", "x=b.run"],
      says: ['Reading a.run and b.run: both runs are called "x"', "Give one of them another name"],
    },
    {
      name: "a run that is given twice",
      args: ["measure", "qrels.txt", "a.run", "b.run", "a.run", "AP"],
      says: ['the run "a.run" is given twice', "Give each run once."],
    },
    {
      name: "a run that is given by two paths",
      args: ["compare", "qrels.txt", "a.run", "./a.run", "AP"],
      says: ['the run "./a.run" is given twice'],
    },
    {
      name: "a command without a run",
      args: ["measure", "qrels.txt", "AP", "nDCG@10"],
      says: ["no run is given", "semqrel measure qrels.txt a.run nDCG@10"],
    },
    {
      name: "a single run for compare",
      args: ["compare", "qrels.txt", "a.run"],
      says: ['there is only one run, "a"', "semqrel measure"],
    },
    {
      name: "a file whose name begins with a dash",
      files: { "-x.run": run },
      args: ["measure", "qrels.txt", "-x.run", "AP"],
      says: ["unknown option '-x.run'", "semqrel: to name the file -x.run, write ./-x.run\n"],
    },
    {
      name: "standard input for two files",
      args: ["measure", "-", "-", "AP"],
      says: ["- can be used for one file only. Give the other files by name."],
    },
  ]);
});

describe("bad judgments are refused", () => {
  checkCases([
    {
      name: "a line with three fields",
      files: { "qrels.txt": "q1 0 d1 1\nq1 0 d2\n" },
      says: ["Reading qrels.txt:2: it has 3 fields", "four (query iteration document label)", '"q1 0 d2"'],
    },
    {
      name: "a label that is not a number",
      files: { "qrels.txt": "q1 0 d1 1\nq1 0 d2 good\n" },
      says: ["Reading qrels.txt:2: ", 'the label "good" is not a number'],
    },
    { name: "an empty file", files: { "qrels.txt": "" }, says: ["Reading qrels.txt: it is empty"] },
    {
      name: "a run in place of judgments",
      args: ["measure", "a.run", "b.run", "AP"],
      says: ["Reading a.run: it contains a run, not judgments. Give judgments first, then runs"],
    },
    {
      name: "result lists in place of judgments",
      files: { "lists.jsonl": '{"query":"q1","results":[{"title":"A","id":"d1"}]}\n' },
      args: ["measure", "lists.jsonl", "qrels.txt", "AP"],
      says: ["Its columns are query, rank, title, id, as in a run. Give a file of judgments here."],
    },
    {
      name: "queries that were not judged",
      files: { "queries.tsv": "1 0 d1\tone\n1 0 d2\ttwo\n" },
      args: ["measure", "qrels.txt", "a.run", "AP", "--queries", "queries.tsv"],
      says: ["queries.tsv: it has none of the", '(such as "q1"), only others (such as "one")'],
    },
    {
      name: "judgments in the place of a run",
      files: { "old.txt": qrels },
      args: ["measure", "qrels.txt", "old.txt", "AP"],
      says: ["Reading old.txt: it contains judgments, not a run. Give judgments first, then runs"],
    },
    {
      name: "a run and judgments in the wrong order",
      args: ["compare", "a.run", "qrels.txt", "b.run"],
      says: ["Reading a.run: it contains a run, not judgments"],
    },
    {
      name: "judgments without a query of the run",
      files: { "qrels.txt": "q7 0 d1 1\nq8 0 d1 1\n" },
      says: [
        "Joining a.run with qrels.txt: no query in common",
        'The judgments have "q7", "q8"; the run has "q1", "q2"',
        "--queries FILE",
      ],
    },
    {
      name: "a label of 100 with exponential gain",
      files: { "qrels.txt": "q1 0 d1 100\n" },
      args: ["measure", "qrels.txt", "a.run", "nDCG(dcg='exp-log2')@10"],
      says: ["qrels.txt", "exponential gain of label 100", "Use linear gain"],
    },
    {
      name: "exponential gain of label 100 in compare",
      files: { "qrels.txt": "q1 0 d1 100\n" },
      args: ["compare", "qrels.txt", "a.run", "b.run", "nDCG(dcg='exp-log2')@10"],
      says: ["qrels.txt", "exponential gain of label 100"],
    },
    {
      name: "a missing file",
      args: ["measure", "nope.txt", "a.run", "AP"],
      says: ["Reading nope.txt: there is no such file"],
    },
    {
      name: "an unknown format",
      args: ["measure", "qrels.txt", "a.run", "AP", "--qrels-format", "trec-run"],
      says: ["Reading qrels.txt:", 'there is no format "trec-run" for judgments', "trec-qrels"],
    },
  ]);

  it("a folder without judgments is refused as judgments and as a run", async () => {
    const cwd = temporaryFolder(base);
    mkdirSync(join(cwd, "labels"));
    const result = await runInProcess(["measure", "labels", "a.run", "AP"], { cwd });
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toContain(`Reading ${join("labels", "labels.qrels")}: there is no such file`);
    const compared = await runInProcess(["compare", "labels", "a.run", "AP"], { cwd });
    expect(compared).toMatchObject({ exitCode: 2, stdout: "" });
    const asRun = await runInProcess(["measure", "qrels.txt", "labels", "AP"], { cwd });
    expect(asRun).toMatchObject({ exitCode: 2, stdout: "" });
    expect(asRun.stderr).toContain("Reading labels: it is a folder");
  });
});

describe("bad measures are refused", () => {
  const measure = (...names: readonly string[]) => ["measure", "qrels.txt", "a.run", ...names];
  checkCases([
    {
      name: "several unknown measures",
      args: measure("nDGC@10", "AP", "Recal@5", "prec_10"),
      says: [
        "No files have these names either.",
        '"nDGC@10" is not a known measure. Did you mean "nDCG@10"?',
        '"Recal@5" is not a known measure. Did you mean "Recall@5"?',
        '"prec_10" is not a known measure.',
      ],
      omits: ['"AP" is'],
    },
    {
      name: "unknown measures and a wrong cutoff",
      args: measure("nDGC@10", "P@0", "zzz"),
      says: [
        "No files have these names either.",
        '"nDGC@10" is not a known',
        '"zzz" is not a known',
        "measure P@0: it needs a whole number",
      ],
    },
    {
      name: "several measures in --fail-under",
      args: measure("AP", "--fail-under", "foo=1,P@0=2,bar=3"),
      says: ['"foo" is not a known measure.', "P@0: it needs a whole number", '"bar" is not a known measure.'],
    },
    {
      name: "several measures in --fail-if-worse",
      args: ["compare", "qrels.txt", "a.run", "b.run", "--fail-if-worse", "foo,bar=0.1"],
      says: ['"foo" is not a known measure.', '"bar" is not a known measure.'],
    },
    {
      name: "a measure without its cutoff",
      args: measure("P"),
      says: ["Reading measure P:", "needs a whole number >= 1 as cutoff", "P@10"],
    },
    {
      name: "ndcg_cut without its cutoff",
      args: measure("ndcg_cut"),
      says: ["Reading measure ndcg_cut: it needs a number, such as ndcg_cut_10"],
    },
    { name: "a cutoff of 0", args: measure("nDCG@0"), says: ["Reading measure nDCG@0:", "whole number >= 1"] },
    {
      name: "a recall above 1",
      args: measure("IPrec@1.5"),
      says: ["Reading measure IPrec@1.5:", "recall from 0 to 1"],
    },
    {
      name: "a cutoff for a measure without cutoffs",
      args: measure("Rprec@5"),
      says: ["Reading measure Rprec@5:", "takes no cutoff"],
    },
    {
      name: "an unknown parameter",
      args: measure("AP(level=2)"),
      says: ['there is no parameter "level"', "AP has rel"],
    },
    {
      name: "an invalid value of a parameter",
      args: measure("nDCG(dcg='exp')@5"),
      says: ["Reading measure nDCG(dcg='exp')@5:", '"dcg" takes'],
    },
    {
      name: "a measure with an open parenthesis",
      args: measure("AP(rel=2"),
      says: ["Reading measure AP(rel=2:", "cannot be read"],
    },
    {
      name: "an unknown measure in --fail-under",
      args: measure("AP", "--fail-under", "nDGC@10=0.5"),
      says: ['"nDGC@10" is not a known measure. Did you mean "nDCG@10"?'],
    },
    {
      name: "--fail-under with a word",
      args: measure("--fail-under", "AP=high"),
      says: ["--fail-under", "Give MEASURE=NUMBER"],
    },
    {
      name: "--fail-under without a value",
      args: measure("--fail-under", "AP="),
      says: ["--fail-under", "Give MEASURE=NUMBER"],
    },
    {
      name: "an unknown measure in --fail-if-worse",
      args: ["compare", "qrels.txt", "a.run", "b.run", "--fail-if-worse", "nDGC@10=0.1"],
      says: ['"nDGC@10" is not a known measure. Did you mean "nDCG@10"?'],
    },
    {
      name: "--fail-if-worse with a negative margin",
      args: ["compare", "qrels.txt", "a.run", "b.run", "--fail-if-worse", "AP=-0.1"],
      says: ["--fail-if-worse", "a margin >= 0"],
    },
  ]);
});

describe("only user-defined measures with a mistake are refused", () => {
  const withModule = (text: string, name = "own.mjs") => ({
    files: { [name]: text },
    args: ["measure", "qrels.txt", "a.run", "Own", "--measure-module", name],
  });
  const own = (compute: string, name = "Own") =>
    `const kind = { name: "${name}", aliases: [], presets: {}, parameters: {}, trecInput: {}, summary: "", citation: "", at: "nothing",\n` +
    "  range: [0, 1], aggregate: 'mean', lowerIsBetter: false, whenMissing: 0, needsRelevant: false,\n" +
    `  with: () => ({ name: "${name}", kind, parameters: {}, at: Infinity, relevanceLevel: null, judgedOnly: false,\n` +
    `    trecName: null, computeRun: null, compute: ${compute} }) };\nexport default kind;\n`;

  it("a module without a mistake is accepted", async () => {
    const { files, args } = withModule(own("() => 0.25"));
    const result = await runInProcess([...args, "--format", "csv"], { cwd: temporaryFolder({ ...base, ...files }) });
    expect(result).toMatchObject({ exitCode: 0, stdout: "name,Own\na,0.25\n" });
  });

  checkCases([
    {
      name: "a module that throws",
      ...withModule('throw new Error("out of order");'),
      says: ["Loading own.mjs:", "out of order"],
    },
    {
      name: "a module that throws a number",
      ...withModule("throw 5;"),
      says: ["Loading own.mjs: it cannot be loaded: 5."],
    },
    {
      name: "a module that is not JavaScript",
      ...withModule("export default ["),
      says: ["Loading own.mjs: it cannot be loaded"],
    },
    ...["5", "null", "[]", "{ name: 'Own', with: 1, aggregate: 2 }", "() => 1", "[{}]"].map((nonsense) => ({
      name: `a module that exports ${nonsense}`,
      ...withModule(`export default ${nonsense};`),
      says: ["Loading own.mjs: its default export is not a measure", "defineMeasure"],
    })),
    {
      name: "a module whose measure lacks fields",
      ...withModule(own("() => 1").replace("range: [0, 1],", "range: [0],").replace('citation: "",', "")),
      says: ["Loading own.mjs: fields of a measure are missing or have the wrong type: citation, range"],
      omits: ["no measure"],
    },
    {
      name: "a module without a default export",
      ...withModule("export const own = 1;"),
      says: ["its default export is not a measure"],
    },
    {
      name: "a module that does not exist",
      args: ["measure", "qrels.txt", "a.run", "Own", "--measure-module", "nope.mjs"],
      says: ["Loading nope.mjs: there is no such file. Check the path."],
    },
    {
      name: "a measure that fails",
      ...withModule(own('() => { throw new Error("no such label"); }')),
      says: ["Loading own.mjs: its measure Own failed: no such label."],
    },
    ...['"high"', "undefined", "null", "1n"].map((value) => ({
      name: `a measure that returns ${value}`,
      ...withModule(own(`() => ${value}`)),
      says: ["Loading own.mjs: its measure Own returned", "which is not a number"],
    })),
    {
      name: "a measure with a known name",
      files: { "own.mjs": own("() => 1", "nDCG") },
      args: ["measure", "qrels.txt", "a.run", "AP", "--measure-module", "own.mjs"],
      says: ['Loading own.mjs: there is already a measure "nDCG"', "another name"],
    },
    {
      name: "two measures with the same name",
      files: { "own.mjs": own("() => 1"), "twin.mjs": own("() => 2") },
      args: ["measure", "qrels.txt", "a.run", "AP", "--measure-module", "own.mjs", "--measure-module", "twin.mjs"],
      says: ['Loading twin.mjs: there is already a measure "Own"'],
    },
  ]);
});

describe("bad queries are refused", () => {
  const queries = "id,text,kind,traffic\nq1,red apples,info,3\nq2,pears,nav,-1\n";
  const files = { "queries.csv": queries };
  const measure = (...flags: readonly string[]) => ["measure", "qrels.txt", "a.run", "AP", ...flags];
  checkCases([
    {
      name: "segments without a queries file",
      args: measure("--segment", "kind"),
      says: ["--segment and --weight name columns of the queries file", "Also pass --queries FILE."],
    },
    {
      name: "segments from standard input",
      args: measure("--queries", "-", "--segment", "kind"),
      says: ["--segment and --weight name columns of the queries file", "give --queries a file, not standard input."],
    },
    ...["--titles", "--catalogue"].map((flag) => ({
      name: `standard input twice, for ${flag}`,
      args: ["measure", "-", "a.run", "Diversity@3", flag, "-"],
      says: ["- can be used for one file"],
    })),
    {
      name: "compare by weight without queries",
      args: ["compare", "qrels.txt", "a.run", "b.run", "--weight", "traffic"],
      says: ["Also pass --queries FILE."],
    },
    {
      name: "a segment column that does not exist",
      files,
      args: measure("--queries", "queries.csv", "--segment", "language"),
      says: ['Reading queries.csv: column "language" is missing', "id, text, kind, traffic"],
    },
    {
      name: "a negative weight",
      files,
      args: measure("--queries", "queries.csv", "--weight", "traffic"),
      says: ['Reading queries.csv:3: the weight "-1" in column "traffic" is not a number >= 0'],
    },
    {
      name: "a weight that is not a number",
      files,
      args: measure("--queries", "queries.csv", "--weight", "kind"),
      says: ['Reading queries.csv:2: the weight "info" in column "kind" is not a number >= 0'],
    },
    {
      name: "queries that were not measured",
      files: { "queries.csv": "id,kind\nx1,info\n" },
      args: measure("--queries", "queries.csv", "--segment", "kind"),
      says: ["Reading queries.csv: it has none of the 2 queries measured", '"q1"'],
    },
    {
      name: "a missing queries file",
      args: measure("--queries", "nope.csv"),
      says: ["Reading nope.csv: there is no such file"],
    },
  ]);
});

describe("bad options are refused", () => {
  const compare = (...flags: readonly string[]) => ["compare", "qrels.txt", "a.run", "b.run", ...flags];
  checkCases([
    {
      name: "an unknown baseline",
      args: compare("--baseline", "c"),
      says: ['no run is called "c"', "The runs are a, b."],
    },
    {
      name: "a depth of 0",
      args: ["measure", "qrels.txt", "a.run", "--depth", "0"],
      says: ["--depth", "whole number >= 1"],
    },
    {
      name: "an unknown version of trec_eval",
      args: ["measure", "qrels.txt", "a.run", "--trec-eval", "8"],
      says: ["--trec-eval", "9, 10"],
    },
    {
      name: "--missing-queries refuse in measure",
      args: ["measure", "qrels.txt", "a.run", "--missing-queries", "refuse"],
      says: ["zero, skip"],
    },
    {
      name: "--format trec_eval in compare",
      args: compare("--format", "trec_eval"),
      says: ["--format", "table, csv, tsv, md, json"],
    },
    { name: "a seed that is not a number", args: compare("--seed", "x"), says: ["--seed", "whole number >= 0"] },
    { name: "0 permutations", args: compare("--permutations", "0"), says: ["--permutations", "whole number >= 1"] },
    { name: "measure without arguments", args: ["measure"], says: ["missing required argument"] },
    { name: "judgments without runs", args: ["compare", "qrels.txt"], says: ["no run is given"] },
    {
      name: "a folder that does not exist",
      args: ["compare", "lables", "P@5"],
      says: ["lables: there is no such file or folder"],
    },
  ]);
});

describe("wrong input in a separate process", () => {
  it.each([
    { args: ["measure", "qrels.txt", "a.run", "nope"], says: '"nope" is not a known measure' },
    { args: ["compare", "qrels.txt", "a.run", "missing/b.run"], says: "Reading missing/b.run: there is no such file" },
    { args: ["measure", "qrels.txt", "-", "AP"], says: "Reading standard input: it is empty" },
  ])("leads to exit code 2 and one line on stderr: $args", async ({ args, says }) => {
    const result = await runCli(args, { cwd: temporaryFolder(base) });
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toContain(says);
    expect(result.stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});
