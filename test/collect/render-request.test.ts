import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderRequest } from "../../src/collect/collect-query.ts";
import { requestTemplate } from "../../src/collect/request-template.ts";
import { runs } from "../support/property.ts";

const page = { query: "", queryId: "q1", size: 10, depth: 10, from: 0, page: 1 };
const variable = (name: string) =>
  ({ HOST: "es.example:9200", BASE: "https://es.example:1/x", KEY: "k&=" })[name] ?? "";

function render(given: Partial<Parameters<typeof requestTemplate>[0]>, query = "a b") {
  const template = requestTemplate({ url: "http://s.example/", method: null, body: null, headers: [], ...given });
  return renderRequest(template, { ...page, query }, variable);
}

describe("renderRequest", () => {
  it("encodes any query so that a server reads it from the address", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (query) => {
        const { url } = render({ url: "http://s.example/?q={query}&n={size}" }, query);
        expect(new URL(url).searchParams.get("q")).toBe(query);
        expect(new URL(url).searchParams.get("n")).toBe("10");
      }),
      runs,
    );
  });
  it("encodes any query so that a server reads it from JSON, including lone surrogates", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (query) => {
        expect(JSON.parse(render({ body: '{"q":"{query}","n":{size}}' }, query).body ?? "")).toEqual({
          q: query,
          n: 10,
        });
      }),
      runs,
    );
  });
  it("encodes a form", () => {
    const headers = ["Content-Type: application/x-www-form-urlencoded"];
    expect(render({ body: "q={query}", headers }, "a&b=c").body).toBe("q=a%26b%3Dc");
  });
  it("encodes values of variables, except colons in the host and slashes in the address", () => {
    expect(render({ url: "http://{env:HOST}/?q={query}&key={env:KEY}" }).url).toBe(
      "http://es.example:9200/?q=a%20b&key=k%26%3D",
    );
    expect(render({ url: "{env:BASE}?q={query}" }).url).toBe("https://es.example:1/x?q=a%20b");
  });
  it("refuses a body that is not valid JSON although it is sent as JSON", () => {
    expect(() => render({ body: '{"q": {query}}' })).toThrow(/--body is not JSON/);
  });
  it("refuses a header that cannot be sent, without showing its value", () => {
    const template = requestTemplate({ url: "http://s/?{query}", method: null, body: null, headers: ["X: {env:K}"] });
    const attempt = () => renderRequest(template, page, () => "hunter2\nX-Evil: 1");
    expect(attempt).toThrow(/characters that are not allowed in a header/);
    expect(attempt).not.toThrow(/hunter2/);
  });
});
