import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { attempt, unlessCode } from "../attempt.ts";
import { messageOf, SemqrelError } from "../errors.ts";
import { cutName } from "../text/paths.ts";
import { nearestName } from "../text/suggestion.ts";
import { sha256 } from "./read-whole.ts";

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Returns the names in a folder; [] if it does not exist, because another process may have removed it. */
export function namesIn(folder: string): string[] {
  return unlessCode("ENOENT", () => readdirSync(folder)) ?? [];
}

/** Returns ` Did you mean "a/lists.csv"?` if the missing file's folder contains a similar name, otherwise "". */
export function nearFile(path: string): string {
  const names = attempt(() => readdirSync(dirname(path))) ?? [];
  const near = nearestName(
    basename(path),
    names.filter((name) => name !== basename(path)),
  );
  return near === null ? "" : ` Did you mean "${join(dirname(path), near.name)}"?`;
}

/** Works like `mkdirSync` with `recursive`, but throws ENOENT below /proc, where `mkdirSync` never returns. */
export function makeFolder(path: string, mode?: number): string | undefined {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder) && dirname(folder) !== folder; folder = dirname(folder)) {
    missing.unshift(folder);
  }
  // Throws Node's error if a file has this path.
  if (missing.length === 0) return mkdirSync(path, { recursive: true });
  return missing.filter((folder) => isMade(folder, mode))[0];
}

function isMade(folder: string, mode: number | undefined): boolean {
  try {
    mkdirSync(folder, { mode });
    return true;
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === "EEXIST" && existsSync(folder);
    if (isThere && statSync(folder).isDirectory()) return false;
    throw error;
  }
}

export function makeTemporaryFolder(prefix: string): string {
  const parent = tmpdir();
  try {
    return mkdtempSync(join(parent, prefix));
  } catch (cause) {
    const why = isFolder(parent) ? messageOf(cause) : "there is no such folder";
    throw new SemqrelError(
      "OUTPUT_UNWRITABLE",
      `Making a folder in ${parent}, for temporary files: ${why}. Set TMPDIR to a folder that you can write to.`,
      { details: { folder: parent }, cause },
    );
  }
}

/** Maximum bytes of a file name without its suffix. File systems allow 255, and the suffix needs up to 25. */
const MOST_BYTES = 200;

/** Host name and PID namespace of this process. Containers with the same host name may number processes separately. */
export const processPlace = `${hostname()} ${attempt(() => readlinkSync("/proc/self/ns/pid")) ?? ""}`;
const placeKey = () => sha256(processPlace).slice(0, 4);

/** The path cannot be guessed, so no link can be put there. It tells `removeLeftovers` which process made it. */
export function temporaryPath(path: string): string {
  const name = cutName(basename(path), MOST_BYTES);
  return join(dirname(path), `${name}.${placeKey()}${randomBytes(4).toString("hex")}.${process.pid}.tmp`);
}

export function isTemporary(name: string): boolean {
  return /\.[0-9a-f]{12}\.\d+\.tmp$/.test(name);
}

export function ownerOfTemporary(name: string): { readonly pid: number; readonly isHere: boolean } | null {
  const [, place, pid] = /(?:\.([0-9a-f]{4})[0-9a-f]{8})?\.(\d+)\.tmp(?:-journal)?$/.exec(name) ?? [];
  return pid === undefined ? null : { pid: Number(pid), isHere: place === placeKey() };
}

let packageFolder: string | undefined;

/** Returns an absolute path. @param path - in this package, such as `dist/cli/main.js` */
export function ownFile(path: string): string {
  packageFolder ??= folderWithPackage(dirname(fileURLToPath(import.meta.url)));
  return join(packageFolder, path);
}

export function readBuiltFile(path: string, what: string): string {
  const file = ownFile(join("dist", path));
  if (existsSync(file)) return readFileSync(file, "utf8");
  throw new SemqrelError("FILE_NOT_FOUND", `Reading ${what}: it was not built. Run npm run build.`, {
    details: { file },
  });
}

function folderWithPackage(folder: string): string {
  const above = dirname(folder);
  return above === folder || existsSync(join(folder, "package.json")) ? folder : folderWithPackage(above);
}
