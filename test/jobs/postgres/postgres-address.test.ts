/** Are addresses parsed as by libpq, without revealing the password? Expected values: libpq's documentation, 34.1. */
import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import { PostgresAddress } from "../../../src/jobs/postgres/postgres-address.ts";

afterEach(() => vi.unstubAllEnvs());

/** The parts of the configuration that are set. */
const place = (url: string) => {
  const { host, port, user, password, database } = new PostgresAddress(url).config;
  const parts = Object.entries({ host, port, user, password, database });
  return Object.fromEntries(parts.filter(([, value]) => value));
};

describe("PostgresAddress", () => {
  it.each([
    ["postgresql://", {}],
    ["postgresql://localhost", { host: "localhost" }],
    ["postgresql://localhost:5433", { host: "localhost", port: 5433 }],
    ["postgresql://localhost/mydb", { host: "localhost", database: "mydb" }],
    ["postgresql://user@localhost", { host: "localhost", user: "user" }],
    ["postgresql://user:secret@localhost", { host: "localhost", user: "user", password: "secret" }],
    ["postgresql:///mydb?host=localhost&port=5433", { host: "localhost", port: 5433, database: "mydb" }],
    ["postgresql://[2001:db8::1234]/database", { host: "2001:db8::1234", database: "database" }],
    ["postgresql:///dbname?host=/var/lib/postgresql", { host: "/var/lib/postgresql", database: "dbname" }],
    ["postgresql://%2Fvar%2Flib%2Fpostgresql/dbname", { host: "/var/lib/postgresql", database: "dbname" }],
    ["postgres://ann@/mydb?host=/run", { host: "/run", user: "ann", database: "mydb" }],
    ["postgres://a%40b:p%3A%2F%25@h/d%20e", { host: "h", user: "a@b", password: "p:/%", database: "d e" }],
    ["postgres://ann:p q%3A@h/d", { host: "h", user: "ann", password: "p q%3A", database: "d" }],
  ])("reads %s", (url, expected) => {
    expect(place(url)).toEqual(expected);
  });

  it("shows everything except the password, with parts from PG* variables", () => {
    const address = new PostgresAddress("postgres://ann:secret@db:6000/all?sslmode=require");
    const shown = "postgres://ann@db:6000/all";
    expect([String(address), JSON.parse(JSON.stringify(address))]).toEqual([shown, shown]);
    expect(inspect(address, { depth: 9, showHidden: true })).not.toContain("secret");
    vi.stubEnv("PGUSER", "ann");
    vi.stubEnv("PGPASSWORD", "secret");
    vi.stubEnv("PGHOST", "/run");
    expect(String(new PostgresAddress("postgres://"))).toBe("postgres://ann@/?host=/run");
  });

  it.each([
    ["", undefined],
    ["?sslmode=disable", false],
    ["?sslmode=require", { rejectUnauthorized: false }],
    ["?sslmode=verify-full", {}],
  ])('configures TLS for the parameters "%s"', (parameters, expected) => {
    expect(new PostgresAddress(`postgres://h/d${parameters}`).config.ssl).toEqual(expected);
  });

  it.each([
    ["mysql://ann:secret@h/d", /does not begin with postgres:\/\//],
    ["ann:secret@h", /does not begin/],
    ["postgres://ann:secret@h:port/d", /it is not a URL/],
    ["postgres://ann:secret#1@h/d", /there is an @ after a/],
    ["postgres://ann:?secret@h/d", /there is an @ after a/],
    ["postgres://ann:12/secret@h/d", /there is an @ after a/],
    ["postgres://ann:secret@h/d?sslmod=require", /no parameter "sslmod"\. Did you mean "sslmode"/],
    ["postgres://ann:secret%ff@h/d", /it is not a URL/],
  ])("rejects %s without showing the password", (url, message) => {
    let found = "";
    try {
      new PostgresAddress(url);
    } catch (error) {
      found = inspect(error, { depth: 9 });
    }
    expect(found).toMatch(message);
    expect(found).not.toContain("secret");
  });
});
