/** Are fields found as text split at white space would have them, however the bytes come? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SemqrelError } from "../../../src/core/errors.ts";
import { lineError, type ScannedLine, scanFields, textOf } from "../../../src/io/tables/scan-fields.ts";
import { runs } from "../../support/property.ts";

interface Line {
  readonly fields: readonly string[];
  readonly count: number;
  readonly line: number;
}

async function* bytesOf(pieces: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* pieces;
}

async function scan(pieces: readonly Uint8Array[]): Promise<Line[]> {
  const lines: Line[] = [];
  await scanFields(bytesOf(pieces), "file", ({ bytes, begins, ends, count, line }) => {
    const fields = Array.from({ length: Math.min(count, begins.length) }, (_, field) =>
      Buffer.from(bytes.subarray(begins[field], ends[field])).toString(),
    );
    lines.push({ fields, count, line });
  });
  return lines;
}

/** In pieces of `size` bytes: characters of several bytes are cut too. */
function inPieces(text: string, size: number): Uint8Array[] {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, piece) =>
    bytes.subarray(piece * size, (piece + 1) * size),
  );
}

async function fieldsOf(text: string): Promise<(readonly string[])[]> {
  return (await scan([Buffer.from(text)])).map(({ fields }) => fields);
}

/** The same, from text. */
function plainly(text: string): Line[] {
  return text.split("\n").flatMap((line, place) => {
    const fields = line.split(/[ \t\r]+/).filter((field) => field !== "");
    return fields.length === 0 || line.startsWith("#")
      ? []
      : [{ fields: fields.slice(0, 8), count: fields.length, line: place + 1 }];
  });
}

describe("scanFields", () => {
  describe("shape of the answer", () => {
    const someText = fc.string({
      unit: fc.constantFrom("a", "q1", "é", "😀", "#", " ", " ", "\t", "\r\n", "\n", "\n"),
      maxLength: 60,
    });

    it("finds what splitting the text finds, in pieces of any size", async () => {
      await fc.assert(
        fc.asyncProperty(someText, fc.integer({ min: 1, max: 20 }), async (text, size) => {
          expect(await scan(inPieces(text, size))).toEqual(plainly(text));
        }),
        runs,
      );
    });
  });

  it("needs a piece no more once it is done with it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: fc.constantFrom("a", " ", "#", "\n") }), async (text) => {
        const lines: number[] = [];
        const given = inPieces(text, 3);
        const onLine = ({ count }: ScannedLine) => lines.push(count);
        await scanFields(bytesOf(given), "file", onLine, (piece) => piece.fill(0x0a));
        expect(lines).toEqual(plainly(text).map(({ count }) => count));
        expect(given.every((piece) => piece.every((byte) => byte === 0x0a))).toBe(true);
      }),
      runs,
    );
  });

  it("finds the same where the pieces end at any byte", async () => {
    const text = "\ufeff# comment\nq1 0 d1\t3\r\n\n  q2\t0 dü 1 \r\nq3 0 😀 0";
    const expected: Line[] = [
      { fields: ["q1", "0", "d1", "3"], count: 4, line: 2 },
      { fields: ["q2", "0", "dü", "1"], count: 4, line: 4 },
      { fields: ["q3", "0", "😀", "0"], count: 4, line: 5 },
    ];
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(await scan([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(expected);
    }
    expect(await scan(inPieces(text, 1))).toEqual(expected);
  });

  describe("edges", () => {
    it("takes spaces, tabs and carriage returns for white space, and no other character", async () => {
      expect(await fieldsOf(" a\t\tb  c\r\n")).toEqual([["a", "b", "c"]]);
      expect(await fieldsOf("a\u00a0b\u2003c d\n")).toEqual([["a\u00a0b\u2003c", "d"]]);
    });

    it("leaves out comments, which begin with the line", async () => {
      expect(await fieldsOf("#a b\n#\na #b\n #c\n")).toEqual([["a", "#b"], ["#c"]]);
    });

    it("counts blank lines and comments, so that the number is that of an editor", async () => {
      const lines = await scan([Buffer.from("\r\n\n# x\n\ta\n \nb")]);
      expect(lines.map(({ line }) => line)).toEqual([4, 6]);
    });

    it("reads a last line without end, whatever its last character is", async () => {
      expect(await fieldsOf("a b\nc d")).toEqual([
        ["a", "b"],
        ["c", "d"],
      ]);
      expect(await fieldsOf("a b ")).toEqual([["a", "b"]]);
      expect(await fieldsOf("a b\r")).toEqual([["a", "b"]]);
    });

    it("counts more than eight fields and knows the first eight", async () => {
      const [line] = await scan([Buffer.from("1 2 3 4 5 6 7 8 9 10\n")]);
      expect(line).toEqual({ fields: ["1", "2", "3", "4", "5", "6", "7", "8"], count: 10, line: 1 });
    });

    it("skips a byte order mark at the beginning, and there alone", async () => {
      expect(await fieldsOf("\ufeffa b\n\ufeffc\n")).toEqual([["a", "b"], ["\ufeffc"]]);
      expect(await fieldsOf("\ufeff")).toEqual([]);
      expect(await fieldsOf("\ufeff#a b")).toEqual([]);
    });

    it("finds nothing in nothing", async () => {
      expect(await scan([])).toEqual([]);
      expect(await scan([new Uint8Array(0), Buffer.from("\n \n"), new Uint8Array(0)])).toEqual([]);
    });
  });
});

/** What `look` makes of every line while it stands there: the arrays are used again. */
async function eachLine<Seen>(text: string, look: (scanned: ScannedLine) => Seen): Promise<Seen[]> {
  const seen: Seen[] = [];
  async function* pieces() {
    yield Buffer.from(text);
  }
  await scanFields(pieces(), "file", (scanned) => seen.push(look(scanned)));
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
