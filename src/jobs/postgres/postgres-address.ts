/**
 * Which database does --queue mean, and how is it reached?
 * By the parts of a URL, then the `PG*` variables, as in libpq; the password goes to the server alone.
 */
import { homedir } from "node:os";
import { join } from "node:path";
import type { ConnectionOptions } from "node:tls";
import { messageOf, SemqrelError } from "../../core/errors.ts";
import { MOST_WRITTEN_BYTES, readWholeText } from "../../core/files/read-whole.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { loadAddressParser } from "./postgres-drivers.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** `prefer` works without TLS where the server has none; `require` checks the certificate only where a root is named. */
const tlsModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
type TlsMode = (typeof tlsModes)[number];

/** By parameter of a URL: the variable that stands in. */
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

/** The driver finds undefined parts itself, such as a password in ~/.pgpass. */
export interface PostgresConnection {
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  readonly timeoutSeconds: number;
  readonly tlsMode: TlsMode;
  readonly tls: ConnectionOptions;
}

/** Printing it or writing it as JSON does not show its password. */
export class PostgresAddress {
  readonly #given: Readonly<Partial<Record<Parameter, string>>>;

  /**
   * @param address `postgres://user:password@host:port/database?sslmode=…`; missing parts come from `PG*`
   * @throws SemqrelError INVALID_OPTION, never with the password in it
   */
  constructor(address: string) {
    this.#given = parametersOf(address);
  }

  get hasPassword(): boolean {
    return this.#given.password !== undefined;
  }

  /** @throws SemqrelError INVALID_OPTION for an unknown TLS mode; FILE_UNREADABLE for a certificate   details: { file } */
  connection(environment: Environment): PostgresConnection {
    const { dbname, port, connect_timeout, ...others } = this.#all(environment);
    const seconds = Number(connect_timeout);
    const { sslmode, sslrootcert, sslcert, sslkey, ...place } = others;
    return {
      ...place,
      ...(port === undefined ? {} : { port: Number(port) }),
      ...(dbname === undefined ? {} : { database: dbname }),
      timeoutSeconds: seconds > 0 ? seconds : USUAL_TIMEOUT_SECONDS,
      ...tlsOf(others, place.host ?? ""),
    };
  }

  shown(environment: Environment): string {
    const { host = "localhost", port, user, dbname } = this.#all(environment);
    const server = `${host}${port ? `:${port}` : ""}`;
    const place = host.startsWith("/") ? `/${dbname ?? ""}?host=${host}` : `${server}/${dbname ?? ""}`;
    return `postgres://${user === undefined ? "" : `${user}@`}${place}`;
  }

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
    // Else a part of the password would be shown as host or parameter.
    throw invalid("an @ stands behind a / ? or #. In a name or password these are written as %2F %3F %23.");
  }
  // Refuses a stray %, which the package would accept.
  decoded(address);
  // The package parses only the server: it would read certificates at once, give TLS modes other meanings, and leave some
  // escapes in the database's name.
  const [, server = "", database = "", search = ""] = /^(\w+:\/\/[^/?#]*)\/?([^?#]*)\??([^#]*)/.exec(address) ?? [];
  const parameters = [...new URLSearchParams(search)];
  const known = Object.keys(variables);
  const unknown = parameters.map(([name]) => name).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(`there is no parameter "${unknown}".${suggestion(unknown, known)}`);
  const { host, port, user, password } = parsedServer(server);
  const parts = { host, port, user, password, dbname: decoded(database), ...Object.fromEntries(parameters) };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value));
}

function parsedServer(server: string) {
  const parse = loadAddressParser();
  try {
    return parse(`${server.replaceAll(" ", "%20")}/`);
  } catch {
    // Without the cause: it may hold the address.
    throw invalid(
      "it is no URL. Characters such as @ : / ? # in a name or password are written as %40 %3A %2F %3F %23.",
    );
  }
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
    const message = `Reading the queue's address: sslmode is one of ${tlsModes.join(", ")}, not "${sslmode}".`;
    throw new SemqrelError("INVALID_OPTION", message);
  }
  // A socket in the file system stays on this machine.
  if (tlsMode === "disable" || tlsMode === "allow" || host.startsWith("/")) return { tlsMode: "disable", tls: {} };
  const root =
    sslrootcert === "system" ? undefined : certificate(sslrootcert ?? usualRoot(), sslrootcert === undefined);
  const isChecked = tlsMode.startsWith("verify") || (tlsMode === "require" && sslrootcert !== undefined);
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

function usualRoot(): string {
  return join(homedir(), ".postgresql", "root.crt");
}

function certificate(path: string, isOptional = false): string | undefined {
  try {
    return readWholeText(path, MOST_WRITTEN_BYTES);
  } catch (cause) {
    if (isOptional) return undefined;
    const message = `Opening the queue: the certificate ${path} cannot be read (${messageOf(cause)}).`;
    throw new SemqrelError("FILE_UNREADABLE", message, { details: { file: path }, cause });
  }
}
