/**
 * Stores vectors of real titles between runs of the tests. The folder is named after everything that affects vectors,
 * so that a change computes them again. A fresh checkout has no stored vectors.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run-cli.ts";

export function keptVectorsFolder(): string {
  const makers = join(root, "src/model/embed");
  const files = [join(root, "package-lock.json"), ...readdirSync(makers).map((name) => join(makers, name))];
  const hash = createHash("sha256").update(`${process.version} ${process.platform} ${process.arch}`);
  for (const file of files.sort()) hash.update(readFileSync(file));
  const name = hash.digest("hex").slice(0, 16);
  const all = join(root, "node_modules/.cache/vectors-of-tests");
  mkdirSync(all, { recursive: true });
  for (const other of readdirSync(all)) if (other !== name) rmSync(join(all, other), { recursive: true, force: true });
  return join(all, name);
}
