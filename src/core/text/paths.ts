/** Returns `all.csv` for `./all.csv`, `.//all.csv` and `.\all.csv`. Does not read the disk. */
export function plainPath(path: string): string {
  return path
    .split(/[\\/]/)
    .filter((part, index) => part !== "." && (part !== "" || index === 0))
    .join("/");
}

/** Names of devices on Windows, with or without an extension. Windows also rejects names that end with a dot. */
const reservedOnWindows = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/** Maximum bytes of a name in UTF-8. File systems allow 255, some only 143, and suffixes follow the name. */
const MOST_BYTES = 100;

export function cutName(name: string, bytes = MOST_BYTES): string {
  return name.slice(0, new TextEncoder().encodeInto(name, new Uint8Array(bytes)).read);
}

/** Returns one file name per engine. A name that differs from an earlier one only in letter case gets `~2`. */
export function distinctFileNames(engines: readonly string[]): string[] {
  const uses = new Map<string, number>();
  return engines.map((engine) => {
    const plain =
      cutName(engine.replace(/[^\p{L}\p{N}._@-]+/gu, "-"))
        .replace(/^\.+/, "-")
        .replace(/\.+$/, "-") || "engine";
    const name = reservedOnWindows.test(plain) ? `_${plain}` : plain;
    const use = (uses.get(name.toLowerCase()) ?? 0) + 1;
    uses.set(name.toLowerCase(), use);
    return use === 1 ? name : `${name}~${use}`;
  });
}
