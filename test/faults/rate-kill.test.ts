/**
 * Does an acknowledged rating still exist, whenever the server is killed?
 * SEMQREL_KILLS is the number of kills; the published 200 take some minutes.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { poolText } from "../../src/gold/pools/pool-format.ts";
import { readRatingSet } from "../../src/gold/rating/rating-store.ts";
import { seededRandom } from "../../src/maths/random.ts";
import { poolOf, type RatingProcess, startRating } from "../support/rating-process.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const kills = Number(process.env["SEMQREL_KILLS"] ?? 5);
const pairs = poolOf(40, 25);
/** Acknowledged ratings before a kill. */
const FEWEST = 6;

/**
 * By rater and pair: the last acknowledged grade (0: none), and those sent since. A rating without an answer may exist or
 * not, and may even reappear when SQLite recovers the last writes of the killed server.
 */
type Ledger = Map<string, Set<number>>;

/** Rates until there is no answer. Some pairs repeat, so that ratings are also replaced. */
async function storm(
  server: RatingProcess,
  rater: string,
  ledger: Ledger,
  random: () => number,
  acknowledge: () => void,
): Promise<number> {
  const { pool } = (await (await server.request("/api/session")).json()) as { pool: string };
  for (let acknowledged = 0; ; acknowledged++) {
    const pair = Math.floor(random() * pairs.length);
    const grade = 1 + Math.floor(random() * 5);
    const key = `${rater}/${pair}`;
    ledger.set(key, new Set([...(ledger.get(key) ?? [0]), grade]));
    try {
      const rating = { pool, rater, pair, occasion: 0, state: "rated", grade, note: "", seconds: 1 };
      const answer = await server.request("/api/ratings", rating);
      if (answer.status !== 200) throw new TypeError(`not acknowledged: ${answer.status}`);
      ledger.set(key, new Set([grade]));
      acknowledge();
      await answer.text();
    } catch {
      return acknowledged;
    }
  }
}

it(
  `the rating server keeps every acknowledged rating if it is killed ${kills} times while two people rate`,
  async () => {
    const pool = join(temporaryFolder({ "pool.jsonl": [...poolText(pairs)].join("") }), "pool.jsonl");
    const database = join(temporaryFolder(), "ratings.db");
    const cache = temporaryFolder();
    const random = seededRandom(6);
    const ledger: Ledger = new Map();
    const counts: number[] = [];
    for (let kill = 0; kill < kills; kill++) {
      const server = await startRating([pool, "--db", database], cache);
      let acknowledge = () => {};
      const raging = new Promise<void>((resolve) => {
        let acknowledged = 0;
        acknowledge = () => {
          if (++acknowledged === FEWEST) resolve();
        };
      });
      const storms = ["Ann", "Bob"].map((rater) => storm(server, rater, ledger, random, acknowledge));
      await raging;
      await new Promise((resolve) => setTimeout(resolve, random() * 400));
      server.child.kill("SIGKILL");
      await server.ended;
      for (const count of await Promise.all(storms)) counts.push(count);

      const stored = new Map<string, number | null>();
      for (const { rater, pair, grade } of readRatingSet(database).ratings) stored.set(`${rater}/${pair}`, grade);
      for (const [key, possible] of ledger) {
        expect([...possible], `${key} after kill ${kill + 1}`).toContain(stored.get(key) ?? 0);
      }
      expect(stored.size).toBeLessThanOrEqual(ledger.size);
    }
    const Database = createRequire(import.meta.url)("libsql");
    expect(new Database(database).pragma("integrity_check")).toEqual([{ integrity_check: "ok" }]);
    // Otherwise the test would show nothing.
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(kills * 4);
    if (process.env["SEMQREL_KILLS"] !== undefined) {
      process.stderr.write(`${counts.reduce((sum, count) => sum + count, 0)} ratings acknowledged, ${kills} kills\n`);
    }
  },
  60_000 + kills * 15_000,
);
