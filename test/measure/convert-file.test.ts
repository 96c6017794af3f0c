/** Does conversion to another format count every loss, and write everything or nothing? */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Conversion, convertFile } from "../../src/measure/convert/convert-file.ts";
import { plainly, textOf } from "../support/judged-rows.ts";
import { temporaryFolder } from "../support/run-cli.ts";

type Choice = Partial<Omit<Conversion, "input">>;

const usual: Omit<Conversion, "input" | "output"> = {
  from: null,
  to: null,
  columns: {},
  queries: null,
  gains: null,
  whole: null,
  engine: null,
  write: plainly,
};
/** Files beside every input. */
const besides = {
  "queries.tsv": "q1\tstar trek\nq2\tmoon\n",
  "gains.json": '{"schema":"semqrel.gains/1","gains":[{"grade":0,"label":0},{"grade":1,"label":0.25}]}',
};

/** A folder with the input, and its conversion, by default to standard output. */
function prepare(input: string, choice: Choice, output = "-") {
  const folder = temporaryFolder({ ...besides, input });
  const path = (name: string) => join(folder, name);
  const named = { queries: choice.queries ?? null, gains: choice.gains ?? null };
  return {
    path,
    convert: () =>
      convertFile({
        ...usual,
        ...choice,
        queries: named.queries && path(named.queries),
        gains: named.gains && path(named.gains),
        input: path("input"),
        output: output === "-" ? "-" : path(output),
      }),
    written: () => readdirSync(folder).filter((name) => name !== "input" && !(name in besides)),
  };
}

/** The text for standard output, and the other fields of the result. */
async function convertText(input: string, choice: Choice) {
  const { text, ...said } = await prepare(input, choice).convert();
  return { text: textOf(text ?? []), ...said };
}

const ratings = "query,docid,rating\nstar trek,1370,3\nno match query,,";
const twoEngines = "engine,query,id,score\none,star trek,a,2\ntwo,star trek,b,1.5\ntwo,mars,c,1\none,venus,c,1\n";

describe("convertFile", () => {
  it.each([
    "Query,ID,Ann,Ben\nq1,a,2,1\nq1,b,0,\n",
    "Query,ID,Title,Year,Ann,Ben\nq1,a,Apples,2019,2,1\nq1,b,Plums,2021,0,\n",
  ])("reads a sheet of raters as judgments, and not as a list of results: %j", async (sheet) => {
    const { text, from, warnings } = await convertText(sheet, { to: "csv" });
    expect(from).toBe("quepid-book");
    const rows = text
      .trim()
      .split("\n")
      .map((line) => line.split(","));
    expect(rows.map((cells) => cells.slice(-2))).toEqual([
      ["label", "rater"],
      ["2", "Ann"],
      ["1", "Ben"],
      ["0", "Ann"],
    ]);
    expect(warnings.at(-1)).toMatchObject({ kind: "columns-guessed" });
  });

  describe("further columns", () => {
    const judged = "query,id,label,note,ID,engine\na,b,1,so so,x,one\na,c,,,,\na,d,2,fine,,one\n";
    const found = "engine,query,id,score,note\none,a,b,1,x\ntwo,a,b,2,y\none,a,c,3,\none,a,b,2,z\n";

    it.each([
      ["csv", "query,id,label,note,engine\na,b,1,so so,one\na,c,,,\na,d,2,fine,one\n"],
      [
        "jsonl",
        '{"query":"a","id":"b","label":1,"note":"so so","engine":"one"}\n' +
          '{"query":"a","id":"c","label":null,"note":"","engine":""}\n' +
          '{"query":"a","id":"d","label":2,"note":"fine","engine":"one"}\n',
      ],
    ])("are kept in %s, except a column whose name the format uses itself", async (to, text) => {
      const lost = [{ what: 'the column "ID"', rows: 1 }];
      expect(await convertText(judged, { from: "csv", to })).toMatchObject({ text, lost });
    });

    it("are kept in the rows of every engine", async () => {
      expect(await convertText(found, { to: "csv" })).toMatchObject({
        text: "engine,query,id,score,note\none,a,c,3,\none,a,b,2,z\none,a,b,1,x\ntwo,a,b,2,y\n",
        lost: [],
      });
    });

    // Counts filled cells, in rows that are kept.
    it.each([
      ["judgments", judged, { to: "trec-qrels" }, ["note", 2, "ID", 1, "engine", 2]],
      ["a run", found, { to: "ranx", engine: "one" }, ["note", 1]],
    ])("are counted as lost if a format of %s cannot store them", async (_, input, choice, [...said]) => {
      const { lost } = await convertText(input, choice);
      const columns = lost.filter(({ what }) => what.startsWith("the column"));
      expect(columns.flatMap(({ what, rows }) => [what.split('"')[1], rows])).toEqual(said);
    });

    const chorus = "query,docid,name,description,agent_1_rating,final_rating\na,b,Bass,low,1,2\na,c,Bell,,,1\n";
    const umbrela =
      '{"query":{"text":"a","qid":"q"},"passage":"p","docid":"b","model":"m","judgment":3,"result_status":1}\n' +
      '{"query":{"text":"a","qid":"q"},"passage":"o","docid":"c","model":"m","votes":[1,2],"judgment":1,"result_status":1}\n';
    const labels =
      "engine,query,id,title,label,match,reference_rank,origin\none,a,b,B,5,exact,0,proxy\none,a,c,C,,none,,proxy\n";

    it.each([
      [
        "a query set",
        "id,text,traffic,information_need\nq1,pears,3,\nq2,plums,,fruit\n",
        "queries-tsv",
        ["traffic", 1, "information_need", 1],
      ],
      [
        "lines of JSON",
        '{"queryText":"pears","referenceAnswer":"fruit"}\n{"queryText":"plums"}\n',
        "beir-queries",
        ["referenceAnswer", 1],
      ],
      [
        "a query set of OpenSearch",
        '{"name":"s","querySetQueries":[{"queryText":"pears","referenceAnswer":"fruit"},{"queryText":"plums"}]}',
        "queries-tsv",
        ["referenceAnswer", 1],
      ],
      [
        "queries with answers",
        'query: "pears", answer: "fruit"\nquery: "plums"\n',
        "opensearch-queries",
        ["answer", 1],
      ],
      ["Chorus", chorus, "trec-qrels", ["description", 1, "agent_1_rating", 1]],
      ["umbrela", umbrela, "trec-qrels", ["model", 2, "votes", 1]],
      ["labels.csv", labels, "trec-qrels", ["engine", 1, "match", 1, "reference_rank", 1, "origin", 1]],
    ])("of %s are counted as lost", async (_, input, to, said) => {
      const columns = (await convertText(input, { to })).lost.filter(({ what }) => what.startsWith("the column"));
      expect(columns.flatMap(({ what, rows }) => [what.split('"')[1], rows])).toEqual(said);
    });

    it("of labels.csv are lost, and so are results without a match, which are unrated", async () => {
      const { text, lost } = await convertText(labels, { to: "trec-qrels" });
      expect(text).toBe("a 0 b 5\n");
      expect(lost).toContainEqual(expect.objectContaining({ what: "unrated rows", rows: 1 }));
    });

    it("of Chorus, umbrela and labels.csv are kept in tables", async () => {
      expect((await convertText(chorus, { to: "csv" })).text).toBe(
        "query,id,title,label,description,agent_1_rating\na,b,Bass,2,low,1\na,c,Bell,1,,\n",
      );
      expect((await convertText(umbrela, { to: "csv" })).text).toBe(
        'query_id,query,id,title,label,model,votes\nq,a,b,p,3,m,\nq,a,c,o,1,m,"[1,2]"\n',
      );
      expect((await convertText(labels, { to: "csv" })).text).toBe(
        "query,id,title,label,engine,match,reference_rank,origin\na,b,B,5,one,exact,0,proxy\na,c,C,,one,none,,proxy\n",
      );
    });
  });

  it.each([
    ["itself", "input", {}],
    ["a link to itself", "link.qrels", {}],
    ["the queries file", "queries.tsv", { queries: "queries.tsv" }],
  ])("does not overwrite a file that it reads: %s", async (_, output, choice) => {
    const input = "q1 0 d 1\n";
    const { path, convert } = prepare(input, { to: "trec-qrels", ...choice }, output);
    if (output === "link.qrels") symlinkSync("input", path(output));
    await expect(convert()).rejects.toMatchObject({ code: "INVALID_OPTION" });
    expect(readFileSync(path("input"), "utf8")).toBe(input);
    expect(readFileSync(path("queries.tsv"), "utf8")).toBe(besides["queries.tsv"]);
  });

  it("reads the titles of saved responses from a given field, and refuses a field for other formats", async () => {
    const response = '{"query":"a","hits":{"hits":[{"_id":"1","_score":2,"_source":{"name":"Bass"}}]}}';
    const columns = { title: ["name"] };
    const { text } = await convertText(response, { to: "csv", columns });
    expect(text).toBe("engine,query,id,title,score\ninput,a,1,Bass,2\n");
    await expect(convertText(twoEngines, { to: "csv", columns })).rejects.toMatchObject({ code: "INVALID_OPTION" });
  });

  // Examples from the formats' own documentation, converted to each other.
  it.each<[string, Choice, string]>([
    [ratings, { to: "trec-qrels", queries: "queries.tsv" }, "q1 0 1370 3\n"],
    [ratings, { to: "quepid-csv" }, ratings],
    ["3 qid:1 # 1370 star trek\n", { to: "quepid-csv" }, "query,docid,rating\nstar trek,1370,3"],
    ["q1 0 1370 3\n", { to: "quepid-csv", queries: "queries.tsv" }, "query,docid,rating\nstar trek,1370,3"],
    ["301 0 CR93E-1282 1\n", { to: "beir" }, "query-id\tcorpus-id\tscore\n301\tCR93E-1282\t1\n"],
    ["301 0 CR93E-1282 1\n", { to: "queries-tsv" }, "301\n"],
    [
      "1.EC.AB  F:Ret,C:Not   F:RnkdLst2digits  FR940303-1-00022        1\n",
      { to: "trec-prefs" },
      "1.EC.AB F:Ret,C:Not F:RnkdLst2digits FR940303-1-00022 1\n",
    ],
    ['{"q_1":{"d_12":0.9}}', { to: "trec-run" }, "q_1 Q0 d_12 1 0.9 input\n"],
    ["q1 Q0 d7 0 0.8312 beir\n", { to: "ranx" }, '{\n"q1":{"d7":0.8312}\n}\n'],
    ["q1 Q0 d7 0 0.8312 beir\n", { to: "queries-tsv", queries: "queries.tsv" }, "q1\tstar trek\n"],
    ['{"querySetQueries":[{"queryText":"phone"}]}', { to: "opensearch-queries" }, '{"queryText":"phone"}\n'],
    ["query,information_need\nphone,to call\n", { to: "queries-tsv" }, "phone\n"],
    ["q 0 a 1\nq 0 b 0\nq 0 c -1\n", { to: "trec-qrels", gains: "gains.json" }, "q 0 a 0.25\nq 0 b 0\nq 0 c -1\n"],
    [twoEngines, { to: "trec-run", engine: "one", queries: "queries.tsv" }, "q1 Q0 a 1 2 one\nvenus Q0 c 1 1 one\n"],
  ])("converts %j with %j to %j", async (input, choice, text) => {
    expect((await convertText(input, choice)).text).toBe(text);
  });

  describe("the result of convertFile", () => {
    it("names formats, counts, losses and the file", async () => {
      const { path, convert, written } = prepare(ratings, { queries: "queries.tsv" }, "out.qrels");
      expect(await convert()).toEqual({
        from: "quepid-csv",
        to: "trec-qrels",
        rows: 1,
        queries: 1,
        unjoined: 1,
        lost: [
          { what: "unrated rows", rows: 1 },
          { what: "query texts", rows: 1 },
        ],
        warnings: [],
        files: [path("out.qrels")],
        text: null,
      });
      expect(written()).toEqual(["out.qrels"]);
      expect(readFileSync(path("out.qrels"), "utf8")).toBe("q1 0 1370 3\n");
    });

    it("has the numbers of rows, distinct queries and unjoined rows over all engines", async () => {
      expect(await convertText(twoEngines, { to: "jsonl", queries: "queries.tsv" })).toMatchObject({
        from: "csv",
        rows: 4,
        queries: 3,
        unjoined: 2,
        lost: [],
        files: [],
      });
    });

    it.each<[string, string, Choice, object]>([
      ["judgments", ratings, { to: "queries-tsv" }, { rows: 2, lost: [{ what: "judgments", rows: 2 }] }],
      ["results", twoEngines, { to: "queries-tsv" }, { rows: 3, lost: [{ what: "results", rows: 4 }] }],
      [
        "query ids",
        '{"_id":"q1","text":"a"}\n{"_id":"","text":"b"}\n',
        { to: "opensearch-queries" },
        { rows: 2, lost: [{ what: "query ids", rows: 1 }] },
      ],
      [
        "repeated results",
        "q Q0 d 1 2 x\nq Q0 d 2 1 x\n",
        { to: "ranx" },
        { rows: 1, lost: [{ what: "repeated results", rows: 1 }] },
      ],
      [
        "scores and marks of incomplete responses",
        '[{"query":"a","response":{"timed_out":true,"hits":{"hits":[{"_id":"x","_score":1},{"_id":"y","_score":1}]}}}]',
        { to: "trec-run" },
        {
          rows: 2,
          lost: [
            { what: "scores that contradict the ranks", rows: 2 },
            { what: "marks of incomplete responses", rows: 2 },
          ],
        },
      ],
    ])("has the number of lost %s", async (_, input, choice, said) => {
      expect(await convertText(input, choice)).toMatchObject(said);
    });

    it("counts a query once if a set repeats it", async () => {
      expect(await convertText('{"text":"a"}\n{"text":"a"}\n', { to: "queries-tsv" })).toMatchObject({
        text: "a\na\n",
        rows: 2,
        queries: 1,
      });
    });

    it("does not name a file if the output is standard output", async () => {
      const { convert, written } = prepare("q 0 d 1\n", { to: "csv" });
      expect(textOf((await convert()).text ?? [])).toBe("query,id,label\nq,d,1\n");
      expect(written()).toEqual([]);
    });
  });

  describe("whole labels", () => {
    // Distinct labels above 0 become grades by size; 127 is the largest grade that trec_eval stores.
    it.each<["integer" | "round", readonly string[], readonly string[], readonly [number, number][] | null, number]>([
      [
        "integer",
        ["0", "0.25", "2.5", "1"],
        ["0", "1", "3", "2"],
        [
          [0, 0],
          [1, 0.25],
          [2, 1],
          [3, 2.5],
        ],
        0,
      ],
      [
        "integer",
        ["3", "0", "-1"],
        ["3", "0", "-1"],
        [
          [0, 0],
          [3, 3],
        ],
        0,
      ],
      [
        "integer",
        ["127", "5"],
        ["127", "5"],
        [
          [5, 5],
          [127, 127],
        ],
        0,
      ],
      [
        "integer",
        ["128", "5"],
        ["2", "1"],
        [
          [1, 5],
          [2, 128],
        ],
        0,
      ],
      ["integer", ["0.5", "", "-2"], ["1", "", "-2"], [[1, 0.5]], 0],
      ["integer", ["1", "-0.4"], ["1", "-1"], [[1, 1]], 1],
      ["round", ["0.4", "2.6", "1", "", "-2"], ["0", "3", "1", "", "-2"], null, 2],
      ["round", ["200"], ["200"], null, 0],
      // Labels below 0 mean not judged; 0 would mean judged.
      ["round", ["-0.4", "-1.4"], ["-1", "-1"], null, 2],
    ])("made with --%s from %j are %j", async (whole, labels, written, gains, changed) => {
      const table = (cells: readonly string[]) =>
        `query,id,label\n${cells.map((cell, row) => `q,d${row},${cell}\n`).join("")}`;
      const { path, convert } = prepare(table(labels), { whole }, "out.csv");
      const { lost, files } = await convert();
      expect(readFileSync(path("out.csv"), "utf8")).toBe(table(written));
      expect(lost).toEqual(changed === 0 ? [] : [{ what: "fractions of labels", rows: changed }]);
      expect(files).toEqual([path("out.csv"), ...(gains === null ? [] : [path("out.csv.gains.json")])]);
      if (gains === null) return expect(existsSync(path("out.csv.gains.json"))).toBe(false);
      expect(JSON.parse(readFileSync(path("out.csv.gains.json"), "utf8"))).toEqual({
        schema: "semqrel.gains/1",
        gains: gains.map(([grade, label]) => ({ grade, label })),
      });
    });

    it("are not made by default if the format stores fractions", async () => {
      expect((await convertText("q 0 a 0.5\n", { to: "csv" })).text).toBe("query,id,label\nq,a,0.5\n");
    });
  });

  describe("errors of convertFile", () => {
    it("name the line of a result without a title, and prevent any output", async () => {
      const { convert, written } = prepare("query,title\nq1,Pears\nq1,\n", { to: "trec-run" }, "u.run");
      await expect(convert()).rejects.toMatchObject({
        code: "INVALID_ROW",
        message: expect.stringMatching(/the row has no title/),
        details: { line: 3 },
      });
      expect(written()).toEqual([]);
    });

    it.each<[string, string, Choice, string, string]>([
      [
        "fractions in whole labels",
        "q 0 a 0.5\nq 0 b 1\n",
        { to: "beir" },
        "INVALID_LABEL",
        "but 1 of 2 have fractions",
      ],
      [
        "a grade without gain",
        "q 0 a 2\n",
        { to: "csv", gains: "gains.json" },
        "INVALID_LABEL",
        "no label for grade 2",
      ],
      ["engines in one run", twoEngines, { to: "trec-run" }, "INVALID_OPTION", "it contains 2 engines (one, two)"],
      ["an unknown engine", twoEngines, { to: "csv", engine: "on" }, "INVALID_OPTION", "with one of: one, two."],
      ["whole labels of a run", twoEngines, { to: "csv", whole: "round" }, "INVALID_OPTION", "no labels. Drop --round"],
      ["gains of a run", twoEngines, { to: "csv", gains: "gains.json" }, "INVALID_OPTION", "no labels. Drop --gains"],
      ["gains of queries", ratings, { to: "queries-tsv", gains: "gains.json" }, "INVALID_OPTION", "Drop --gains"],
      ["an engine of judgments", ratings, { to: "csv", engine: "one" }, "INVALID_OPTION", "no engines. Drop --engine"],
      [
        "a queries file for queries",
        '{"_id":"q1","text":"a"}\n',
        { to: "queries-tsv", queries: "queries.tsv" },
        "INVALID_OPTION",
        "no queries to join. Drop --queries",
      ],
      [
        "whole labels on standard output, which has no file of gains",
        ratings,
        { to: "csv", whole: "integer" },
        "INVALID_OPTION",
        "Name the output",
      ],
      ["a format of another kind", ratings, { to: "trec-run" }, "INVALID_FORMAT", "trec-run is for a run"],
      [
        "a queries file without columns of queries",
        ratings,
        { to: "csv", queries: "gains.json" },
        "MISSING_COLUMN",
        "gains.json",
      ],
    ])("are thrown for %s", async (_, input, choice, code, words) => {
      const converting = prepare(input, choice).convert();
      await expect(converting).rejects.toMatchObject({ code });
      await expect(converting).rejects.toThrow(words);
    });

    it("contain the number of fractions in their details", async () => {
      const { path, convert } = prepare("q 0 a 0.5\nq 0 b 1\nq 0 c 1.5\n", { to: "ranx" });
      await expect(convert()).rejects.toMatchObject({ details: { file: path("input"), fractions: 2 } });
    });

    it.each<[string, string, Choice, string, string]>([
      ["a compressed output", "out.qrels.gz", {}, "INVALID_OPTION", "Leave out .gz"],
      ["an output below a file", "input/out.qrels", {}, "OUTPUT_UNWRITABLE", "Nothing was changed"],
      ["an output that is a folder", "folder", { to: "trec-qrels" }, "OUTPUT_UNWRITABLE", "Nothing was changed"],
      // The file of gains would be a folder. The judgments must not be written alone.
      ["gains that are a folder", "out.qrels", { whole: "integer" }, "OUTPUT_UNWRITABLE", "Nothing was changed"],
      [
        "judgments that the format cannot store without an index",
        "out.json",
        { to: "rank-eval", write: { ...plainly, index: null } },
        "INVALID_OPTION",
        "--index",
      ],
    ])("prevent any output for %s", async (_, output, choice, code, words) => {
      const { path, convert, written } = prepare("q 0 d 1\n", choice, output);
      mkdirSync(path("folder"));
      mkdirSync(path("out.qrels.gains.json"));
      const before = written();
      const converting = convert();
      await expect(converting).rejects.toMatchObject({ code });
      await expect(converting).rejects.toThrow(words);
      expect(written()).toEqual(before);
    });
  });
});
