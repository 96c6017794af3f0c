import { describe, expect, it, vi } from "vitest";
import { PlainNames } from "../../../src/core/titles/keys.ts";
import { makeNumberedNames, NameTable } from "../../../src/core/titles/name-table.ts";
import { numberedNamesContract } from "../../contracts/numbered-names.ts";
import { collidingNames } from "../../support/colliding-names.ts";

numberedNamesContract("NameTable", makeNumberedNames);

describe("NameTable", () => {
  // 65,536 such ids took 31 s before the hash had a key.
  it("spreads names that were made to have one hash, and otherwise with another key", () => {
    const names = collidingNames(7);
    const hashesBy = (key: bigint) => {
      const { machine } = makeNumberedNames() as NameTable;
      machine.setKey(key, key + 1n);
      return names.map((name) => {
        const room = machine.roomForName(name.length);
        new Uint8Array(machine.memory.buffer).set(Buffer.from(name), room);
        return machine.hashOf(room, name.length);
      });
    };
    const [one, other] = [hashesBy(1n), hashesBy(2n)];
    // Of 128 numbers of 32 bits two are equal by chance in one of 500,000 cases.
    expect(new Set(one).size).toBe(names.length);
    expect(one.filter((hash, place) => hash === other[place])).toEqual([]);
    const table = makeNumberedNames();
    expect(names.map((name) => table.add(name))).toEqual([...names.keys()]);
  });
});

describe("makeNumberedNames", () => {
  it("makes a table, and one that does without WebAssembly where there is none, or no memory for it", () => {
    expect(makeNumberedNames()).toBeInstanceOf(NameTable);
    const noRoom = class {
      constructor() {
        throw new RangeError("WebAssembly.Instance(): Out of memory");
      }
    };
    for (const one of [undefined, { ...globalThis.WebAssembly, Instance: noRoom }]) {
      vi.stubGlobal("WebAssembly", one);
      expect(makeNumberedNames()).toBeInstanceOf(PlainNames);
    }
    vi.unstubAllGlobals();
  });
});
