/**
 * Does the rating page's server answer any request, and store nothing from requests that it refuses?
 * SEMQREL_FUZZ is the number of requests, SEMQREL_FAULT_SEED the seed.
 */
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { parseRatingScale } from "../../src/gold/agreement/combine-ratings.ts";
import { ratingApp, serveRatings } from "../../src/gold/rating/rating-server.ts";
import { RatingStore } from "../../src/gold/rating/rating-store.ts";
import { poolOf } from "../support/rating-process.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { below, mutate, oneOf, randomOfCase } from "./mutate.ts";

const count = Number(process.env["SEMQREL_FUZZ"] ?? 1500);
const seed = Number(process.env["SEMQREL_FAULT_SEED"] ?? 1);
const token = "0123456789abcdef0123456789abcdef";
const host = "127.0.0.1:4000";

function newStore(): RatingStore {
  const store = RatingStore.open(join(temporaryFolder(), "ratings.db"), { create: true });
  const scale = parseRatingScale("1-5");
  store.addPool(poolOf(2, 5), { scale, seed: 1, guidelines: "# How\n\nto *rate*", fingerprint: "pool" });
  return store;
}

const store = newStore();
const app = ratingApp(store, { token, now: () => "2026-01-02T03:04:05.000Z", pageScript: "'use strict';", port: 4000 });
const valid = {
  ...{ pool: `${store.id}:${store.fingerprint}`, rater: "Ann", pair: 3, occasion: 0, state: "rated", grade: 4 },
  ...{ note: "", seconds: 2, givenAt: 1_700_000_000_000 },
};
const oddValues: readonly unknown[] = [
  ...[null, true, false, "", "x", "\0", "\ud800", "Ann", "__proto__", [], {}, [[]], { a: 1 }, "y".repeat(70_000)],
  ...[0, -0, -1, 1.5, 9, 1e9, 1e300, 2 ** 53, 2 ** 63, -(2 ** 63), 8.64e15 + 1, "3", "4\u202e", "é", "e\u0301", "😀"],
];
const paths = [
  ...["/", `/?token=${token}`, "/page.js", "/page.css", "/icon.svg", "/api/health", "/api/session"],
  ...["/api/session?rater=Ann", "/api/group/0?rater=Ann", "/api/group/1?rater=Bob", "/api/ratings", "/api/ratings"],
];
const oddPaths = [
  ...[
    "//",
    "/../../etc/passwd",
    "/%2e%2e/%2e%2e",
    "/api/",
    "/api/group/-1?rater=Ann",
    "/api/group/1e3?rater=Ann",
    "/%00",
  ],
  ...[
    "/api/group/999999999?rater=A",
    "/api/session?rater=",
    "/api/session?rater=%ff%fe",
    "/api/session?rater=%E0%A4%A",
  ],
  ...[`/?${"a=b&".repeat(5000)}`, "/?token=", "/?token[]=x", `/api/group/${"9".repeat(500)}?rater=A`, "/API/ratings"],
  ...["/api/session?rater=a%00b", "/api/session?rater=%F0%9F%98%80", "/__proto__", "/api/group/constructor?rater=A"],
];
const headers: Readonly<Record<string, readonly string[]>> = {
  Host: [host, host, host, "localhost:4000", "evil.example", "127.0.0.1:4001", "", "127.0.0.1:4000, evil.example"],
  Origin: [`http://${host}`, `http://${host}`, "null", "http://evil.example", `https://${host}`, "", `http://${host}/`],
  "X-Semqrel-Token": [token, token, token, token, "", token.toUpperCase(), `${token}0`, "x".repeat(10_000), "é"],
  "Content-Type": [
    ...["application/json", "application/json", "application/json; charset=utf-8", "application/json;charset=utf-16"],
    ...["text/plain", "multipart/form-data; boundary=x", "", "application/jsonp", "APPLICATION/JSON"],
  ],
  "Content-Length": ["0", "99999999999", "-1", "1e9"],
  "Content-Encoding": ["gzip", "br", "x"],
  "Accept-Encoding": ["gzip", "*;q=0", ""],
  "If-None-Match": ["*", '"x"'],
  Range: ["bytes=0-1", "bytes=-1", "bytes=9-1"],
  Cookie: ["a=b", "=", ";"],
};
const usual = ["Host", "Origin", "X-Semqrel-Token", "Content-Type"];

afterAll(() => store.close());

it(
  `the rating server answers ${count} unusual requests with a status below 500, and refused requests change no rating`,
  async () => {
    const statuses = new Map<number, number>();
    let before = savedRatings();
    for (let number = 0; number < count; number++) {
      const random = randomOfCase(seed, number);
      const { path, request } = oddRequest(random);
      const answer = await app.request(`http://${host}${path}`, request);
      const text = await answer.text();
      const what = `request ${number}: ${request.method} ${path.slice(0, 80)}`;
      expect(answer.status, `${what}: ${text.slice(0, 300)}`).toBeLessThan(500);
      expect(answer.headers.get("Content-Security-Policy"), what).toContain("default-src 'none'");
      expect(text, what).not.toMatch(/\.ts:\d+|node_modules|secret-engine/);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const after = savedRatings();
      if (answer.status >= 400 || request.method !== "POST") expect(after, what).toBe(before);
      before = after;
    }
    // Otherwise the test would show nothing: some ratings are saved, others are refused for several reasons.
    expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 400, 403, 404, 413, 415, 422]));
    const { ratings, scale } = store.read();
    expect(ratings.length).toBeGreaterThan(0);
    const grades = [null, ...scale.grades.map(({ grade }) => grade)];
    for (const { rater, grade, note, seconds } of ratings) {
      expect(grades).toContain(grade);
      expect(rater.length * note.length).toBeLessThan(64 * 1024 * 60);
      expect(seconds === null || (seconds >= 0 && seconds <= 86_400)).toBe(true);
    }
    if (process.env["SEMQREL_FUZZ"] === undefined) return;
    const counts = [...statuses].sort(([one], [other]) => one - other).map(([status, times]) => `${status} ${times}`);
    process.stderr.write(`${count} requests, seed ${seed}: ${counts.join(", ")}\n`);
  },
  60_000 + count * 50,
);

it(
  "the rating server survives bytes that are not HTTP, and serves the next request",
  async () => {
    const own = newStore();
    const server = await serveRatings(own, { token, pageScript: "'use strict';" });
    try {
      for (let number = 0; number < Math.min(count / 10, 2000); number++) {
        const random = randomOfCase(seed, number);
        const body = JSON.stringify({ ...valid, pool: `${own.id}:${own.fingerprint}`, rater: "Raw" });
        const request = `POST /api/ratings HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
        // Without the token, nothing may be saved, wherever the bytes are cut.
        await sendRaw(server.port, mutate(Buffer.from(request), random, Buffer.from(body)).subarray(0, 200_000));
      }
      const health = await fetch(`http://127.0.0.1:${server.port}/api/health`, {
        headers: { "X-Semqrel-Token": token },
      });
      expect(health.status).toBe(204);
      expect(own.read().ratings).toEqual([]);
    } finally {
      await server.close();
      own.close();
    }
  },
  60_000 + count * 50,
);

function savedRatings(): string {
  return JSON.stringify([store.lastChange, store.read().ratings]);
}

function oddRequest(random: () => number): { readonly path: string; readonly request: RequestInit } {
  const path = random() < 0.8 ? oneOf(paths, random) : oneOf(oddPaths, random);
  const isRating = path === "/api/ratings" && random() < 0.9;
  const method = isRating
    ? "POST"
    : oneOf(["GET", "GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "QUERY"], random);
  const sent = new Headers();
  for (const name of usual) {
    // Most requests have the first one, which is right.
    const values = headers[name] ?? [];
    if (random() < 0.95) sent.set(name, random() < 0.9 ? (values[0] ?? "") : oneOf(values, random));
  }
  if (random() < 0.1) {
    const name = oneOf(Object.keys(headers), random);
    sent.set(name, oneOf(headers[name] ?? [], random));
  }
  if (method === "GET" || method === "HEAD") return { path, request: { method, headers: sent } };
  return { path, request: { method, headers: sent, body: new Uint8Array(oddBody(random)) } };
}

/** A rating with some fields changed, added or missing, or with damaged bytes. */
function oddBody(random: () => number): Buffer {
  const rating: Record<string, unknown> = {
    ...valid,
    rater: oneOf(["Ann", "Bob", "Zoë"], random),
    pair: below(10, random),
  };
  for (let times = below(3, random); times > 0; times--) {
    const name = oneOf(Object.keys(valid), random);
    if (random() < 0.2) delete rating[name];
    else rating[name] = oneOf(oddValues, random);
  }
  const bytes = Buffer.from(JSON.stringify(rating));
  return random() < 0.3 ? mutate(bytes, random, bytes) : bytes;
}

/** Waits briefly for an answer or the end. */
function sendRaw(port: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.end(bytes));
    socket.setTimeout(300, () => socket.destroy());
    socket.on("data", () => {});
    socket.on("error", () => {});
    socket.on("close", () => resolve());
  });
}
