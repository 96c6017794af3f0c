/**
 * Is this the pool that the ratings of a database were given for?
 */
import type { SemqrelError } from "../../core/errors.ts";
import { quoted } from "../../core/text/wording.ts";
import { titleKey } from "../../core/titles/keys.ts";
import type { PooledPair } from "../../core/types.ts";
import { unusableDatabase } from "./database-error.ts";
import { editedField } from "./edited-field.ts";
import { keyOfPair } from "./pair-writer.ts";
import { storable } from "./storable.ts";

/** What the database holds. */
export interface HeldPairs {
  /** The database, for messages. */
  readonly path: string;
  /** In the order of their numbers. */
  readonly ofPool: readonly PooledPair[];
  /** Those that only an import names; a title may be "". They had no engines nor chances before. */
  readonly ofImports: readonly PooledPair[];
}

/**
 * A pool may have more pairs than the database, and more engines of a pair.
 *
 * @throws SemqrelError DATABASE_UNUSABLE  `other-pool`: pairs of the pool are missing, have another title, or were edited
 */
export function requireSamePool(pairs: readonly PooledPair[], { path, ofPool, ofImports }: HeldPairs): void {
  const given = new Map(pairs.map((pair) => [keyOfPair(pair), pair]));
  const nowOf = (pair: PooledPair) => given.get(keyOfPair(pair)) ?? pair;
  const missing = ofPool.filter((pair) => !given.has(keyOfPair(pair)));
  if (missing[0] !== undefined) throw otherPairs(path, missing, ofPool.length);
  const isRetitled = (pair: PooledPair) =>
    pair.title !== "" && titleKey(storable(nowOf(pair).title)) !== titleKey(pair.title);
  const retitled = [...ofPool, ...ofImports].filter(isRetitled);
  const [first] = retitled;
  if (first !== undefined) {
    const { query, id, title } = first;
    const newTitle = storable(nowOf(first).title);
    throw otherPool(
      path,
      `${retitled.length} of its pairs have other titles in this pool, and ratings would move to other documents - the ` +
        `first is query ${quoted(query)}, document ${quoted(id)}: ${quoted(title)} there, ${quoted(newTitle)} in the pool`,
      { query, id, title, newTitle, retitled: retitled.length },
    );
  }
  const edited = ofPool.flatMap((pair) => {
    const field = editedField(pair, nowOf(pair));
    return field === null ? [] : [{ query: pair.query, id: pair.id, field }];
  });
  if (edited[0] === undefined) return;
  const { query, id, field } = edited[0];
  throw otherPool(
    path,
    `${edited.length} of its pairs were edited in this pool, which may only grow (semqrel pool --add) - the first is ` +
      `query ${quoted(query)}, document ${quoted(id)}: another "${field}"`,
    { query, id, field, edited: edited.length },
  );
}

function otherPairs(path: string, missing: readonly PooledPair[], stored: number): SemqrelError {
  const what =
    missing.length === stored
      ? `it belongs to another pool: none of its ${stored} pairs is in this one`
      : `${missing.length} of its ${stored} pairs are not in this pool, which was made anew or edited`;
  const { query = "", id = "" } = missing[0] ?? {};
  return otherPool(path, `${what} - the first is query ${quoted(query)}, document ${quoted(id)}`, {
    ...{ query, id },
    missing: missing.length,
    stored,
  });
}

function otherPool(path: string, what: string, details: Readonly<Record<string, unknown>>): SemqrelError {
  return unusableDatabase(
    path,
    "other-pool",
    `${what}. Give the pool that it was made for, leave the pool out to go on with what the database holds, or give ` +
      "the database another name.",
    { details },
  );
}
