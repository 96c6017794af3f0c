/** What happens if another process takes the lock between two steps of this one? */
import fs from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { takeLock } from "../../src/core/files/lock-file.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const opening = vi.hoisted(() => ({ before: (_path: string, _flags: string) => {} }));

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  const openSync: typeof real.openSync = (path, flags, mode) => {
    opening.before(String(path), String(flags));
    return real.openSync(path, flags, mode);
  };
  return { ...real, openSync };
});

it("takeLock does not remove an empty lock that another process renews during a takeover", () => {
  const path = join(temporaryFolder({ lock: "" }), "lock");
  fs.utimesSync(path, 1, 1);
  const other = takeLock(`${path}.other`);
  const own = fs.readFileSync(`${path}.other`, "utf8");
  let [isNew, looks] = [false, 0];
  opening.before = (opened, flags) => {
    if (opened === `${path}.heir` && flags === "wx" && !isNew) {
      fs.rmSync(path);
      fs.writeFileSync(path, "");
      isNew = true;
    }
    // The new owner writes its name after this process checked the lock again.
    if (isNew && opened === path && flags === "wx" && ++looks === 2 && fs.existsSync(path)) fs.writeFileSync(path, own);
  };
  expect(takeLock(path, 20)).toMatchObject({ isHeld: false, owner: { pid: process.pid } });
  if (other.isHeld) other.release();
});
