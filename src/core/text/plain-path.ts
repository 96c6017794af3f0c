/**
 * When do two texts name one path?
 */

/** Equal for `./all.csv`, `all.csv`, `.//all.csv` and, as Windows writes it, `.\all.csv`; links and the working folder are not looked at. */
export function plainPath(path: string): string {
  return path
    .split(/[\\/]/)
    .filter((part, place) => part !== "." && (part !== "" || place === 0))
    .join("/");
}
