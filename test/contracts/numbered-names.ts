/**
 * What must everything that numbers names do?
 * The tests of each implementation call this suite.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NumberedNames } from "../../src/core/types.ts";
import { runs } from "../support/property.ts";

/** A few different names, so that they repeat: empty, in any script, prefixes of each other. */
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
      it("numbers names as a Map would, in order of first appearance", () => {
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

      it("identifies a name by its bytes, wherever these are stored", () => {
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

      it("compares names by their bytes, as Buffer.compare does", () => {
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
      it("grows for twenty thousand names, and for a name longer than the reserved memory", () => {
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

      it("does not find a name that was not added, and does not add a name that it looks up", () => {
        const table = make();
        expect(table.find("a")).toBe(-1);
        expect(table.find("")).toBe(-1);
        table.add("ab");
        expect(table.find("a")).toBe(-1);
        expect(table.find("abc")).toBe(-1);
        expect(table.size).toBe(1);
      });

      it("returns an empty name for a number that has no name", () => {
        const table = make();
        table.add("a");
        expect([1, -1, 1e8].map((number) => table.nameOf(number))).toEqual(["", "", ""]);
      });

      it("accepts the empty name", () => {
        const table = make();
        expect(table.add("")).toBe(0);
        expect(table.add("a")).toBe(1);
        expect(table.find("")).toBe(0);
        expect(table.nameOf(0)).toBe("");
      });

      it("sorts characters beyond 16 bits last, unlike the order of UTF-16 texts", () => {
        const table = make();
        expect(table.compare(table.add("\uff5e"), table.add("😀"))).toBeLessThan(0);
        expect("\uff5e" < "😀").toBe(false);
      });

      it("keeps a byte order mark at the beginning of a name", () => {
        const table = make();
        const marked = table.add("\ufeffd1");
        expect(marked).not.toBe(table.add("d1"));
        expect(table.nameOf(marked)).toBe("\ufeffd1");
      });
    });
  });
}
