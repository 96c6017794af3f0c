/**
 * What are the files and folders of engines, or of orders, called?
 */

/** Devices there, whatever stands behind a dot; a name may not end with a dot either. */
const reservedOnWindows = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/**
 * Names that may stand in a path, one for each engine: `~2` after the second that would have the same one, also where
 * capitals make no difference, as on many file systems.
 */
export function distinctFileNames(engines: readonly string[]): string[] {
  const uses = new Map<string, number>();
  return engines.map((engine) => {
    const plain =
      engine
        .replace(/[^\p{L}\p{N}._@-]+/gu, "-")
        .replace(/^\.+/, "-")
        .replace(/\.+$/, "-") || "engine";
    const name = reservedOnWindows.test(plain) ? `_${plain}` : plain;
    const use = (uses.get(name.toLowerCase()) ?? 0) + 1;
    uses.set(name.toLowerCase(), use);
    return use === 1 ? name : `${name}~${use}`;
  });
}
