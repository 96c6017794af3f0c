/**
 * How do tests talk to `semqrel rate` as a page does: over HTTP, to the built command in a process of its own?
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { PooledPair } from "../../src/core/types.ts";
import { mainFile } from "./run-cli.ts";

export interface RatingProcess {
  readonly child: ChildProcess;
  /** What it printed first. */
  readonly address: string;
  readonly origin: string;
  readonly token: string;
  stderr(): string;
  /** The exit code; null after a signal. */
  readonly ended: Promise<number | null>;
  /** GET, or POST with a body; with the token. */
  request(path: string, body?: unknown): Promise<Response>;
}

/** Starts the command and waits until it listens; rejects with its stderr where it ends before. */
export function startRating(
  args: readonly string[],
  cache: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RatingProcess> {
  const child = spawn(process.execPath, [mainFile, "rate", ...args], {
    env: { ...process.env, SEMQREL_CACHE: cache, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stderr.on("data", (piece: Buffer) => {
    stderr += piece;
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (piece: Buffer) => {
      stdout += piece;
      const [first, rest] = stdout.split("\n");
      if (first === undefined || rest === undefined) return;
      // The rater's name behind it, where each has an address.
      const [address = ""] = first.split(" ");
      const { origin, searchParams } = new URL(address);
      const token = searchParams.get("token") ?? "";
      const request = (path: string, body?: unknown) =>
        fetch(origin + path, {
          method: body === undefined ? "GET" : "POST",
          headers: { "X-Semqrel-Token": token, "Content-Type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      resolve({ child, address, origin, token, stderr: () => stderr, ended, request });
    });
    ended.then((code) => reject(new Error(`semqrel rate ended with ${code}: ${stderr}`)));
  });
}

/** Pairs of a pool: `queries` times `perQuery`. */
export function poolOf(queries: number, perQuery: number): PooledPair[] {
  return Array.from({ length: queries * perQuery }, (_, place) => {
    const query = Math.floor(place / perQuery);
    const rank = place % perQuery;
    return {
      query: `query ${query}`,
      queryId: `q${query}`,
      informationNeed: query % 2 === 0 ? `what ${query} is about` : null,
      id: `d${rank}`,
      title: `Title ${query} ${rank}`,
      url: rank % 2 === 0 ? `https://example.org/${query}/${rank}` : null,
      engines: [{ name: "secret-engine", rank, also: [], of: perQuery }],
      probability: 1,
      queryProbability: 1,
      merged: [],
    };
  });
}
