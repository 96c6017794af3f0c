import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { takeLock, waitForLock } from "../../../src/core/files/lock-file.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

function held(path: string, unwrittenMilliseconds?: number): () => void {
  const attempt = takeLock(path, unwrittenMilliseconds);
  if (!attempt.isHeld) throw new Error(`held by ${attempt.owner.pid}`);
  return attempt.release;
}

/** Returns the owner that this process would write, with changes. */
function ownerWith(changes: Record<string, unknown>): string {
  const path = join(temporaryFolder(), "lock");
  const release = held(path);
  const own = JSON.parse(readFileSync(path, "utf8"));
  release();
  return JSON.stringify({ ...own, ...changes });
}

describe("takeLock", () => {
  it("creates a file that names this process, and removes it when the lock is released", () => {
    const path = join(temporaryFolder(), "lock");
    const release = held(path);
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid: process.pid, host: hostname() });
    expect(takeLock(path)).toMatchObject({ isHeld: false, owner: { pid: process.pid } });
    release();
    expect(existsSync(path)).toBe(false);
    held(path)();
  });

  it("leaves no other files", () => {
    const folder = temporaryFolder({ lock: ownerWith({ pid: 2 ** 22 + 1 }) });
    held(join(folder, "lock"));
    expect(readdirSync(folder)).toEqual(["lock"]);
  });

  it("does not remove the next owner's lock if it is released twice", () => {
    const path = join(temporaryFolder(), "lock");
    const first = held(path);
    first();
    held(path);
    first();
    expect(existsSync(path)).toBe(true);
  });

  describe("the lock of a dead process", () => {
    const dead = () => {
      const child = spawn(process.execPath, ["-e", ""]);
      return new Promise<number>((resolve) => child.on("close", () => resolve(child.pid ?? 0)));
    };

    it("is taken over", async () => {
      const folder = temporaryFolder({ lock: ownerWith({ pid: await dead() }) });
      held(join(folder, "lock"));
    });

    it("is taken over if the process was killed before it wrote its details", () => {
      for (const text of ["", '{"pid":', '{"pid":1}', "null"]) held(join(temporaryFolder({ lock: text }), "lock"), 40);
    });

    it.skipIf(process.platform !== "linux")("is taken over if another process now has its pid", () => {
      held(join(temporaryFolder({ lock: ownerWith({ started: "another boot 12" }) }), "lock"));
    });

    it("is respected if it does not record when its process started", () => {
      const path = join(temporaryFolder({ lock: ownerWith({ started: "" }) }), "lock");
      expect(takeLock(path).isHeld).toBe(false);
    });
  });

  it("respects a lock of another machine if it was touched within the last minutes", () => {
    const path = join(temporaryFolder({ lock: ownerWith({ host: "other", place: "other" }) }), "lock");
    expect(takeLock(path)).toMatchObject({ isHeld: false, owner: { host: "other" } });
    const seconds = Math.floor(performance.timeOrigin / 1000) - 3600;
    utimesSync(path, seconds, seconds);
    held(path);
  });

  it("throws the file system's error if the folder does not exist", () => {
    expect(() => takeLock(join(temporaryFolder(), "missing", "lock"))).toThrow(/ENOENT/);
  });

  it("gives the lock to one process at a time, even if a dead process left its lock", async () => {
    const folder = temporaryFolder({ lock: ownerWith({ pid: 2 ** 22 + 1 }), count: "0" });
    // Each process increments a number in a file many times. If two had the lock, an increment would be lost.
    const script = `
      import { readFileSync, writeFileSync } from "node:fs";
      import { waitForLock } from "${new URL("../../../dist/core/files/lock-file.js", import.meta.url)}";
      for (let turn = 0; turn < 40; turn++) {
        const release = await waitForLock("lock", 60_000);
        if (release === null) throw new Error("no turn");
        writeFileSync("count", String(Number(readFileSync("count", "utf8")) + 1));
        release();
      }`;
    const workers = Array.from({ length: 5 }, () => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", script], { cwd: folder, stdio: "inherit" });
      return new Promise((resolve) => child.on("close", resolve));
    });
    expect(await Promise.all(workers)).toEqual([0, 0, 0, 0, 0]);
    expect(readFileSync(join(folder, "count"), "utf8")).toBe("200");
    expect(readdirSync(folder).sort()).toEqual(["count"]);
  });

  it("gives the lock to one process at a time, even if each process dies and leaves its lock", async () => {
    const folder = temporaryFolder({ lock: ownerWith({ pid: 2 ** 22 + 1 }), count: "0" });
    const dead = ownerWith({ pid: 2 ** 22 + 1 });
    const script = `
      import { readFileSync, renameSync, writeFileSync } from "node:fs";
      import { waitForLock } from "${new URL("../../../dist/core/files/lock-file.js", import.meta.url)}";
      for (let turn = 0; turn < 30; turn++) {
        if ((await waitForLock("lock", 60_000)) === null) throw new Error("no turn");
        const count = Number(readFileSync("count", "utf8")) + 1;
        writeFileSync("count", String(count));
        // As if this process had been killed here.
        writeFileSync("dead" + process.pid, JSON.stringify({ ...${dead}, started: "boot " + count }));
        renameSync("dead" + process.pid, "lock");
      }`;
    const workers = Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", script], { cwd: folder, stdio: "inherit" });
      return new Promise((resolve) => child.on("close", resolve));
    });
    expect(await Promise.all(workers)).toEqual([0, 0, 0, 0]);
    expect(readFileSync(join(folder, "count"), "utf8")).toBe("120");
    expect(readdirSync(folder).sort()).toEqual(["count", "lock"]);
  });
});

describe("waitForLock", () => {
  it("waits until the lock is free, but not longer than the given time", async () => {
    const path = join(temporaryFolder(), "lock");
    const release = held(path);
    expect(await waitForLock(path, 50)).toBeNull();
    const waiting = waitForLock(path, 60_000);
    release();
    expect(await waiting).not.toBeNull();
  });

  it.skipIf(process.platform === "win32")("gets the lock if its owner is killed in the meantime", async () => {
    const folder = temporaryFolder();
    const script = `
      import { takeLock } from "${new URL("../../../dist/core/files/lock-file.js", import.meta.url)}";
      takeLock("lock");
      process.stdout.write("taken");
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], { cwd: folder });
    await new Promise((resolve) => child.stdout.on("data", resolve));
    const waiting = waitForLock(join(folder, "lock"), 60_000);
    execFileSync("kill", ["-9", String(child.pid)]);
    expect(await waiting).not.toBeNull();
  });
});
