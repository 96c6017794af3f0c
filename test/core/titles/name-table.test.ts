/** Are names numbered as a plain Map would number them? */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NameTable } from "../../../src/core/titles/name-table.ts";
import { collidingNames } from "../../support/colliding-names.ts";
import { runs } from "../../support/property.ts";

/** Few different ones, so that names come again: empty, of any script, beginnings of each other. */
const someNames = fc.array(
  fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 4 }),
    fc.string({ unit: fc.constantFrom("a", "b", "ä", "😀", "\ufeff"), maxLength: 3 }),
  ),
  { maxLength: 60 },
);

/** Names beside each other in one array of bytes. */
function inOnePiece(names: readonly string[]) {
  const bytes = Buffer.from(names.join(""));
  const begins = new Int32Array(names.length);
  const ends = new Int32Array(names.length);
  let end = 0;
  names.forEach((name, place) => {
    begins[place] = end;
    end += Buffer.byteLength(name);
    ends[place] = end;
  });
  return { bytes, begins, ends };
}

function addMany(table: NameTable, names: readonly string[]): number[] {
  const { bytes, begins, ends } = inOnePiece(names);
  const numbers = new Int32Array(names.length);
  table.addMany(bytes, begins, ends, names.length, numbers);
  return [...numbers];
}

describe("NameTable", () => {
  describe("shape of the answer", () => {
    it("numbers names as a Map does, in order of first appearance", () => {
      fc.assert(
        fc.property(someNames, (names) => {
          const table = new NameTable();
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
          const table = new NameTable();
          for (const name of names) {
            const bytes = Buffer.from(before + name + after);
            const begin = Buffer.byteLength(before);
            const end = begin + Buffer.byteLength(name);
            const number = table.addBytes(bytes, begin, end);
            expect(number).toBe(table.add(name));
            expect(table.equals(number, bytes, begin, end)).toBe(true);
          }
        }),
        runs,
      );
    });

    it("numbers many at a time as one by one", () => {
      fc.assert(
        fc.property(fc.array(someNames, { maxLength: 4 }), (batches) => {
          const together = new NameTable();
          const single = new NameTable();
          for (const names of batches) {
            const { bytes, begins, ends } = inOnePiece(names);
            const expected = names.map((_, place) => single.addBytes(bytes, begins[place] ?? 0, ends[place] ?? 0));
            expect(addMany(together, names)).toEqual(expected);
          }
          expect(together.size).toBe(single.size);
          for (let number = 0; number < single.size; number++) {
            expect(together.nameOf(number)).toBe(single.nameOf(number));
            expect(together.find(single.nameOf(number))).toBe(number);
          }
        }),
        runs,
      );
    });

    it("says of two names whether they are equal", () => {
      fc.assert(
        fc.property(someNames, someNames, (names, others) => {
          const table = new NameTable();
          for (const name of names) {
            const number = table.add(name);
            for (const other of others) {
              const bytes = Buffer.from(other);
              expect(table.equals(number, bytes, 0, bytes.length)).toBe(name === other);
            }
          }
        }),
        runs,
      );
    });

    it("compares names by their bytes, as Buffer.compare", () => {
      fc.assert(
        fc.property(someNames, (names) => {
          const table = new NameTable();
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
      const table = new NameTable();
      const long = "ü".repeat(100_000);
      const names = [long, ...Array.from({ length: 20_000 }, (_, number) => `document-${number}`)];
      for (const name of names) table.add(name);
      expect(table.size).toBe(names.length);
      const wrong = names.filter((name, number) => table.find(name) !== number || table.nameOf(number) !== name);
      expect(wrong).toEqual([]);
      expect(names.map((name) => table.add(name))).toEqual([...names.keys()]);
      expect(table.size).toBe(names.length);
    });

    // A new table has room for 128 names: batches that stay below, cross it in the middle, and need room several times.
    it.each([
      [0, 64],
      [100, 64],
      [128, 1],
      [0, 129],
      [0, 5000],
      [3000, 5000],
    ])("grows in the middle of a batch: %i names, then %i at a time, known and new ones in turn", (before, count) => {
      const table = new NameTable();
      const old = Array.from({ length: before }, (_, number) => `old-${number}`);
      for (const name of old) table.add(name);
      // Of three places one has an old name (where there are any), one a new name, and one that name again.
      const batch = Array.from({ length: count }, (_, place) =>
        place % 3 === 0 ? `old-${place % Math.max(1, before)}` : `new-${Math.floor(place / 3)}`,
      );
      const all = [...new Set([...old, ...batch])];
      const numberOf = new Map(all.map((name, number) => [name, number]));
      expect(addMany(table, batch)).toEqual(batch.map((name) => numberOf.get(name)));
      expect(table.size).toBe(all.length);
      expect(all.filter((name, number) => table.find(name) !== number || table.nameOf(number) !== name)).toEqual([]);
    });

    it("gives equal names of one batch one number", () => {
      const table = new NameTable();
      expect(addMany(table, ["b", "a", "b", "", "a", "b", ""])).toEqual([0, 1, 0, 2, 1, 0, 2]);
      expect(table.size).toBe(3);
    });

    // Two by two they have the same 32-bit FNV-1a, reckoned in Python: 5e4daa9d, e20e47d2, e460d8b6.
    it("keeps names apart that have the same hash, alone and in one batch", () => {
      const words = ["costarring", "liquid", "declinate", "macallums", "altarage", "zinke"];
      expect(addMany(new NameTable(), [...words, ...words])).toEqual([0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5]);
      const table = new NameTable();
      expect(words.map((word) => table.add(word))).toEqual([0, 1, 2, 3, 4, 5]);
      expect(words.map((word) => table.find(word))).toEqual([0, 1, 2, 3, 4, 5]);
    });

    // 65,536 such ids took 31 s before the hash had a key.
    it("compares no name with others that were made to have its hash", () => {
      const names = collidingNames(7);
      const { bytes, begins, ends } = inOnePiece(names);
      let reads = 0;
      const counted = new Proxy(bytes, {
        get(target, key) {
          reads++;
          return Reflect.get(target, key, target);
        },
      });
      const table = new NameTable();
      const numbers = new Int32Array(names.length);
      table.addMany(counted, begins, ends, names.length, numbers);
      expect([...numbers]).toEqual([...names.keys()]);
      // Each of the 128 × 42 bytes is read for the hash and for the copy. Comparing all pairs would read ten times that.
      expect(reads).toBeLessThan(2 * bytes.length + names.length);
    });

    it("takes as many of a batch as it is told, and leaves the other numbers", () => {
      const table = new NameTable();
      const { bytes, begins, ends } = inOnePiece(["a", "b", "c"]);
      const numbers = Int32Array.of(-7, -7, -7);
      table.addMany(bytes, begins, ends, 0, numbers);
      expect([...numbers, table.size]).toEqual([-7, -7, -7, 0]);
      table.addMany(bytes, begins, ends, 2, numbers);
      expect([...numbers, table.size]).toEqual([0, 1, -7, 2]);
    });

    it("does not know what was not added, and does not add what is looked for", () => {
      const table = new NameTable();
      expect(table.find("a")).toBe(-1);
      expect(table.find("")).toBe(-1);
      table.add("ab");
      expect(table.find("a")).toBe(-1);
      expect(table.find("abc")).toBe(-1);
      expect(table.size).toBe(1);
    });

    it("takes the empty name for a name", () => {
      const table = new NameTable();
      expect(table.add("")).toBe(0);
      expect(table.add("a")).toBe(1);
      expect(table.find("")).toBe(0);
      expect(table.nameOf(0)).toBe("");
    });

    it("puts characters beyond 16 bits last, where texts of UTF-16 would compare otherwise", () => {
      const table = new NameTable();
      expect(table.compare(table.add("\uff5e"), table.add("😀"))).toBeLessThan(0);
      expect("\uff5e" < "😀").toBe(false);
    });

    it("keeps a mark at the beginning of a name", () => {
      const table = new NameTable();
      const marked = table.add("\ufeffd1");
      expect(marked).not.toBe(table.add("d1"));
      expect(table.nameOf(marked)).toBe("\ufeffd1");
    });
  });
});
