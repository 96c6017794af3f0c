/**
 * How many of something are there, in words?
 */

/** `1 query`, `2 queries`. @param many @default `one` with an s */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
