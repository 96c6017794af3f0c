/** Are TREC judgments written as other tools read them? */
import { describe, expect, it } from "vitest";
import { trecQrelsWriter } from "../../../src/io/judgments/write-trec-qrels.ts";
import { examples, judgmentsOf, plainly, readRows, textOf } from "../../support/judged-rows.ts";

describe("trecQrelsWriter", () => {
  it("writes TREC's example back", async () => {
    const { rows } = await readRows(`${examples}trec.qrels`);
    expect(textOf(trecQrelsWriter.write(judgmentsOf(rows), plainly))).toBe("301 0 CR93E-10279 0\n301 0 CR93E-1282 1\n");
  });

  it("keeps fractions and iterations, and writes whole numbers without a point", () => {
    const judgments = judgmentsOf([
      { query: "q", document: "a", label: 2.0, iteration: "1" },
      { query: "q", document: "b", label: 1 / 3, iteration: "" },
      { query: "q", document: "c", label: -2, iteration: "0" },
    ]);
    expect(textOf(trecQrelsWriter.write(judgments, plainly))).toBe("q 1 a 2\nq 0 b 0.3333333333333333\nq 0 c -2\n");
  });
});
