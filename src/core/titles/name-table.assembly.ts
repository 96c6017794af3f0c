/**
 * Gives each distinct name a number, from 0, and reads names and numbers in the lines of TREC files. This is
 * AssemblyScript, compiled to WebAssembly, which takes less than half the time of JavaScript. Names and lines share one
 * memory, so that only new names are copied. Addresses are offsets in this memory, in bytes.
 */

/** This byte and smaller ones separate fields. They are the white space of C, and control characters. */
const SPACE: u8 = 0x20;
const LINE_FEED: u8 = 0x0a;
const HASH: u8 = 0x23;
/** Number of bytes that may be read after the end of the data, because eight bytes are read at a time. */
const SLACK: usize = 16;

// Memory is only freed with the whole table.
let nextFree: usize = (__heap_base + 7) & ~7;

/** Allocates memory and returns its address. Fails above 2 GiB, so that addresses fit into 31 bits. */
function take(bytes: usize): usize {
  const taken = nextFree;
  const end = (<u64>taken + bytes + 7) & ~7;
  if (end + SLACK > 0x7fff0000) unreachable();
  const missing = <i32>((end + SLACK + 0xffff) >>> 16) - memory.size();
  // Also adds an eighth of the present size if possible, because each growth is slow.
  if (missing > 0 && memory.grow(missing + (memory.size() >>> 3)) < 0 && memory.grow(missing) < 0) unreachable();
  nextFree = <usize>end;
  return taken;
}

/** Size of the start of an entry: the name's number and length, four bytes each. The name follows. */
const BEFORE_NAME: usize = 8;
/** Number of addresses that fit into `entries`. `entries` contains the address of each entry, by number. */
let capacity: u32 = 1 << 8;
let entries: usize = take(capacity << 2);
/** Number of slots minus 1, for open addressing. A slot contains the hash and the address of an entry (0 if empty). */
let slotMask: u32 = (1 << 9) - 1;
let slots: usize = take((slotMask + 1) << 3);
export let size: u32 = 0;

let key0: u64 = 0;
let key1: u64 = 0;

export function setKey(one: u64, other: u64): void {
  key0 = one;
  key1 = other;
}

/** Names do not use the buffer of the lines, because names are looked up while the lines are still needed. */
let nameCapacity: usize = 1 << 8;
let nameRoom: usize = take(nameCapacity);
let linesCapacity: usize = 0;
let linesRoom: usize = 0;

/** Returns the address of a buffer for this many bytes. The next call may return the same address. */
export function roomForName(bytes: usize): usize {
  if (bytes > nameCapacity) {
    nameCapacity = bytes << 1;
    nameRoom = take(nameCapacity);
  }
  return nameRoom;
}

export function roomForLines(bytes: usize): usize {
  if (bytes > linesCapacity) {
    linesCapacity = bytes + (bytes >>> 1);
    linesRoom = take(linesCapacity);
  }
  return linesRoom;
}

/** Returns the number of the name. Adds the name if it is new. */
export function add(begin: usize, length: usize): u32 {
  return numberOf(begin, length, hashOf(begin, length));
}

export function find(begin: usize, length: usize): i32 {
  const entry = load<usize>(slotOf(begin, length, hashOf(begin, length)), 4);
  return entry === 0 ? -1 : load<i32>(entry);
}

export function beginOf(number: u32): usize {
  return load<usize>(entries + (number << 2)) + BEFORE_NAME;
}

export function lengthOf(number: u32): usize {
  return load<usize>(beginOf(number) - 4);
}

/** Compares the bytes of two names, given by number. Returns a number below 0 if `one` comes first. */
export function compare(one: u32, other: u32): i32 {
  const length = lengthOf(one);
  const otherLength = lengthOf(other);
  const difference = memory.compare(beginOf(one), beginOf(other), min(length, otherLength));
  return difference !== 0 ? difference : <i32>length - <i32>otherLength;
}

function numberOf(begin: usize, length: usize, hash: u32): u32 {
  const slot = slotOf(begin, length, hash);
  const known = load<usize>(slot, 4);
  if (known !== 0) return load<u32>(known);
  const entry = take(BEFORE_NAME + length);
  const number = size++;
  store<u32>(entry, number);
  store<usize>(entry, length, 4);
  memory.copy(entry + BEFORE_NAME, begin, length);
  store<u32>(slot, hash);
  store<usize>(slot, entry, 4);
  if (number === capacity) {
    // Makes `entries` four times as large, because moving all addresses is slow and unused memory costs nothing.
    const larger = take(capacity << 4);
    memory.copy(larger, entries, capacity << 2);
    entries = larger;
    capacity <<= 2;
  }
  store<usize>(entries + (number << 2), entry);
  if (size * 4 > slotMask * 3) moveSlots();
  return number;
}

function slotOf(begin: usize, length: usize, hash: u32): usize {
  let place = hash & slotMask;
  let slot = slots + (place << 3);
  for (let entry = load<usize>(slot, 4); entry !== 0; entry = load<usize>(slot, 4)) {
    if (load<u32>(slot) === hash && load<usize>(entry, 4) === length && isSame(begin, entry + BEFORE_NAME, length))
      break;
    place = (place + 1) & slotMask;
    slot = slots + (place << 3);
  }
  return slot;
}

function moveSlots(): void {
  const old = slots;
  const end = old + ((slotMask + 1) << 3);
  slotMask = (slotMask << 1) | 1;
  slots = take((slotMask + 1) << 3);
  for (let from = old; from < end; from += 8) {
    if (load<usize>(from, 4) === 0) continue;
    let place = load<u32>(from) & slotMask;
    while (load<usize>(slots + (place << 3), 4) !== 0) place = (place + 1) & slotMask;
    store<u64>(slots + (place << 3), load<u64>(from));
  }
}

function isSame(one: usize, other: usize, length: usize): bool {
  for (; length >= 8; length -= 8) {
    if (load<u64>(one) !== load<u64>(other)) return false;
    one += 8;
    other += 8;
  }
  return ((load<u64>(one) ^ load<u64>(other)) & lowBytes(length)) === 0;
}

/** Returns a mask of the first `count` bytes. `count` is 0 to 7. */
function lowBytes(count: usize): u64 {
  return ((<u64>1) << ((<u64>count) << 3)) - 1;
}

/** Returns 32 bits of SipHash-1-3 (Aumasson and Bernstein, 2012). Its secret key prevents prepared collisions. */
export function hashOf(begin: usize, length: usize): u32 {
  let v0 = key0 ^ 0x736f6d6570736575;
  let v1 = key1 ^ 0x646f72616e646f6d;
  let v2 = key0 ^ 0x6c7967656e657261;
  let v3 = key1 ^ 0x7465646279746573;
  const words = <i32>(length >>> 3);
  // One round for each word of eight bytes, one for the remaining bytes and the length, and three to finish.
  for (let round = words + 3; round >= 0; round--) {
    let word: u64 = 0;
    if (round > 3) {
      word = load<u64>(begin);
      begin += 8;
    } else if (round === 3) {
      word = (load<u64>(begin) & lowBytes(length & 7)) | ((<u64>length) << 56);
    } else if (round === 2) {
      v2 ^= 0xff;
    }
    v3 ^= word;
    v0 += v1;
    v1 = rotl(v1, 13) ^ v0;
    v0 = rotl(v0, 32);
    v2 += v3;
    v3 = rotl(v3, 16) ^ v2;
    v0 += v3;
    v3 = rotl(v3, 21) ^ v0;
    v2 += v1;
    v1 = rotl(v1, 17) ^ v2;
    v2 = rotl(v2, 32);
    v0 ^= word;
  }
  return <u32>(v0 ^ v1 ^ v2 ^ v3);
}

export const ROWS: u32 = 1 << 12;
/** Number of names that are looked up together, so that memory reads overlap. So few names fit into the L1 cache. */
const PENDING = 64;
/** Maximum number of fields to locate in a line. The first field is the query, the third is the document. */
const FIELDS = 6;
/** Number of digits that always fit into 53 bits. */
const DIGITS: usize = 15;
/** Exact powers of ten. A whole number below 2^53, divided by one of them, gives the nearest double. */
const powers = memory.data<f64>([1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]);

const begins = memory.data(4 * FIELDS);
const ends = memory.data(4 * FIELDS);
const names = memory.data(4 * PENDING);
const lengths = memory.data(4 * PENDING);
const hashes = memory.data(4 * PENDING);
/** Addresses of two columns with one entry per row: the number of the document, and the value of the number field. */
export let documents: usize = 0;
export let values: usize = 0;
/** Address of a column: start and end of each row's kept field (the iteration or the run name), four bytes each. */
export let kept: usize = 0;
/** Address of a list with one entry per change of the query: the row, the query's start and end, four bytes each. */
export let changed: usize = 0;
/** Address of a list with one entry per number that `readNumber` cannot read: row, start and end, four bytes each. */
export let odd: usize = 0;

/** Address of the ranks of the rows, four bytes each. */
export let ranks: usize = 0;
/** Address of a list of row numbers, four bytes each: the rows whose kept field differs from the previous row's. */
export let keptChanged: usize = 0;

export let rows: u32 = 0;
export let oddNumbers: u32 = 0;
/** Address of the next line. */
export let at: usize = 0;
export let changes: u32 = 0;
export let keptChanges: u32 = 0;
let queryBegin: usize = 0;
let queryEnd: usize = 0;
/** Sum of the values that are read ahead. Without the sum, the compiler would remove the reads. */
export let ahead: usize = 0;

const DONE = 0;
const FULL = 1;
/** The next line is blank, starts with `#`, has too few or too many fields, or a rank that `readRank` rejects. */
export const ODD_LINE = 2;

/** Sets the address where the next scan starts. The first row of the scan counts as a change of the query. */
export function begin(from: usize): void {
  if (documents === 0) {
    documents = take(ROWS << 2);
    values = take(ROWS << 3);
    kept = take(ROWS << 3);
    changed = take(12 * ROWS);
    odd = take(12 * ROWS);
    ranks = take(ROWS << 2);
    keptChanged = take(ROWS << 2);
  }
  at = from;
  rows = 0;
  queryEnd = queryBegin;
}

/**
 * Reads complete lines, each with its line feed. Stops at the first line that JavaScript must read (`ODD_LINE`).
 * @param number    - index of the field with the label or score
 * @param keptField - index of the kept field
 * @param last      - index of the last field
 * @param rank      - index of the field with the rank, which has only digits; 0 if there is none
 */
export function scan(to: usize, number: u32, keptField: u32, last: u32, rank: u32): u32 {
  rows = 0;
  changes = 0;
  keptChanges = 0;
  oddNumbers = 0;
  let settled: u32 = 0;
  let stop = DONE;
  while (at < to) {
    let next = at;
    let field: u32 = 0;
    for (; field <= last; field++) {
      const begin = skipSpace(next);
      if (load<u8>(begin) === LINE_FEED) break;
      next = endOfField(begin);
      store<usize>(begins + (field << 2), begin);
      store<usize>(ends + (field << 2), next);
    }
    const after = skipSpace(next);
    if (field <= last || load<u8>(at) === HASH || load<u8>(after) !== LINE_FEED || (rank > 0 && !readRank(rank))) {
      stop = ODD_LINE;
      break;
    }
    const query = load<usize>(begins);
    const length = load<usize>(ends) - query;
    if (length !== queryEnd - queryBegin || !isSame(query, queryBegin, length)) {
      queryBegin = query;
      queryEnd = query + length;
      const change = changed + 12 * changes++;
      store<u32>(change, rows);
      store<usize>(change, queryBegin, 4);
      store<usize>(change, queryEnd, 8);
    }
    readNumber(load<usize>(begins + (number << 2)), load<usize>(ends + (number << 2)));
    const pending = (rows - settled) << 2;
    const document = load<usize>(begins, 8);
    store<usize>(names + pending, document);
    store<usize>(lengths + pending, load<usize>(ends, 8) - document);
    store<usize>(kept + (rows << 3), load<usize>(begins + (keptField << 2)));
    store<usize>(kept + (rows << 3), load<usize>(ends + (keptField << 2)), 4);
    if (rank > 0 && (rows === 0 || isKeptNew())) store<u32>(keptChanged + (keptChanges++ << 2), rows);
    rows++;
    at = after + 1;
    if (rows - settled === PENDING) {
      settle(settled);
      settled = rows;
    }
    if (rows === ROWS) {
      stop = FULL;
      break;
    }
  }
  settle(settled);
  return stop;
}

/** Looks up the documents of the rows from index `first` on. */
function settle(first: u32): void {
  const numbers = documents + (first << 2);
  const size = (rows - first) << 2;
  for (let place: usize = 0; place < size; place += 4) {
    store<u32>(hashes + place, hashOf(load<usize>(names + place), load<usize>(lengths + place)));
  }
  // Short loops first read the memory that the look-ups need, so that the processor waits for many reads at once.
  for (let place: usize = 0; place < size; place += 4) {
    store<usize>(numbers + place, load<usize>(slots + ((load<u32>(hashes + place) & slotMask) << 3), 4));
  }
  for (let place: usize = 0; place < size; place += 4) ahead += load<usize>(load<usize>(numbers + place));
  for (let place: usize = 0; place < size; place += 4) {
    const number = numberOf(load<usize>(names + place), load<usize>(lengths + place), load<u32>(hashes + place));
    store<u32>(numbers + place, number);
  }
}

/** Stores the rank of the row and returns true if the field has at most nine digits and nothing else. */
function readRank(field: u32): bool {
  const begin = load<usize>(begins + (field << 2));
  const end = load<usize>(ends + (field << 2));
  if (end - begin > 9) return false;
  let value: i32 = 0;
  for (let place = begin; place < end; place++) {
    const digit = <u32>load<u8>(place) - 0x30;
    if (digit > 9) return false;
    value = value * 10 + digit;
  }
  store<i32>(ranks + (rows << 2), value);
  return true;
}

function isKeptNew(): bool {
  const own = kept + (rows << 3);
  const begin = load<usize>(own);
  const before = load<usize>(own - 8);
  const length = load<usize>(own, 4) - begin;
  return length !== load<usize>(own - 8, 4) - before || !isSame(begin, before, length);
}

/** Reads a number of up to 15 digits, with or without sign and point. Lists other numbers in `odd`, for JavaScript. */
function readNumber(begin: usize, end: usize): void {
  const sign = load<u8>(begin);
  let from = begin;
  if (sign === 0x2d || sign === 0x2b) from++;
  let whole: u64 = 0;
  let afterPoint: usize = 0;
  let isPlain = true;
  for (let place = from; place < end; place++) {
    const digit = <u32>load<u8>(place) - 0x30;
    if (digit <= 9) whole = whole * 10 + digit;
    else if (load<u8>(place) === 0x2e && afterPoint === 0) afterPoint = place + 1;
    else isPlain = false;
  }
  const digits = end - from - (afterPoint === 0 ? 0 : 1);
  if (!isPlain || digits === 0 || digits > DIGITS) {
    const place = odd + oddNumbers * 12;
    store<u32>(place, rows);
    store<usize>(place, begin, 4);
    store<usize>(place, end, 8);
    oddNumbers++;
    return;
  }
  let value = <f64>whole;
  if (afterPoint !== 0) value /= load<f64>(powers + ((end - afterPoint) << 3));
  store<f64>(values + (rows << 3), sign === 0x2d ? -value : value);
}

function skipSpace(from: usize): usize {
  let byte = load<u8>(from);
  while (byte <= SPACE && byte !== LINE_FEED) byte = load<u8>(++from);
  return from;
}

function endOfField(from: usize): usize {
  let found = spacesAt(from);
  while (found === 0) {
    from += 8;
    found = spacesAt(from);
  }
  return from + <usize>(ctz(found) >>> 3);
}

/** Returns 0 if none of the eight bytes is SPACE or less. Otherwise, the lowest set bit is in the first such byte. */
function spacesAt(from: usize): u64 {
  const bytes = load<u64>(from);
  return (bytes - 0x2121212121212121) & ~bytes & 0x8080808080808080;
}
