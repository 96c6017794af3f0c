/** Which number stands for a name, where there are thousands of names at most? A `Map` does without WebAssembly. */
import type { NumberedNames } from "../types.ts";

const encoder = new TextEncoder();
/** A name may begin with what elsewhere is a byte order mark. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Numbers names as `NameTable` does. */
export class PlainNames implements NumberedNames {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];

  get size(): number {
    return this.#names.length;
  }

  add(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#names.length);
    return this.#names.push(name) - 1;
  }

  addBytes(bytes: Uint8Array, begin: number, end: number): number {
    return this.add(decoder.decode(bytes.subarray(begin, end)));
  }

  find(name: string): number {
    return this.#numbers.get(name) ?? -1;
  }

  nameOf(number: number): string {
    return this.#names[number] ?? "";
  }

  compare(one: number, other: number): number {
    const [bytes, others] = [encoder.encode(this.nameOf(one)), encoder.encode(this.nameOf(other))];
    const place = bytes.findIndex((byte, at) => byte !== others[at]);
    if (place < 0) return bytes.length - others.length;
    return (bytes[place] ?? 0) - (others[place] ?? -1);
  }
}
