/**
 * Starts a separate PostgreSQL server for tests, on a free loopback port with its data in a temporary folder. Skipped
 * without binaries, except if CI is set: then it must run.
 */
import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";

const run = promisify(execFile);

export const PASSWORD = "s3cret-of-the-tests";

export interface TestServer {
  readonly port: number;
  /** With TLS: its certificate, which is its own root. */
  readonly certificate: string;
  /** Address with the password of `semqrel_tests`, who owns the database and may create schemas. */
  readonly address: string;
  /** Address for a user who may connect, but do nothing else. */
  readonly poorAddress: string;
  /** As the owner; returns the rows of one statement. */
  query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Stops it like a crash, and restarts it on request. */
  restart(pauseMilliseconds: number): Promise<void>;
  stop(): Promise<void>;
}

/** The folder of initdb and pg_ctl; null if there is none. */
export const postgresBinaries = findBinaries();

/** For `describe.skipIf`. */
export const hasPostgres = postgresBinaries !== null;

if (!hasPostgres) {
  const message = "no PostgreSQL binaries on this machine: tests of the queue are skipped";
  if (process.env["CI"]) throw new Error(`${message}, and CI has to run them: install PostgreSQL`);
  process.stderr.write(`${message}\n`);
}

function findBinaries(): string | null {
  const debian = "/usr/lib/postgresql";
  const folders = [
    ...(process.env["PGBIN"] ? [process.env["PGBIN"]] : []),
    ...(existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : []).map(
      (version) => join(debian, version, "bin"),
    ),
    ...(process.env["PATH"] ?? "").split(":"),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb"))) ?? null;
}

/** initdb refuses to run as root, so root uses another user. */
function asUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  const user = ["postgres", "nobody"].map((name) => users.find((line) => line.startsWith(`${name}:`))).find(Boolean);
  const [, , uid = "65534", gid = "65534"] = user?.split(":") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** @param withTls - whether the server has TLS; openssl makes a self-signed certificate for localhost */
export async function startPostgres(withTls = false): Promise<TestServer> {
  const user = asUser();
  // Not below the tests' own folder, which another user cannot enter.
  const place = process.env["CACHE_OF_TESTS"] === undefined ? tmpdir() : dirname(tmpdir());
  const folder = mkdtempSync(join(place, "semqrel-postgres-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, "data");
  const port = await freePort();
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: "C", HOME: folder } };
  const command = (name: string, args: readonly string[]) =>
    run(join(postgresBinaries ?? "", name), [...args], { ...options, timeout: 60_000 });
  await command("initdb", ["-D", data, "-U", "admin", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"]);
  const certificate = join(data, "server.crt");
  if (withTls) {
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
    await run(
      "openssl",
      [
        ...["req", "-new", "-x509", "-days", "2", "-nodes", "-out", certificate],
        ...["-keyout", join(data, "server.key"), ...subject],
      ],
      options,
    );
    chmodSync(join(data, "server.key"), 0o600);
  }
  const settings = [
    ...["fsync=off", "full_page_writes=off", "max_connections=60", "shared_buffers=32MB"],
    ...(withTls ? ["ssl=on", "ssl_cert_file=server.crt", "ssl_key_file=server.key"] : []),
  ];
  const flags = settings.map((setting) => `-c ${setting}`).join(" ");
  const start = () =>
    command("pg_ctl", [
      ...["-D", data, "-w", "-t", "60", "-l", join(folder, "log")],
      ...["-o", `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 ${flags}`, "start"],
    ]);
  const stop = (mode: string) => command("pg_ctl", ["-D", data, "-w", "-m", mode, "stop"]);
  await start();
  const admin = new pg.Client({ host: folder, port, user: "admin", database: "postgres" });
  await admin.connect();
  await admin.query(`create role semqrel_tests login password '${PASSWORD}'`);
  await admin.query(`create role poor login password '${PASSWORD}'`);
  await admin.query("create database tests owner semqrel_tests");
  await admin.end();
  // From here on, connections over the network need a password.
  writeFileSync(join(data, "pg_hba.conf"), "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n");
  await command("pg_ctl", ["-D", data, "reload"]);
  const address = `postgres://semqrel_tests:${PASSWORD}@127.0.0.1:${port}/tests`;
  return {
    port,
    certificate,
    address,
    poorAddress: `postgres://poor:${PASSWORD}@127.0.0.1:${port}/tests`,
    async query(text, values = []) {
      const client = new pg.Client({ connectionString: address, ssl: false });
      await client.connect();
      try {
        return (await client.query(text, [...values])).rows;
      } finally {
        await client.end();
      }
    },
    async restart(pauseMilliseconds) {
      await stop("immediate");
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
      await start();
    },
    async stop() {
      await stop("immediate");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
