/** Is ranx's JSON distinguished from other JSON, read, and written without losing rows? */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writers } from "../../../../src/io/formats.ts";
import { ranxQrels } from "../../../../src/io/judgments/json-judgments.ts";
import { isRanx, isRanxOfWholeNumbers } from "../../../../src/io/tables/formats/ranx.ts";
import { readTable } from "../../../../src/io/tables/read-table.ts";
import { examples, fileWith, judgmentsOf, plainly, readRunRows, runOf, textOf } from "../../../support/judged-rows.ts";
import { runs } from "../../../support/property.ts";

describe("isRanx", () => {
  // The first two are from ranx's documentation, the others from formats that are also objects.
  it.each([
    ['{"q_1":{"d_12":5}}', true],
    ['{"q_1":{"d_12":0.9}}', true],
    ['{ "a \\"quoted\\" query" :\n { "d:1" : -1.5e-3 , "d', true],
    ['{"nothing found":{},"q":{"d":1}}', true],
    ['{"q":{"d":"5"}}', true],
    ['{"q":{"d":"5","e":"high"}}', false],
    ['{"q":{"d":true,"e":false}}', true],
    ['{"q":[1,0.5],"r":[2]}', true],
    ['{"vector":[1,0.5],"query":"pears"}', false],
    ['{"doc":{"id":"5","title":"Pears"},"query":"pears"}', false],
    ['{"doc":{"id":"5"},"query":"pears"}', false],
    ['{"query_id":{"0":"1","1":"1"},"id":{"0":"a","1":"b"}}', false],
    ['{"query_id":[1,1],"id":["a","b"]}', false],
    ['{"0":{"qid":1,"docno":2,"score":0.5},"1":{', false],
    ['{"0":{"d1":1,"d2":2}}', true],
    ['{"q":{"d":NaN}}', true],
    ['{"q":[],"r":["d"]}', true],
    ['{"q":[],"r":{},"s":null,"t":{"d":1}}', true],
    ['{"q":[],"r":["A title"]}', false],
    ['{"q":[]}', false],
    ['{"q":["d"]}', true],
    ['{"nothing found":[],"other":null,"q":["d"]}', true],
    ['{"nothing found":{},"q":["d"]}', true],
    ['{"q":{"d":NaN,"e":0.5}}', true],
    ['{"q":["A title"]}', false],
    ['{"q":["1984","Brave New World"]}', false],
    ['{"q":["1984"],"r":["Brave New World"]}', false],
    ['{"green tea":["d1","d2"],"heat island":["d\\"3"]}', true],
    ['{"mteb_model_meta":{"revision":null},"default":{', true],
    ['{"q":{"d":null,"e":1}}', true],
    ['{"q":[{"d":1}]}', false],
    ['{"q":5}', false],
    ["{}", false],
    ["", false],
    ['[{"q":{"d":5}}]', false],
    ['{"id_field":"id","index":"core1","queries":[]}', false],
    ['{"requests":[{"id":"amsterdam_query"}]}', false],
    ['{"query":{"text":"phone","qid":"1037798"},"candidates":[]}', false],
    // Errors after the first values are left to the reader.
    ['{"q":{"d":1},"r":{"e":NaN,"f":"high","g":[]}}', true],
    ['{"hits":{"total":1,"max_score":1.2,"hits":[{"_id":"a"}]}}', false],
    // Solr's responses: with parameters, without them, without the header, and an error.
    ['{"responseHeader":{"status":0,"QTime":1,"params":{"q":"one"}},"response":{"numFound":2', false],
    ['{"responseHeader":{"status":0,"QTime":1},"response":{"numFound":2,"start":0,"docs":[', false],
    ['{"response":{"numFound":2,"start":0,"docs":[{"id":"a"}]}}', false],
    ['{"responseHeader":{"status":400,"QTime":1},"error":{"code":400,"msg":"undefined field"}}', false],
  ])("returns for %j: %s", (head, is) => {
    expect(isRanx(head)).toBe(is);
  });
});

describe("isRanxOfWholeNumbers", () => {
  it.each([
    ['{"q_1":{"d_12":5}}', true],
    ['{"q_1":{"d_1.5":5,"2.5":-1}}', true],
    ['{"q_1":{"a\\":1.5":3,"b":null}}', true],
    ['{"q_1":{"d_12":0.9}}', false],
    ['{"q_1":{"a":5,"b" : 1.0}}', false],
    ['{"q_1":{"a":1e-7}}', false],
    ['{"q_1":["a"]}', false],
    ['{"q":[],"r":["a"]}', false],
    ['{"q":{},"r":["a"]}', false],
    ['{"q":[],"r":{"d":5,"e":NaN}}', true],
    ['{"q":[],"r":{"d":0.5}}', false],
    ['{"q":{"d":"5","e":"0.5"}}', false],
  ])("returns for %j: %s", (head, is) => {
    expect(isRanxOfWholeNumbers(head)).toBe(is);
  });
});

/** Bug of Node 24 and 25: if an earlier object has a backslash as key, JSON.parse misreads a quote in the same place. */
const mistakesKeys = (() => {
  JSON.parse('{"a":0,"\\\\":1}');
  return !('"' in JSON.parse('{"a":0,"\\"":1}'));
})();

describe("ranxQrels", () => {
  const write = (rows: readonly { query: string; document: string; label: number }[]) =>
    textOf(ranxQrels.write(judgmentsOf(rows), plainly));

  it("writes one line per query, in order of appearance", () => {
    const text = write([
      { query: "b", document: "x", label: 1 },
      { query: "a", document: "x", label: 2 },
      { query: "b", document: "w", label: 0.5 },
    ]);
    expect(text).toBe('{\n"b":{"x":1,"w":0.5},\n"a":{"x":2}\n}\n');
  });

  it("writes every row, whatever the names are, and the format is recognised", () => {
    const anyName = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 5 }),
      fc.constantFrom('"', "\\", "__proto__", "7"),
    );
    // docs/formats.md: some versions of Node misread keys after one that ends with a backslash.
    const name = mistakesKeys ? anyName.map((made) => made.replace(/\\$/, "\\.")) : anyName;
    const rows = fc.uniqueArray(fc.record({ query: name, document: name, label: fc.integer() }), {
      selector: ({ query, document }) => JSON.stringify([query, document]),
      minLength: 1,
      maxLength: 10,
    });
    fc.assert(
      fc.property(rows, (made) => {
        const text = write(made);
        const read = Object.entries(JSON.parse(text) as Record<string, Record<string, number>>).flatMap(
          ([query, documents]) => Object.entries(documents).map(([document, label]) => [query, document, label]),
        );
        const sorted = (triples: readonly unknown[]) => triples.map((triple) => JSON.stringify(triple)).sort();
        expect(sorted(read)).toEqual(sorted(made.map(({ query, document, label }) => [query, document, label])));
        expect(isRanx(text)).toBe(true);
        expect(isRanxOfWholeNumbers(text)).toBe(true);
      }),
      runs,
    );
  });

  it("writes an empty object if there are no rows", () => {
    expect(JSON.parse(write([]))).toEqual({});
  });
});

it.each([
  '{"columns":["query","title"],"data":[["tea","Pears"]]}',
  '{"query":["tea","heat"],"title":["Pears","Figs"]}',
  '{"Rank": {"0":1,"1":1},"query":{"0":"tea","1":"heat"}}',
])("isRanx rejects a table saved by columns: %s", (text) => {
  expect(isRanx(text)).toBe(false);
});

it.each(['{"rank":{"d1":1}}', '{"q":["d1","d2"]}', '{"7":{"0":1}}'])("isRanx accepts %s", (text) => {
  expect(isRanx(text)).toBe(true);
});

describe("ranxRun", () => {
  it("reads ranx's example", async () => {
    expect(await readRunRows(`${examples}ranx-run.json`)).toEqual({
      format: "ranx",
      runs: [{ name: "ranx-run", rows: [{ query: "q_1", document: "d_12", score: 0.9 }] }],
    });
  });

  it("writes every score with a decimal point, so that ranx reads floats", () => {
    const run = runOf([
      { query: "q", document: "a", score: 12 },
      { query: "q", document: "b", score: -0.5 },
      { query: "p", document: "a", score: 1e21 },
    ]);
    expect(textOf(writers.run.find(({ name }) => name === "ranx")?.write([run], plainly) ?? [])).toBe(
      '{\n"q":{"a":12.0,"b":-0.5},\n"p":{"a":1e+21}\n}\n',
    );
  });

  it("rejects an invalid score and names its path", async () => {
    for (const none of ["null", "NaN", "true"]) {
      await expect(readRunRows(fileWith(`{"q":{"d":1.5,"e":${none}}}`))).rejects.toMatchObject({
        code: "INVALID_FORMAT",
        details: { path: "q.e" },
      });
    }
    await expect(readRunRows(fileWith('{"q":{"d":true}}'))).rejects.toThrow(/q\.d is true; a number is expected\.$/);
    await expect(readRunRows(fileWith('{"q":[55,12]}'))).rejects.toMatchObject({ details: { path: "q[0]" } });
  });

  it("reads numbers in quotes, and queries without results", async () => {
    const { runs } = await readRunRows(fileWith('{"none":null,"q":{"d":"1.5","e":2}}'));
    expect(runs[0]?.rows).toEqual([
      { query: "q", document: "d", score: 1.5 },
      { query: "q", document: "e", score: 2 },
    ]);
    const lists = await readRunRows(fileWith('{"none":[],"q":["d"]}'));
    expect(lists.runs[0]?.rows.map(({ document }) => document)).toEqual(["d"]);
  });

  it("reads keys with spaces as query texts", async () => {
    const { columns } = await readTable(fileWith('{"green tea":["d1"],"heat":["d2"]}'), () => true, null);
    expect(Object.fromEntries(columns)).toEqual({ query: ["green tea", "heat"], id: ["d1", "d2"], rank: ["0", "0"] });
  });

  it("reads MTEB's predictions for one split, and rejects predictions for several splits", async () => {
    const saved = { mteb_model_meta: { revision: null }, default: { test: { q: { d: 0.5 } } } };
    expect((await readRunRows(fileWith(JSON.stringify(saved)))).runs[0]?.rows).toEqual([
      { query: "q", document: "d", score: 0.5 },
    ]);
    await expect(readRunRows(fileWith(JSON.stringify({ ...saved, de: { test: {} } })))).rejects.toThrow(
      'it contains the predictions of 2 subsets or splits ("default.test", "de.test"). Save only one of them.',
    );
  });
});
