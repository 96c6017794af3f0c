/**
 * Simulates a search API that fails, throttles and lies: a server on 127.0.0.1 whose answers come from a function of
 * the test, and which counts requests.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SearchRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** Number of requests with this method, address and body so far, including this one. */
  readonly times: number;
}

export interface SearchServer {
  /** Such as http://127.0.0.1:4711, without a slash. */
  readonly address: string;
  readonly requests: readonly SearchRequest[];
  close(): Promise<void>;
}

export type SearchAnswer = (request: SearchRequest, response: ServerResponse) => unknown;

/** @param answer - ends the response itself, or returns what is sent as JSON; undefined keeps the client waiting */
export async function searchServer(answer: SearchAnswer): Promise<SearchServer> {
  const requests: SearchRequest[] = [];
  const times = new Map<string, number>();
  const server = createServer(async (incoming, response) => {
    let body = "";
    for await (const piece of incoming) body += piece;
    const key = `${incoming.method} ${incoming.url} ${body}`;
    times.set(key, (times.get(key) ?? 0) + 1);
    const request = {
      ...{ method: incoming.method ?? "", url: new URL(incoming.url ?? "", "http://localhost") },
      ...{ headers: incoming.headers, body, times: times.get(key) ?? 0 },
    };
    requests.push(request);
    const value = await answer(request, response);
    if (value !== undefined && !response.headersSent)
      response.setHeader("Content-Type", "application/json").end(JSON.stringify(value));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What Elasticsearch answers to a search with these titles. */
export function elasticsearchAnswer(titles: readonly string[]): unknown {
  const hits = titles.map((title, at) => ({ _index: "books", _id: `b${at}`, _score: 9 - at, _source: { title } }));
  return { took: 1, timed_out: false, _shards: { failed: 0 }, hits: { total: { value: titles.length }, hits } };
}
