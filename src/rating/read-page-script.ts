/**
 * Where is the compiled script of the page?
 */
import { readFileSync } from "node:fs";
import { SemqrelError } from "../errors.ts";

/** Beside the compiled code, or below dist/ where the sources run themselves. */
const places = ["./page/page.js", "../../dist/rating/page/page.js"].map((place) => new URL(place, import.meta.url));

/** @throws SemqrelError FILE_NOT_FOUND  where it was not built */
export function readPageScript(): string {
  for (const place of places) {
    try {
      return readFileSync(place, "utf8");
    } catch {
      // The other place may have it.
    }
  }
  throw new SemqrelError(
    "FILE_NOT_FOUND",
    "Reading the script of the rating page: it was not built. Run npm run build.",
    {
      details: { files: places.map(String) },
    },
  );
}
