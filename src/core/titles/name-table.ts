/**
 * Which number stands for a name?
 * Names of queries and documents come in millions; each is kept once, as bytes, and known by a number from 0.
 */
import type { NumberedNames } from "../types.ts";

const encoder = new TextEncoder();
/** A name may begin with what elsewhere is a byte order mark. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Names by number, numbers by name; equal bytes are one name. Grows only. Cost of a look-up O(length of the name). */
export class NameTable implements NumberedNames {
  #bytes = new Uint8Array(1 << 12);
  /** Name n is #bytes[#ends[n] .. #ends[n + 1]). */
  #ends = new Int32Array(1 << 8);
  /**
   * Open addressing in pairs: hash, number + 1 (0 where free). They lie beside each other because a look-up in a large
   * table waits for memory. A power of two.
   */
  #slots = new Int32Array(1 << 9);
  #size = 0;
  #hashes = new Int32Array(64);

  get size(): number {
    return this.#size;
  }

  add(name: string): number {
    const bytes = encoder.encode(name);
    return this.addBytes(bytes, 0, bytes.length);
  }

  addBytes(bytes: Uint8Array, begin: number, end: number): number {
    return this.#number(bytes, begin, end, hashOf(bytes, begin, end));
  }

  addMany(bytes: Uint8Array, begins: Int32Array, ends: Int32Array, count: number, numbers: Int32Array): void {
    if (count > this.#hashes.length) this.#hashes = new Int32Array(count);
    const hashes = this.#hashes;
    for (let place = 0; place < count; place++) {
      hashes[place] = hashOf(bytes, begins[place] as number, ends[place] as number);
    }
    this.#fetch(hashes, count, numbers);
    for (let place = 0; place < count; place++) {
      const begin = begins[place] as number;
      const end = ends[place] as number;
      numbers[place] = this.#number(bytes, begin, end, hashes[place] as number);
    }
  }

  find(name: string): number {
    const bytes = encoder.encode(name);
    return (this.#slots[this.#slotOf(bytes, 0, bytes.length, hashOf(bytes, 0, bytes.length)) + 1] as number) - 1;
  }

  nameOf(number: number): string {
    return decoder.decode(this.#bytes.subarray(this.#ends[number], this.#ends[number + 1]));
  }

  equals(number: number, bytes: Uint8Array, begin: number, end: number): boolean {
    const own = this.#bytes;
    let from = this.#ends[number] as number;
    if ((this.#ends[number + 1] as number) - from !== end - begin) return false;
    for (let at = begin; at < end; at++, from++) if (bytes[at] !== own[from]) return false;
    return true;
  }

  compare(one: number, other: number): number {
    let at = this.#ends[one] as number;
    let otherAt = this.#ends[other] as number;
    const length = (this.#ends[one + 1] as number) - at;
    const otherLength = (this.#ends[other + 1] as number) - otherAt;
    for (const end = at + Math.min(length, otherLength); at < end; at++, otherAt++) {
      const difference = (this.#bytes[at] as number) - (this.#bytes[otherAt] as number);
      if (difference !== 0) return difference;
    }
    return length - otherLength;
  }

  #number(bytes: Uint8Array, begin: number, end: number, hash: number): number {
    const slot = this.#slotOf(bytes, begin, end, hash);
    const found = this.#slots[slot + 1] as number;
    return found > 0 ? found - 1 : this.#append(bytes, begin, end, hash, slot);
  }

  /**
   * Reads what the look-ups will need, in loops without a branch: the processor waits for many at once. What it finds
   * is stored only so that no compiler leaves the reading out.
   */
  #fetch(hashes: Int32Array, count: number, stored: Int32Array): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let place = 0; place < count; place++) {
      stored[place] = slots[(((hashes[place] as number) << 1) & mask) + 1] as number;
    }
    for (let place = 0; place < count; place++) stored[place] = this.#ends[stored[place] as number] as number;
    for (let place = 0; place < count; place++) stored[place] = this.#bytes[stored[place] as number] as number;
  }

  /** The pair that holds the name, or the free one where it belongs. */
  #slotOf(bytes: Uint8Array, begin: number, end: number, hash: number): number {
    const slots = this.#slots;
    const own = this.#bytes;
    const mask = slots.length - 1;
    for (let slot = (hash << 1) & mask; ; slot = (slot + 2) & mask) {
      const number = (slots[slot + 1] as number) - 1;
      if (number < 0) return slot;
      if (slots[slot] !== hash) continue;
      let from = this.#ends[number] as number;
      if ((this.#ends[number + 1] as number) - from !== end - begin) continue;
      let at = begin;
      while (at < end && bytes[at] === own[from]) {
        at++;
        from++;
      }
      if (at === end) return slot;
    }
  }

  #append(bytes: Uint8Array, begin: number, end: number, hash: number, slot: number): number {
    const number = this.#size++;
    const from = this.#ends[number] as number;
    const to = from + end - begin;
    if (to > this.#bytes.length) this.#bytes = grown(this.#bytes, new Uint8Array(Math.max(to, this.#bytes.length * 2)));
    if (number + 2 > this.#ends.length) this.#ends = grown(this.#ends, new Int32Array(this.#ends.length * 4));
    // Names are short: a loop is faster than a view and a copy.
    for (let at = begin; at < end; at++) this.#bytes[from + at - begin] = bytes[at] as number;
    this.#ends[number + 1] = to;
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = number + 1;
    if (this.#size * 4 > this.#slots.length) this.#rehash();
    return number;
  }

  #rehash(): void {
    const old = this.#slots;
    // Four times: moving every name costs more than the room.
    const slots = new Int32Array(old.length * 4);
    const mask = slots.length - 1;
    for (let from = 0; from < old.length; from += 2) {
      if (old[from + 1] === 0) continue;
      let slot = ((old[from] as number) << 1) & mask;
      while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
      slots[slot] = old[from] as number;
      slots[slot + 1] = old[from + 1] as number;
    }
    this.#slots = slots;
  }
}

/** Drawn anew in each process, so that no file can hold names made to collide. No number depends on it. */
const key = crypto.getRandomValues(new Int32Array(2));

/** HalfSipHash-1-3 (Aumasson and Bernstein, 2012): words of four bytes, one with the rest and the length, three rounds. */
function hashOf(bytes: Uint8Array, begin: number, end: number): number {
  let v0 = key[0] as number;
  let v1 = key[1] as number;
  let v2 = v0 ^ 0x6c796765;
  let v3 = v1 ^ 0x74656462;
  let at = begin;
  for (let rounds = ((end - begin) >>> 2) + 4; rounds > 0; rounds--) {
    let word = 0;
    if (rounds > 4) {
      word = (bytes[at++] as number) | ((bytes[at++] as number) << 8);
      word |= ((bytes[at++] as number) << 16) | ((bytes[at++] as number) << 24);
    } else if (rounds === 4) {
      word = (end - begin) << 24;
      for (let shift = 0; at < end; shift += 8) word |= (bytes[at++] as number) << shift;
    } else if (rounds === 3) {
      v2 ^= 0xff;
    }
    v3 ^= word;
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    v0 ^= word;
  }
  return v1 ^ v3;
}

function grown<Numbers extends Uint8Array | Int32Array>(old: Numbers, larger: Numbers): Numbers {
  larger.set(old);
  return larger;
}
