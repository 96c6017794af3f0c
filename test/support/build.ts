/**
 * Builds the command line once, unless what is built is newer than every source, since end-to-end tests run what users
 * run; and gives all tests one temporary folder that goes when they are done.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Each with a file that it writes. */
const projects = [
  ["src", "dist/cli/main.js"],
  ["src/rating/page", "dist/rating/page/page.js"],
  ["src/report-page/script", "dist/report-page/script/report-script.js"],
] as const;

export default function build(): () => void {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).map((path) => join("src", path));
  const newest = Math.max(...[...sources, "tsconfig.json"].map((path) => statSync(path).mtimeMs));
  for (const [project, built] of projects) {
    if (existsSync(built) && statSync(built).mtimeMs > newest) continue;
    execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", project], { stdio: "inherit" });
  }
  const folder = mkdtempSync(join(tmpdir(), "semqrel-tests-"));
  process.env["TMPDIR"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
