/** `semqrel rate`: a pool rated in the browser, into a database; or ratings from elsewhere imported into one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { platform } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Command } from "commander";
import {
  type GivenOf,
  group,
  type Kind,
  longName,
  output,
  repeated,
  special,
  text,
  texts,
  textsKind,
  toggle,
  unitShare,
  WrongValue,
  wholeNumber,
} from "../../command/settings.ts";
import { attempt } from "../../core/attempt.ts";
import { invalidOption, SemqrelError } from "../../core/errors.ts";
import { makeTemporaryFolder } from "../../core/files/folders.ts";
import { MOST_WRITTEN_BYTES } from "../../core/files/read-whole.ts";
import { escapeHtml, printable, shellWord } from "../../core/text/escape.ts";
import { counted, someOf } from "../../core/text/wording.ts";
import type { RatingScale } from "../../core/types.ts";
import type { RatingAddress } from "../../gold/rating/rating-host.ts";
import type { RatingStore } from "../../gold/rating/rating-store.ts";
import type { CliIo, CommonFlags } from "../io.ts";
import { addOptions } from "../options/add-options.ts";
import { spareMemory } from "../spare-memory.ts";
import { printJson, say } from "../terminal/print.ts";
import { remark } from "../terminal/print-report.ts";

const USUAL_SCALE = "1-5";
const USUAL_SEED = 1;

const portKind: Kind = {
  wanted: "a port from 0 (any that is free) to 65535",
  accepts: (value) => typeof value === "number",
  read(value) {
    const number = Number(value);
    if (/^\d+$/.test(value) && number <= 65_535) return number;
    throw new WrongValue("Give a port from 0 (any that is free) to 65535.");
  },
  schema: { type: "integer", minimum: 0, maximum: 65_535 },
};
const labelsKind: Kind = { ...textsKind, read: (value) => value.split("|").map((label) => label.trim()) };

/** Settings of the page, which an import does not have. */
const pageSettings = {
  open: toggle("open the page in the browser"),
  rater: repeated("<name>", "name of a rater, who gets a private address; repeatable"),
  guidelines: text("<file>", "Markdown that raters can read on the page"),
  ...group("Page:", {
    port: special<number>(portKind, "<n>", "port (default: the last one used, else any free port)"),
    host: text(
      "<address>",
      "address of this machine for raters on other machines; needs --rater for each, and is plain HTTP",
      { reach: "address" },
    ),
    everyNetwork: toggle("allow --host 0.0.0.0 or ::, which serve every network", { reach: "address" }),
    seed: wholeNumber("<n>", `seed of the raters' orders (default: ${USUAL_SEED})`),
    repeatShare: unitShare("<share>", "share of pairs shown twice (default: 0.05)"),
  }),
};
const pageOptions = Object.keys(pageSettings) as (keyof typeof pageSettings)[];

const settings = {
  db: output("<file>", "database of ratings (SQLite), created if it does not exist", { isRequired: true }),
  ...pageSettings,
  scale: text("<range>", `grades, e.g. 0-3, or 0-3:0.5 to import halves (default: ${USUAL_SCALE})`),
  labels: special<readonly string[]>(labelsKind, "<names>", 'meaning of the grades, lowest first: "no|somewhat|yes"'),
  import: texts("<files...>", "files of ratings to add (Quepid, Chorus, qrels …) without opening the page"),
  json: toggle("one JSON document on stdout instead of the address"),
  ...group("Import:", {
    queries: text("<file>", "file that joins ids of queries with their texts (id TAB text, CSV, JSONL)"),
  }),
};
type RateFlags = CommonFlags & GivenOf<typeof settings>;

export function createCommand(io: CliIo): Command {
  const command = new Command("rate")
    .description(
      "Opens a page on this machine where people rate the pairs of a pool, each in a different random order.\n" +
        "Ratings are saved at once. Stop with Ctrl-C; run the same command to continue.",
    )
    .argument("[pool]", "pool to rate; not needed if the database already has it");
  return addOptions(command, settings)
    .addHelpText(
      "after",
      "\nExamples:\n  semqrel rate pool.jsonl --db ratings.db --open\n" +
        '  semqrel rate pool.jsonl --db ratings.db --scale 0-3 --labels "no|a bit|yes|exactly" --guidelines how-to-rate.md\n' +
        "  semqrel rate --db ratings.db\n" +
        "  semqrel rate pool.jsonl --db ratings.db --host 192.168.1.20 --rater Ann --rater Ben\n" +
        "  semqrel rate --import quepid-book.csv --db ratings.db --scale 0-3\n" +
        "  semqrel rate pool.jsonl --import ratings.csv --db ratings.db",
    )
    .action((pool: string | undefined, flags: RateFlags) =>
      flags.import === undefined ? rate(pool, flags, io) : importFiles(pool, flags.import, flags, io),
    );
}

async function rate(poolFile: string | undefined, flags: RateFlags, io: CliIo): Promise<void> {
  if (flags.queries !== undefined) throw wrongFlag("queries", "comes with --import; the pool has its own queries");
  requirePool(poolFile, flags);
  const reached = await reachedBy(flags);
  const dropGarbage = spareMemory();
  const { RatingStore } = await import("../../gold/rating/rating-store.ts");
  const store =
    poolFile === undefined ? RatingStore.open(flags.db, { create: false }) : await openWithPool(poolFile, flags, io);
  try {
    if (store.fingerprint === null) {
      throw new SemqrelError(
        "INVALID_POOL",
        `Opening the ratings database ${flags.db}: it holds imported ratings and no pool. Name the pool to rate.`,
        { details: { path: flags.db } },
      );
    }
    const { requireKeys } = await import("../../gold/agreement/combine-ratings.ts");
    if (store.scale !== null) requireKeys(store.scale);
    await serve(store, reached, dropGarbage, flags, io);
  } finally {
    store.close();
  }
}

/** A function of its own, so that nothing of the pool stays in memory while people rate. */
async function openWithPool(poolFile: string, flags: RateFlags, io: CliIo): Promise<RatingStore> {
  const { RatingStore } = await import("../../gold/rating/rating-store.ts");
  const { parseRatingScale, requireKeys } = await import("../../gold/agreement/combine-ratings.ts");
  const { readPool } = await import("../../gold/pools/pool-format.ts");
  const { poolFingerprint } = await import("../../gold/pools/pool-format.ts");
  const { sha256 } = await import("../../core/files/read-whole.ts");
  // All that can be wrong is found before a database is made.
  if (flags.scale !== undefined || !existsSync(flags.db)) {
    requireKeys(parseRatingScale(flags.scale ?? USUAL_SCALE, flags.labels));
  }
  const guidelines = flags.guidelines === undefined ? null : await readGuidelines(flags.guidelines);
  const { pairs } = await readPool(poolFile);
  const fill = (store: RatingStore) => {
    const isNew = store.fingerprint === null;
    const before = store.scale;
    const { added } = store.addPool(pairs, {
      scale: chosenScale(store.scale, flags, parseRatingScale),
      seed: flags.seed ?? (isNew ? USUAL_SEED : store.seed),
      ...(flags.repeatShare === undefined ? {} : { repeatShare: flags.repeatShare }),
      guidelines: guidelines ?? store.guidelines,
      fingerprint: poolFingerprint(pairs, sha256),
      path: poolFile === "-" ? null : poolFile,
    });
    for (const change of changedLabels(before, store.scale)) say(change, flags, io);
    if (!isNew && added > 0) {
      say(`The pool has grown by ${counted(added, "pair")}; ratings and orders stay as they were.`, flags, io);
    }
  };
  const isThere = existsSync(flags.db);
  if (!isThere) RatingStore.make(flags.db, fill);
  const store = RatingStore.open(flags.db, { create: true });
  try {
    if (isThere) fill(store);
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

type Reached = Awaited<ReturnType<typeof reachedBy>>;

/** The host, and the names of those who may rate, none for anybody. */
async function reachedBy({ host: given, everyNetwork, rater = [], open }: RateFlags) {
  const { localHost, ownNames, ratingHost } = await import("../../gold/rating/rating-host.ts");
  const { raterOf, Refusal } = await import("../../gold/rating/pair-writer.ts");
  const host = given === undefined ? localHost : await ratingHost(given);
  const isWide = host.reach === "every-network";
  const wrong =
    (isWide &&
      !everyNetwork &&
      `--host ${given} opens the page to every network that this machine is in. Name one of its addresses (${someOf(ownNames(), 5)}), or add --every-network`) ||
    (everyNetwork && !isWide && "--every-network comes with --host 0.0.0.0 or ::") ||
    (host.reach !== "machine" &&
      rater.length === 0 &&
      `--host ${given} is reached from other machines. Give --rater NAME for each person, who then has an address of their own`) ||
    (open && rater.length > 0 && "--open opens one page, and each --rater has another. Leave it out");
  if (wrong) throw invalidOption(`Rating: ${wrong}.`, { wrong });
  try {
    return { host, raters: [...new Set(rater.map(raterOf))] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw invalidOption(`Rating: --rater: ${error.message}`, { raters: rater });
  }
}

async function serve(
  store: RatingStore,
  reached: Reached,
  dropGarbage: () => void,
  flags: RateFlags,
  io: CliIo,
): Promise<void> {
  const server = await startServer(store, reached, flags, io);
  let removePage = () => {};
  const ahead = await whatLiesAhead(store);
  try {
    dropGarbage();
    const { address, addresses } = server;
    const own = addresses.length === 0 ? {} : { addresses };
    if (flags.json) printJson(io, { schema: "semqrel.rate/1", address, ...own, database: store.path, ...ahead });
    else if (addresses.length === 0) io.stdout.write(`${address}\n`);
    else for (const one of addresses) io.stdout.write(`${one.address} ${printable(one.rater)}\n`);
    const { pairs, queries, ratingsPerRater: items, minutes } = ahead;
    const who =
      addresses.length === 0
        ? "Open the address in a browser"
        : "Give each rater their own address, to be opened in a browser";
    const where = reached.host.reach === "machine" ? " on this machine" : "";
    say(
      [
        `${counted(pairs, "pair")} of ${counted(queries, "query", "queries")} to rate: ${counted(items, "rating")} with ` +
          `repetitions, about ${counted(minutes, "minute")} a rater.`,
        ...doneLines(store, ahead),
        `${who}${where}. Ctrl-C ends it; every rating is in ${store.path} by then.`,
        where === "" &&
          "It is plain HTTP: whoever sees the network's traffic can read titles, ratings and the addresses. Not for the open internet.",
      ],
      flags,
      io,
    );
    if (flags.open) removePage = openBrowser(server.address, flags, io);
    if (!io.signal.aborted) await once(io.signal, "abort");
  } finally {
    removePage();
    await server.close();
  }
  const done = doneLines(store, ahead);
  say(["Ended.", ...done], flags, io);
  if (done.length > 0) await sayGold(flags, io);
}

function doneLines(store: RatingStore, { ratingsPerRater }: { readonly ratingsPerRater: number }): string[] {
  return [...store.doneByRater()].map(([rater, done]) => `${rater} has done ${done} of ${ratingsPerRater}.`);
}

async function sayGold(flags: RateFlags, io: CliIo): Promise<void> {
  const { judgmentsFor } = await import("../../gold/ratings-beside.ts");
  const command = `semqrel gold ${shellWord(flags.db)} -o ${shellWord(judgmentsFor(flags.db))}`;
  say(["Next: make judgments of the ratings.", `  ${command}`], flags, io);
}

/** At the database's earlier address, so that an open page finds its server; where it is taken, with another token. */
async function startServer(store: RatingStore, reached: Reached, flags: RateFlags, io: CliIo) {
  const { serveRatings } = await import("../../gold/rating/rating-server.ts");
  const { newAddress, keptAddress, keepAddress } = await import("../../gold/rating/rating-host.ts");
  const { defaultCacheFolder } = await import("../../core/files/cache-folder.ts");
  const folder = defaultCacheFolder(io.environment);
  const kept = keptAddress(folder, store.path);
  const start = async (address: RatingAddress) => {
    const server = await serveRatings(store, { ...address, ...reached });
    keepAddress(folder, store.path, { ...address, port: server.port });
    return server;
  };
  const port = flags.port || kept?.port || 0;
  if (port !== kept?.port) return start({ ...newAddress(), port });
  try {
    return await start(kept);
  } catch (error) {
    if (!(error instanceof SemqrelError && error.code === "PORT_UNAVAILABLE")) throw error;
    if (!flags.port) return start(newAddress());
    keepAddress(folder, store.path, newAddress());
    throw error;
  }
}

async function whatLiesAhead(store: RatingStore) {
  const { orderForRating } = await import("../../gold/pools/order-for-rating.ts");
  const pairs = store.poolPairs();
  const order = orderForRating(pairs, { rater: "", seed: store.seed, repeatShare: store.repeatShare });
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

async function importFiles(
  pool: string | undefined,
  files: readonly string[],
  flags: RateFlags,
  io: CliIo,
): Promise<void> {
  const given = pageOptions.find((name) => flags[name] !== undefined);
  if (given !== undefined) throw wrongFlag(given, "is of the page, and an import serves none. Leave it out");
  const { importRatings } = await import("../../gold/import-ratings.ts");
  const imported = await importRatings({
    ...{ files, database: flags.db, pool: pool ?? null },
    scale: flags.scale ?? null,
    labels: flags.labels ?? null,
    queries: flags.queries ?? null,
  });
  const { scale, ratings, pairs, outsidePool, raters, ofDuplicates, unrated } = imported;
  await remark(imported.warnings, flags, io);
  if (flags.json) printJson(io, { schema: "semqrel.rate-import/1", database: flags.db, ...imported });
  const outside =
    pool === undefined || outsidePool === 0
      ? ""
      : ` ${counted(outsidePool, "of them is", "of them are")} not in ${pool}.`;
  const left = unrated === 0 ? "" : ` ${counted(unrated, "row")} without a rating, or with a negative one, left out.`;
  const unlike =
    ofDuplicates === 0
      ? ""
      : ` ${counted(ofDuplicates, "rating")} left out: of duplicates, and unlike the rating of their document.`;
  const between = scale.grades.some(({ grade }) => !Number.isInteger(grade))
    ? " Grades between whole ones stay as they are; the rating page has keys for whole grades only."
    : "";
  say(
    `Imported ${counted(ratings, "rating")} of ${counted(raters.length, "rater")} on the scale ${scale.name} into ` +
      `${flags.db}, ${counted(pairs, "new pair")}.${outside}${left}${unlike}${between}`,
    flags,
    io,
  );
  await sayGold(flags, io);
}

function requirePool(pool: string | undefined, flags: RateFlags): void {
  if (pool !== undefined) return;
  if (!existsSync(flags.db)) {
    throw invalidOption(
      `Rating: there is no database ${flags.db} yet, so a pool is needed. Write rate POOL --db ${flags.db}.`,
      { path: flags.db },
    );
  }
  const settings = ["scale", "labels", "guidelines", "seed", "repeatShare"] as const;
  const given = settings.find((name) => flags[name] !== undefined);
  if (given !== undefined) throw wrongFlag(given, `comes with a pool. Write rate POOL --db ${flags.db}`);
}

function wrongFlag(flag: keyof RateFlags, what: string): SemqrelError {
  const option = longName(flag);
  return invalidOption(`Rating: ${option} ${what}.`, { option });
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

function chosenScale(
  stored: RatingScale | null,
  flags: RateFlags,
  parse: (name: string, labels?: readonly string[]) => RatingScale,
): RatingScale {
  if (flags.labels === undefined && stored !== null && [undefined, stored.name].includes(flags.scale)) return stored;
  return parse(flags.scale ?? stored?.name ?? USUAL_SCALE, flags.labels);
}

/** Grades whose words are others from now on; the ratings stay. */
function changedLabels(before: RatingScale | null, after: RatingScale | null): string[] {
  if (before?.name !== after?.name) return [];
  return (before?.grades ?? []).flatMap(({ grade, label }, place) => {
    const now = after?.grades[place]?.label;
    return now === undefined || now === label
      ? []
      : [`The label of grade ${grade} was "${label}", and is "${now}" now.`];
  });
}

/** Opens it in the background. The function that it returns removes what the browser was given. */
function openBrowser(address: string, flags: RateFlags, io: CliIo): () => void {
  const [command, ...before] =
    platform() === "darwin" ? ["open"] : platform() === "win32" ? ["cmd", "/c", "start", ""] : ["xdg-open"];
  const failed = () => say("No browser could be opened: open the address yourself.", flags, io);
  const page = attempt(() => redirectingPage(address));
  if (page === null) {
    failed();
    return () => {};
  }
  const child = spawn(command ?? "", [...before, pathToFileURL(page).href], {
    detached: true,
    stdio: "ignore",
    env: io.environment,
  });
  child.on("error", failed);
  child.on("exit", (code) => {
    if (code !== 0) failed();
  });
  child.unref();
  return () => rmSync(dirname(page), { recursive: true, force: true });
}

/** Every user of the machine sees the arguments of a process. So the token stands in a file that only this user reads. */
function redirectingPage(address: string): string {
  const page = join(makeTemporaryFolder("semqrel-rate-"), "rate.html");
  const redirection = `<!doctype html>\n<meta http-equiv="refresh" content="0; url=${escapeHtml(address)}">\n`;
  writeFileSync(page, redirection, { mode: 0o600, flag: "wx" });
  return page;
}
