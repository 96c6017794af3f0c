/** Gives each distinct name a number, from 0. Stores each of millions of names once, as bytes. */
import { at } from "../at.ts";
import type { Names, NumberedNames } from "../types.ts";
import { type Memory, webAssembly } from "../webassembly.ts";
import { code } from "./name-table.wasm.ts";

const encoder = new TextEncoder();
/** Keeps a byte order mark at the start of a name. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** A UTF-16 code unit needs up to three bytes in UTF-8. */
const BYTES_A_UNIT = 3;

type Global = { value: number };
type Results = "rows" | "changes" | "oddNumbers" | "keptChanges";
type Addresses = "documents" | "values" | "kept" | "changed" | "odd" | "ranks" | "keptChanged";

/** The exports of name-table.assembly.ts, which explains them. */
export interface LineMachine
  extends Readonly<Record<"size" | "ROWS" | "ODD_LINE" | Results | Addresses, Readonly<Global>>> {
  readonly memory: Memory;
  setKey(one: bigint, other: bigint): void;
  roomForName(bytes: number): number;
  add(begin: number, length: number): number;
  find(begin: number, length: number): number;
  beginOf(number: number): number;
  lengthOf(number: number): number;
  compare(one: number, other: number): number;
  hashOf(begin: number, length: number): number;

  readonly at: Global;
  roomForLines(bytes: number): number;
  begin(from: number): void;
  scan(to: number, number: number, kept: number, last: number, rank: number): number;
}

const openMachine = webAssembly<LineMachine>(code);
/** Random in each process, so that colliding names cannot be prepared. Results do not depend on the key. */
const key = crypto.getRandomValues(new BigUint64Array(2));

/** Maps names to numbers and back. Names are equal if their bytes are. Never shrinks. Cost of a look-up: O(length). */
export class NameTable implements NumberedNames {
  readonly machine: LineMachine;
  #bytes = new Uint8Array(0);

  constructor(machine: LineMachine) {
    machine.setKey(at(key, 0), at(key, 1));
    this.machine = machine;
  }

  get size(): number {
    return this.machine.size.value;
  }

  add(name: string): number {
    return this.machine.add(...this.#written(name));
  }

  addBytes(bytes: Uint8Array, begin: number, end: number): number {
    const room = this.machine.roomForName(end - begin);
    this.#view().set(bytes.subarray(begin, end), room);
    return this.machine.add(room, end - begin);
  }

  find(name: string): number {
    return this.machine.find(...this.#written(name));
  }

  nameOf(number: number): string {
    if (!(number >= 0 && number < this.size)) return "";
    const begin = this.machine.beginOf(number);
    return decoder.decode(this.#view().subarray(begin, begin + this.machine.lengthOf(number)));
  }

  compare(one: number, other: number): number {
    return this.machine.compare(one, other);
  }

  unusual(): number[] {
    const bytes = this.#view();
    const isUnusual = (number: number) => {
      const begin = this.machine.beginOf(number);
      for (let index = begin + this.machine.lengthOf(number) - 1; index >= begin; index--) {
        const byte = bytes[index] as number;
        if (byte <= 0x20 || byte >= 0x7f) return true;
      }
      return false;
    };
    const found: number[] = [];
    for (let number = 0; number < this.size; number++) if (isUnusual(number)) found.push(number);
    return found;
  }

  #written(name: string): [begin: number, length: number] {
    const most = BYTES_A_UNIT * name.length;
    const room = this.machine.roomForName(most);
    return [room, encoder.encodeInto(name, this.#view().subarray(room, room + most)).written];
  }

  #view(): Uint8Array {
    const { buffer } = this.machine.memory;
    if (this.#bytes.buffer !== buffer) this.#bytes = new Uint8Array(buffer);
    return this.#bytes;
  }
}

/** Replaces `NameTable` on a machine without WebAssembly. Stores a name as a text with one character per byte. */
export class PlainNames implements NumberedNames {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];

  get size(): number {
    return this.#names.length;
  }

  add(name: string): number {
    return this.#add(charactersOf(encoder.encode(name)));
  }

  addBytes(bytes: Uint8Array, begin: number, end: number): number {
    return this.#add(charactersOf(bytes.subarray(begin, end)));
  }

  find(name: string): number {
    return this.#numbers.get(charactersOf(encoder.encode(name))) ?? -1;
  }

  nameOf(number: number): string {
    return decoder.decode(Uint8Array.from(this.#names[number] ?? "", (character) => character.charCodeAt(0)));
  }

  compare(one: number, other: number): number {
    const [name = "", otherName = ""] = [this.#names[one], this.#names[other]];
    if (name === otherName) return 0;
    return name < otherName ? -1 : 1;
  }

  unusual(): number[] {
    return [...this.#names.keys()].filter((number) => /[^!-~]/.test(this.#names[number] ?? ""));
  }

  #add(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }
}

function charactersOf(bytes: Uint8Array): string {
  let characters = "";
  for (const byte of bytes) characters += String.fromCharCode(byte);
  return characters;
}

export function makeNumberedNames(): NumberedNames {
  const machine = openMachine();
  return machine === null ? new PlainNames() : new NameTable(machine);
}

/** Returns empty tables of names. Judgments and runs must share them to be compared. */
export function makeNames(): Names {
  return { queries: makeNumberedNames(), documents: makeNumberedNames() };
}
