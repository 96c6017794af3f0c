/** Are judgments that are given instead of lists reported as judgments, and are other errors unchanged? */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readResults } from "../../../src/io/results/read-results.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

function read(content: string) {
  const path = join(temporaryFolder({ file: content }), "file");
  return readResults({ path, engine: null }, { format: null, columns: {}, rankBase: null, further: [], titles: null });
}

describe("unlessJudgments", () => {
  it.each([
    ["trec-qrels", "1 0 d1 2\n1 0 d2 0\n"],
    ["trec-qrels", "1\t0\td1\t2\n1\t0\td2\t0\n"],
    ["trec-prefs", "1 ann 0 d1 2\n"],
    ["ltr", "3 qid:1 # 1370\n"],
    ["beir", "query-id\tcorpus-id\tscore\n1\td1\t1\n"],
    ["ranx", '{"q1":{"d1":1}}'],
    ["csv", "query,id,grade\nx,d1,1\n"],
  ])("names the format of judgments that are given instead of a list: %s", async (format, content) => {
    await expect(read(content)).rejects.toMatchObject({
      code: "INVALID_FORMAT",
      message: expect.stringContaining(`it contains judgments (${format}), not result lists. Give result lists.`),
    });
  });

  it.each([
    ["1\tfast cars\n2\tslow food\n"],
    ["1\tfast cars, new\r\n2\tslow food\r\n"],
    ["query_id,query\n1,fast cars\n2,slow food\n"],
  ])("reports that %j seems to contain queries", async (content) => {
    await expect(read(content)).rejects.toMatchObject({
      code: "INVALID_FORMAT",
      message: expect.stringMatching(
        /it seems to contain queries, not result lists\. Give result lists, and queries as --queries \S*file\.$/,
      ),
    });
  });

  it.each([
    ["a list without column names", "fast cars\tA\nfast cars\tB\n", "MISSING_COLUMN"],
    ["a list whose titles have another name", "query,other\nx,A\ny,B\n", "MISSING_COLUMN"],
    ["a list without titles", "query,id\nx,d1\ny,d1\n", "MISSING_COLUMN"],
    ["a list with ranks and labels that lacks titles", "query,id,rank,grade\nx,d1,1,2\n", "MISSING_COLUMN"],
    ["a list with a wrong rank", "query,title,rank\nx,A,one\n", "INVALID_RANK"],
    ["an empty table", "query,title\n", "EMPTY_FILE"],
  ])("keeps the original error for %s", async (_, content, code) => {
    await expect(read(content)).rejects.toMatchObject({ code });
  });
});
