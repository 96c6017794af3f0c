/** Replaces Node's modules in the bundle of the page. The page never calls the code that opens paths. */
class AsyncLocalStorage {
  getStore(): undefined {
    return undefined;
  }
}

const nothing = {
  AsyncLocalStorage,
  TextDecoder: globalThis.TextDecoder,
  existsSync: () => false,
  statSync: () => undefined,
  basename: (path: string) => path.slice(path.lastIndexOf("/") + 1),
  dirname: (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/"))) || ".",
  join: (...parts: readonly string[]) => parts.join("/"),
  constants: {},
  hostname: () => "",
  tmpdir: () => "",
  // Throws, because an empty hash would make different titles equal.
  createHash: () => {
    throw new RangeError("The page does not compute hashes.");
  },
  createRequire: () => () => undefined,
};

module.exports = nothing;
