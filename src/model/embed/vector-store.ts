/**
 * Where are vectors kept between runs?
 * The door to lmdb: one file that several processes may read and write at once.
 */
import { closeSync, fstatSync, openSync, readSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { open } from "lmdb";
import { messageOf } from "../../core/errors.ts";
import { makeFolder } from "../../core/files/folders.ts";
import { temporaryPath } from "../../core/files/temporary-path.ts";

export interface VectorStore {
  /** Undefined also where the file turns out to be damaged. */
  get(key: Uint8Array): Uint8Array | undefined;
  /** Keeps all of them or none; on return they are on their way to the disk. */
  put(entries: readonly (readonly [key: Uint8Array, value: Uint8Array])[]): void;
  close(): Promise<void>;
}

export interface OpenedStore {
  readonly store: VectorStore;
  /** Why an earlier file was thrown away. */
  readonly rebuilt: string | null;
}

/** Called once, when a store stops keeping vectors. A damaged file is removed when the store is closed. */
export type OnTrouble = (reason: string, isDamaged: boolean) => void;

/** Opens or makes the file. A file that was cut short would crash lmdb and the process: it is thrown away first. */
export function openVectorStore(path: string, onTrouble: OnTrouble = () => {}): OpenedStore {
  makeFolder(dirname(path));
  const rebuilt = lastingDamageOf(path);
  const remove = () => {
    rmSync(path, { force: true });
    rmSync(`${path}-lock`, { force: true });
  };
  if (rebuilt !== null) remove();
  requireRoom(path);
  const database = open<Uint8Array, Uint8Array>({ path, keyEncoding: "binary", encoding: "binary" });
  let state: "good" | "full" | "damaged" = "good";
  // A run goes on without a store that fails: it computes vectors again.
  const attempt = <Result>(action: () => Result): Result | undefined => {
    if (state !== "good") return undefined;
    try {
      return action();
    } catch (cause) {
      const why = messageOf(cause);
      state = /MDB_(CORRUPTED|PAGE_NOTFOUND|BAD_TXN|PANIC|INVALID)/.test(why) ? "damaged" : "full";
      onTrouble(why, state === "damaged");
      return undefined;
    }
  };
  return {
    rebuilt,
    store: {
      get: (key) => attempt(() => database.getBinary(key)),
      put(entries) {
        attempt(() =>
          database.transactionSync(() => {
            for (const [key, value] of entries) database.putSync(key, value);
          }),
        );
      },
      async close() {
        await database.close();
        if (state === "damaged") remove();
      },
    },
  };
}

/** On a full disk lmdb's write into a mapped file kills the process; here `fs` throws an error before. */
function requireRoom(path: string): void {
  const probe = temporaryPath(path);
  try {
    // More than the lock file and the first pages.
    writeFileSync(probe, Buffer.alloc(1 << 15), { flag: "wx" });
  } finally {
    rmSync(probe, { force: true });
  }
}

/** Offsets in an LMDB meta page, after its 16 bytes of page header. */
const META = { magic: 24, version: 28, pageSize: 48, lastPage: 144, transaction: 152, size: 160 } as const;
const MAGIC = 0xbeefc0de;

/** Looks twice: what looks like damage may be another process that makes the file right now. */
function lastingDamageOf(path: string): string | null {
  if (damageOf(path) === null) return null;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  return damageOf(path);
}

/** Both meta pages must be lmdb's, and the file as long as the newer one says. */
function damageOf(path: string): string | null {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return null;
  const page = Buffer.alloc(META.size);
  const descriptor = openSync(path, "r");
  try {
    const readMeta = (offset: number) => {
      const length = readSync(descriptor, page, 0, META.size, offset);
      if (length < META.size || page.readUInt32LE(META.magic) !== MAGIC) return null;
      return {
        pageSize: page.readUInt32LE(META.pageSize),
        lastPage: Number(page.readBigUInt64LE(META.lastPage)),
        transaction: Number(page.readBigUInt64LE(META.transaction)),
      };
    };
    const first = readMeta(0);
    const second = first === null ? null : readMeta(first.pageSize);
    if (first === null || second === null) return "it is no lmdb file";
    const newest = first.transaction > second.transaction ? first : second;
    // Asked last: another process may be making the file longer right now.
    const { size: sizeBytes } = fstatSync(descriptor);
    return sizeBytes < (newest.lastPage + 1) * newest.pageSize ? "it was cut short" : null;
  } finally {
    closeSync(descriptor);
  }
}
