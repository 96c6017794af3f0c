/** What stands in a file that the build made, such as the script of a page? */
import { readFileSync } from "node:fs";
import { SemqrelError } from "../errors.ts";

/** The compiled code, and dist/ where the sources run themselves. */
const folders = ["../../", "../../../dist/"];

/** @param path in dist/, such as `gold/rating/page/page.js` */
export function readBuiltFile(path: string, what: string): string {
  const places = folders.map((folder) => new URL(folder + path, import.meta.url));
  for (const place of places) {
    try {
      return readFileSync(place, "utf8");
    } catch {
      // The other place may have it.
    }
  }
  throw new SemqrelError("FILE_NOT_FOUND", `Reading ${what}: it was not built. Run npm run build.`, {
    details: { files: places.map(String) },
  });
}
