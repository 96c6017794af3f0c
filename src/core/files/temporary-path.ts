/** Under which name is a file written until it is whole? */
import { randomBytes } from "node:crypto";

/** No one can put a link there beforehand. The ending `.PID.tmp` tells whose file a crash left behind. */
export function temporaryPath(path: string): string {
  return `${path}.${randomBytes(6).toString("hex")}.${process.pid}.tmp`;
}
