/**
 * How are many names said in one sentence?
 */

/** The first of them between commas: `a, b, c and 4 more`. @param most >= 1 @default 3 */
export function someOf(names: readonly string[], most = 3): string {
  const rest = names.length > most ? ` and ${names.length - most} more` : "";
  return `${names.slice(0, most).join(", ")}${rest}`;
}
