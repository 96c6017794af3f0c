/** Under which name is a file written until it is whole? */
import { randomBytes } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { attempt } from "../attempt.ts";
import { cutName } from "../text/paths.ts";
import { sha256 } from "./sha256.ts";

/** Of the name that is written, in bytes: file systems take 255, and the ending needs up to 25. */
const MOST_BYTES = 200;

/**
 * Where process numbers are valid: the host and, on Linux, the namespace of process numbers, because containers may share
 * a host name and yet number their processes separately.
 */
export const processPlace = `${hostname()} ${attempt(() => readlinkSync("/proc/self/ns/pid")) ?? ""}`;
const placeKey = sha256(processPlace).slice(0, 4);

/**
 * No one can put a link there beforehand. The ending `PLACE+RANDOM.PID.tmp` tells whose file a crash left behind, and of
 * which machine.
 */
export function temporaryPath(path: string): string {
  const name = cutName(basename(path), MOST_BYTES);
  return join(dirname(path), `${name}.${placeKey}${randomBytes(4).toString("hex")}.${process.pid}.tmp`);
}

/** Whether a file has such a name: it belongs to a run that is writing, or that was killed. */
export function isTemporary(name: string): boolean {
  return /\.[0-9a-f]{12}\.\d+\.tmp$/.test(name);
}

/** The process that a temporary file or its journal belongs to, and whether it is one of this machine; null for other files. */
export function ownerOfTemporary(name: string): { readonly pid: number; readonly isHere: boolean } | null {
  const [, place, pid] = /(?:\.([0-9a-f]{4})[0-9a-f]{8})?\.(\d+)\.tmp(?:-journal)?$/.exec(name) ?? [];
  return pid === undefined ? null : { pid: Number(pid), isHere: place === placeKey };
}
