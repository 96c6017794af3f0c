/**
 * Under which address does a server come back?
 * A page that is open when its server ends keeps what it could not send, and can send it only to the same address. So
 * port and token of a database are remembered, for this user alone.
 */
import { randomBytes } from "node:crypto";
import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../core/attempt.ts";
import { makeFolder } from "../../core/files/folders.ts";
import { readWholeText } from "../../core/files/read-whole.ts";
import { sha256 } from "../../core/files/sha256.ts";
import { fits, fitting, type InferOutput, object, wholeNumber } from "../../core/schema.ts";

/** 128 random bits in hexadecimal. */
const isToken = (value: unknown) => typeof value === "string" && /^[0-9a-f]{32}$/.test(value);
const keptShape = object({ port: wholeNumber(0, 65_535), token: fitting<string>("32 hexadecimal digits", isToken) });

/** The port 0 takes any that is free. */
export type RatingAddress = InferOutput<typeof keptShape>;

export function newAddress(): RatingAddress {
  return { port: 0, token: randomBytes(16).toString("hex") };
}

export function keptAddress(folder: string, database: string): RatingAddress | null {
  const kept = attempt((): unknown => JSON.parse(readWholeText(placeOf(folder, database))));
  return fits(keptShape, kept) ? { port: kept.port, token: kept.token } : null;
}

/** Only this user may read it. */
export function keepAddress(folder: string, database: string, { port, token }: RatingAddress): void {
  // Where the folder cannot be written to, the next address is another one.
  attempt(() => {
    makeFolder(join(folder, "rating"), 0o700);
    writeFileSync(placeOf(folder, database), JSON.stringify({ port, token }), { mode: 0o600 });
  });
}

function placeOf(folder: string, database: string): string {
  return join(folder, "rating", `${sha256(realpathSync(database)).slice(0, 32)}.json`);
}
