/** Builds the command line once: end-to-end tests run what users run. */
import { execFileSync } from "node:child_process";

export default function build(): void {
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "src"], { stdio: "inherit" });
}
