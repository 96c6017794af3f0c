/**
 * What must everything that numbers names do?
 * A suite that the mirror of each implementation calls.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NumberedNames } from "../../src/core/types.ts";
import { runs } from "../support/property.ts";

/** Few different ones, so that names come again: empty, of any script, beginnings of each other. */
const someNames = fc.array(
  fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 4 }),
    fc.string({ unit: fc.constantFrom("a", "b", "ä", "😀", "\ufeff"), maxLength: 3 }),
  ),
  { maxLength: 60 },
);

export function numberedNamesContract(name: string, make: () => NumberedNames): void {
  describe(name, () => {
    describe("properties", () => {
      it("numbers names as a Map does, in order of first appearance", () => {
        fc.assert(
          fc.property(someNames, (names) => {
            const table = make();
            const plain = new Map<string, number>();
            for (const name of names) {
              if (!plain.has(name)) plain.set(name, plain.size);
              expect(table.add(name)).toBe(plain.get(name));
            }
            expect(table.size).toBe(plain.size);
            for (const [name, number] of plain) {
              expect(table.find(name)).toBe(number);
              expect(table.nameOf(number)).toBe(name);
            }
          }),
          runs,
        );
      });

      it("knows a name by its bytes, wherever they stand", () => {
        fc.assert(
          fc.property(someNames, fc.string(), fc.string(), (names, before, after) => {
            const table = make();
            for (const name of names) {
              const bytes = Buffer.from(before + name + after);
              const begin = Buffer.byteLength(before);
              const end = begin + Buffer.byteLength(name);
              const number = table.addBytes(bytes, begin, end);
              expect(number).toBe(table.add(name));
            }
          }),
          runs,
        );
      });

      it("compares names by their bytes, as Buffer.compare", () => {
        fc.assert(
          fc.property(someNames, (names) => {
            const table = make();
            const numbers = names.map((name) => table.add(name));
            for (const [place, one] of names.entries()) {
              for (const [otherPlace, other] of names.entries()) {
                expect(Math.sign(table.compare(numbers[place] ?? 0, numbers[otherPlace] ?? 0))).toBe(
                  Buffer.compare(Buffer.from(one), Buffer.from(other)),
                );
              }
            }
          }),
          { ...runs, numRuns: 100 },
        );
      });
    });

    describe("edges", () => {
      it("grows: twenty thousand names, and one longer than all the room there is", () => {
        const table = make();
        const long = "ü".repeat(100_000);
        const names = [long, ...Array.from({ length: 20_000 }, (_, number) => `document-${number}`)];
        for (const name of names) table.add(name);
        expect(table.size).toBe(names.length);
        const wrong = names.filter((name, number) => table.find(name) !== number || table.nameOf(number) !== name);
        expect(wrong).toEqual([]);
        expect(names.map((name) => table.add(name))).toEqual([...names.keys()]);
        expect(table.size).toBe(names.length);
      });

      it("does not know what was not added, and does not add what is looked for", () => {
        const table = make();
        expect(table.find("a")).toBe(-1);
        expect(table.find("")).toBe(-1);
        table.add("ab");
        expect(table.find("a")).toBe(-1);
        expect(table.find("abc")).toBe(-1);
        expect(table.size).toBe(1);
      });

      it("has no name for a number that was not given", () => {
        const table = make();
        table.add("a");
        expect([1, -1, 1e8].map((number) => table.nameOf(number))).toEqual(["", "", ""]);
      });

      it("takes the empty name for a name", () => {
        const table = make();
        expect(table.add("")).toBe(0);
        expect(table.add("a")).toBe(1);
        expect(table.find("")).toBe(0);
        expect(table.nameOf(0)).toBe("");
      });

      it("puts characters beyond 16 bits last, where texts of UTF-16 would compare otherwise", () => {
        const table = make();
        expect(table.compare(table.add("\uff5e"), table.add("😀"))).toBeLessThan(0);
        expect("\uff5e" < "😀").toBe(false);
      });

      it("keeps a mark at the beginning of a name", () => {
        const table = make();
        const marked = table.add("\ufeffd1");
        expect(marked).not.toBe(table.add("d1"));
        expect(table.nameOf(marked)).toBe("\ufeffd1");
      });
    });
  });
}
