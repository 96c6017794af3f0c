/** Does a look at the last answer change no answer? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NameTable } from "../../src/core/titles/name-table.ts";
import { repeatedName } from "../../src/io/repeated-name.ts";
import { runs } from "../support/property.ts";

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
