/** Which vectors does this browser keep? An IndexedDB of the page's own, by model and cleaned title. */

export interface KeptVector {
  readonly vector: Float32Array;
  readonly tokenKey: string;
  readonly tokenCount: number;
  readonly flags: number;
}

export interface KeptVectors {
  get(titles: readonly string[]): Promise<readonly (KeptVector | undefined)[]>;
  put(entries: readonly (readonly [title: string, kept: KeptVector])[]): Promise<void>;
}

const STORE = "vectors";

/** Null if the browser keeps nothing, as in private windows of some. @param model a sum of its files */
export async function openKeptVectors(model: string): Promise<KeptVectors | null> {
  try {
    const opening = indexedDB.open("semqrel", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    const database = await resultOf(opening);
    const keyOf = (title: string) => `${model}\n${title}`;
    return {
      get(titles) {
        const store = database.transaction(STORE).objectStore(STORE);
        return Promise.all(titles.map((title) => resultOf<KeptVector | undefined>(store.get(keyOf(title)))));
      },
      put(entries) {
        const transaction = database.transaction(STORE, "readwrite");
        for (const [title, kept] of entries) transaction.objectStore(STORE).put(kept, keyOf(title));
        return new Promise((resolve) => {
          transaction.oncomplete = () => resolve();
          // A full disk only costs time: the titles are computed again next time.
          transaction.onabort = () => resolve();
        });
      },
    };
  } catch {
    return null;
  }
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
