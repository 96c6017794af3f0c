/**
 * What are the files and folders of engines, or of orders, called?
 */

/**
 * Names that may stand in a path, one for each engine: `~2` after the second that would have the same one, also where
 * capitals make no difference, as on many file systems.
 */
export function distinctFileNames(engines: readonly string[]): string[] {
  const uses = new Map<string, number>();
  return engines.map((engine) => {
    const name = engine.replace(/[^\p{L}\p{N}._@-]+/gu, "-").replace(/^\.+/, "-") || "engine";
    const use = (uses.get(name.toLowerCase()) ?? 0) + 1;
    uses.set(name.toLowerCase(), use);
    return use === 1 ? name : `${name}~${use}`;
  });
}
