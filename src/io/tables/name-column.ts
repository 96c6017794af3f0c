/** How are millions of names numbered while a file is read? */
import type { NumberedNames } from "../../core/types.ts";
import { growingInts } from "./growing-column.ts";

/** Enough for their waits for memory to overlap, few enough to stay in the nearest cache. */
const PENDING = 64;

/** Numbers of names. Names in bytes are looked up many at a time: see `NumberedNames.addMany`. */
export class NameColumn {
  readonly #names: NumberedNames;
  readonly #numbers = growingInts();
  /** The names that are not numbered yet stand in one array of bytes. */
  #bytes = new Uint8Array(0);
  readonly #begins = new Int32Array(PENDING);
  readonly #ends = new Int32Array(PENDING);
  #pending = 0;
  readonly #found = new Int32Array(PENDING);

  constructor(names: NumberedNames) {
    this.#names = names;
  }

  push(name: string): void {
    this.settle();
    this.#numbers.push(this.#names.add(name));
  }

  /** @param bytes must not change before the next `settle` or `view` */
  pushBytes(bytes: Uint8Array<ArrayBuffer>, begin: number, end: number): void {
    if (bytes !== this.#bytes || this.#pending === PENDING) {
      this.settle();
      this.#bytes = bytes;
    }
    this.#begins[this.#pending] = begin;
    this.#ends[this.#pending] = end;
    this.#pending++;
  }

  view(): Int32Array {
    this.settle();
    return this.#numbers.view();
  }

  /** Numbers the names that were pushed. */
  settle(): void {
    this.#names.addMany(this.#bytes, this.#begins, this.#ends, this.#pending, this.#found);
    for (let place = 0; place < this.#pending; place++) this.#numbers.push(this.#found[place] as number);
    this.#pending = 0;
  }
}

/** Compares with the last name first, so that files sorted by query need no hash. */
export function repeatedName(names: NumberedNames): (bytes: Uint8Array, begin: number, end: number) => number {
  let last = -1;
  return (bytes, begin, end) => {
    if (last < 0 || !names.equals(last, bytes, begin, end)) last = names.addBytes(bytes, begin, end);
    return last;
  };
}
