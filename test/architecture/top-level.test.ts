/** Does the top of the repository only contain what belongs there? */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../support/run-cli.ts";

const folders = [".ci", ".github", "data", "docs", "indexes", "scripts", "src", "test"];
const documents = [
  "NOTICES.md",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "CITATION.cff",
  "CONTRIBUTING.md",
  "LICENSE",
  "README.md",
  "SECURITY.md",
];
const settings = [
  ...[".gitignore", ".npmrc", "biome.json", "package-lock.json", "package.json", "tsconfig.json"],
  "typedoc.json",
  "vitest.config.ts",
];

it.skipIf(!existsSync(join(root, ".git")) && process.env["CI"] === undefined)(
  "the top folder of the repository contains only known folders, documents and settings",
  () => {
    const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n");
    const found = new Set(files.map((file) => file.split("/")[0] ?? ""));
    expect([...found].sort()).toEqual([...folders, ...documents, ...settings].sort());
  },
);
