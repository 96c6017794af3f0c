import { describe, expect, it } from "vitest";
import {
  isSecretName,
  maskSecrets,
  secretOf,
  shownAddress,
  shownBody,
  shownHeader,
} from "../../../src/io/ask/secrets.ts";

describe("secrets", () => {
  it.each([
    "Authorization",
    "cookie",
    "X-Api-Key",
    "apikey",
    "api_key",
    "access_token",
    "Ocp-Apim-Subscription-Key",
    "key",
  ])("are recognised by the name %s", (name) => expect(isSecretName(name)).toBe(true));
  it.each(["keyword", "sort_key", "Accept-Language", "q", "X-Tenant", "author"])(
    "are not recognised by the name %s",
    (name) => expect(isSecretName(name)).toBe(false),
  );
  it.each([
    "pageToken",
    "nextPageToken",
    "next_page_token",
    "page-token",
    "continuationToken",
    "x-ms-continuation-token",
    "cursor_token",
    "pagination_token",
  ])("are not recognised by the name of a page token: %s", (name) => expect(isSecretName(name)).toBe(false));
  it.each(["pageAccessToken", "token", "tokenSecret"])(
    "are recognised by the name %s, although it resembles a page token",
    (name) => {
      expect(isSecretName(name)).toBe(true);
    },
  );
  it("are trimmed, because files that contain secrets end with a line feed", () => {
    expect(secretOf({ KEY: "abc\n" }, "KEY")).toBe("abc");
  });
  it.each([{}, { KEY: " " }])("cause an error that names the variable if the environment is %j", (environment) => {
    expect(() => secretOf(environment, "KEY")).toThrow(/the environment has no KEY/);
  });
  it("are removed from messages in plain form, URL encoding and JSON encoding", () => {
    const environment = { KEY: 'a"b/c d' };
    const said = 'plain a"b/c d, address a%22b%2Fc%20d, JSON a\\"b/c d';
    expect(maskSecrets(said, ["KEY"], environment)).toBe("plain {env:KEY}, address {env:KEY}, JSON {env:KEY}");
  });
});

describe("shownHeader", () => {
  it.each([
    ["Authorization: Bearer hunter2", "Authorization: ***"],
    // The name does not show that the value is secret.
    ["X-Trace: hunter2", "X-Trace: ***"],
    ["Authorization: ApiKey {env:ES_KEY}", "Authorization: ApiKey {env:ES_KEY}"],
    ["X-Api-Key:{env:KEY}", "X-Api-Key: {env:KEY}"],
    ["X-Api-Key: hunter2{env:KEY}", "X-Api-Key: ***"],
    ["Authorization Bearer hunter2", "***"],
  ])("shows %j as %j", (header, shown) => {
    expect(shownHeader(header)).toBe(shown);
  });
});

describe("shownAddress", () => {
  it.each([
    ["https://s.example/find?q={query}&n={size}", "https://s.example/find?q={query}&n={size}"],
    ["https://me:hunter2@s.example/find?q={query}", "https://***@s.example/find?q={query}"],
    ["https://s.example/?api_key=hunter2&q={query}", "https://s.example/?api_key=***&q={query}"],
    ["https://s.example/?q={query}&token={env:KEY}#x", "https://s.example/?q={query}&token={env:KEY}#x"],
    ["s.example/?q={query}&key=a{env:KEY}", "s.example/?q={query}&key=***"],
  ])("shows %j as %j", (url, shown) => {
    expect(shownAddress(url)).toBe(shown);
  });
});

describe("shownBody", () => {
  it.each([
    ['{"q": "{query}", "size": {size}}', '{"q": "{query}", "size": {size}}'],
    ['{"api_key": "hunt\\"er2", "q": "{query}"}', '{"api_key": "***", "q": "{query}"}'],
    ['{"token":"{env:KEY}","q":"{query}"}', '{"token":"{env:KEY}","q":"{query}"}'],
    ["password=hunter2&q={query}", "password=***&q={query}"],
    ["@search.json", "@search.json"],
  ])("shows %j as %j", (body, shown) => {
    expect(shownBody(body)).toBe(shown);
  });
});
