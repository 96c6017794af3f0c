/**
 * Which configuration files does this user trust?
 * A record is a file of its own outside all folders of work. Its name is made of the path and the content of what is
 * trusted: another path, another content or a link is another matter.
 */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../core/attempt.ts";
import { userFolder } from "../../core/files/cache-folder.ts";
import { isFile, makeFolder } from "../../core/files/folders.ts";
import { sha256 } from "../../core/files/sha256.ts";
import type { CliIo } from "../io.ts";
import type { ConfigurationFile } from "./read-configuration.ts";

type Environment = CliIo["environment"];

/** `$XDG_STATE_HOME/semqrel/trusted`, else `~/.local/state/semqrel/trusted`. */
export function trustFolder(environment: Environment): string {
  return join(userFolder(environment, "XDG_STATE_HOME", join(".local", "state")), "semqrel", "trusted");
}

/** Records that cannot be read are none. */
export function isTrusted(file: ConfigurationFile, environment: Environment): boolean {
  return !file.isLink && attempt(() => isFile(recordOf(file, environment))) === true;
}

/** Whether it was trusted with another content. */
export function wasTrusted({ path }: ConfigurationFile, environment: Environment): boolean {
  return attempt(() => recordsOf(path, environment).length > 0) === true;
}

/** Replaces what was recorded of the path before. Throws as `fs` does. */
export function trust(file: ConfigurationFile, environment: Environment): void {
  makeFolder(trustFolder(environment), 0o700);
  forget(file.path, environment);
  writeFileSync(recordOf(file, environment), `${file.path}\n`, { flag: "wx", mode: 0o600 });
}

/** @returns whether there was anything to forget */
export function forget(path: string, environment: Environment): boolean {
  const records = recordsOf(path, environment);
  for (const record of records) rmSync(record, { force: true });
  return records.length > 0;
}

function recordOf({ path, sha256: content }: ConfigurationFile, environment: Environment): string {
  return join(trustFolder(environment), `${sha256(path)}-${content}`);
}

function recordsOf(path: string, environment: Environment): string[] {
  const folder = trustFolder(environment);
  try {
    const names = readdirSync(folder).filter((name) => name.startsWith(`${sha256(path)}-`));
    return names.map((name) => join(folder, name));
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}
