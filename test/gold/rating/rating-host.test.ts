import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { localHost, ownNames, ratingHost } from "../../../src/gold/rating/rating-host.ts";

describe("ratingHost", () => {
  it.each(["127.0.0.1", "localhost", "LOCALHOST", "127.1", "0x7f.1"])("recognises %s as this machine", async (host) => {
    expect((await ratingHost(host)).reach).toBe("machine");
  });

  it("accepts both names of this machine by default", () => {
    expect(localHost).toEqual({ address: "127.0.0.1", names: ["127.0.0.1", "localhost"], reach: "machine" });
  });

  it.each(["0.0.0.0", "0", "0x0", "00.0", "::", "[::]", "0:0:0:0:0:0:0:0", "::ffff:0.0.0.0", "::ffff:0:0"])(
    "recognises %s as every network",
    async (host) => {
      const { reach, names } = await ratingHost(host);
      expect(reach).toBe("every-network");
      // The Host header then names an address of the machine, never `host`.
      expect(names).not.toContain(host);
      expect(names).toEqual(expect.arrayContaining(["127.0.0.1", "localhost"]));
    },
  );

  it("accepts an address in a network, for IPv6 with or without brackets", async () => {
    expect(await ratingHost("192.168.7.20")).toEqual({
      address: "192.168.7.20",
      names: ["192.168.7.20"],
      reach: "network",
    });
    for (const host of ["FD00::2", "[fd00:0::2]"]) {
      expect(await ratingHost(host)).toEqual({ address: "fd00::2", names: ["[fd00::2]"], reach: "network" });
    }
  });

  it.each(["", "http://a", "a/b", "a:80", "a b", "user@a", "a?b", "no-such-host.invalid", "[::"])(
    "refuses %s",
    async (host) => {
      await expect(ratingHost(host)).rejects.toMatchObject({ code: "INVALID_OPTION", details: { host } });
    },
  );
});

it("lists the addresses of this machine in its networks, in the form that a browser uses", () => {
  const all = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  const outward = all.filter(({ internal, address }) => !internal && !address.startsWith("fe80"));
  expect(ownNames()).toHaveLength(outward.length);
  for (const name of ownNames()) expect(new URL(`http://${name}/`).hostname).toBe(name);
});
