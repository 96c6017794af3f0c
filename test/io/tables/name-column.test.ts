/** Are names numbered in the order of their rows, however they come and wherever their bytes lie? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NameTable } from "../../../src/core/titles/name-table.ts";
import { NameColumn, repeatedName } from "../../../src/io/tables/name-column.ts";
import { runs } from "../../support/property.ts";

/** Names beside each other in one array of bytes. */
function inOnePiece(names: readonly string[]) {
  const bytes = new Uint8Array(Buffer.from(names.join("")));
  let end = 0;
  const places = names.map((name) => {
    const begin = end;
    end += Buffer.byteLength(name);
    return [begin, end] as const;
  });
  return { bytes, places };
}

function pushPiece(column: NameColumn, names: readonly string[]): void {
  const { bytes, places } = inOnePiece(names);
  for (const [begin, end] of places) column.pushBytes(bytes, begin, end);
}

/** As a plain Map numbers them: 0, 1, … by first appearance. */
function numbersOf(names: readonly string[]): number[] {
  const known = new Map<string, number>();
  return names.map((name) => {
    const number = known.get(name) ?? known.size;
    known.set(name, number);
    return number;
  });
}

describe("NameColumn", () => {
  // 64 are looked up together: one less, as many, one more, twice; and more than a column has room for at first.
  it.each([0, 1, 63, 64, 65, 127, 128, 129, 5000])("numbers %i names of one piece", (count) => {
    for (const different of [count, 40, 1]) {
      const names = Array.from({ length: count }, (_, row) => `document-${row % different}`);
      const column = new NameColumn(new NameTable());
      pushPiece(column, names);
      expect([...column.view()], `${different} different names`).toEqual(numbersOf(names));
    }
  });

  it("numbers names as a Map does, pieces, texts and views in any order", () => {
    const name = fc.oneof(fc.constantFrom("", "a", "b", "ab", "ä"), fc.string({ unit: "grapheme", maxLength: 3 }));
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ names: fc.array(name, { maxLength: 90 }), as: fc.constant("bytes") }) },
      { weight: 4, arbitrary: fc.record({ names: fc.array(name, { maxLength: 3 }), as: fc.constant("text") }) },
      { weight: 1, arbitrary: fc.record({ names: fc.constant<string[]>([]), as: fc.constant("view") }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const table = new NameTable();
        const column = new NameColumn(table);
        const pushed: string[] = [];
        for (const { names, as } of steps) {
          if (as === "bytes") pushPiece(column, names);
          if (as === "text") for (const text of names) column.push(text);
          pushed.push(...names);
          if (as === "view") expect([...column.view()]).toEqual(numbersOf(pushed));
        }
        expect([...column.view()]).toEqual(numbersOf(pushed));
        expect(table.size).toBe(new Set(pushed).size);
        expect(Array.from(column.view(), (number) => table.nameOf(number))).toEqual(pushed);
      }),
      runs,
    );
  });

  it("keeps pieces apart that change at every name, and come again", () => {
    const one = inOnePiece(["a", "b", "c"]);
    const other = inOnePiece(["x", "b", "z"]);
    const column = new NameColumn(new NameTable());
    for (const place of [0, 1, 2]) {
      for (const { bytes, places } of [one, other]) {
        const [begin = 0, end = 0] = places[place] ?? [];
        column.pushBytes(bytes, begin, end);
      }
    }
    // a x b b c z
    expect([...column.view()]).toEqual([0, 1, 2, 2, 3, 4]);
  });

  it("numbers a text after the bytes that came before it", () => {
    const table = new NameTable();
    const column = new NameColumn(table);
    pushPiece(column, ["first", "second"]);
    column.push("third");
    column.push("first");
    expect([...column.view()]).toEqual([0, 1, 2, 0]);
    expect(table.nameOf(2)).toBe("third");
  });

  it("lets bytes change after a view", () => {
    const table = new NameTable();
    const column = new NameColumn(table);
    const { bytes } = inOnePiece(["a"]);
    column.pushBytes(bytes, 0, 1);
    column.view();
    bytes.set(Buffer.from("b"));
    column.pushBytes(bytes, 0, 1);
    expect(Array.from(column.view(), (number) => table.nameOf(number))).toEqual(["a", "b"]);
  });

  it("shares its table with other columns", () => {
    const table = new NameTable();
    table.add("known");
    const columns = [new NameColumn(table), new NameColumn(table)];
    for (const column of columns) pushPiece(column, ["new", "known"]);
    for (const column of columns) expect([...column.view()]).toEqual([1, 0]);
  });
});

describe("repeatedName", () => {
  it("numbers as the table itself does, whatever comes after what", () => {
    const someName = fc.constantFrom("", "q", "q1", "q10", "q2", "ü");
    fc.assert(
      fc.property(fc.array(someName), (names) => {
        const [table, plain] = [new NameTable(), new NameTable()];
        const numberOf = repeatedName(table);
        for (const name of names) {
          const bytes = Buffer.from(`before ${name} after`);
          const end = 7 + Buffer.byteLength(name);
          expect(numberOf(bytes, 7, end)).toBe(plain.add(name));
        }
        expect(table.size).toBe(plain.size);
      }),
      runs,
    );
  });

  it("asks the table once for names that follow each other", () => {
    const table = new NameTable();
    let asked = 0;
    const counting = {
      ...table,
      size: 0,
      add: (name: string) => table.add(name),
      addBytes: (bytes: Uint8Array, begin: number, end: number) => {
        asked++;
        return table.addBytes(bytes, begin, end);
      },
      addMany: () => undefined,
      find: (name: string) => table.find(name),
      nameOf: (number: number) => table.nameOf(number),
      equals: (number: number, bytes: Uint8Array, begin: number, end: number) =>
        table.equals(number, bytes, begin, end),
      compare: (one: number, other: number) => table.compare(one, other),
    };
    const numberOf = repeatedName(counting);
    const numbers = ["q1", "q1", "q1", "q2", "q2", "q1"].map((name) => numberOf(Buffer.from(name), 0, 2));
    expect(numbers).toEqual([0, 0, 0, 1, 1, 0]);
    expect(asked).toBe(3);
  });
});
