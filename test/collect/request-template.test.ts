import { describe, expect, it } from "vitest";
import { requestTemplate, variablesOf } from "../../src/collect/request-template.ts";

const given = { url: "http://s.example/find?q={query}", method: null, body: null, headers: [] };

describe("requestTemplate", () => {
  it("uses GET if there is no body, and POST with JSON if there is one", () => {
    expect(requestTemplate(given)).toMatchObject({ method: "GET", headers: [{ name: "Accept" }] });
    expect(requestTemplate({ ...given, body: '{"q":"{query}"}' })).toMatchObject({
      method: "POST",
      headers: [{ name: "Accept" }, { name: "Content-Type", value: "application/json" }],
    });
  });
  it("omits usual headers that the caller gives, whatever their case", () => {
    const { headers } = requestTemplate({ ...given, headers: ["ACCEPT: text/json"] });
    expect(headers).toEqual([{ name: "ACCEPT", value: "text/json" }]);
  });
  it("returns the variables in the address, the body and the headers", () => {
    const template = requestTemplate({
      url: "http://{env:HOST}/?q={query}",
      method: null,
      body: "{env:B}",
      headers: ["X-Api-Key: {env:K}"],
    });
    expect(variablesOf(template)).toEqual(["HOST", "B", "K"]);
  });
  it.each([
    ["an address without a protocol", { url: "search?q={query}" }, /not a web address/],
    ["another protocol", { url: "file:///etc/{query}" }, /not a web address/],
    ["a request without {query}", { url: "http://s.example/" }, /all queries would get the same list/],
    ["a wrong name in the address", { url: "http://s.example/?q={qery}" }, /Did you mean "query"/],
    ["a wrong name in the body", { body: '{"q":"{query}","s":"{sise}"}' }, /Did you mean "size"/],
    ["a body that GET would drop", { method: "GET" as const, body: "{query}" }, /a GET request has no body/],
    ["a header without a name", { headers: ["Bearer"] }, /not of the form/],
    ["a header that is given twice", { headers: ["A: 1", "a: 2"] }, /given twice/],
  ])("refuses %s", (_, wrong, message) => {
    expect(() => requestTemplate({ ...given, ...wrong })).toThrow(message);
  });
  it.each([
    ["a header", { headers: ["Authorization: Bearer hunter2"] }],
    ["a parameter", { url: "http://s.example/?q={query}&api_key=hunter2" }],
    ["a member of the body", { body: '{"q": "{query}", "auth": {"api_key" : "hunter2"}}' }],
    ["a field of a form", { body: "q={query}&key=hunter2" }],
    ["a member with braces of its own", { body: '{"q": "{query}", "password": "hunter2{x}"}' }],
    ["a field with braces of its own", { body: "q={query}&password={hunter2" }],
    ["a parameter with braces of its own", { url: "http://s.example/?q={query}&api_key=hunter2{x}" }],
    ["a user's password", { url: "http://me:hunter2@s.example/?q={query}" }],
  ])("refuses a literal secret in %s, without showing it", (_, wrong) => {
    const attempt = () => requestTemplate({ ...given, ...wrong });
    expect(attempt).toThrow(/environment/);
    expect(attempt).not.toThrow(/hunter2/);
  });
  it.each([
    '{"q":"{query}","token":"{env:TOKEN}","password":""}',
    '{"q":"{query}","filter":{"key":"language","value":"en"}}',
    "q={query}&key={env:KEY}",
    '{"q":"{query}","nextPageToken":"CAUQAA"}',
    '{"token":"{query}"}',
  ])("accepts a body without literal secrets: %s", (body) => {
    expect(requestTemplate({ ...given, body }).body).toBe(body);
  });
  it("suggests a variable even if the value may not be a secret", () => {
    const body = '{"q":"{query}","token":"sentence"}';
    expect(() => requestTemplate({ ...given, body })).toThrow(/\{env:NAME\} instead, even if the value is no/);
  });
  it("accepts literal secrets if no request will be sent", () => {
    const open = {
      url: "http://me:hunter2@s.example/?q={query}&api_key=hunter2",
      method: null,
      body: '{"password":"hunter2"}',
      headers: ["X-Api-Key: hunter2"],
    };
    expect(() => requestTemplate(open)).toThrow(/environment/);
    expect(requestTemplate(open, false)).toMatchObject({ url: open.url, body: open.body });
  });
  it("leaves other braces in a body unchanged", () => {
    const body = '{"re":"a{x}","q":"{query}"}';
    expect(requestTemplate({ ...given, body }).body).toBe(body);
  });
});
