/**
 * Do doctor and a run explain why hnswlib-node is missing in an installation? The tests make the folders of node_modules
 * as npm leaves them, because installing needs a network.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { hasHnsw } from "../support/hnsw.ts";
import { root, temporaryFolder } from "../support/run-cli.ts";

const results = "query,title\nred,apples\n";

/** A folder with semqrel and its packages, except hnswlib-node. */
function installed(): string {
  const folder = temporaryFolder({ "ref.csv": results, "cand.csv": results });
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name.startsWith(".") || ["hnswlib-node", "semqrel"].includes(name)) continue;
    symlinkSync(join(root, "node_modules", name), join(packages, name), "junction");
  }
  for (const part of ["package.json", "dist/cli", "dist/chunks", "dist/model/embed/bundled-tokenizers.js"]) {
    copy(part, join(packages, "semqrel", part));
  }
  symlinkSync(join(root, "data"), join(packages, "semqrel/data"), "junction");
  return folder;
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(root, from), to, { recursive: true });
}

function expectSaid(folder: string, fact: RegExp, remedy: RegExp): void {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(folder, "node_modules/semqrel/dist/cli/main.js"), ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, SEMQREL_CACHE: join(folder, "cache") },
    });
  const { checks } = JSON.parse(run("system", "doctor", "--json").stdout);
  const found = checks.find(({ name }: { name: string }) => name === "HNSW indexes");
  expect(found).toMatchObject({ state: "warning", message: expect.stringMatching(fact) });
  expect(found.remedy).toMatch(remedy);
  const label = ["label", "--reference", "ref.csv", "--candidates", "cand.csv", "--embedder", "hash", "--out", "out"];
  const { status, stderr } = run(...label);
  expect(status, stderr).toBe(0);
  const [, said = ""] = /Exact search is used instead of HNSW indexes, with the same results\. (.*)/.exec(stderr) ?? [];
  expect(said).toMatch(fact);
  expect(said).toMatch(remedy);
}

it("doctor and label explain that hnswlib-node is not installed", () => {
  expectSaid(installed(), /^hnswlib-node is not installed\. npm skips it/, /nstall semqrel again/);
});

it.skipIf(!hasHnsw)("doctor and label explain that hnswlib-node was installed without its install script", () => {
  const folder = installed();
  for (const part of ["package.json", "lib"]) copyPart(folder, part);
  expectSaid(
    folder,
    /^hnswlib-node is installed but was not compiled\./,
    /npm rebuild hnswlib-node.* pnpm approve-builds/,
  );
});

it.skipIf(!hasHnsw)("doctor and label explain that hnswlib-node was compiled, but not for this Node", () => {
  const folder = installed();
  for (const part of ["package.json", "lib"]) copyPart(folder, part);
  const compiled = join(folder, "node_modules/hnswlib-node/build/Release");
  mkdirSync(compiled, { recursive: true });
  writeFileSync(join(compiled, "addon.node"), "of another system");
  expectSaid(
    folder,
    /^hnswlib-node is installed, but Node v\S+ cannot load it \(.*addon\.node/,
    /npm rebuild hnswlib-node/,
  );
});

function copyPart(folder: string, part: string): void {
  copy(join("node_modules/hnswlib-node", part), join(folder, "node_modules/hnswlib-node", part));
}
