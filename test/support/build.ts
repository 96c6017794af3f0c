/**
 * Builds the command line once, unless the build is newer than every source, because end-to-end tests run what users
 * run. Gives all tests one temporary folder, which is removed at the end.
 */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

/** One output file of each part of `npm run build`. */
const built = [
  "dist/cli/main.js",
  "dist/model/embed/bundled-tokenizers.js",
  "dist/gold/rating/page/page.js",
  "dist/report/page/script/report-script.js",
];

/** Uses memory if /dev/shm has enough space and may run programs: on a disk, the tests take a sixth longer. */
function temporaryPlace(): string {
  const memory = "/dev/shm";
  if (process.env["TMPDIR"] !== undefined || !existsSync(memory)) return tmpdir();
  const mount =
    readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .find((line) => line.split(" ")[1] === memory) ?? "noexec";
  const { bavail, bsize } = statfsSync(memory);
  const room = Math.min(bavail * bsize, freemem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return room > 8e9 && !mount.includes("noexec") ? memory : tmpdir();
}

/** Left by runs that were killed. */
function removeLeftovers(place: string): void {
  // On other systems, nothing here shows whether a process is alive.
  if (!existsSync("/proc/self")) return;
  for (const name of readdirSync(place)) {
    const [, pid] = /^semqrel-tests-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    try {
      rmSync(join(place, name), { recursive: true, force: true });
    } catch {
      // A killed test left a mounted folder, which only `umount` removes.
    }
  }
}

export default function build(): () => void {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).map((path) => join("src", path));
  const newest = Math.max(...[...sources, "package.json", "tsconfig.json"].map((path) => statSync(path).mtimeMs));
  if (!built.every((path) => existsSync(path) && statSync(path).mtimeMs > newest)) {
    execFileSync("npm", ["run", "build", "--silent"], { stdio: "inherit", shell: process.platform === "win32" });
  }
  const place = temporaryPlace();
  removeLeftovers(place);
  const folder = mkdtempSync(join(place, `semqrel-tests-${process.pid}-`));
  process.env["TMPDIR"] = folder;
  const cache = join(folder, "cache");
  process.env["CACHE_OF_TESTS"] = cache;
  // Without hnswlib-node, the first run with a cache folder warns about exact search. This file prevents the warning,
  // because pages show the output of later runs.
  mkdirSync(cache);
  writeFileSync(join(cache, "exact-search-said"), "");
  return () => rmSync(folder, { recursive: true, force: true });
}
