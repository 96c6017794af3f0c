/** Does an error of a line show where it stands and what it says? */
import { describe, expect, it } from "vitest";
import { SemqrelError } from "../../../src/core/errors.ts";
import { lineError, textOf } from "../../../src/io/runs/trec-lines.ts";
import { type ScannedLine, scanFields } from "../../../src/io/tables/scan-fields.ts";

/** What `look` makes of every line while it stands there: the arrays are used again. */
async function eachLine<Seen>(text: string, look: (scanned: ScannedLine) => Seen): Promise<Seen[]> {
  const seen: Seen[] = [];
  async function* pieces() {
    yield Buffer.from(text);
  }
  await scanFields(pieces(), (scanned) => seen.push(look(scanned)));
  return seen;
}

describe("textOf", () => {
  it("is one field of the line", async () => {
    const texts = await eachLine("q1 0 dü\nq2\t1\t😀\n", (scanned) => [0, 1, 2].map((field) => textOf(scanned, field)));
    expect(texts).toEqual([
      ["q1", "0", "dü"],
      ["q2", "1", "😀"],
    ]);
  });

  it("keeps a mark within the file", async () => {
    expect(await eachLine("a\n\ufeffb\n", (scanned) => textOf(scanned, 0))).toEqual(["a", "\ufeffb"]);
  });
});

describe("lineError", () => {
  it("names file and line and shows the line", async () => {
    const [, error] = await eachLine("q1 0 d1 1\n  q2 0 dü \r\nq3\n", (scanned) =>
      lineError("qrels.txt", scanned, "3 fields."),
    );
    expect(error).toBeInstanceOf(SemqrelError);
    expect(error).toMatchObject({
      code: "INVALID_ROW",
      message: 'Reading qrels.txt:2: 3 fields. The line: "q2 0 dü".',
      details: { file: "qrels.txt", line: 2 },
    });
  });

  it("shows the last line, though nothing ends it", async () => {
    const [error] = await eachLine("q1 0", (scanned) => lineError("a", scanned, "wrong."));
    expect(error?.message).toContain('The line: "q1 0".');
  });

  it("cuts a long line", async () => {
    const [error] = await eachLine(`${"x".repeat(5000)} y\n`, (scanned) => lineError("a", scanned, "wrong."));
    expect(error?.message).toContain(`The line: "${"x".repeat(200)}".`);
  });
});
