/**
 * Builds the command line once, unless what is built is newer than every source, since end-to-end tests run what users
 * run; and gives all tests one temporary folder that goes when they are done.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One file of each part of `npm run build`. */
const built = [
  "dist/cli/main.js",
  "dist/model/embed/bundled-tokenizers.js",
  "dist/gold/rating/page/page.js",
  "dist/report/page/script/report-script.js",
];

export default function build(): () => void {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).map((path) => join("src", path));
  const newest = Math.max(...[...sources, "package.json", "tsconfig.json"].map((path) => statSync(path).mtimeMs));
  if (!built.every((path) => existsSync(path) && statSync(path).mtimeMs > newest)) {
    execFileSync("npm", ["run", "build", "--silent"], { stdio: "inherit", shell: process.platform === "win32" });
  }
  const folder = mkdtempSync(join(tmpdir(), "semqrel-tests-"));
  process.env["TMPDIR"] = folder;
  process.env["CACHE_OF_TESTS"] = join(folder, "cache");
  return () => rmSync(folder, { recursive: true, force: true });
}
