import { chmodSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keepAddress, keptAddress, newAddress } from "../../../src/gold/rating/rating-host.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const noPort = JSON.stringify({ port: 70_000, token: "0".repeat(32) });

describe("the address of the rating page", () => {
  it("has a random token of 128 bits", () => {
    const tokens = Array.from({ length: 50 }, () => newAddress().token);
    expect(tokens.every((token) => /^[0-9a-f]{32}$/.test(token))).toBe(true);
    expect(new Set(tokens).size).toBe(50);
  });

  it("is stored for one database, is found by any path to it, and is readable by this user only", () => {
    const files = temporaryFolder({ "a.db": "", "b.db": "" });
    const cache = join(temporaryFolder(), "cache");
    symlinkSync(join(files, "a.db"), join(files, "link.db"));
    const address = { port: 4000, token: newAddress().token };
    keepAddress(cache, join(files, "a.db"), address);
    expect(keptAddress(cache, join(files, "a.db"))).toEqual(address);
    expect(keptAddress(cache, join(files, "link.db"))).toEqual(address);
    expect(keptAddress(cache, join(files, "b.db"))).toBeNull();
    const [name = ""] = readdirSync(join(cache, "rating"));
    expect(statSync(join(cache, "rating", name)).mode & 0o077).toBe(0);
  });

  it.each(["", "{", "null", '{"port":"1","token":"x"}', '{"port":1,"token":"short"}', noPort])(
    "is ignored if the stored file is %j",
    (text) => {
      const files = temporaryFolder({ "a.db": "" });
      const cache = temporaryFolder();
      keepAddress(cache, join(files, "a.db"), newAddress());
      const [name = ""] = readdirSync(join(cache, "rating"));
      writeFileSync(join(cache, "rating", name), text);
      expect(keptAddress(cache, join(files, "a.db"))).toBeNull();
    },
  );

  it("is not stored, without an error, if the cache folder cannot be written", () => {
    const files = temporaryFolder({ "a.db": "", blocked: "" });
    chmodSync(join(files, "blocked"), 0o400);
    keepAddress(join(files, "blocked"), join(files, "a.db"), newAddress());
    expect(keptAddress(join(files, "blocked"), join(files, "a.db"))).toBeNull();
  });
});
