/** Are addresses read as libpq reads them, and does the password stay inside? Expected values: libpq's documentation, 34.1. */
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { PostgresAddress } from "../../../src/jobs/postgres/postgres-address.ts";

const place = (url: string, environment: Record<string, string> = {}) => {
  const {
    timeoutSeconds: _seconds,
    tlsMode: _mode,
    tls: _tls,
    ...others
  } = new PostgresAddress(url).connection(environment);
  return others;
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
    ["postgres://ann:p q%3A@h/d%2Fe%2525", { host: "h", user: "ann", password: "p q:", database: "d/e%25" }],
  ])("reads %s", (url, expected) => {
    expect(place(url)).toEqual(expected);
  });

  it("takes from the environment what the URL lacks", () => {
    const environment = { PGHOST: "db", PGPORT: "6000", PGUSER: "ann", PGPASSWORD: "secret", PGDATABASE: "all" };
    const all = { host: "db", port: 6000, user: "ann", password: "secret", database: "all" };
    expect(place("postgres://", environment)).toEqual(all);
    expect(place("postgres://bob@other/mine", environment)).toEqual({
      ...all,
      host: "other",
      user: "bob",
      database: "mine",
    });
  });

  it("shows everything but the password", () => {
    const address = new PostgresAddress("postgres://ann:secret@db:6000/all?sslmode=require");
    const shown = "postgres://ann@db:6000/all";
    expect([address.shown({}), String(address), JSON.parse(JSON.stringify(address))]).toEqual([shown, shown, shown]);
    expect(inspect(address, { depth: 9, showHidden: true })).not.toContain("secret");
    expect(new PostgresAddress("postgres://").shown({ PGUSER: "ann", PGPASSWORD: "secret", PGHOST: "/run" })).toBe(
      "postgres://ann@/?host=/run",
    );
  });

  it.each([
    ["", "prefer", { rejectUnauthorized: false }],
    ["?sslmode=disable", "disable", {}],
    ["?sslmode=require", "require", { rejectUnauthorized: false }],
    ["?sslmode=verify-full&sslrootcert=system", "verify-full", { rejectUnauthorized: true }],
  ])("gives TLS its meaning: %s", (parameters, mode, tls) => {
    const { tlsMode, tls: found } = new PostgresAddress(`postgres://h/d${parameters}`).connection({});
    expect(tlsMode).toBe(mode);
    expect(found).toMatchObject(tls);
  });

  it.each([
    ["mysql://ann:secret@h/d", /does not begin with postgres:\/\//],
    ["ann:secret@h", /does not begin/],
    ["postgres://ann:secret@h:port/d", /it is no URL/],
    ["postgres://ann:secret#1@h/d", /an @ stands behind a/],
    ["postgres://ann:?secret@h/d", /an @ stands behind a/],
    ["postgres://ann:12/secret@h/d", /an @ stands behind a/],
    ["postgres://ann:secret@h/d?sslmod=require", /no parameter "sslmod"\. Did you mean "sslmode"/],
    ["postgres://ann:secret%@h/d", /a % in it is no escape/],
  ])("refuses %s without repeating the password", (url, message) => {
    let found = "";
    try {
      new PostgresAddress(url);
    } catch (error) {
      found = inspect(error, { depth: 9 });
    }
    expect(found).toMatch(message);
    expect(found).not.toContain("secret");
  });

  it("refuses a TLS mode that is none", () => {
    expect(() => new PostgresAddress("postgres://h/d").connection({ PGSSLMODE: "yes" })).toThrow(
      /sslmode is one of .*"yes"/,
    );
  });
});
