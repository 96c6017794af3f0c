/** Does a link on a page of the package lead to something that is in the package? */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../support/run-cli.ts";

const packing = execFileSync("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"], {
  cwd: root,
  shell: process.platform === "win32",
  stdio: ["ignore", "pipe", "ignore"],
});
const [packed]: { files: { path: string }[] }[] = JSON.parse(packing.toString());
const paths = packed?.files.map(({ path }) => path) ?? [];
const pages = paths.filter((path) => path.endsWith(".md"));

describe("pages in the package", () => {
  it("are the README, those of docs/, and none that leads through the sources", () => {
    expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/README.md", "docs/recipes/nightly-ci.md"]));
    expect(pages).not.toContain("ARCHITECTURE.md");
  });

  it.each(pages)("%s: its links lead to files of the package", (page) => {
    const links = [...readFileSync(join(root, page), "utf8").matchAll(/\]\(([^)#\s]+)/g)].map(([, link]) => link ?? "");
    const local = links.filter((link) => !/^[a-z]+:/.test(link)).map((link) => posix.join(posix.dirname(page), link));
    const isThere = (path: string) => paths.some((one) => one === path || one.startsWith(`${path}/`));
    expect(local.filter((path) => !isThere(path))).toEqual([]);
  });

  it.each(pages)("%s: files that the package lacks are said to be of the repository", (page) => {
    const text = readFileSync(join(root, page), "utf8");
    const named = [...text.matchAll(/`[^`\n]*?\b((?:scripts|src|test)\/[\w./-]+)/g)].map(([, path]) => path ?? "");
    const lacking = named.filter((path) => !paths.some((one) => one === path || one.startsWith(`${path}/`)));
    expect(text.includes("of the repository") ? [] : lacking).toEqual([]);
  });
});
