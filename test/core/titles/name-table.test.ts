import { describe, expect, it, vi } from "vitest";
import { makeNumberedNames, NameTable, PlainNames } from "../../../src/core/titles/name-table.ts";
import { numberedNamesContract } from "../../contracts/numbered-names.ts";
import { collidingNames } from "../../support/colliding-names.ts";

numberedNamesContract("NameTable", makeNumberedNames);

describe("NameTable", () => {
  // Before the hash had a key, 65,536 such ids took 31 s.
  it("does not slow down for names that collide under another key of its hash", () => {
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
    // In one of 500,000 cases, two of 128 random 32-bit numbers are equal.
    expect(new Set(one).size).toBe(names.length);
    expect(one.filter((hash, place) => hash === other[place])).toEqual([]);
    const table = makeNumberedNames();
    expect(names.map((name) => table.add(name))).toEqual([...names.keys()]);
  });
});

describe("makeNumberedNames", () => {
  it("uses JavaScript if WebAssembly is not available or gets no memory", () => {
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
