import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { platform } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Terminal } from "../../command/terminal.ts";
import { attempt } from "../../core/attempt.ts";
import { SemqrelError } from "../../core/errors.ts";
import { defaultCacheFolder } from "../../core/files/cache-folder.ts";
import { makeTemporaryFolder } from "../../core/files/folders.ts";
import { MOST_WRITTEN_BYTES } from "../../core/files/read-whole.ts";
import { escapeHtml, printable, shellWord } from "../../core/text/escape.ts";
import { counted, someOf } from "../../core/text/wording.ts";
import { type RateGiven, refused, USUAL_SCALE, USUAL_SEED, wrongOption } from "./rate-settings.ts";
import type { RatingAddress } from "./rating-host.ts";
import type { RatingStore } from "./rating-store.ts";

// Most modules are imported later, to keep the server's memory small: see `limitMemory`.

/** Serves the rating page until the command is stopped. Returns whether somebody has rated. */
export async function ratePool(pool: string | undefined, given: RateGiven, terminal: Terminal): Promise<boolean> {
  if (pool === undefined) requireFilledDatabase(given);
  const reached = await reachedBy(given);
  const dropGarbage = limitMemory();
  const { RatingStore } = await import("./rating-store.ts");
  const { db } = given;
  if (pool !== undefined) await fillWithPool(pool, given, (line) => terminal.say(line));
  const store = RatingStore.open(db, { create: false });
  try {
    if (store.fingerprint === null) {
      const message = `Opening the ratings database ${db}: it has imported ratings but no pool. Name the pool to rate.`;
      throw new SemqrelError("INVALID_POOL", message, { details: { path: db } });
    }
    const { requireKeys } = await import("../agreement/combine-ratings.ts");
    if (store.scale !== null) requireKeys(store.scale);
    return await serve(store, reached, dropGarbage, given, terminal);
  } finally {
    store.close();
  }
}

function requireFilledDatabase(given: RateGiven): void {
  const { db } = given;
  if (!existsSync(db)) {
    throw refused(`there is no database ${db} yet, so a pool is needed: semqrel rate POOL --db ${shellWord(db)}.`, {
      path: db,
    });
  }
  const ofPool = (["scale", "labels", "guidelines", "seed", "repeatShare"] as const).find(
    (name) => given[name] !== undefined,
  );
  if (ofPool !== undefined) throw wrongOption(ofPool, `needs a pool: semqrel rate POOL --db ${shellWord(db)}`);
}

/** A separate function, so that the pool does not stay in memory while people rate. */
async function fillWithPool(poolFile: string, given: RateGiven, say: (line: string) => void): Promise<void> {
  const { RatingStore } = await import("./rating-store.ts");
  const { parseRatingScale, requireKeys } = await import("../agreement/combine-ratings.ts");
  const { poolFingerprint, readPool } = await import("../pools/pool-format.ts");
  const { db, scale, labels } = given;
  // Everything is checked before a database is created.
  if (scale !== undefined || !existsSync(db)) requireKeys(parseRatingScale(scale ?? USUAL_SCALE, labels));
  const guidelines = given.guidelines === undefined ? null : await readGuidelines(given.guidelines);
  const { pairs } = await readPool(poolFile);
  RatingStore.fill(db, (store) => {
    const isNew = store.fingerprint === null;
    const before = store.scale;
    const isKept = labels === undefined && before !== null && [undefined, before.name].includes(scale);
    const { added } = store.addPool(pairs, {
      scale: isKept ? before : parseRatingScale(scale ?? before?.name ?? USUAL_SCALE, labels),
      seed: given.seed ?? (isNew ? USUAL_SEED : store.order.seed),
      ...(given.repeatShare !== undefined && { repeatShare: given.repeatShare }),
      guidelines: guidelines ?? store.guidelines,
      fingerprint: poolFingerprint(pairs),
      path: poolFile === "-" ? null : poolFile,
    });
    // Reports grades whose labels have changed. Their ratings are kept, because ratings refer to grades, not labels.
    if (before?.name === store.scale?.name) {
      for (const [place, { grade, label }] of (before?.grades ?? []).entries()) {
        const now = store.scale?.grades[place]?.label ?? label;
        if (now !== label) say(`The label of grade ${grade} was "${label}"; now it is "${now}".`);
      }
    }
    if (!isNew && added > 0) {
      say(`The pool has grown by ${counted(added, "pair")}; ratings and orders did not change.`);
    }
  });
}

async function readGuidelines(path: string): Promise<string> {
  const { readOwnBytes } = await import("../../io/read-own-document.ts");
  const bytes = readOwnBytes(path, "Check --guidelines.", MOST_WRITTEN_BYTES);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const message = `Reading the guidelines ${path}: it is not UTF-8. Save it as UTF-8.`;
    throw new SemqrelError("INVALID_ENCODING", message, { details: { file: path }, cause });
  }
}

type Reached = Awaited<ReturnType<typeof reachedBy>>;

/** If no raters are named, anybody may rate. */
async function reachedBy({ host: given, everyNetwork, rater = [], open }: RateGiven) {
  const { localHost, ownNames, ratingHost } = await import("./rating-host.ts");
  const { raterOf, Refusal } = await import("./pair-writer.ts");
  const host = given === undefined ? localHost : await ratingHost(given);
  const isWide = host.reach === "every-network";
  const wrong =
    (isWide &&
      !everyNetwork &&
      `--host ${given} opens the page to every network of this machine. Name one of its addresses (${someOf(ownNames(), 5)}), or add --every-network`) ||
    (everyNetwork && !isWide && "--every-network needs --host 0.0.0.0 or ::") ||
    (host.reach !== "machine" &&
      rater.length === 0 &&
      `--host ${given} can be reached from other machines. Give --rater NAME for each person, who then gets a private address`) ||
    (open && rater.length > 0 && "--open opens one page, but each --rater has their own. Leave out --open");
  if (wrong) throw refused(`${wrong}.`, { wrong });
  try {
    return { host, raters: [...new Set(rater.map(raterOf))] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw refused(`--rater: ${error.message}`, { raters: rater });
  }
}

async function serve(
  store: RatingStore,
  reached: Reached,
  dropGarbage: () => void,
  { json, open, port, signal }: RateGiven,
  terminal: Terminal,
): Promise<boolean> {
  const server = await startServer(store, reached, port, defaultCacheFolder(terminal.environment));
  let removePage = () => {};
  const work = await summariseWork(store);
  const doneLines = () =>
    [...store.doneByRater()].map(([rater, done]) => `${rater} has done ${done} of ${work.ratingsPerRater}.`);
  try {
    dropGarbage();
    const { address, addresses } = server;
    const isOwn = addresses.length > 0;
    if (json)
      terminal.json({ schema: "semqrel.rate/1", address, ...(isOwn && { addresses }), database: store.path, ...work });
    else if (isOwn) for (const one of addresses) terminal.write(`${one.address} ${printable(one.rater)}\n`);
    else terminal.write(`${address}\n`);
    const { pairs, queries, ratingsPerRater: items, minutes } = work;
    const who = isOwn ? "Give each rater their own address to open in a browser" : "Open the address in a browser";
    const where = reached.host.reach === "machine" ? " on this machine" : "";
    terminal.say([
      `${counted(pairs, "result")} for ${counted(queries, "query", "queries")} to rate: ${counted(items, "rating")} per ` +
        `rater with repeats, about ${counted(minutes, "minute")}.`,
      ...doneLines(),
      `${who}${where}. Ratings are saved at once in ${store.path}. Stop with Ctrl-C; run the same command to continue.`,
      where === "" &&
        "This uses plain HTTP: anyone who can see the network traffic can read titles, ratings and the addresses. Do not use it on the open internet.",
    ]);
    if (open) removePage = openBrowser(address, terminal);
    if (signal?.aborted === false) await once(signal, "abort");
  } finally {
    removePage();
    await server.close();
  }
  const done = doneLines();
  terminal.say(["Stopped.", ...done]);
  return done.length > 0;
}

/** Uses the database's previous port and token, so that open pages still work. A new port also gets a new token. */
async function startServer(store: RatingStore, reached: Reached, wanted: number | undefined, folder: string) {
  const { serveRatings } = await import("./rating-server.ts");
  const { newAddress, keptAddress, keepAddress } = await import("./rating-host.ts");
  const kept = keptAddress(folder, store.path);
  const start = async (address: RatingAddress) => {
    const server = await serveRatings(store, { ...address, ...reached });
    keepAddress(folder, store.path, { ...address, port: server.port });
    return server;
  };
  const port = wanted || kept?.port || 0;
  if (port !== kept?.port) return start({ ...newAddress(), port });
  try {
    return await start(kept);
  } catch (error) {
    if (!(error instanceof SemqrelError && error.code === "PORT_UNAVAILABLE")) throw error;
    if (!wanted) return start(newAddress());
    keepAddress(folder, store.path, newAddress());
    throw error;
  }
}

async function summariseWork(store: RatingStore) {
  const { orderForRating } = await import("../pools/order-for-rating.ts");
  const pairs = store.poolPairs();
  const order = orderForRating(pairs, { rater: "", ...store.order });
  const items = order.reduce((sum, group) => sum + group.items.length, 0);
  return {
    pairs: pairs.length,
    queries: new Set(pairs.map(({ query }) => query)).size,
    ratingsPerRater: items,
    minutes: Math.max(1, Math.round((items * store.usualSeconds) / 60)),
    scale: store.scale,
    raters: [...store.doneByRater()].map(([rater, done]) => ({ rater, done })),
  };
}

/** Returns a function that removes the temporary file for the browser. */
function openBrowser(address: string, { say, environment }: Terminal): () => void {
  const [command, ...before] =
    platform() === "darwin" ? ["open"] : platform() === "win32" ? ["cmd", "/c", "start", ""] : ["xdg-open"];
  const failed = () => say("No browser could be opened: open the address yourself.");
  const page = attempt(() => {
    // All users of a machine can see a process's arguments, so the token is in a file that only this user can read.
    const path = join(makeTemporaryFolder("semqrel-rate-"), "rate.html");
    const redirection = `<!doctype html>\n<meta http-equiv="refresh" content="0; url=${escapeHtml(address)}">\n`;
    writeFileSync(path, redirection, { mode: 0o600, flag: "wx" });
    return path;
  });
  if (page === null) {
    failed();
    return () => {};
  }
  const options = { detached: true, stdio: "ignore", env: environment } as const;
  const child = spawn(command ?? "", [...before, pathToFileURL(page).href], options);
  child.on("error", failed);
  child.on("exit", (code) => {
    if (code !== 0) failed();
  });
  child.unref();
  return () => rmSync(dirname(page), { recursive: true, force: true });
}

/**
 * Limits V8's memory, which would otherwise grow to more than 100 MB although only 20 MB are in use. Call this function
 * before loading modules and the pool, because V8 never shrinks its space for new objects.
 * @returns a function that collects garbage in about 20 ms, to call after loading them
 */
export function limitMemory(): () => void {
  setFlagsFromString("--max-semi-space-size=2");
  setFlagsFromString("--semi-space-growth-factor=1");
  return () => {
    setFlagsFromString("--expose-gc");
    // The flag only adds `gc` to contexts that are created later.
    runInNewContext("gc")();
  };
}
