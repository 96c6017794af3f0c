/**
 * Is a title written in the script that an English model was made for?
 * A sign, not a language detector: French passes, Russian and Chinese do not.
 */

/** True where at least half of the letters are Latin, or where there is no letter at all. */
export function isMostlyLatin(title: string): boolean {
  // Most titles: no need to look at every letter.
  if (/^[ -~]*$/.test(title)) return true;
  let latin = 0;
  let other = 0;
  for (const letter of title.match(/\p{L}/gu) ?? []) {
    if (/\p{Script=Latin}/u.test(letter)) latin++;
    else other++;
  }
  return latin >= other;
}
