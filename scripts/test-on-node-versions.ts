/**
 * Do the tests pass on every version of Node that semqrel supports? Runs all tests, or the files you name, on each
 * version. The binaries come from the package `node` of the registry. Run: npx tsx scripts/test-on-node-versions.ts
 * [--versions 20,22,24,26] [FILE-OR-FOLDER ...] The exit code is 1 if a version fails.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  options: { versions: { type: "string", default: "20,22,24,26" } },
  allowPositionals: true,
});
const folder = mkdtempSync(join(tmpdir(), "node-versions-"));
// Some tests run the program as another user.
chmodSync(folder, 0o755);
const shell = process.platform === "win32";
const lines: string[] = [];
try {
  for (const version of values.versions.split(",")) {
    // Installs Node in a separate folder, so that the checkout does not change.
    const install = ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", join(folder, version)];
    const { status } = spawnSync("npm", [...install, `node@${version}`], { stdio: "inherit", shell });
    const program = join(folder, version, "node_modules", "node", "bin", shell ? "node.exe" : "node");
    const said = spawnSync(program, ["--version"], { encoding: "utf8" });
    if (status !== 0 || said.status !== 0) {
      lines.push(`Node ${version}: could not be installed`);
      continue;
    }
    // Tests start processes with process.execPath, so these also run this version of Node.
    const tests = spawnSync(program, ["node_modules/vitest/vitest.mjs", "run", ...positionals], { stdio: "inherit" });
    lines.push(`Node ${said.stdout.trim()}: ${tests.status === 0 ? "passed" : "failed"}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(lines.join("\n"));
process.exitCode = lines.every((line) => line.endsWith("passed")) ? 0 : 1;
