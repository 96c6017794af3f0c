/** Uses fake responses, except for broken connections, which need a real server. */
import { afterEach, describe, expect, it } from "vitest";
import { askOnce } from "../../../src/io/ask/ask.ts";
import { jsonResponse, LIMIT, madeTools } from "../../support/ask-tools.ts";
import { type SearchServer, searchServer } from "../../support/search-server.ts";

const headers = [
  ["Authorization", "Bearer hunter2"],
  ["X-Tenant", "t"],
] as const;
const request = { method: "GET" as const, url: "http://s.example/a", body: null, headers };
const limits = { timeoutSeconds: LIMIT, maxBytes: 1000 };

let server: SearchServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

describe("askOnce", () => {
  it("returns the JSON of a successful response", async () => {
    const { tools } = madeTools(() => jsonResponse({ a: 1 }));
    expect(await askOnce(request, limits, tools)).toEqual({ kind: "answered", value: { a: 1 }, text: '{"a":1}' });
  });
  it.each([
    [400, { error: { type: "parse_exception", reason: "no such field" } }, false, /status 400.*no such field/],
    [401, {}, false, /status 401.*check the headers/],
    [404, { message: "gone" }, false, /status 404.*gone.*check the address/],
    [408, {}, true, /408/],
    [429, {}, true, /429/],
    [500, {}, true, /500/],
    [503, {}, true, /503/],
  ])("returns the reason and whether a retry may help after status %i", async (status, value, isTransient, reason) => {
    const { tools } = madeTools(() => jsonResponse(value, status));
    expect(await askOnce(request, limits, tools)).toMatchObject({
      kind: "failed",
      isTransient,
      reason: expect.stringMatching(reason),
    });
  });
  it.each([
    ["a number of seconds", { "retry-after": "7" }, 7],
    [
      "a date, which is compared with the server's clock",
      { "retry-after": "Sun, 06 Nov 1994 08:50:07 GMT", date: "Sun, 06 Nov 1994 08:49:37 GMT" },
      30,
    ],
    ["missing", {}, null],
    ["invalid", { "retry-after": "soon" }, null],
  ])("returns how many seconds to wait if Retry-After is %s", async (_, given: Record<string, string>, waitSeconds) => {
    const { tools } = madeTools(() => jsonResponse({}, 429, given));
    expect(await askOnce(request, limits, tools)).toMatchObject({ waitSeconds });
  });

  const redirect = (location: string, status = 302) => new Response(null, { status, headers: { location } });
  it("follows redirects on the same host with all headers", async () => {
    const { tools, asked } = madeTools((_, __, count) => (count === 1 ? redirect("/b") : jsonResponse([])));
    expect(await askOnce(request, limits, tools)).toMatchObject({ kind: "answered" });
    expect(asked.map(({ url }) => url)).toEqual(["http://s.example/a", "http://s.example/b"]);
    expect(asked[1]?.request.headers).toEqual(headers);
  });
  it.each(["http://other.example/b", "https://s.example/b", "http://s.example:81/b"])(
    "does not send the request's headers on a redirect to %s",
    async (location) => {
      const { tools, asked } = madeTools((_, __, count) => (count === 1 ? redirect(location) : jsonResponse([])));
      expect(await askOnce(request, limits, tools)).toMatchObject({ kind: "answered" });
      expect(asked[1]).toMatchObject({ url: location, request: { headers: [["Accept", "application/json"]] } });
    },
  );
  it("stops after six requests in a redirect loop", async () => {
    const { tools, asked } = madeTools(() => redirect("/a"));
    expect(await askOnce(request, limits, tools)).toMatchObject({ reason: expect.stringMatching(/in a loop/) });
    expect(asked).toHaveLength(6);
  });
  it("does not send a body on a redirect to another address", async () => {
    const { tools, asked } = madeTools(() => redirect("http://other.example/", 307));
    const post = { ...request, method: "POST" as const, body: "{}" };
    const reason = expect.stringMatching(/redirects to http:\/\/other\.example\/: give that address/);
    expect(await askOnce(post, limits, tools)).toMatchObject({ reason, isTransient: false });
    expect(asked).toHaveLength(1);
  });

  it("stops reading an answer that is larger than the limit", async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 100;
        controller.enqueue(new Uint8Array(100).fill(0x20));
      },
    });
    const { tools } = madeTools(() => new Response(endless));
    expect(await askOnce(request, limits, tools)).toMatchObject({ reason: expect.stringMatching(/larger than/) });
    expect(sent).toBeLessThan(2000);
  });
  it("does not wait longer than the timeout", async () => {
    server = await searchServer(() => undefined);
    const { tools } = madeTools(() => new Response(), { fetch });
    const answer = await askOnce({ ...request, url: `${server.address}/a` }, { ...limits, timeoutSeconds: 2 }, tools);
    expect(answer).toMatchObject({ isTransient: true, reason: "no complete answer within 2 s" });
  });
  it("treats a broken connection as a temporary error", async () => {
    server = await searchServer((_, response) => {
      response.socket?.destroy();
    });
    const { tools } = madeTools(() => new Response(), { fetch });
    const answer = await askOnce({ ...request, url: server.address }, limits, tools);
    expect(answer).toMatchObject({
      isTransient: true,
      reason: expect.stringMatching(/the connection was interrupted/),
    });
  });
  it("treats an incomplete answer as a temporary error", async () => {
    server = await searchServer((_, response) => {
      response.writeHead(200, { "content-length": "100" }).write('{"a":');
      setTimeout(() => response.socket?.destroy(), 50);
    });
    const { tools } = madeTools(() => new Response(), { fetch });
    const answer = await askOnce({ ...request, url: server.address }, limits, tools);
    expect(answer).toMatchObject({ kind: "failed", isTransient: true });
  });
  it.each([
    ["DEPTH_ZERO_SELF_SIGNED_CERT", false, /certificate is not trusted/],
    ["ENOTFOUND", false, /no host with that name/],
    ["ECONNREFUSED", true, /no server listens/],
  ])("explains the error %s", async (code, isTransient, reason) => {
    const { tools } = madeTools(() => {
      throw new TypeError("fetch failed", { cause: Object.assign(new TypeError("low"), { code }) });
    });
    expect(await askOnce(request, limits, tools)).toMatchObject({ isTransient, reason: expect.stringMatching(reason) });
  });
});
