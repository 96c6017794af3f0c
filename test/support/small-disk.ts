/** Makes a file system in which tests run out of space. */
import { execFileSync } from "node:child_process";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./run-cli.ts";

/** A file system of this size until the test ends; null if this user may not mount one (only root on Linux may). */
export function smallDisk(megabytes = 1): string | null {
  const folder = temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return null;
  }
  onTestFinished(() => {
    execFileSync("umount", ["--lazy", folder], { stdio: "ignore" });
  });
  return folder;
}
