/**
 * Builds the command line once, unless what is built is newer than every source, since end-to-end tests run what users
 * run; and gives all tests one temporary folder that goes when they are done.
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

/** One file of each part of `npm run build`. */
const built = [
  "dist/cli/main.js",
  "dist/model/embed/bundled-tokenizers.js",
  "dist/gold/rating/page/page.js",
  "dist/report/page/script/report-script.js",
];

/** In memory where Linux has a file system there with room for all tests and for programs: a disk takes a sixth longer. */
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

/** Of runs that were killed. */
function removeLeftovers(place: string): void {
  // Elsewhere nothing here says whether a process lives.
  if (!existsSync("/proc/self")) return;
  for (const name of readdirSync(place)) {
    const [, pid] = /^semqrel-tests-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(place, name), { recursive: true, force: true });
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
  // Without hnswlib-node, the first run of a cache folder warns of exact search; pages show what all others print.
  mkdirSync(cache);
  writeFileSync(join(cache, "exact-search-said"), "");
  return () => rmSync(folder, { recursive: true, force: true });
}
