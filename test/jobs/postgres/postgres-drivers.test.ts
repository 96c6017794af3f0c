/** Is the user told which packages to install for the queue? */
import { expect, it } from "vitest";
import { loadAddressParser, loadPostgresDrivers } from "../../../src/jobs/postgres/postgres-drivers.ts";

const missing = (name: string) => {
  throw Object.assign(new TypeError(`Cannot find package '${name}'`), { code: "ERR_MODULE_NOT_FOUND" });
};
const isNamed = (name: string) => ({
  code: "DATABASE_UNUSABLE",
  message: expect.stringMatching(
    new RegExp(
      `Cannot find package '${name}'.*npm install graphile-worker@\\^0\\.17\\.3 pg@\\S+ pg-connection-string@`,
    ),
  ),
  details: { packages: ["graphile-worker", "pg", "pg-connection-string"] },
});

it("loadPostgresDrivers loads all packages", async () => {
  const { pg, graphile } = await loadPostgresDrivers();
  expect([typeof pg.Pool, typeof graphile.run, typeof loadAddressParser().parse]).toEqual([
    "function",
    "function",
    "function",
  ]);
});

it("loadPostgresDrivers names the packages to install if a package is missing", async () => {
  await expect(loadPostgresDrivers(async () => missing("graphile-worker"))).rejects.toMatchObject(
    isNamed("graphile-worker"),
  );
  expect(() => loadAddressParser(missing)).toThrow(expect.objectContaining(isNamed("pg-connection-string")));
});
