import { createServer } from "node:http";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it, test, vi } from "vitest";
import { parseRatingScale } from "../../../src/gold/agreement/combine-ratings.ts";
import { type RatingAppOptions, ratingApp, serveRatings } from "../../../src/gold/rating/rating-server.ts";
import { RatingStore } from "../../../src/gold/rating/rating-store.ts";
import { poolOf } from "../../support/rating-process.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const token = "0123456789abcdef0123456789abcdef";
const host = "127.0.0.1:4000";
const options = { token, now: () => "2026-01-02T03:04:05.000Z", pageScript: "'use strict';", port: 4000 };
const scale = parseRatingScale("1-5");

function newStore(pairs = poolOf(4, 10), guidelines = ""): RatingStore {
  const store = RatingStore.open(join(temporaryFolder(), "ratings.db"), { create: true });
  store.addPool(pairs, { scale, seed: 1, guidelines, fingerprint: "pool" });
  return store;
}

function poolNameOf({ id, fingerprint }: RatingStore): string {
  return `${id}:${fingerprint}`;
}

interface Ask {
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly method?: string;
  readonly body?: string;
}

/** An app, and a function that sends requests like the page. Headers that are null are left out. */
function newApp(store = newStore(), more: Partial<RatingAppOptions> = {}) {
  const app = ratingApp(store, { ...options, ...more });
  const ask = async (path: string, { headers = {}, ...others }: Ask = {}) => {
    const all = Object.entries({ Host: host, "X-Semqrel-Token": token, ...headers });
    const kept = all.flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]]));
    return app.request(path, { headers: new Headers(kept), ...others });
  };
  const post = (rating: object | string, headers: Readonly<Record<string, string | null>> = {}) =>
    ask("/api/ratings", {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: `http://${host}`, ...headers },
      body: typeof rating === "string" ? rating : JSON.stringify({ pool: poolNameOf(store), ...rating }),
    });
  return { store, ask, post };
}

const rating = { rater: "Ann", pair: 3, occasion: 0, state: "rated", grade: 4, note: "", seconds: 2 };

async function codeOf(response: Response): Promise<[number, string]> {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  expect(error.message.length).toBeGreaterThan(10);
  return [response.status, error.code];
}

async function sessionOf(ask: ReturnType<typeof newApp>["ask"], rater = "Ann") {
  return (await (await ask(`/api/session?rater=${encodeURIComponent(rater)}`)).json()) as {
    groups: {
      group: number;
      query: string;
      items: number;
      done: number;
      isRepeat: boolean;
      part: number;
      parts: number;
    }[];
    total: number;
    done: number;
    current: number;
    secondsPerRating: number;
    raters: string[];
  };
}

async function groupOf(ask: ReturnType<typeof newApp>["ask"], group: number, rater = "Ann") {
  return (await (await ask(`/api/group/${group}?rater=${encodeURIComponent(rater)}`)).json()) as {
    query: string;
    isRepeat: boolean;
    items: { pair: number; occasion: 0 | 1; title: string; url: string | null; state: string; grade: number | null }[];
  };
}

describe("the interface", () => {
  it("requests a name first, but sends scale and guidelines without one", async () => {
    const { ask, store } = newApp(newStore(poolOf(2, 3), "# How to rate\n<script>alert(1)</script>"));
    const response = await ask("/api/session");
    expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
    const session = await response.json();
    expect(session).toMatchObject({
      pool: expect.stringMatching(/^[0-9a-f]{32}:pool$/),
      rater: null,
      raters: [],
      groups: [],
      total: 0,
      done: 0,
      current: -1,
    });
    expect(session.pool).toBe(poolNameOf(store));
    expect(session.scale).toEqual(scale);
    expect(session.guidelines).toContain("How to rate</h");
    expect(session.guidelines).not.toContain("<script");
  });

  it("shows a rater how much is left, and counts finished ratings", async () => {
    const { ask, post } = newApp();
    const before = await sessionOf(ask);
    // 40 pairs, and 5 % of them again.
    expect(before).toMatchObject({ total: 42, done: 0, current: 0, secondsPerRating: 12, raters: [] });
    expect(before.groups.reduce((sum, { items }) => sum + items, 0)).toBe(42);
    const [first] = (await groupOf(ask, 0)).items;
    const answer = await post({ ...rating, pair: first?.pair });
    expect(answer.status).toBe(200);
    // One tenth is this rater's pace, nine tenths are the usual 12 s.
    expect(await answer.json()).toEqual({ done: 1, total: 42, secondsPerRating: 11 });
    const after = await sessionOf(ask);
    expect(after).toMatchObject({ done: 1, current: 0, raters: ["Ann"] });
    expect(after.groups[0]?.done).toBe(1);
    expect(after.groups.map(({ query }) => query)).toEqual(before.groups.map(({ query }) => query));
  });

  it("shows skipped items last, and is finished when all items are rated or flagged", async () => {
    const { ask, post } = newApp(newStore(poolOf(2, 2)));
    const { groups } = await sessionOf(ask);
    expect(groups).toHaveLength(2);
    for (const { group } of groups) {
      for (const { pair, occasion } of (await groupOf(ask, group)).items) {
        const state = group === 0 ? "skipped" : "flagged";
        await post({ ...rating, pair, occasion, state, grade: null });
      }
      expect((await sessionOf(ask)).current).toBe(group === 0 ? 1 : 0);
    }
    expect(await sessionOf(ask)).toMatchObject({ done: 2, total: 4, current: 0 });
    for (const { pair, occasion } of (await groupOf(ask, 0)).items) await post({ ...rating, pair, occasion });
    expect(await sessionOf(ask)).toMatchObject({ done: 4, total: 4, current: -1 });
  });

  it("shows repeated items as not rated, and keeps both ratings", async () => {
    const { ask, post, store } = newApp();
    const { groups } = await sessionOf(ask);
    const repeated = groups.find(({ isRepeat }) => isRepeat);
    const shown = await groupOf(ask, repeated?.group ?? -1);
    const [item] = shown.items;
    await post({ ...rating, pair: item?.pair, occasion: 0, grade: 2 });
    expect((await groupOf(ask, repeated?.group ?? -1)).items[0]).toMatchObject({
      state: "open",
      grade: null,
      occasion: 1,
    });
    await post({ ...rating, pair: item?.pair, occasion: 1, grade: 5 });
    expect((await groupOf(ask, repeated?.group ?? -1)).items[0]).toMatchObject({ state: "rated", grade: 5 });
    expect(store.read().ratings.map(({ occasion, grade }) => [occasion, grade])).toEqual([
      [0, 2],
      [1, 5],
    ]);
  });

  it("lets two raters work at once, in different orders and without seeing each other's ratings", async () => {
    const { ask, post, store } = newApp();
    const orders = await Promise.all(
      ["Ann", "Bob"].map(async (rater) => (await sessionOf(ask, rater)).groups.map(({ query }) => query).join()),
    );
    expect(orders[0]).not.toBe(orders[1]);
    await Promise.all(
      poolOf(4, 10).flatMap((_, pair) =>
        ["Ann", "Bob"].map((rater) => post({ ...rating, rater, pair, grade: rater === "Ann" ? 1 : 5 })),
      ),
    );
    expect(store.read().ratings).toHaveLength(80);
    for (const [rater, grade] of [
      ["Ann", 1],
      ["Bob", 5],
    ] as const) {
      expect(await sessionOf(ask, rater)).toMatchObject({ done: 40 });
      expect((await groupOf(ask, 0, rater)).items.every((item) => item.grade === grade)).toBe(true);
    }
  });

  it("ignores a rating that is sent again, and removes withdrawn ratings", async () => {
    const { post, store } = newApp();
    for (let time = 0; time < 3; time++) expect((await (await post(rating)).json()).done).toBe(1);
    expect(await (await post({ ...rating, state: "none", grade: null })).json()).toMatchObject({ done: 0 });
    expect(store.read().ratings).toEqual([]);
  });

  it("never reveals an engine, a rank, or another rater's rating", async () => {
    const { ask, post } = newApp();
    await post({ ...rating, note: "a secret note" });
    const { groups } = await sessionOf(ask, "Bob");
    const answers = [await (await ask("/api/session?rater=Bob")).text()];
    for (const { group } of groups) answers.push(await (await ask(`/api/group/${group}?rater=Bob`)).text());
    answers.push(await (await ask(`/?token=${token}`)).text());
    for (const answer of answers) expect(answer).not.toMatch(/secret|engine|rank|probability|"grade":4,"note"/i);
  });

  it("returns titles unchanged, and addresses only if they are web addresses", async () => {
    const title = `<script>alert(1)</script>\u202e${"x".repeat(10_000)}`;
    const urls = [
      "https://a.example/?q=1",
      "http://b.example/",
      "javascript:alert(1)",
      "data:text/html,x",
      "file:///etc",
      "no",
      "//c.example",
    ];
    const pairs = urls.map((url, place) => ({ ...poolOf(1, 7)[place], title, url }));
    const { ask } = newApp(newStore(pairs as ReturnType<typeof poolOf>));
    const { items } = await groupOf(ask, 0);
    expect(
      items
        .map(({ url }) => url)
        .filter((url) => url !== null)
        .sort(),
    ).toEqual(["http://b.example/", "https://a.example/?q=1"]);
    expect(items.every((item) => item.title === title)).toBe(true);
  });

  it("shows at once the ratings and the larger pool that another program saved", async () => {
    const { ask, post, store } = newApp();
    await post(rating);
    const other = RatingStore.open(store.path, { create: false });
    other.save({ ...rating, pair: 4, occasion: 0, state: "rated", ratedAt: "" });
    expect(await sessionOf(ask)).toMatchObject({ done: 2, total: 42 });
    other.addPool(poolOf(5, 10), { scale, seed: 1, guidelines: "", fingerprint: "grown" });
    expect(await sessionOf(ask)).toMatchObject({ done: 2, total: 53 });
    expect(await codeOf(await post({ ...rating, pool: `${store.id}:pool` }))).toEqual([409, "stale-page"]);
    expect((await post({ ...rating, pool: `${store.id}:grown`, pair: 45 })).status).toBe(200);
    other.close();
  });

  it("shows for each rater what another program withdrew and rated again", async () => {
    const { ask, post, store } = newApp();
    for (const rater of ["Ann", "Bob"]) await post({ ...rating, rater });
    const other = RatingStore.open(store.path, { create: false });
    other.save({ ...rating, occasion: 0, state: "none", grade: null, ratedAt: "" });
    other.save({ ...rating, pair: 8, rater: "Bob", occasion: 0, state: "flagged", ratedAt: "" });
    expect(await sessionOf(ask, "Ann")).toMatchObject({ done: 0, total: 42 });
    expect(await sessionOf(ask, "Bob")).toMatchObject({ done: 2, total: 42 });
    // Pairs and orders are only recomputed for another pool: 143 ms for 20,000 pairs.
    const reading = vi.spyOn(store, "poolPairs");
    other.save({ ...rating, pair: 9, occasion: 0, state: "rated", ratedAt: "" });
    expect(await sessionOf(ask, "Ann")).toMatchObject({ done: 1 });
    expect(reading).not.toHaveBeenCalled();
    other.addPool(poolOf(5, 10), { scale, seed: 1, guidelines: "", fingerprint: "grown" });
    expect(await sessionOf(ask, "Ann")).toMatchObject({ done: 1, total: 53 });
    expect(reading).toHaveBeenCalledTimes(1);
    other.close();
  });

  it.each([
    ["of the rating", Date.UTC(2026, 0, 1, 12) + 0.7, "2026-01-01T12:00:00.000Z"],
    ["of arrival if the page's clock is ahead", Date.UTC(2027, 0, 1), "2026-01-02T03:04:05.000Z"],
    ["of arrival if the page's clock is absurd", Number.MAX_VALUE, "2026-01-02T03:04:05.000Z"],
    ["of arrival if the page sends no time", undefined, "2026-01-02T03:04:05.000Z"],
  ])("stores the time %s", async (_, givenAt, ratedAt) => {
    const { post, store } = newApp();
    expect((await post({ ...rating, givenAt })).status).toBe(200);
    expect(store.read().ratings[0]?.ratedAt).toBe(ratedAt);
  });

  it("refuses a delayed rating if a later one is stored", async () => {
    const { ask, post, store } = newApp();
    const at = Date.UTC(2026, 0, 1);
    await post({ ...rating, grade: 5, givenAt: at + 1000 });
    for (let time = 0; time < 2; time++) {
      const late = await post({ ...rating, state: "skipped", grade: null, givenAt: at });
      expect(await codeOf(late)).toEqual([422, "later-rating"]);
    }
    expect(await sessionOf(ask)).toMatchObject({ done: 1 });
    expect(store.read().ratings[0]).toMatchObject({ grade: 5, ratedAt: new Date(at + 1000).toISOString() });
  });

  it("refuses a rating that was given for another database with the same pool", async () => {
    const [one, other] = [newApp(), newApp()];
    expect(await codeOf(await other.post({ ...rating, pool: poolNameOf(one.store) }))).toEqual([409, "stale-page"]);
    expect((await other.post(rating)).status).toBe(200);
  });
});

describe("an address for each rater", () => {
  const raters = ["Ann", "Zoë"];
  async function served() {
    const store = newStore();
    const server = await serveRatings(store, { token, raters, pageScript: "" });
    const tokens = server.addresses.map(({ address }) => new URL(address).searchParams.get("token") ?? "");
    await server.close();
    return { server, tokens, ...newApp(store, { raters }) };
  }

  it("has its own token, which is unrelated to the others and the same after a restart", async () => {
    const { server, tokens } = await served();
    expect(server.address).not.toContain("token");
    expect(server.addresses.map(({ rater }) => rater)).toEqual(raters);
    for (const one of tokens) expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set([...tokens, token]).size).toBe(3);
    expect((await served()).tokens).toEqual(tokens);
  });

  it("lets its rater rate without entering a name, and names no other rater", async () => {
    const { ask, post, tokens, store } = await served();
    const headers = { "X-Semqrel-Token": tokens[1] ?? "" };
    expect((await ask(`/?token=${tokens[1]}`)).status).toBe(200);
    expect((await post({ ...rating, rater: "Ann" }, { "X-Semqrel-Token": tokens[0] ?? "" })).status).toBe(200);
    const session = await (await ask("/api/session", { headers })).json();
    expect(session).toMatchObject({ rater: "Zoë", raters: ["Zoë"], isOwn: true, done: 0 });
    expect((await post({ ...rating, rater: "Zoe\u0308" }, headers)).status).toBe(200);
    expect(store.raters()).toEqual(["Ann", "Zoë"]);
  });

  it("does not allow rating or reading as another rater, and makes the base token invalid", async () => {
    const { ask, post, tokens, store } = await served();
    const headers = { "X-Semqrel-Token": tokens[0] ?? "" };
    expect(await codeOf(await post({ ...rating, rater: "Zoë" }, headers))).toEqual([403, "wrong-rater"]);
    for (const path of ["/api/session", "/api/group/0"]) {
      expect(await codeOf(await ask(`${path}?rater=Bob`, { headers }))).toEqual([403, "wrong-rater"]);
      expect(await codeOf(await ask(`${path}?rater=Ann`))).toEqual([403, "wrong-token"]);
    }
    expect((await ask(`/?token=${token}`)).status).toBe(403);
    expect(store.read().ratings).toEqual([]);
  });
});

describe("a server on a network address", () => {
  const network = { address: "192.168.7.20", names: ["192.168.7.20"], reach: "network" } as const;
  const at = { Host: "192.168.7.20:4000", Origin: "http://192.168.7.20:4000" };

  it("accepts only its own host name, and ratings only from its own page", async () => {
    const { post, ask } = newApp(newStore(), { host: network });
    expect((await post(rating, at)).status).toBe(200);
    for (const name of ["127.0.0.1:4000", "localhost:4000", "192.168.7.20", "192.168.7.2:4000", "evil.example:4000"]) {
      expect(await codeOf(await ask("/api/session", { headers: { Host: name } }))).toEqual([403, "wrong-host"]);
    }
    for (const origin of ["http://127.0.0.1:4000", "https://192.168.7.20:4000", "http://192.168.7.20", "null"]) {
      expect(await codeOf(await post(rating, { ...at, Origin: origin }))).toEqual([403, "wrong-origin"]);
    }
  });

  it("has no port in its host name if it listens on the port of HTTP, and has brackets for IPv6", async () => {
    const usual = newApp(newStore(), { host: network, port: 80 });
    expect((await usual.post(rating, { Host: "192.168.7.20", Origin: "http://192.168.7.20" })).status).toBe(200);
    const six = newApp(newStore(), { host: { address: "fd00::2", names: ["[fd00::2]"], reach: "network" } });
    expect((await six.post(rating, { Host: "[fd00::2]:4000", Origin: "http://[fd00::2]:4000" })).status).toBe(200);
  });
});

describe("a request that the server refuses", () => {
  test.each([
    ["no host", { Host: null }, 403, "wrong-host"],
    ["a name that someone points here", { Host: "evil.example:4000" }, 403, "wrong-host"],
    ["another port", { Host: "127.0.0.1:4001" }, 403, "wrong-host"],
    ["no port", { Host: "localhost" }, 403, "wrong-host"],
    ["no token", { "X-Semqrel-Token": null }, 403, "wrong-token"],
    ["another token", { "X-Semqrel-Token": token.replace("0", "1") }, 403, "wrong-token"],
    ["a part of the token", { "X-Semqrel-Token": token.slice(0, 31) }, 403, "wrong-token"],
    ["another site", { Origin: "https://evil.example" }, 403, "wrong-origin"],
    ["a page of another port", { Origin: "http://127.0.0.1:4001" }, 403, "wrong-origin"],
    ["a page of a port that begins alike", { Origin: `http://${host}1` }, 403, "wrong-origin"],
    ["a site that begins alike", { Origin: `http://${host}.evil.example` }, 403, "wrong-origin"],
    ["a page without an origin of its own", { Origin: "null" }, 403, "wrong-origin"],
    ["a form", { "Content-Type": "text/plain" }, 415, "not-json"],
    ["no type", { "Content-Type": null }, 415, "not-json"],
  ])("refuses %s", async (_, headers, status, code) => {
    const { post, store } = newApp();
    expect(await codeOf(await post(rating, headers))).toEqual([status, code]);
    expect(store.read().ratings).toEqual([]);
  });

  test.each(["/", "/page.js", "/page.css", "/icon.svg", "/api/health", "/api/session", "/nothing"])(
    "answers %s only under its own host name",
    async (path) => {
      const { ask } = newApp();
      expect(await codeOf(await ask(`${path}?token=${token}`, { headers: { Host: "evil.example" } }))).toEqual([
        403,
        "wrong-host",
      ]);
    },
  );

  it("accepts ratings from a page on localhost, and from programs without an origin", async () => {
    const { post } = newApp();
    expect((await post(rating, { Host: "localhost:4000", Origin: "http://localhost:4000" })).status).toBe(200);
    expect((await post(rating, { Origin: null, "Content-Type": "application/json; charset=utf-8" })).status).toBe(200);
  });

  test.each([
    ["no JSON", "{", 400, "not-json"],
    ["a list", "[]", 400, "not-json"],
    ["null", "null", 400, "not-json"],
    ["an empty body", "", 400, "not-json"],
    ["a pair as text", { pair: "3" }, 400, "wrong-field"],
    ["half a pair", { pair: 1.5 }, 400, "wrong-field"],
    ["a third occasion", { occasion: 2 }, 400, "wrong-field"],
    ["another state", { state: "done" }, 400, "wrong-field"],
    ["a grade as text", { grade: "4" }, 400, "wrong-field"],
    ["no note", { note: undefined }, 400, "wrong-field"],
    ["negative seconds", { seconds: -1 }, 400, "wrong-field"],
    ["no rater", { rater: undefined }, 400, "wrong-field"],
    ["an empty name", { rater: "  " }, 422, "unfit-name"],
    ["a name of two lines", { rater: "A\nB" }, 422, "unfit-name"],
    ["a name that turns the text around", { rater: "A\u202eB" }, 422, "unfit-name"],
    ["a name of 61 characters", { rater: "x".repeat(61) }, 422, "unfit-name"],
    ["another pool", { pool: "other" }, 409, "stale-page"],
    ["an unknown pair", { pair: 40 }, 404, "unknown-pair"],
    ["a repetition that is none", { pair: 3, occasion: 1, rater: "Cy" }, 404, "unknown-pair"],
    ["a grade above the scale", { grade: 6 }, 422, "out-of-scale"],
    ["a grade between two", { grade: 4.5 }, 422, "out-of-scale"],
    ["no grade", { grade: null }, 422, "out-of-scale"],
  ])("refuses %s", async (_, wrong, status, code) => {
    const { post, store } = newApp();
    const body = typeof wrong === "string" ? wrong : { ...rating, ...wrong };
    expect(await codeOf(await post(body))).toEqual([status, code]);
    expect(store.read().ratings).toEqual([]);
  });

  it("refuses a request of more than 64 kB, and accepts a long note in a smaller one", async () => {
    const { post, store } = newApp();
    expect(await codeOf(await post({ ...rating, note: "x".repeat(65 * 1024) }))).toEqual([413, "too-large"]);
    const note = `<b>${"é".repeat(10_000)}`;
    expect((await post({ ...rating, note })).status).toBe(200);
    expect(store.read().ratings[0]?.note).toBe(note);
  });

  it("treats different Unicode forms and padding of a name as the same rater", async () => {
    const { post, store } = newApp();
    for (const rater of ["Zoë", "  Zoe\u0308 "]) await post({ ...rating, rater });
    expect(store.raters()).toEqual(["Zoë"]);
  });

  test.each([
    "/api/group/99?rater=Ann",
    "/api/group/-1?rater=Ann",
    "/api/group/x?rater=Ann",
    "/api/group/1e1?rater=Ann",
  ])("refuses the unknown group %s", async (path) => {
    expect(await codeOf(await newApp().ask(path))).toEqual([404, "unknown-group"]);
  });

  it.each(["/api/session?rater=", "/api/group/0", "/api/session?rater=%00"])("requires a name for %s", async (path) => {
    expect(await codeOf(await newApp().ask(path))).toEqual([422, "unfit-name"]);
  });

  it("gives other sites no access: sends no CORS header, and refuses a preflight", async () => {
    const { ask, post } = newApp();
    const headers = { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" };
    const preflight = await ask("/api/ratings", { method: "OPTIONS", headers });
    expect(preflight.status).toBeGreaterThanOrEqual(400);
    for (const response of [preflight, await post(rating)]) {
      expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  it("returns 503 while another program locks the database, and saves the rating afterwards", async () => {
    const { ask, post, store } = newApp();
    const other = new (createRequire(import.meta.url)("libsql"))(store.path);
    other.exec("BEGIN IMMEDIATE");
    expect(await codeOf(await post(rating))).toEqual([503, "database-locked"]);
    expect(await sessionOf(ask)).toMatchObject({ done: 0 });
    other.exec("COMMIT");
    expect((await post(rating)).status).toBe(200);
    expect(await sessionOf(ask)).toMatchObject({ done: 1 });
  });

  it("answers other requests while a rating waits for another program, and saves the rating afterwards", async () => {
    const { ask, post, store } = newApp();
    const other = new (createRequire(import.meta.url)("libsql"))(store.path);
    other.exec("BEGIN IMMEDIATE");
    let isSaved = false;
    const saving = post(rating).then((response) => {
      isSaved = true;
      return response;
    });
    for (let time = 0; time < 5; time++) {
      const start = performance.now();
      expect((await ask("/api/health")).status).toBe(204);
      expect((await ask("/api/session?rater=Ann")).status).toBe(200);
      // The store itself would wait five seconds.
      expect(performance.now() - start).toBeLessThan(500);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(isSaved).toBe(false);
    other.exec("COMMIT");
    expect((await saving).status).toBe(200);
    expect(store.read().ratings).toHaveLength(1);
  });

  it.each(["1e999", "86401", "-1"])("refuses %s seconds", async (seconds) => {
    const { post, store } = newApp();
    const body = JSON.stringify({ pool: poolNameOf(store), ...rating }).replace('"seconds":2', `"seconds":${seconds}`);
    expect(await codeOf(await post(body))).toEqual([400, "wrong-field"]);
    expect(store.read().ratings).toEqual([]);
  });
});

describe("the page", () => {
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; " +
    "base-uri 'none'; frame-ancestors 'none'";

  test.each([
    [`/?token=${token}`, 200, /^text\/html/],
    ["/", 403, /^text\/html/],
    ["/?token=wrong", 403, /^text\/html/],
    ["/page.js", 200, /^text\/javascript/],
    ["/page.css", 200, /^text\/css/],
    ["/icon.svg", 200, /^image\/svg\+xml/],
    ["/api/health", 204, null],
    ["/nothing", 404, /^application\/json/],
    ["/page.js/../../package.json", 404, /^application\/json/],
  ])("answers %s with %d and strict headers", async (path, status, type) => {
    const response = await newApp().ask(path);
    expect(response.status).toBe(status);
    if (type !== null) expect(response.headers.get("Content-Type")).toMatch(type);
    expect(response.headers.get("Content-Security-Policy")).toBe(policy);
    expect(response.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  it("has no inline script or style, and loads nothing external", async () => {
    for (const path of [`/?token=${token}`, "/"]) {
      const html = await (await newApp().ask(path)).text();
      expect(html).toMatch(/^<!doctype html>/);
      expect(html).not.toMatch(
        /<script(?![^>]*src="\/page\.js")|<style|\son\w+=|\sstyle=|https?:\/\/(?!www\.w3\.org)/i,
      );
      expect(html).not.toContain(token);
    }
  });

  it("asks to open the printed address if the token is wrong", async () => {
    expect(await (await newApp().ask("/?token=wrong")).text()).toMatch(/semqrel rate/);
  });

  it("sends refusals with the same headers", async () => {
    const { post } = newApp();
    const response = await post("{");
    expect(response.headers.get("Content-Security-Policy")).toBe(policy);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });
});

describe("serveRatings", () => {
  it("listens on 127.0.0.1 at a free port, and closes even if connections are open", async () => {
    const server = await serveRatings(newStore(), { ...options, port: 0 });
    expect(server.address).toBe(`http://127.0.0.1:${server.port}/?token=${token}`);
    const page = await fetch(server.address);
    expect(page.status).toBe(200);
    const idle = connect(server.port, "127.0.0.1");
    await new Promise((resolve) => idle.once("connect", resolve));
    idle.on("error", () => {});
    await server.close();
    await expect(fetch(server.address)).rejects.toThrow();
  });

  it("needs only a database: it chooses a port and a token, and uses the machine's clock", async () => {
    const store = newStore();
    const server = await serveRatings(store);
    const { origin, searchParams } = new URL(server.address);
    const headers = { "X-Semqrel-Token": searchParams.get("token") ?? "", "Content-Type": "application/json" };
    const body = JSON.stringify({ pool: poolNameOf(store), ...rating });
    const before = new Date().toISOString();
    expect((await fetch(`${origin}/api/ratings`, { method: "POST", headers, body })).status).toBe(200);
    const ratedAt = store.read().ratings[0]?.ratedAt ?? "";
    expect(ratedAt >= before && ratedAt <= new Date().toISOString()).toBe(true);
    expect((await fetch(`${origin}/page.js`)).headers.get("Content-Type")).toMatch(/javascript/);
    await server.close();
  });

  it("reports a port that is in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    await expect(serveRatings(newStore(), { ...options, port })).rejects.toThrow(
      expect.objectContaining({ code: "PORT_UNAVAILABLE", details: { port } }),
    );
    other.close();
  });
});
