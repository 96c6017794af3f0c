/** Does whoever lacks the packages of the queue hear what to install? */
import { expect, it } from "vitest";
import { loadPostgresDrivers } from "../../../src/jobs/postgres/postgres-drivers.ts";

it("loads both packages", async () => {
  const { pg, graphile } = await loadPostgresDrivers();
  expect([typeof pg.Pool, typeof graphile.run]).toEqual(["function", "function"]);
});

it("names what to install where one is missing", async () => {
  const missing = async () => {
    throw Object.assign(new TypeError("Cannot find package 'graphile-worker'"), { code: "ERR_MODULE_NOT_FOUND" });
  };
  await expect(loadPostgresDrivers(missing)).rejects.toMatchObject({
    code: "DATABASE_UNUSABLE",
    message: expect.stringMatching(/Cannot find package 'graphile-worker'.*npm install graphile-worker@\^0\.17\.3 pg@/),
    details: { packages: ["graphile-worker", "pg"] },
  });
});
