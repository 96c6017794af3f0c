/**
 * Lets tests use the rating page like people: with a real browser, and a server here or in a process that can be
 * killed. Without a browser the tests are reported as skipped, but with CI set they must run.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import type { PooledPair } from "../../src/core/types.ts";
import { parseRatingScale } from "../../src/gold/agreement/combine-ratings.ts";
import { poolFingerprint } from "../../src/gold/pools/pool-format.ts";
import { localHost, type RatingHost } from "../../src/gold/rating/rating-host.ts";
import { serveRatings } from "../../src/gold/rating/rating-server.ts";
import { RatingStore } from "../../src/gold/rating/rating-store.ts";
import { root } from "./run-cli.ts";

const browserPlaces = [
  process.env["CHROMIUM_PATH"],
  // The same browser without a window. It takes three quarters of the processor time of the next.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const browserFile = browserPlaces.find((place) => place !== undefined && existsSync(place));

export const hasBrowser = browserFile !== undefined || process.env["CI"] !== undefined;

export function openBrowser(): Promise<Browser> {
  // Without a display, a process for the graphics card only costs time.
  const args = ["--no-sandbox", "--disable-gpu", "--disable-software-rasterizer"];
  return chromium.launch({ executablePath: browserFile ?? "/usr/bin/chromium", args });
}

export interface ServedRatings {
  readonly address: string;
  readonly port: number;
  /** Answers no more requests. */
  end(): Promise<void>;
}

export interface ServedRatingsOptions {
  readonly database: string;
  /** Stored in the database first. */
  readonly pairs: readonly PooledPair[];
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly token?: string;
  readonly raters?: readonly string[];
  readonly host?: RatingHost;
  readonly scale?: string;
  readonly guidelines?: string;
  /** 0 unless the test is about repeated items. */
  readonly repeatShare?: number;
}

const defaults = {
  port: 0,
  raters: [],
  host: localHost,
  token: "token-of-the-tests",
  scale: "1-5",
  guidelines: "",
  repeatShare: 0,
};

/** Serves the page like `semqrel rate`. */
export async function serveHere(options: ServedRatingsOptions): Promise<ServedRatings> {
  const { database, pairs, scale, guidelines, repeatShare, ...address } = { ...defaults, ...options };
  const store = RatingStore.open(database, { create: true });
  const fingerprint = poolFingerprint(pairs);
  store.addPool(pairs, { scale: parseRatingScale(scale), seed: 1, repeatShare, guidelines, fingerprint });
  const pageScript = readFileSync(join(root, "dist/gold/rating/page/page.js"), "utf8");
  const server = await serveRatings(store, { ...address, now: () => new Date().toISOString(), pageScript });
  let ending: Promise<void> | undefined;
  const end = async () => {
    await server.close();
    store.close();
  };
  return { address: server.addresses[0]?.address ?? server.address, port: server.port, end: () => (ending ??= end()) };
}

/** The same with the built files in a separate process, which ends without any cleanup. */
export function serveApart(options: ServedRatingsOptions): Promise<ServedRatings> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--input-type=module", "--eval", serverScript], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    let heard = "";
    child.stdout.on("data", (piece: Buffer) => {
      heard += piece;
      const address = /^http:\S+/m.exec(heard)?.[0];
      if (address !== undefined) resolve(processAt(child, address));
    });
    child.stdin.end(JSON.stringify({ ...defaults, ...options }));
  });
}

function processAt(child: ChildProcess, address: string): ServedRatings {
  return {
    address,
    port: Number(new URL(address).port),
    end: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      }),
  };
}

const built = (file: string) => JSON.stringify(pathToFileURL(join(root, "dist", file)).href);

const serverScript = `
import { readFileSync } from "node:fs";
import { RatingStore } from ${built("gold/rating/rating-store.js")};
import { serveRatings } from ${built("gold/rating/rating-server.js")};
import { parseRatingScale } from ${built("gold/agreement/combine-ratings.js")};
import { poolFingerprint } from ${built("gold/pools/pool-format.js")};
const { database, pairs, port, token, scale, guidelines, repeatShare } = JSON.parse(readFileSync(0, "utf8"));
const store = RatingStore.open(database, { create: true });
const fingerprint = poolFingerprint(pairs);
store.addPool(pairs, { scale: parseRatingScale(scale), seed: 1, repeatShare, guidelines, fingerprint });
const pageScript = readFileSync(new URL(${built("gold/rating/page/page.js")}), "utf8");
const { address } = await serveRatings(store, { token, now: () => new Date().toISOString(), pageScript, port });
console.log(address);
`;
