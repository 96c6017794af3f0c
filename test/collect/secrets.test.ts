import { describe, expect, it } from "vitest";
import { isSecretName, maskSecrets, secretOf } from "../../src/collect/secrets.ts";

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
  ])("%s is usually one", (name) => expect(isSecretName(name)).toBe(true));
  it.each(["keyword", "sort_key", "Accept-Language", "q", "X-Tenant", "author"])("%s is none", (name) =>
    expect(isSecretName(name)).toBe(false),
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
  ])("%s is none: it names a page", (name) => expect(isSecretName(name)).toBe(false));
  it.each(["pageAccessToken", "token", "tokenSecret"])("%s is one, though there are tokens of pages", (name) => {
    expect(isSecretName(name)).toBe(true);
  });
  it("come without the line feed that a file of them ends with", () => {
    expect(secretOf({ KEY: "abc\n" }, "KEY")).toBe("abc");
  });
  it.each([{}, { KEY: " " }])("that are not there are named", (environment) => {
    expect(() => secretOf(environment, "KEY")).toThrow(/the environment has no KEY/);
  });
  it("are taken out of messages as they are, as in addresses and as in JSON", () => {
    const environment = { KEY: 'a"b/c d' };
    const said = 'plain a"b/c d, address a%22b%2Fc%20d, JSON a\\"b/c d';
    expect(maskSecrets(said, ["KEY"], environment)).toBe("plain {env:KEY}, address {env:KEY}, JSON {env:KEY}");
  });
});
