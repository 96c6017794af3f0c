/** Where do tests run out of space? */
import { execFileSync } from "node:child_process";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./run-cli.ts";

/** A file system of so many megabytes until the test ends; null where none may be mounted: that takes Linux, and its root. */
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
