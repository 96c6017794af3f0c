/**
 * Which database does --queue mean, and how is it reached?
 * The parts of a URL, then the `PG*` variables, as libpq has it; the password never leaves but for the server.
 */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { ConnectionOptions } from "node:tls";
import { messageOf, SemqrelError } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { loadAddressParser } from "./postgres-drivers.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** `prefer` goes without where the server has no TLS; `require` checks the certificate only where a root is named. */
const tlsModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
export type TlsMode = (typeof tlsModes)[number];

/** Parameters of a URL, and the variable that stands in for each. */
const variables = {
  host: "PGHOST",
  port: "PGPORT",
  user: "PGUSER",
  password: "PGPASSWORD",
  dbname: "PGDATABASE",
  sslmode: "PGSSLMODE",
  sslrootcert: "PGSSLROOTCERT",
  sslcert: "PGSSLCERT",
  sslkey: "PGSSLKEY",
  connect_timeout: "PGCONNECT_TIMEOUT",
} as const;
type Parameter = keyof typeof variables;

const USUAL_TIMEOUT_SECONDS = 10;

/** What the driver needs; what is undefined is the driver's to find, such as a password in ~/.pgpass. */
export interface PostgresConnection {
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  readonly timeoutSeconds: number;
  readonly tlsMode: TlsMode;
  /** What TLS needs, where it is used. */
  readonly tls: ConnectionOptions;
}

/** An address that can be printed, written as JSON and thrown about: its password does not show. */
export class PostgresAddress {
  readonly #given: Readonly<Partial<Record<Parameter, string>>>;

  /**
   * @param address `postgres://user:password@host:port/database?sslmode=…`; parts that are missing come from `PG*`, so
   *                that `postgres://` is an address, too
   * @throws SemqrelError INVALID_OPTION, never with the password in it
   */
  constructor(address: string) {
    this.#given = parametersOf(address);
  }

  get hasPassword(): boolean {
    return this.#given.password !== undefined;
  }

  /** @throws SemqrelError INVALID_OPTION for a TLS mode that is none; FILE_UNREADABLE for a certificate   details: { file } */
  connection(environment: Environment): PostgresConnection {
    const { host, port, user, password, dbname: database, ...others } = this.#all(environment);
    const seconds = Number(others.connect_timeout);
    return {
      ...(host === undefined ? {} : { host }),
      ...(port === undefined ? {} : { port: Number(port) }),
      ...(user === undefined ? {} : { user }),
      ...(password === undefined ? {} : { password }),
      ...(database === undefined ? {} : { database }),
      timeoutSeconds: seconds > 0 ? seconds : USUAL_TIMEOUT_SECONDS,
      ...tlsOf(others, host ?? ""),
    };
  }

  /** Where the database is, for messages. */
  shown(environment: Environment): string {
    const { host = "localhost", port, user, dbname } = this.#all(environment);
    const place = host.startsWith("/")
      ? `/${dbname ?? ""}?host=${host}`
      : `${host}${port ? `:${port}` : ""}/${dbname ?? ""}`;
    return `postgres://${user === undefined ? "" : `${user}@`}${place}`;
  }

  /** What the URL says, without the password. */
  toString(): string {
    return this.shown({});
  }

  toJSON(): string {
    return this.toString();
  }

  #all(environment: Environment): Partial<Record<Parameter, string>> {
    const fromEnvironment = Object.entries(variables).flatMap(([parameter, variable]) => {
      const value = environment[variable];
      return value ? [[parameter, value]] : [];
    });
    return { ...Object.fromEntries(fromEnvironment), ...this.#given };
  }
}

function parametersOf(address: string): Partial<Record<Parameter, string>> {
  if (!/^postgres(ql)?:\/\//.test(address)) throw invalid("it does not begin with postgres://.");
  if (/^[a-z]+:\/\/[^@/?#]*:[^@/?#]*[/?#][^@]*@/.test(address)) {
    // Else what stands behind would be shown as a host or a parameter, and be part of a password.
    throw invalid("an @ stands behind a / ? or #. In a name or password these are written as %2F %3F %23.");
  }
  // Of the whole address: the package would put up with a % that stands for itself.
  decoded(address);
  // Only the server goes through the package: it would read certificates at once, call other things by the names of TLS
  // modes, and leave some escapes in the name of a database.
  const [, server = "", database = "", search = ""] = /^(\w+:\/\/[^/?#]*)\/?([^?#]*)\??([^#]*)/.exec(address) ?? [];
  const parameters = [...new URLSearchParams(search)];
  const known = Object.keys(variables);
  const unknown = parameters.map(([name]) => name).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(`there is no parameter "${unknown}".${suggestion(unknown, known)}`);
  const parse = loadAddressParser();
  let found: ReturnType<typeof parse>;
  try {
    found = parse(`${server.replaceAll(" ", "%20")}/`);
  } catch {
    // Without the cause: it may hold the address.
    throw invalid(
      "it is no URL. Characters such as @ : / ? # in a name or password are written as %40 %3A %2F %3F %23.",
    );
  }
  const { host, port, user, password } = found;
  const parts = Object.entries({
    host,
    port,
    user,
    password,
    dbname: decoded(database),
    ...Object.fromEntries(parameters),
  });
  return Object.fromEntries(parts.filter(([, value]) => value));
}

/** @throws SemqrelError INVALID_OPTION */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid("a % in it is no escape: write %25.");
  }
}

/** Never repeats the address: it may hold a password. */
function invalid(why: string): SemqrelError {
  return new SemqrelError(
    "INVALID_OPTION",
    `Reading the queue's address: ${why} Write postgres://USER@HOST:PORT/DATABASE, with sslmode=verify-full behind a ? ` +
      "where it goes over a network, and the password in PGPASSWORD or ~/.pgpass; parts may come from PGHOST, PGUSER and " +
      "the like.",
  );
}

function tlsOf(
  { sslmode, sslrootcert, sslcert, sslkey }: Partial<Record<Parameter, string>>,
  host: string,
): Pick<PostgresConnection, "tlsMode" | "tls"> {
  const tlsMode = tlsModes.find((mode) => mode === (sslmode ?? "prefer"));
  if (tlsMode === undefined) {
    throw new SemqrelError(
      "INVALID_OPTION",
      `Reading the queue's address: sslmode is one of ${tlsModes.join(", ")}, not "${sslmode}".`,
    );
  }
  // A socket in the file system leaves no machine.
  if (tlsMode === "disable" || tlsMode === "allow" || host.startsWith("/")) return { tlsMode: "disable", tls: {} };
  const usualRoot = join(homedir(), ".postgresql", "root.crt");
  const needsRoot = tlsMode.startsWith("verify");
  const root =
    sslrootcert === "system"
      ? undefined
      : sslrootcert === undefined
        ? certificate(usualRoot, true)
        : certificate(sslrootcert);
  const isChecked = needsRoot || (tlsMode === "require" && sslrootcert !== undefined);
  return {
    tlsMode,
    tls: {
      rejectUnauthorized: isChecked,
      ...(root === undefined ? {} : { ca: root }),
      ...(sslcert === undefined ? {} : { cert: certificate(sslcert) }),
      ...(sslkey === undefined ? {} : { key: certificate(sslkey) }),
      ...(isChecked && tlsMode !== "verify-full" ? { checkServerIdentity: () => undefined } : {}),
    },
  };
}

function certificate(path: string, isOptional = false): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    if (isOptional) return undefined;
    throw new SemqrelError(
      "FILE_UNREADABLE",
      `Opening the queue: the certificate ${path} cannot be read (${messageOf(cause)}).`,
      {
        details: { file: path },
        cause,
      },
    );
  }
}
