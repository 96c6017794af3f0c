/** Under which name is a file written until it is whole? */
import { randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { cutName } from "../text/paths.ts";

/** Of the name that is written, in bytes: file systems take 255, and the ending needs up to 25. */
const MOST_BYTES = 200;

/** No one can put a link there beforehand. The ending `.PID.tmp` tells whose file a crash left behind. */
export function temporaryPath(path: string): string {
  const name = cutName(basename(path), MOST_BYTES);
  return join(dirname(path), `${name}.${randomBytes(6).toString("hex")}.${process.pid}.tmp`);
}

/** Whether a file has such a name: it belongs to a run that is writing, or that was killed. */
export function isTemporary(name: string): boolean {
  return /\.[0-9a-f]{12}\.\d+\.tmp$/.test(name);
}
