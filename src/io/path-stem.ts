/** What is a file called, without folder, `.gz` and extension? */
import { basename } from "node:path";

/** `fender` of `saved/fender.json.gz`; a name that begins with its only dot is kept. */
export function pathStem(path: string): string {
  return basename(path)
    .replace(/\.gz$/i, "")
    .replace(/(?<=.)\.[^.]*$/, "");
}
