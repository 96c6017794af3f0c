/** Which names are those of one rater? */
import { withoutInvisible } from "../../core/text/escape.ts";

/** Returns one text for all names that look alike because they differ in unseen characters, spaces or width. */
export function raterName(name: string): string {
  return withoutInvisible(name.normalize("NFKC")).replace(/\s+/g, " ").trim();
}
