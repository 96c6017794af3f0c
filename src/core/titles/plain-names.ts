/** Which number stands for a name, where there is no WebAssembly, or names are few? */
import type { NumberedNames } from "../types.ts";

const encoder = new TextEncoder();
/** A name may begin with what elsewhere is a byte order mark. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Numbers names as `NameTable` does, in a `Map`. A name is kept as its bytes, one a character. */
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
