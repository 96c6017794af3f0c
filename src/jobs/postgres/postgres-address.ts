/** The address of --queue. pg-connection-string parses it, and `PG*` variables supply missing parts. */
import { type GivenOf, special, text } from "../../command/settings.ts";
import { invalidOption, messageOf, SemqrelError } from "../../core/errors.ts";
import { suggestion } from "../../core/text/suggestion.ts";
import { type ClientConfig, loadAddressParser } from "./postgres-drivers.ts";

const parameters = ["host", "port", "user", "password", "sslmode", "sslrootcert", "sslcert", "sslkey"];

/** An address whose text and JSON do not show the password. */
export class PostgresAddress {
  readonly #config: ClientConfig;

  /** @param address - such as `postgres://user:password@host:port/database?sslmode=…`. Errors do not repeat it. */
  constructor(address: string) {
    if (!/^postgres(ql)?:\/\//.test(address)) throw invalid("it does not begin with postgres://.");
    if (/^[a-z]+:\/\/[^@/?#]*:[^@/?#]*[/?#][^@]*@/.test(address)) {
      // Otherwise, messages would show part of the password as host or parameter.
      throw invalid("there is an @ after a / ? or #. In a name or password, write these as %2F %3F %23.");
    }
    for (const [name] of new URLSearchParams(/\?([^#]*)/.exec(address)?.[1])) {
      // A misspelt sslmode would silently disable TLS.
      if (!parameters.includes(name)) throw invalid(`there is no parameter "${name}".${suggestion(name, parameters)}`);
    }
    this.#config = parsed(address);
  }

  get hasPassword(): boolean {
    return Boolean(this.#config.password);
  }

  /** Configuration for `pg`, which takes missing parts from `PG*` and ~/.pgpass. */
  get config(): ClientConfig {
    return this.#config;
  }

  toString(): string {
    const { PGHOST = "localhost", PGPORT = "", PGUSER = "", PGDATABASE = "" } = process.env;
    const host = this.#config.host || PGHOST;
    const port = this.#config.port || PGPORT;
    const user = this.#config.user || PGUSER;
    const database = this.#config.database || PGDATABASE;
    const place = host.startsWith("/") ? `/${database}?host=${host}` : `${host}${port && `:${port}`}/${database}`;
    return `postgres://${user && `${user}@`}${place}`;
  }

  toJSON(): string {
    return this.toString();
  }
}

function parsed(address: string): ClientConfig {
  const { parse, toClientConfig } = loadAddressParser();
  try {
    // TLS modes have the same meaning as in libpq.
    return toClientConfig(parse(address, { useLibpqCompat: true }));
  } catch (cause) {
    const { path: file } = cause as NodeJS.ErrnoException;
    if (file !== undefined) {
      const message = `Opening the queue: the certificate ${file} cannot be read (${messageOf(cause)}).`;
      throw new SemqrelError("FILE_UNREADABLE", message, { details: { file }, cause });
    }
    if (/sslmode=verify-ca/.test(messageOf(cause))) throw invalid("sslmode=verify-ca needs sslrootcert=FILE.");
    // Omits the cause, because it may contain the address.
    throw invalid(
      "it is not a URL. Characters such as @ : / ? # % in a name or password must be written as %40 %3A %2F %3F %23 %25.",
    );
  }
}

/** Does not repeat the address, because it may contain a password. */
function invalid(why: string): SemqrelError {
  return invalidOption(
    `Reading the queue's address: ${why} Write postgres://USER@HOST:PORT/DATABASE, and add ?sslmode=verify-full if the connection goes over a network. ` +
      "Put the password into PGPASSWORD or ~/.pgpass. Other parts may come from PGHOST, PGUSER and similar variables.",
  );
}

export const queueAddress = special<PostgresAddress>(
  {
    wanted: "an address such as postgres://USER@HOST/DATABASE",
    accepts: (value) => value instanceof PostgresAddress,
    read(address) {
      const queue = new PostgresAddress(address);
      // Hides the program's arguments, because all users of this machine can read them.
      if (queue.hasPassword) process.title = "semqrel";
      return queue;
    },
  },
  "<address>",
  "PostgreSQL database for the queue: postgres://USER@HOST/DATABASE; postgres:// alone uses the PG* variables",
  { reach: "address" },
);

export const queueSettings = {
  queue: queueAddress,
  queueSchema: text("<name>", "schema of the queue's tables", { default: "semqrel" }),
};

export function queueOf({ queue, queueSchema: schema }: GivenOf<typeof queueSettings>) {
  return [queue ?? new PostgresAddress("postgres://"), { schema }] as const;
}
