/**
 * When are two titles the same title?
 * The rule of the exact comparison: lower case and nothing else, so that the numbers are those of the notebook.
 */

/** The key under which exact comparison knows a title: `toLowerCase()` of the title as read. */
export function titleKey(title: string): string {
  return title.toLowerCase();
}
