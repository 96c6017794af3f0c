/** Are TREC files with an invalid first line distinguished from tables, JSON and prose? */
import { describe, expect, it } from "vitest";
import { trecQrels } from "../../../src/io/judgments/line-judgments.ts";
import { trecRun } from "../../../src/io/runs/run-formats.ts";
import { looksLikeTrec } from "../../../src/io/trec-lines.ts";

const isRun = (head: string) => looksLikeTrec(head, trecRun);
const isQrels = (head: string) => looksLikeTrec(head, trecQrels);

describe("looksLikeTrec", () => {
  it.each(["nan", "0x10", "inf", "1,5"])("accepts a run whose first score is %s", (score) => {
    const first = `q1 Q0 d1 1 ${score} t\n`;
    expect(isRun(first)).toBe(true);
    expect(isRun(`${first}q1 Q0 d2 2 0.5 t\n`)).toBe(true);
    expect(isRun(`# a comment\n\n${first.replaceAll(" ", "\t")}q1\tQ0\td2\t2\t0.5\tt\n`)).toBe(true);
  });

  it.each(["q1 0 d1", "q1 0 d1 1 x"])("accepts judgments that begin with %j", (first) => {
    expect(isQrels(`${first}\nq1 0 d2 1\n`)).toBe(true);
  });

  it("accepts a file in which every line has one field too few or too many", () => {
    expect(isQrels("q1 d1 1\nq1 d2 0\n")).toBe(true);
    expect(isQrels("q1 0 d1 1 x\n")).toBe(true);
  });

  it.each([
    "just some words\n",
    "query,a b c,d\n",
    "a line of prose,\nand one more\n",
    "one two three four\nand five\n",
    '{"a": 1}\n',
    "[1, 2, 3, 4]\n",
    "{\nq1 Q0 d1 1 0.5 t\n",
    "topic\titer\tdoc\tplace\tvalue\tname\nq1\tQ0\td2\t2\t0.5\tt\n",
    "a\tb\tc\td\n",
    "",
  ])("rejects %j", (head) => {
    expect(isRun(head)).toBe(false);
    expect(isQrels(head)).toBe(false);
  });
});
