/** Are tables created once, is TLS used, and do errors say what to do, without the password? */
import { type AddressInfo, connect, createServer } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { SemqrelError } from "../../../src/core/errors.ts";
import { PostgresAddress } from "../../../src/jobs/postgres/postgres-address.ts";
import {
  type DatabaseOptions,
  MIGRATION_LOCK,
  openQueueDatabase,
} from "../../../src/jobs/postgres/postgres-database.ts";
import { hasPostgres, PASSWORD, startPostgres, type TestServer } from "../../support/postgres.ts";

describe.skipIf(!hasPostgres)("openQueueDatabase", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres(true);
  }, 60_000);
  afterAll(() => server.stop());
  afterEach(() => vi.unstubAllEnvs());

  const open = (url: string, options: DatabaseOptions = {}) =>
    openQueueDatabase(new PostgresAddress(url), { patienceSeconds: 1, ...options });

  it("creates its tables once, even if several processes start at the same time", async () => {
    const schema = "tables";
    const databases = await Promise.all(Array.from({ length: 5 }, () => open(server.address, { schema })));
    for (const database of databases) await database.close();
    await (await open(server.address, { schema })).close();
    expect(await server.query(`select number from ${schema}.migration`)).toEqual([{ number: 1 }]);
    const tables = await server.query("select 1 from information_schema.tables where table_schema = $1", [schema]);
    expect(tables).toHaveLength(7);
  });

  it("sees tables that another process created in the meantime", async () => {
    // With so few changes, PostgreSQL sends no cache invalidation unless asked.
    const made = server.query(`
      begin;
      select pg_advisory_xact_lock(${MIGRATION_LOCK});
      do $$ begin
        while not exists (select from pg_locks where locktype = 'advisory' and not granted) loop
          perform pg_sleep(0.01);
        end loop;
      end $$;
      create schema meanwhile;
      create table meanwhile.migration (number integer primary key);
      create table meanwhile.settings ();
      insert into meanwhile.migration values (1);
      commit;
    `);
    const holders = () => server.query("select from pg_locks where locktype = 'advisory' and granted");
    await expect.poll(holders, { timeout: 30_000 }).toHaveLength(1);
    const database = await open(server.address, { schema: "meanwhile" });
    await database.close();
    await made;
    expect(await server.query("select number from meanwhile.migration")).toEqual([{ number: 1 }]);
  });

  describe("while the server is starting", () => {
    /**
     * Answers like a starting server to some connections, then forwards to the server. PostgreSQL's protocol 3.0,
     * ErrorResponse.
     */
    async function startingUp(times: number) {
      const fields = ["SFATAL", "VFATAL", "C57P03", "Mthe database system is starting up", ""].join("\0");
      const length = Buffer.alloc(4);
      length.writeInt32BE(4 + fields.length + 1);
      let connections = 0;
      const proxy = createServer((socket) => {
        socket.on("error", () => {});
        if (++connections <= times) {
          socket.once("data", () => socket.end(Buffer.concat([Buffer.from("E"), length, Buffer.from(`${fields}\0`)])));
          return;
        }
        const onward = connect(server.port, "127.0.0.1");
        onward.on("error", () => socket.destroy());
        socket.pipe(onward).pipe(socket);
      });
      await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
      const { port } = proxy.address() as AddressInfo;
      return {
        address: `${server.address.replace(`:${server.port}`, `:${port}`)}?sslmode=disable`,
        connections: () => connections,
        close: () => proxy.close(),
      };
    }

    it("waits for the server", async () => {
      const proxy = await startingUp(2);
      const database = await open(proxy.address, { schema: "late" });
      await database.close();
      expect(proxy.connections()).toBeGreaterThan(2);
      proxy.close();
    });

    it("waits for a server that refuses or drops connections while it restarts, and prints this once", async () => {
      const proxy = await startingUp(0);
      proxy.close();
      const remarks: string[] = [];
      const opened = open(proxy.address, { schema: "back", patienceSeconds: 60, remark: (text) => remarks.push(text) });
      await expect.poll(() => remarks).toEqual([expect.stringMatching(/^No server answers at .*ECONNREFUSED/)]);
      let dropped = 0;
      const again = createServer((socket) => {
        if (++dropped <= 2) return void socket.resetAndDestroy();
        const onward = connect(server.port, "127.0.0.1");
        onward.on("error", () => socket.destroy());
        socket.on("error", () => {});
        socket.pipe(onward).pipe(socket);
      });
      again.listen(Number(new URL(proxy.address).port), "127.0.0.1");
      await (await opened).close();
      expect(dropped).toBeGreaterThan(2);
      expect(remarks).toHaveLength(1);
      again.close();
    });

    it("gives up after patienceSeconds, and at once if it is aborted", async () => {
      const proxy = await startingUp(Number.POSITIVE_INFINITY);
      await expect(open(proxy.address, { patienceSeconds: 0.5 })).rejects.toMatchObject({
        code: "DATABASE_UNUSABLE",
        message: expect.stringContaining("the database system is starting up"),
      });
      const signal = AbortSignal.timeout(100);
      await expect(open(proxy.address, { signal })).rejects.toMatchObject({ code: "INTERRUPTED" });
      proxy.close();
    });
  });

  describe("TLS", () => {
    const tlsOf = async (url: string) => {
      const database = await open(url);
      const found = await database.attempt("Asking", (client) =>
        client.query("select ssl from pg_stat_ssl where pid = pg_backend_pid()"),
      );
      await database.close();
      return found.rows[0].ssl as boolean;
    };
    const named = () => server.address.replace("127.0.0.1", "localhost");

    it("is used if the server supports it and it is not disabled", async () => {
      expect(await tlsOf(server.address)).toBe(true);
      expect(await tlsOf(`${server.address}?sslmode=require`)).toBe(true);
      expect(await tlsOf(`${server.address}?sslmode=disable`)).toBe(false);
      vi.stubEnv("PGSSLMODE", "disable");
      expect(await tlsOf(server.address)).toBe(false);
    });

    it("verifies the root certificate, and also the name with verify-full", async () => {
      const root = `sslrootcert=${server.certificate}`;
      expect(await tlsOf(`${named()}?sslmode=verify-full&${root}`)).toBe(true);
      expect(await tlsOf(`${server.address}?sslmode=verify-ca&${root}`)).toBe(true);
      expect(await failure(`${server.address}?sslmode=verify-full&${root}`)).toMatch(/no TLS connection .*sslrootcert/);
    });

    it("rejects an untrusted certificate", async () => {
      expect(await failure(`${named()}?sslmode=verify-full`)).toMatch(/no TLS connection .*self-signed certificate/);
      expect(() => new PostgresAddress(`${server.address}?sslmode=verify-ca`)).toThrow(/needs sslrootcert=FILE/);
    });

    it("names a certificate file that cannot be read", async () => {
      const address = `${named()}?sslmode=verify-full&sslrootcert=/none/root.crt`;
      const expected = { code: "FILE_UNREADABLE", details: { file: "/none/root.crt" } };
      expect(() => new PostgresAddress(address)).toThrow(expect.objectContaining(expected));
    });
  });

  const failure = async (url: string, schema = "semqrel") => {
    const error: unknown = await open(url, { schema }).then(
      () => null,
      (cause: unknown) => cause,
    );
    if (!(error instanceof SemqrelError)) throw new Error("it succeeded");
    expect(JSON.stringify([error.message, error.details, error.stack, String(error.cause)])).not.toContain(PASSWORD);
    return error.message;
  };

  describe("in case of errors", () => {
    it("names a server that does not answer", async () => {
      expect(await failure(`postgres://ann:${PASSWORD}@127.0.0.1:1/tests`)).toMatch(
        /^Opening the queue at postgres:\/\/ann@127\.0\.0\.1:1\/tests: no server answers there/,
      );
    });

    it("names a wrong or missing password", async () => {
      const place = `127.0.0.1:${server.port}/tests`;
      expect(await failure(`postgres://poor:${PASSWORD}x@${place}`)).toMatch(
        /refuses the connection .*password.*PGPASSWORD/,
      );
      expect(await failure(`postgres://poor@${place}`)).toMatch(/asks for a password/);
    });

    it("names a database that does not exist", async () => {
      expect(await failure(server.address.replace("/tests", "/none"))).toMatch(/"none" does not exist.*createdb/);
    });

    it("names a privilege that is missing", async () => {
      expect(await failure(server.poorAddress, "poor_schema")).toMatch(/lacks a permission .*GRANT CREATE ON DATABASE/);
    });

    it("rejects tables of a later version", async () => {
      await (await open(server.address, { schema: "later" })).close();
      await server.query("insert into later.migration (number) values (99)");
      expect(await failure(server.address, "later")).toMatch(
        /have version 99, but this semqrel only supports version 1\. Update/,
      );
    });

    it("rejects a schema name that needs quotes", async () => {
      for (const name of ['x"; drop schema public', "Queue", "pg_queue", "1st"]) {
        expect(await failure(server.address, name)).toMatch(/is not a valid schema name\. Use up to 50/);
      }
      for (const name of ["user", "order", "table"]) {
        expect(await failure(server.address, name)).toMatch(/an SQL keyword\. Use a name such as [a-z]+_queue/);
      }
    });
  });
});
