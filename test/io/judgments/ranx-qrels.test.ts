/** Are ranx's judgments read and written? */
import { describe, expect, it } from "vitest";
import { ranxQrels } from "../../../src/io/judgments/json-judgments.ts";
import { examples, fileWith, judgmentsOf, plainly, readRows, textOf } from "../../support/judged-rows.ts";

describe("ranxQrels", () => {
  it("reads ranx's example", async () => {
    expect(await readRows(`${examples}ranx-qrels.json`)).toEqual({
      format: "ranx",
      rows: [{ query: "q_1", document: "d_12", label: 5 }],
    });
  });

  it("reads fractions, escaped characters, and a first query without judgments", async () => {
    const { rows } = await readRows(fileWith('{\n "none": {},\n "say \\"hi\\"": {"d": 0.5}\n}\n'));
    expect(rows).toEqual([{ query: 'say "hi"', document: "d", label: 0.5 }]);
  });

  it("reads numbers in quotes, queries without documents, and NaN as unrated", async () => {
    const { format, rows } = await readRows(fileWith('{"none":[],"no":null,"q NaN":{"NaN":"1.5","e":NaN}}'));
    expect(format).toBe("ranx");
    expect(rows).toEqual([
      { query: "q NaN", document: "NaN", label: 1.5 },
      { query: "q NaN", document: "e", label: Number.NaN },
    ]);
  });

  it("writes labels by query, and whole numbers without a decimal point", () => {
    const judgments = judgmentsOf([
      { query: "b", document: "2", label: 1 },
      { query: "a", document: "x", label: -1 },
      { query: "b", document: "1", label: 0 },
    ]);
    expect(textOf(ranxQrels.write(judgments, plainly))).toBe('{\n"b":{"2":1,"1":0},\n"a":{"x":-1}\n}\n');
  });

  it.each([
    ['{"q":{"d":1,"e":"no"}}', "q.e"],
    ['{"q":{"d":1},"my query":[1]}', '["my query"]'],
    ['{"q":{"d":true}}', "q.d"],
    ['{"q":[1,2]}', "q"],
  ])("names the invalid field in %s", async (text, path) => {
    await expect(readRows(fileWith(text))).rejects.toMatchObject({ code: "INVALID_FORMAT", details: { path } });
  });
});
