/**
 * Serves the rating page, and receives ratings. The page and its data need a token, and all requests need the name of
 * this server in the Host header, against DNS rebinding. Pages of other sites may not send ratings. The server listens
 * on 127.0.0.1 unless another address is given. It acknowledges a rating after committing it.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { at } from "../../core/at.ts";
import { SemqrelError } from "../../core/errors.ts";
import { readBuiltFile } from "../../core/files/folders.ts";
import { sha256 } from "../../core/files/read-whole.ts";
import { someOf } from "../../core/text/wording.ts";
import { quantile } from "../../maths/summary.ts";
import { type NewRating, parseRating, Refusal, raterOf } from "./pair-writer.ts";
import { RaterSession } from "./rater-session.ts";
import { localHost, newAddress, ownNames, type RatingHost } from "./rating-host.ts";
import { pageIcon, pageStyle, ratingPage, renderGuidelines } from "./rating-page.ts";
import type { RatingStore } from "./rating-store.ts";

export interface RatingAppOptions {
  readonly token: string;
  /** Names of all raters. Each gets a token derived from `token`; `token` itself is refused. @default all may rate */
  readonly raters?: readonly string[];
  readonly host?: RatingHost;
  readonly now: () => string;
  readonly pageScript: string;
  /** Port of the app, which Host and Origin headers must contain; 0 means any free port. */
  readonly port: number;
}

const MOST_BODY_BYTES = 64 * 1024;
const STEADY_RATINGS = 10;
const PACE_RATINGS = 50;
/** A locked database is retried for a second; meanwhile the server answers other requests. */
const LOCK_WAIT_MILLISECONDS = 20;
const LOCK_PAUSE_MILLISECONDS = 30;
const LOCK_TRIES = 20;
const MOST_SESSIONS = 8;

const everyHeader = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; " +
    "base-uri 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** Returns the app, but does not start a server. From now on, the store waits only 20 ms for other programs. */
export function ratingApp(store: RatingStore, options: RatingAppOptions): Hono {
  const { token, now, pageScript, port, host = localHost, raters = [] } = options;
  // Over plain HTTP in a network, browsers ignore this header with a warning.
  const opener = host.reach === "machine" ? { "Cross-Origin-Opener-Policy": "same-origin" } : {};
  const headers = Object.entries({ ...everyHeader, ...opener });
  const places = host.names.map((name) => new URL(`http://${name}:${port}/`));
  const holders =
    raters.length === 0 ? [{ name: null, token }] : raters.map((name) => ({ name, token: tokenOf(name, token) }));
  const holderOf = (given: string | undefined) => holders.filter((holder) => isToken(given, holder.token))[0];
  const ownerOf = (context: Context) => holderOf(context.req.header("X-Semqrel-Token"))?.name ?? null;
  const requireOwn = (context: Context, rater: string): string => {
    const owner = ownerOf(context);
    if (owner === null || owner === rater) return rater;
    throw new Refusal(403, "wrong-rater", `This address belongs to ${owner}. Open the one for ${rater}.`);
  };
  store.waitAtMost(LOCK_WAIT_MILLISECONDS);
  const sessions = sessionsOf(store);
  const app = new Hono();

  app.use(async (context, next) => {
    for (const [name, value] of headers) context.header(name, value);
    if (!places.some((place) => place.host === context.req.header("Host"))) {
      throw new Refusal(403, "wrong-host", "This address is not the one that semqrel rate printed.");
    }
    await next();
  });
  app.onError((error, context) => {
    const { status, code, message } = refusalOf(error);
    return context.json({ error: { code, message } }, status);
  });
  app.notFound((context) => context.json({ error: { code: "not-found", message: "There is nothing here." } }, 404));

  app.get("/", (context) =>
    holderOf(context.req.query("token")) !== undefined
      ? context.html(ratingPage({ poolName: basename(store.path) }))
      : context.html(strangerPage, 403),
  );
  app.get("/page.js", (context) => context.body(pageScript, 200, { "Content-Type": "text/javascript; charset=utf-8" }));
  app.get("/page.css", (context) => context.body(pageStyle, 200, { "Content-Type": "text/css; charset=utf-8" }));
  app.get("/icon.svg", (context) => context.body(pageIcon, 200, { "Content-Type": "image/svg+xml" }));

  app.use("/api/*", async (context, next) => {
    if (holderOf(context.req.header("X-Semqrel-Token")) === undefined) {
      const message = "The token is missing, or is from an earlier run. Open the address that semqrel rate printed.";
      throw new Refusal(403, "wrong-token", message);
    }
    await next();
  });
  app.get("/api/health", (context) => context.body(null, 204));
  app.get("/api/session", (context) => {
    const owner = ownerOf(context);
    const name = context.req.query("rater") ?? owner ?? undefined;
    const rater = name === undefined ? null : requireOwn(context, raterOf(name));
    return context.json(sessionOf(store, sessions, rater, owner));
  });
  app.get("/api/group/:number", (context) => {
    const session = sessions(requireOwn(context, raterOf(context.req.query("rater"))));
    const number = context.req.param("number");
    return context.json(groupOf(store, session, /^\d{1,9}$/.test(number) ? Number(number) : -1));
  });
  app.post(
    "/api/ratings",
    async (context, next) => {
      const origin = context.req.header("Origin");
      if (origin !== undefined && !places.some((place) => place.origin === origin)) {
        throw new Refusal(403, "wrong-origin", "Another site's page may not send ratings.");
      }
      if (!/^application\/json *(;|$)/i.test(context.req.header("Content-Type") ?? "")) {
        throw new Refusal(415, "not-json", "A rating is sent as application/json.");
      }
      await next();
    },
    bodyLimit({
      maxSize: MOST_BODY_BYTES,
      onError: () => {
        throw new Refusal(413, "too-large", `A rating has ${MOST_BODY_BYTES / 1024} kB at most. Shorten the note.`);
      },
    }),
    async (context) => {
      const { pool, givenAt, ...rating } = parseRating(await context.req.text());
      requireOwn(context, rating.rater);
      const savedAt = now();
      // If the browser's clock is ahead, the server's time counts.
      const ratedAt = givenAt === null ? savedAt : new Date(Math.min(givenAt, Date.parse(savedAt))).toISOString();
      const sent = { ...rating, ratedAt, savedAt };
      return context.json(await onceUnlocked(() => saveRating(store, sessions, pool, sent)));
    },
  );
  return app;
}

export async function serveRatings(store: RatingStore, options: Partial<RatingAppOptions> = {}) {
  const { token = newAddress().token, now = () => new Date().toISOString(), host = localHost, raters = [] } = options;
  const pageScript = options.pageScript ?? readBuiltFile("gold/rating/page/page.js", "the script of the rating page");
  let app = new Hono();
  const server = createAdaptorServer({ fetch: (request: Request) => app.fetch(request) }) as Server;
  const port = await listen(server, host.address, options.port ?? 0);
  app = ratingApp(store, { token, now, pageScript, port, host, raters });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const base = new URL(`http://${host.names[0]}:${port}/`).href;
  // Each rater's address. Empty if raters enter their names, because all then use one address.
  const addresses = raters.map((rater) => ({ rater, address: `${base}?token=${tokenOf(rater, token)}` }));
  return { port, address: raters.length === 0 ? `${base}?token=${token}` : base, addresses, close };
}

/** Derives a rater's token from the database's token. It reveals neither that token nor the tokens of other raters. */
function tokenOf(rater: string, token: string): string {
  return createHmac("sha256", token).update(rater).digest("hex").slice(0, token.length);
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const cause = error as NodeJS.ErrnoException;
    const what =
      cause.code === "EADDRINUSE" ? "another program is using this port" : `it is not available (${cause.code})`;
    const remedy =
      cause.code === "EADDRNOTAVAIL"
        ? `Give --host an address of this machine: ${someOf(ownNames(), 5)}.`
        : "Give --port another number, or 0 for any free port.";
    const message = `Listening on ${host}, port ${port}: ${what}. ${remedy}`;
    throw new SemqrelError("PORT_UNAVAILABLE", message, { details: { port }, cause });
  }
  return (server.address() as AddressInfo).port;
}

type Sessions = ReturnType<typeof sessionsOf>;

/** Keeps each rater's order of items until the pool grows, and reads ratings that other programs save. */
function sessionsOf(store: RatingStore) {
  const known = new Map<string, { readonly session: RaterSession; readonly version: number }>();
  let version = store.dataVersion;
  let order = store.orderKey;
  let pairs = store.poolPairs();
  return (rater: string): RaterSession => {
    const { dataVersion } = store;
    if (dataVersion !== version && store.orderKey !== order) {
      known.clear();
      order = store.orderKey;
      pairs = store.poolPairs();
    }
    version = dataVersion;
    const kept = known.get(rater);
    if (kept !== undefined && kept.version !== version) kept.session.catchUp(store);
    const session = kept?.session ?? new RaterSession(store, pairs, rater);
    // Drops the least recently used sessions.
    known.delete(rater);
    known.set(rater, { session, version });
    for (const name of [...known.keys()].slice(0, -MOST_SESSIONS)) known.delete(name);
    return session;
  };
}

/** Identifies database and pool, so that an open page cannot send its ratings to another database or pool. */
function poolOf(store: RatingStore): string {
  return `${store.id}:${store.fingerprint}`;
}

function sessionOf(store: RatingStore, sessions: Sessions, rater: string | null, owner: string | null) {
  const pool = {
    pool: poolOf(store),
    raters: owner === null ? store.raters() : [owner],
    isOwn: owner !== null,
    scale: store.scale,
    guidelines: store.guidelines === "" ? "" : renderGuidelines(store.guidelines),
  };
  if (rater === null) {
    return { ...pool, rater: null, groups: [], total: 0, done: 0, secondsPerRating: store.usualSeconds, current: -1 };
  }
  const session = sessions(rater);
  const groups = session.groups.map((group, number) => {
    return { group: number, ...group, items: group.items.length, done: session.doneOf(group) };
  });
  return { ...pool, rater, groups, ...progressOf(store, session, rater), current: session.current };
}

/** Returns what raters may see of a group: no engines, no ranks, and no grades of other raters. */
function groupOf(store: RatingStore, session: RaterSession, number: number) {
  const group = session.groups[number];
  if (group === undefined) throw new Refusal(404, "unknown-group", "There is no such group of items.");
  const pairs = group.items.map((item) => ({ item, pair: store.pair(item.pair) }));
  const { queryId = null, informationNeed = null } = at(pairs, 0).pair ?? {};
  const items = pairs.map(({ item, pair }) => {
    const { state, grade, note } = session.stateOf(item) ?? { state: "open", grade: null, note: "" };
    const columns = Object.entries(store.shownOf(item.pair));
    const shown = columns.map(([name, value]) => ({ name, value, url: webAddress(value) }));
    return { ...item, title: pair?.title ?? "", url: webAddress(pair?.url ?? null), shown, state, grade, note };
  });
  return { group: number, ...group, queryId, informationNeed, items };
}

function saveRating(store: RatingStore, sessions: Sessions, pool: string, rating: NewRating) {
  if (pool !== poolOf(store)) {
    const message = "The page belongs to another database, or to this one before its pool grew. Reload the page.";
    throw new Refusal(409, "stale-page", message);
  }
  const session = sessions(rating.rater);
  if (!session.has(rating)) {
    throw new Refusal(404, "unknown-pair", `There is no item ${rating.pair} for ${rating.rater}. Reload the page.`);
  }
  const { state, grade } = rating;
  const { scale } = store;
  if (state === "rated" && !scale?.grades.some((one) => one.grade === grade)) {
    throw new Refusal(422, "out-of-scale", `The grade ${grade} is not on the scale ${scale?.name}.`);
  }
  if (!store.save(rating)) {
    const message = "A later rating of this item counts. To change it, rate the item again.";
    throw new Refusal(422, "later-rating", message);
  }
  session.note(rating);
  return progressOf(store, session, rating.rater);
}

async function onceUnlocked<T>(work: () => T): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return work();
    } catch (error) {
      if (tries === LOCK_TRIES || refusalOf(error).code !== "database-locked") throw error;
      await setTimeout(LOCK_PAUSE_MILLISECONDS);
    }
  }
}

function progressOf(store: RatingStore, { done, total }: RaterSession, rater: string) {
  const seconds = Float64Array.from(store.lastSeconds(rater, PACE_RATINGS)).sort();
  const usual = store.usualSeconds;
  const median = seconds.length === 0 ? usual : quantile(seconds, 0.5);
  // Until there are ten ratings, the usual pace also counts, because a few quick ratings do not make a quick rater.
  const known = Math.min(1, seconds.length / STEADY_RATINGS);
  return { done, total, secondsPerRating: known * median + (1 - known) * usual };
}

/** Returns null for URLs that a browser should not open, such as `javascript:`. */
function webAddress(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return protocol === "http:" || protocol === "https:" ? href : null;
}

/** Compares hashes, because `timingSafeEqual` needs equal lengths. The time needed reveals nothing about the token. */
function isToken(given: string | undefined, token: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(given ?? "")), Buffer.from(sha256(token))) && given !== undefined;
}

function refusalOf(error: unknown): Pick<Refusal, "status" | "code" | "message"> {
  if (error instanceof Refusal) return error;
  const message = error instanceof SemqrelError ? error.message : String(error);
  const reason = error instanceof SemqrelError ? (error.details["reason"] ?? null) : null;
  if (reason === "locked") return { status: 503, code: "database-locked", message };
  // The database may work again later, so the page keeps the rating.
  if (reason !== null) return { status: 503, code: "database-unusable", message };
  return { status: 500, code: "failed", message };
}

const strangerPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>semqrel</title><link rel="stylesheet" href="/page.css"></head>
<body><main><h1>This address is incomplete</h1>
<p>Open the whole address that <code>semqrel rate</code> printed, with everything after the question mark.</p></main></body>
</html>
`;
