/**
 * Stores vectors in one file, to which each `put` appends a block. Several processes may use the file at once. It is
 * not memory-mapped, so a damaged file causes an error or a missing entry, but never a crash.
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { messageOf, SemqrelError } from "../../core/errors.ts";
import { makeFolder } from "../../core/files/folders.ts";
import { waitForLock } from "../../core/files/lock-file.ts";

export interface VectorStore {
  /** @param key - a SHA-256 hash. The caller must verify the value, which contains a checksum. */
  get(key: Uint8Array): Uint8Array | undefined;
  /** Stores all entries or none. All values have the same length. */
  put(entries: readonly (readonly [key: Uint8Array, value: Uint8Array])[]): Promise<void>;
  close(): Promise<void>;
}

const LOCK_MILLISECONDS = 10_000;
/** Offsets in a block's head. Sizes in bytes: magic 8, entry count 4, value size 4, checksums of keys 8 and head 8. */
const HEAD = { count: 8, valueBytes: 12, keysSum: 16, headSum: 24, size: 32 } as const;
const MAGIC = Buffer.from("sqvecs1\n");
const KEY_BYTES = 32;
const blockDamage = "the head or the keys of a block are damaged";

/**
 * Opens the store. Renames a damaged file to PATH.damaged, and starts with an empty file.
 * @param onTrouble - called once, if the file can no longer be read or written. The run then computes vectors again.
 */
export async function openVectorStore(path: string, onTrouble: (why: string) => void = () => {}) {
  makeFolder(dirname(path));
  let blocks = openBlocks(path);
  let setAside: string | null = null;
  if (blocks.follow() !== null) {
    blocks.close();
    setAside = await locked(path, () => {
      // Another process may already have set the file aside.
      blocks = openBlocks(path);
      const damage = blocks.follow();
      if (damage === null) return null;
      blocks.close();
      renameSync(path, `${path}.damaged`);
      blocks = openBlocks(path);
      return `${damage}; the old file is now ${path}.damaged`;
    });
  }
  let isFailing = false;
  const fail = (cause: unknown): undefined => {
    if (!isFailing) onTrouble(messageOf(cause));
    isFailing = true;
  };
  const store: VectorStore = {
    get(key) {
      try {
        return blocks.get(key);
      } catch (cause) {
        return fail(cause);
      }
    },
    async put(entries) {
      if (isFailing || entries.length === 0) return;
      try {
        const damage = await locked(path, () => {
          if (!blocks.isAt(path)) {
            blocks.close();
            blocks = openBlocks(path, constants.O_RDONLY | constants.O_CREAT);
          }
          const found = blocks.follow();
          if (found !== null) return found;
          append(path, blocks.end(), blockOf(entries));
          return blocks.follow();
        });
        if (damage !== null) fail(damage);
      } catch (cause) {
        fail(cause);
      }
    },
    close: async () => blocks.close(),
  };
  /** `setAside`: why the earlier file was set aside, and its new path; null if it was not. */
  return { store, setAside };
}

/**
 * Reads and checks the whole file.
 * @param isWhole - whether a value was written for this key and is undamaged
 * @returns number of different keys, number of damaged entries, and damage of the file's structure or null
 */
export function checkVectors(path: string, isWhole: (key: Uint8Array, value: Uint8Array) => boolean) {
  const blocks = openBlocks(path);
  // A later entry with the same key replaces a damaged entry.
  const found = new Map<number, boolean>();
  const damage = blocks.follow((keys) => {
    for (let begin = 0; begin < keys.length; begin += KEY_BYTES) {
      const key = keys.subarray(begin, begin + KEY_BYTES);
      found.set(numberOf(key), isWhole(key, blocks.get(key) ?? new Uint8Array()));
    }
  });
  blocks.close();
  return { entries: found.size, damaged: [...found.values()].filter((whole) => !whole).length, damage };
}

async function locked<Result>(path: string, action: () => Result): Promise<Result> {
  const release = await waitForLock(`${path}.lock`, LOCK_MILLISECONDS);
  if (release === null) {
    throw new SemqrelError(
      "OUTPUT_UNWRITABLE",
      `Storing vectors: another process is using the cache (${path}.lock). Wait until it ends.`,
    );
  }
  try {
    return action();
  } finally {
    release();
  }
}

function openBlocks(path: string, flags = constants.O_RDONLY) {
  const isThere = (flags & constants.O_CREAT) !== 0 || statSync(path, { throwIfNoEntry: false }) !== undefined;
  const file = isThere ? openSync(path, flags, 0o666) : null;
  const locations = new Map<number, readonly [at: number, valueBytes: number]>();
  let end = 0;
  let sizeBytes = 0;

  const read = (length: number, at: number): Buffer => {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, file === null ? 0 : readSync(file, bytes, 0, length, at));
  };
  /** Reads the blocks after `end`; returns their damage or null. Ignores a last block that is still being written. */
  const follow = (onKeys: (keys: Buffer) => void = () => {}): string | null => {
    sizeBytes = file === null ? 0 : fstatSync(file).size;
    while (end + HEAD.size <= sizeBytes) {
      const head = read(HEAD.size, end);
      if (!head.subarray(0, HEAD.count).equals(MAGIC)) return blockDamage;
      if (!sumOf(head.subarray(0, HEAD.headSum)).equals(head.subarray(HEAD.headSum))) return blockDamage;
      const [count, valueBytes] = [head.readUInt32LE(HEAD.count), head.readUInt32LE(HEAD.valueBytes)];
      const values = end + HEAD.size + count * KEY_BYTES;
      if (values + count * valueBytes > sizeBytes) return null;
      const keys = read(count * KEY_BYTES, end + HEAD.size);
      if (!sumOf(keys).equals(head.subarray(HEAD.keysSum, HEAD.headSum))) return blockDamage;
      for (let number = 0; number < count; number++) {
        locations.set(keys.readUIntBE(number * KEY_BYTES, 6), [values + number * valueBytes, valueBytes]);
      }
      onKeys(keys);
      end = values + count * valueBytes;
    }
    return null;
  };
  return {
    follow,
    end: () => end,
    get(key: Uint8Array): Buffer | undefined {
      const number = numberOf(key);
      // Another process may have added the key.
      if (!locations.has(number) && file !== null && fstatSync(file).size !== sizeBytes) follow();
      const location = locations.get(number);
      return location && read(location[1], location[0]);
    },
    isAt(now: string): boolean {
      const found = statSync(now, { throwIfNoEntry: false });
      return file !== null && found?.ino === fstatSync(file).ino;
    },
    close() {
      if (file !== null) closeSync(file);
    },
  };
}

/** Returns 6 bytes of a key. If two keys share these bytes, `get` may return a wrong value, but its checksum fails. */
function numberOf(key: Uint8Array): number {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).readUIntBE(0, 6);
}

function sumOf(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest().subarray(0, 8);
}

function blockOf(entries: readonly (readonly [key: Uint8Array, value: Uint8Array])[]): Buffer {
  const keys = Buffer.concat(entries.map(([key]) => key));
  const head = Buffer.alloc(HEAD.size);
  MAGIC.copy(head);
  head.writeUInt32LE(entries.length, HEAD.count);
  head.writeUInt32LE(entries[0]?.[1].length ?? 0, HEAD.valueBytes);
  sumOf(keys).copy(head, HEAD.keysSum);
  sumOf(head.subarray(0, HEAD.headSum)).copy(head, HEAD.headSum);
  return Buffer.concat([head, keys, ...entries.map(([, value]) => value)]);
}

/** Writes at `end`, over the incomplete block of a killed process. If writing fails, removes what it has written. */
function append(path: string, end: number, block: Buffer): void {
  const file = openSync(path, constants.O_RDWR);
  try {
    ftruncateSync(file, end);
    try {
      for (let done = 0; done < block.length; ) {
        done += writeSync(file, block, done, block.length - done, end + done);
      }
    } catch (cause) {
      ftruncateSync(file, end);
      throw cause;
    }
  } finally {
    closeSync(file);
  }
}
