/** Talks to `semqrel rate` like a page, over HTTP: to the built command in a separate process, or in this process. */
import { type ChildProcess, spawn } from "node:child_process";
import type { PooledPair } from "../../src/core/types.ts";
import { mainFile } from "./run-cli.ts";

export interface RatingCommand {
  /** The address that the command printed first. */
  readonly address: string;
  readonly origin: string;
  readonly token: string;
  stderr(): string;
  /** The exit code; null after a signal. */
  readonly ended: Promise<number | null>;
  /** GET, or POST with a body; with the token. */
  request(path: string, body?: unknown): Promise<Response>;
  /** Like Ctrl-C. */
  interrupt(): void;
}

export interface RatingProcess extends RatingCommand {
  readonly child: ChildProcess;
}

/** Starts the command and waits until it listens; rejects with its stderr if it ends earlier. */
export async function startRating(
  args: readonly string[],
  cache: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RatingProcess> {
  const child = spawn(process.execPath, [mainFile, "rate", ...args], {
    env: { ...process.env, SEMQREL_CACHE: cache, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const heard = listenTo(new Promise((resolve) => child.on("close", resolve)));
  child.stdout.on("data", heard.stdout);
  child.stderr.on("data", heard.stderr);
  return { ...(await heard.command), child, interrupt: () => child.kill("SIGINT") };
}

/** Runs the command in this process, for tests that neither kill it nor measure its memory. */
export async function startRatingHere(args: readonly string[], cache: string): Promise<RatingCommand> {
  // Tests that only start processes need not wait for this import.
  const { run } = await import("../../src/cli/run.ts");
  const interruption = new AbortController();
  let end = (_: number) => {};
  const heard = listenTo(new Promise<number>((resolve) => (end = resolve)));
  const io = { stdout: { write: heard.stdout }, stderr: { write: heard.stderr }, signal: interruption.signal };
  run(["rate", ...args], { ...io, environment: { SEMQREL_CACHE: cache } }).then(end);
  return { ...(await heard.command), interrupt: () => interruption.abort() };
}

/** Collects the command's output; `command` exists once it has printed its address. */
function listenTo(ended: Promise<number | null>) {
  const said = { stdout: "", stderr: "" };
  let hear = () => {};
  const command = new Promise<Omit<RatingCommand, "interrupt">>((resolve, reject) => {
    hear = () => {
      const [first, rest] = said.stdout.split("\n");
      if (first === undefined || rest === undefined) return;
      // If each rater has an address, the rater's name follows it.
      const [address = ""] = first.split(" ");
      const { origin, searchParams } = new URL(address);
      const token = searchParams.get("token") ?? "";
      const request = (path: string, body?: unknown) =>
        fetch(origin + path, {
          method: body === undefined ? "GET" : "POST",
          headers: { "X-Semqrel-Token": token, "Content-Type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      resolve({ address, origin, token, stderr: () => said.stderr, ended, request });
    };
    ended.then((code) => reject(new Error(`semqrel rate ended with ${code}: ${said.stderr}`)));
  });
  return {
    command,
    stdout: (piece: Buffer | string) => {
      said.stdout += piece;
      hear();
    },
    stderr: (piece: Buffer | string) => {
      said.stderr += piece;
    },
  };
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
