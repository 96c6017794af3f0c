/** Are rows the same as if the text was split at white space, and numbers the same as in JavaScript? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SemqrelError } from "../../src/core/errors.ts";
import { makeNames, PlainNames } from "../../src/core/titles/name-table.ts";
import type { Names } from "../../src/core/types.ts";
import { type FieldLine, type LineLayout, lineError, readTrecLines } from "../../src/io/trec-lines.ts";
import { runs } from "../support/property.ts";

const judged: LineLayout = { number: 3, role: "label", kept: 1, last: 3, rank: null };
const retrieved: LineLayout = { number: 4, role: "score", kept: 5, last: 5, rank: 3 };

interface Row {
  readonly query: string;
  readonly document: string;
  readonly number: number;
}

/** Rows and invalid lines, in their order. */
type Seen = Row | FieldLine;

async function* bytesOf(pieces: readonly Buffer[]): AsyncIterable<Buffer> {
  yield* pieces;
}

async function read(pieces: readonly Buffer[], layout: LineLayout | null, names: Names = makeNames()) {
  const seen: Seen[] = [];
  const kept: string[] = [];
  const taker = {
    names,
    addRows(queries: Int32Array, documents: Int32Array, numbers: Float64Array, keptOf: (row: number) => string) {
      documents.forEach((document, row) => {
        kept.push(keptOf(row));
        const [of, id] = [names.queries.nameOf(queries[row] ?? -1), names.documents.nameOf(document)];
        seen.push({ query: of, document: id, number: numbers[row] ?? Number.NaN });
      });
    },
  };
  const input = { bytes: bytesOf(pieces), source: "file", reuse: (piece: Buffer) => void piece.fill("\n") };
  await readTrecLines(input, taker, layout, (line) => void seen.push(line));
  return { seen, kept, names };
}

function plainNames(): Names {
  return { queries: new PlainNames(), documents: new PlainNames() };
}

/** Reads in pieces of `size` bytes, which may end inside a character. */
function inPieces(text: string, size: number): Buffer[] {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, piece) =>
    Buffer.from(bytes.subarray(piece * size, (piece + 1) * size)),
  );
}

async function linesOf(text: string): Promise<(readonly string[])[]> {
  const { seen } = await read([Buffer.from(text)], null);
  return seen.map((line) => ("fields" in line ? line.fields : []));
}

/** Reads a text by splitting it into lines and fields. */
function plainly(text: string, layout: LineLayout | null): Seen[] {
  return text.split("\n").flatMap((line, place): Seen[] => {
    const fields = line.split(/[ \t\r]+/).filter((field) => field !== "");
    if (fields.length === 0 || /^#+(?:\s|$)/.test(line)) return [];
    const { number = 0, last = 0, rank = null } = layout ?? {};
    const isNumeric = (place: number) => /^[-+]?[\d.]+(?:e\d+)?$/.test(fields[place] ?? "");
    const isLonger = fields.length > last + 1;
    const isMoved =
      rank === null ? isLonger : isLonger ? !isNumeric(rank) || isNumeric(last) : !isNumeric(rank) && isNumeric(last);
    const isOdd = layout === null || fields.length <= last || isMoved;
    if (line.startsWith("#") && (isOdd || !isNumeric(number))) return [];
    if (isOdd) return [{ fields, text: line, line: place + 1 }];
    return [{ query: fields[0] ?? "", document: fields[2] ?? "", number: Number(fields[number]) }];
  });
}

describe("readTrecLines", () => {
  describe("rows of readTrecLines", () => {
    const anyText = fc.string({
      unit: fc.constantFrom("a", "q1", "é", "😀", "#", " ", " ", "\t", "\r\n", "\n", "\n"),
      maxLength: 60,
    });
    const field = fc.constantFrom("a", "ab", "é", "😀", "eight-by", "a name longer".replaceAll(" ", "-"), "#");
    const number = fc.constantFrom("0", "1", "-1", "2.50", "+3", "1e2", "0.12345678901234567", "007");
    const space = fc.constantFrom(" ", "\t", "  ");
    const row = (fields: number, place: number) =>
      fc
        .tuple(fc.array(field, { minLength: fields, maxLength: fields + 1 }), number, space)
        .map(([words, value, between]) => words.with(place, value).join(between));
    const textOf = (fields: number, place: number) =>
      fc
        .array(fc.oneof({ weight: 8, arbitrary: row(fields, place) }, anyText), { maxLength: 12 })
        .map((lines) => lines.join("\n"));

    it.each([
      ["every line separately", null, anyText],
      ["judgments", judged, textOf(4, 3)],
      ["a run", retrieved, textOf(6, 4)],
    ])(
      "are the same as if the whole text was split into lines, whatever the size of pieces: %s",
      async (_, layout, text) => {
        await fc.assert(
          fc.asyncProperty(text, fc.integer({ min: 1, max: 40 }), async (made, size) => {
            // Other tests check numeric fields that are not numbers.
            const expected = plainly(made, layout);
            fc.pre(expected.every((one) => !("number" in one) || !Number.isNaN(one.number)));
            const { seen } = await read(inPieces(made, size), layout);
            expect(seen).toEqual(expected);
            expect((await read(inPieces(made, size), layout, plainNames())).seen).toEqual(expected);
          }),
          runs,
        );
      },
    );

    it("use one number for a name in all lines and queries", async () => {
      const documents = Array.from({ length: 5000 }, (_, row) => `doc${(row * 7919) % 1237}`);
      const text = documents.map((document, row) => `q${Math.floor(row / 900)} 0 ${document} 1\n`).join("");
      const { seen, names } = await read(inPieces(text, 10_000), judged);
      expect(seen.map((one) => "document" in one && one.document)).toEqual(documents);
      expect(names.documents.size).toBe(1237);
      expect(names.queries.size).toBe(6);
    });

    it("are returned with invalid lines in the order of the file", async () => {
      const { seen } = await read([Buffer.from("q 0 a 1\nodd\nq 0 b 2\nq 0 c 1e0\n")], judged);
      expect(seen).toEqual([
        { query: "q", document: "a", number: 1 },
        { fields: ["odd"], text: "odd", line: 2 },
        { query: "q", document: "b", number: 2 },
        { query: "q", document: "c", number: 1 },
      ]);
    });
  });

  it("reads the same rows whichever byte a piece ends at", async () => {
    const text = "\ufeff# comment\nq1 0 d1\t3\r\n\n  q2\t0 dü 1 \r\nq3 0 😀 0";
    const expected = [
      { query: "q1", document: "d1", number: 3 },
      { query: "q2", document: "dü", number: 1 },
      { query: "q3", document: "😀", number: 0 },
    ];
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const pieces = [Buffer.from(bytes.subarray(0, cut)), Buffer.from(bytes.subarray(cut))];
      expect((await read(pieces, judged)).seen).toEqual(expected);
    }
    expect((await read(inPieces(text, 1), judged)).seen).toEqual(expected);
  });

  it("returns the kept field of each row, in pieces of any size, with and without WebAssembly", async () => {
    const text = "q 0 a 1 2 first\nq 0 b 2 1 zweité and more\n\nr 0 b 2 1e0 third\n# end\n";
    for (const size of [1, 7, 100]) {
      expect((await read(inPieces(text, size), retrieved)).kept).toEqual(["first", "zweité", "third"]);
      expect((await read(inPieces(text, size), retrieved, plainNames())).kept).toEqual(["first", "zweité", "third"]);
    }
  });

  it("distinguishes names by their bytes if they are not UTF-8, with and without WebAssembly", async () => {
    const latin = Buffer.from("q\xe9 0 caf\xe9 1\nq\xe8 0 caf\xe8 1\nq\xe9 0 caf\xe9 1\n", "latin1");
    for (const names of [makeNames(), plainNames()]) {
      await read([Buffer.from(latin)], judged, names);
      expect([names.queries.size, names.documents.size]).toEqual([2, 2]);
    }
  });

  describe("numbers of readTrecLines", () => {
    const digits = (minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom(..."0123456789"), minLength, maxLength });
    const sign = fc.constantFrom("", "-", "+");
    const mantissa = fc.oneof(
      digits(1, 20),
      fc.tuple(digits(1, 20), digits(0, 20)).map(([whole, decimals]) => `${whole}.${decimals}`),
      digits(1, 20).map((decimals) => `.${decimals}`),
    );
    const exponent = fc.oneof(
      fc.constant(""),
      fc
        .tuple(fc.constantFrom("e", "E"), sign, fc.nat(290))
        .map(([letter, minus, power]) => `${letter}${minus}${power}`),
    );

    async function numbersOf(texts: readonly string[]): Promise<unknown[]> {
      const lines = texts.map((text, row) => `q Q0 d${row} 1 ${text} name\n`).join("");
      const { seen } = await read([Buffer.from(lines)], retrieved);
      return seen.map((one) => ("number" in one ? one.number : one));
    }

    it("are equal to JavaScript's Number for every decimal text, to the last bit", async () => {
      const texts = fc.array(
        fc.tuple(sign, mantissa, exponent).map((parts) => parts.join("")),
        { minLength: 1, maxLength: 20 },
      );
      await fc.assert(
        fc.asyncProperty(texts, async (made) => {
          const finite = made.filter((text) => Number.isFinite(Number(text)));
          expect(await numbersOf(finite)).toEqual(finite.map(Number));
        }),
        { ...runs, numRuns: 1000 },
      );
    });

    it("are unchanged if JavaScript prints them and they are read again", async () => {
      const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 20 });
      await fc.assert(
        fc.asyncProperty(values, async (made) => {
          expect(await numbersOf(made.map(String))).toEqual(made.map((value) => Number(String(value))));
        }),
        runs,
      );
    });

    it.each([
      ["5.", 5],
      [".5", 0.5],
      ["-.5", -0.5],
      ["+3", 3],
      ["-0", -0],
      ["007", 7],
      ["2e-3", 0.002],
      ["1E3", 1000],
      ["0.30000000000000004", 0.30000000000000004],
      ["999999999999999", 999_999_999_999_999],
      ["9007199254740993", 9_007_199_254_740_992],
      ["123456789012.345", 123456789012.345],
      ["1e-400", 0],
    ])("are read from %j", async (text, value) => {
      expect(await numbersOf([text])).toEqual([value]);
    });

    it.each([
      ...[".", "-", "+", "-.", "1e999", "-1e999", "nan", "NaN", "inf", "-Infinity", "0x10", "1_0", "1,5"],
      ...["1e", "e5", "1e+", "1.2.3", "--1", "+-1", "1-", "１", "\ufeff1", "1\u00a0"],
    ])("are not read from %j", async (text) => {
      await expect(numbersOf(["1", text])).rejects.toThrow(/^Reading file:2: the score ".*" is not a number/);
    });

    it("are reported with their line if they are invalid, wherever the pieces end", async () => {
      const text = "# scores\nq Q0 d1 1 2 name\n\n  q Q0 d2 2 two name \r\nq Q0 d3 3 1 name\n";
      for (let size = 1; size < text.length; size++) {
        const names = size % 2 === 0 ? makeNames() : plainNames();
        await expect(read(inPieces(text, size), retrieved, names)).rejects.toMatchObject({
          code: "INVALID_ROW",
          message: expect.stringMatching(
            /^Reading file:4: the score "two" is not a number\. .* The line: "q Q0 d2 2 two name"\.$/,
          ),
          details: { file: "file", line: 4 },
        });
      }
    });
  });

  describe("readTrecLines in edge cases", () => {
    it("treats only spaces, tabs and carriage returns as white space", async () => {
      expect(await linesOf(" a\t\tb  c\r\n")).toEqual([["a", "b", "c"]]);
      expect(await linesOf("a\u00a0b\u2003c d\n")).toEqual([["a\u00a0b\u2003c", "d"]]);
      const { seen } = await read([Buffer.from("a\u00a0b\t\tc  d\u2003e \t 1\r\n")], judged);
      expect(seen).toEqual([{ query: "a\u00a0b", document: "d\u2003e", number: 1 }]);
    });

    it("skips comments only if # is the first character of a line", async () => {
      expect(await linesOf("#a b\n#\na #b\n #c\n")).toEqual([["a", "#b"], ["#c"]]);
    });

    it("reads a query whose name starts with #, and skips lines that are not rows", async () => {
      const text = "#1 0 d 1\n# 0 d 1\n#qid iter docno rel\n#made by hand\n## 0 d 1\n2 0 d 0\n";
      for (const names of [makeNames(), plainNames()]) {
        expect((await read([Buffer.from(text)], judged, names)).seen).toEqual([
          { query: "#1", document: "d", number: 1 },
          { query: "2", document: "d", number: 0 },
        ]);
      }
    });

    it.each([
      ["a document", "q Q0 my report.pdf 1 9.5 bm25\n"],
      ["a document, without a run name", "q Q0 my report.pdf 1 9.5\n"],
      ["a document that ends with a number", "q Q0 report 2024 1 9.5 bm25\n"],
      ["a query", "green tea Q0 d 1 9.5 bm25\n"],
    ])("rejects a line if a space in a name shifts the fields: %s", async (_, text) => {
      for (const names of [makeNames(), plainNames()]) {
        const { seen } = await read([Buffer.from(text)], retrieved, names);
        expect(seen).toEqual([expect.objectContaining({ line: 1 })]);
      }
    });

    it("counts blank lines and comments in line numbers, as editors do", async () => {
      const { seen } = await read([Buffer.from("\r\n\n# x\n\ta\n \nb")], null);
      expect(seen.map((one) => "line" in one && one.line)).toEqual([4, 6]);
    });

    it("reads a last line without a line feed, whatever its last character is", async () => {
      expect(await linesOf("a b\nc d")).toEqual([
        ["a", "b"],
        ["c", "d"],
      ]);
      expect(await linesOf("a b ")).toEqual([["a", "b"]]);
      expect(await linesOf("a b\r")).toEqual([["a", "b"]]);
    });

    it("skips a byte order mark only at the start", async () => {
      expect(await linesOf("\ufeffa b\n\ufeffc\n")).toEqual([["a", "b"], ["\ufeffc"]]);
      expect(await linesOf("\ufeff")).toEqual([]);
      expect(await linesOf("\ufeff#a b")).toEqual([]);
      const { seen } = await read([Buffer.from("\ufeffq 0 \ufeffd 1\n")], judged);
      expect(seen).toEqual([{ query: "q", document: "\ufeffd", number: 1 }]);
    });

    it("finds no rows in an empty file", async () => {
      expect((await read([], judged)).seen).toEqual([]);
      expect((await read([Buffer.alloc(0), Buffer.from("\n \n"), Buffer.alloc(0)], judged)).seen).toEqual([]);
    });

    it("reads lines and names that are longer than the initial memory", async () => {
      const [long, longer] = ["x".repeat(300_000), `${"x".repeat(300_000)}y`];
      const { seen } = await read([Buffer.from(`q 0 a 1\n${long} 0 ${longer} 1\nq 0 ${long} 2\n`)], judged);
      expect(seen).toEqual([
        { query: "q", document: "a", number: 1 },
        { query: long, document: longer, number: 1 },
        { query: "q", document: long, number: 2 },
      ]);
    });

    it("accepts new names between lines, although the memory of the names grows", async () => {
      const names = makeNames();
      const seen: string[] = [];
      const taker = {
        names,
        addRows: (_: Int32Array, documents: Int32Array) => {
          for (const document of documents) seen.push(names.documents.nameOf(document));
        },
      };
      const pieces = ["an-odd-line\nq 0 d1 1\nodd\nq 0 d2 1\nlast\n", "q 0 d3 1\n"].map((text) => Buffer.from(text));
      const input = { bytes: bytesOf(pieces), source: "", reuse: () => {} };
      await readTrecLines(input, taker, judged, ({ text }) => {
        names.documents.add(text.padEnd(300_000, "?"));
        seen.push(text);
      });
      expect(seen).toEqual(["an-odd-line", "d1", "odd", "d2", "last", "d3"]);
    });
  });
});

describe("lineError", () => {
  const errorOf = (text: string) => lineError("qrels.txt", { text, line: 2 }, "3 fields.");

  it("names the file and the line, and shows the text of the line", () => {
    expect(errorOf("  q2 0 dü \r")).toBeInstanceOf(SemqrelError);
    expect(errorOf("  q2 0 dü \r")).toMatchObject({
      code: "INVALID_ROW",
      message: 'Reading qrels.txt:2: 3 fields. The line: "q2 0 dü".',
      details: { file: "qrels.txt", line: 2 },
    });
  });

  it("shortens a long line", () => {
    expect(errorOf(`${"x".repeat(5000)} y`).message).toContain(`The line: "${"x".repeat(200)}".`);
  });
});
