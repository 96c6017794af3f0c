/** Which names are those of one rater? */

/** Zero-width spaces and joiners, soft hyphens, selectors of variants: nobody sees whether a name has them. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns one text for all names that look alike because they differ in unseen characters, spaces or width. */
export function raterName(name: string): string {
  return name.normalize("NFKC").replace(unseen, "").replace(/\s+/g, " ").trim();
}
