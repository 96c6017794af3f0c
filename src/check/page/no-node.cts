/**
 * What the bundle of the page has in the place of Node's modules. Readers of files share modules with code that opens
 * paths, which the page never calls: to it no path exists.
 */
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
  // An empty sum would make different titles equal.
  createHash: () => {
    throw new RangeError("The page computes no sums of files.");
  },
  createRequire: () => () => undefined,
};

module.exports = nothing;
