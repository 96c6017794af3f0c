/** Are the answers of the judge umbrela read? */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { examples, fileWith, readRows } from "../../support/judged-rows.ts";

describe("umbrela", () => {
  it("reads the documented answer, and uses a hash as the id of its passage", async () => {
    const passage = "The life cycle of a flea can last anywhere from 20 days to an entire year.";
    expect(await readRows(`${examples}umbrela.jsonl`)).toEqual({
      format: "umbrela",
      rows: [
        {
          query: "how long is life cycle of flea",
          document: createHash("sha256").update(passage).digest("hex").slice(0, 16),
          title: passage,
          label: 3,
        },
      ],
    });
  });

  it("reads a list of answers, and reads a failed answer as unrated", async () => {
    const answers = [
      { query: { text: "a b", qid: "7" }, docid: "d1", passage: "P", judgment: 2, result_status: 1 },
      { query: "c", qid: 8, docid: "d2", passage: "Q", judgment: 0, result_status: 0 },
    ];
    expect((await readRows(fileWith(JSON.stringify(answers, null, 2)))).rows).toEqual([
      { query: "7", queryText: "a b", document: "d1", title: "P", label: 2 },
      { query: "8", queryText: "c", document: "d2", title: "Q", label: Number.NaN },
    ]);
  });

  it.each([
    ['{"query":"a","prediction":"x","judgment":1}', "passage"],
    ['[{"query":"a","passage":"p","judgment":1},{"passage":"p","judgment":1}]', "[1].query"],
    ['{"query":"a","passage":"p","judgment":"relevant"}', "judgment"],
  ])("names the invalid field in %s", async (text, path) => {
    await expect(readRows(fileWith(text))).rejects.toMatchObject({ code: "INVALID_FORMAT", details: { path } });
  });

  it("names the line that is not JSON", async () => {
    const text = '{"query":"a","passage":"p","judgment":1}\n{"query":\n';
    await expect(readRows(fileWith(text))).rejects.toMatchObject({ code: "INVALID_FORMAT", details: { line: 2 } });
  });
});
