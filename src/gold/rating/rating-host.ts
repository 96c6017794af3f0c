import { randomBytes } from "node:crypto";
import { lookup } from "node:dns/promises";
import { realpathSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { attempt } from "../../core/attempt.ts";
import { invalidOption } from "../../core/errors.ts";
import { makeFolder } from "../../core/files/folders.ts";
import { readWholeText, sha256 } from "../../core/files/read-whole.ts";
import { fits, fitting, type InferOutput, object, wholeNumber } from "../../core/schema.ts";
import { someOf } from "../../core/text/wording.ts";

export interface RatingHost {
  readonly address: string;
  /** Names in URLs and the Host header. The URLs for raters contain the first name. IPv6 addresses are in brackets. */
  readonly names: readonly string[];
  /** Who can reach the page: programs on this machine, one network, or all networks of the machine. */
  readonly reach: "machine" | "network" | "every-network";
}

export const localHost: RatingHost = { address: "127.0.0.1", names: ["127.0.0.1", "localhost"], reach: "machine" };

export async function ratingHost(host: string): Promise<RatingHost> {
  const name = nameInAddresses(host);
  const found = name === null ? null : await lookup(name.replace(/^\[|\]$/g, "")).catch(() => null);
  if (name === null || found === null) {
    const problem = `--host ${host} is not a name or address of this machine. Its addresses are ${someOf(ownNames(), 5)}.`;
    throw invalidOption(`Rating: ${problem}`, { host });
  }
  const { address } = found;
  if (address === localHost.address) return localHost;
  if (/^127\.|^::1$/.test(address)) return { address, names: [name], reach: "machine" };
  // 0.0.0.0 or :: in any notation.
  const isEvery = /^[0:.]+$|^::ffff:0(?:\.0){3}$|^::ffff:0:0$/i.test(address);
  return isEvery
    ? { address, names: [...ownNames(), ...localHost.names], reach: "every-network" }
    : { address, names: [name], reach: "network" };
}

/** Returns the addresses at which other machines reach this machine, IPv4 first. */
export function ownNames(): string[] {
  const outward = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    // An address fe80::… is only valid on one link, and needs the link's name.
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
    .map(({ address }) => nameInAddresses(address) ?? address);
  return [...outward.filter((name) => !name.startsWith("[")), ...outward.filter((name) => name.startsWith("["))];
}

/** Returns the host as a browser writes it; null if it is not a host. */
function nameInAddresses(host: string): string | null {
  const given = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const address = `http://${given}/`;
  if (!URL.canParse(address)) return null;
  const { hostname, href } = new URL(address);
  return hostname !== "" && href === `http://${hostname}/` ? hostname : null;
}

// An open page can only send its ratings to the address from which it was loaded, so port and token are stored.

const isToken = (value: unknown) => typeof value === "string" && /^[0-9a-f]{32}$/.test(value);
const keptShape = object({ port: wholeNumber(0, 65_535), token: fitting<string>("32 hexadecimal digits", isToken) });

/** Port 0 means any free port. */
export type RatingAddress = InferOutput<typeof keptShape>;

export function newAddress(): RatingAddress {
  return { port: 0, token: randomBytes(16).toString("hex") };
}

export function keptAddress(folder: string, database: string): RatingAddress | null {
  const kept = attempt((): unknown => JSON.parse(readWholeText(placeOf(folder, database))));
  return fits(keptShape, kept) ? { port: kept.port, token: kept.token } : null;
}

/** Stores the address in a file that only this user may read. */
export function keepAddress(folder: string, database: string, { port, token }: RatingAddress): void {
  // If the folder is read-only, the next run gets another address.
  attempt(() => {
    makeFolder(join(folder, "rating"), 0o700);
    writeFileSync(placeOf(folder, database), JSON.stringify({ port, token }), { mode: 0o600 });
  });
}

function placeOf(folder: string, database: string): string {
  return join(folder, "rating", `${sha256(realpathSync(database)).slice(0, 32)}.json`);
}
