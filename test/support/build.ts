/**
 * Builds the command line once, since end-to-end tests run what users run, and gives all tests one temporary folder
 * that goes when they are done.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export default function build(): () => void {
  execFileSync("npm", ["run", "build", "--silent"], { stdio: "inherit", shell: process.platform === "win32" });
  const folder = mkdtempSync(join(tmpdir(), "semqrel-tests-"));
  process.env["TMPDIR"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
