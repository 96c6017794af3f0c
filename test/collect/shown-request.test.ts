import { describe, expect, it } from "vitest";
import { shownAddress, shownBody, shownHeader } from "../../src/collect/shown-request.ts";

describe("shownHeader", () => {
  it.each([
    ["Authorization: Bearer hunter2", "Authorization: ***"],
    // Nothing in the name says so.
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
