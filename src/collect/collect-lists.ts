/** Which result lists does a search interface give for a set of queries? */

import { at } from "../core/at.ts";
import { invalidOption, SemqrelError } from "../core/errors.ts";
import { counted } from "../core/text/wording.ts";
import type { Query } from "../core/types.ts";
import { type AskPatience, type AskTools, pace } from "../io/ask/ask.ts";
import { secretOf } from "../io/ask/secrets.ts";
import { readQueries } from "../io/query-sets/read-pairs.ts";
import { joinQueries } from "../lists/join-queries.ts";
import {
  type CollectedQuery,
  collectQuery,
  type QueryCollector,
  type ResultPaths,
  renderRequest,
} from "./collect-query.ts";
import { type Collected, requireFoundPaths } from "./collected.ts";
import { openRawStore, type RawStore } from "./raw-store.ts";
import {
  type GivenRequest,
  type RequestTemplate,
  requestTemplate,
  requireNames,
  requirePages,
} from "./request-template.ts";

export interface CollectOptions {
  readonly queries: string;
  /** Null only with `offline`: then the request of the kept answers counts. */
  readonly request: GivenRequest | null;
  readonly paths: ResultPaths;
  /** Results wanted of each query, >= 1; null for 10, or for as many as kept answers were asked for. */
  readonly depth: number | null;
  /** Results of one page, >= 1; null for all in one. */
  readonly pageSize: number | null;
  readonly raw: string;
  readonly refetch: boolean;
  readonly offline: boolean;
  readonly patience: AskPatience;
  /** Requests a second; null for no bound. */
  readonly rate: number | null;
  readonly concurrency: number;
}

export const USUAL_DEPTH = 10;
/** In a row: then the server counts as gone, and the other queries are not asked. */
const MOST_FAILURES = 10;
const unasked: CollectedQuery = {
  ...{ kind: "failed", isUnreadable: false, fetched: 0, kept: 0 },
  reason: `not asked any more, after ${MOST_FAILURES} failures in a row`,
};
/** So many queries are asked first, one by one: if the paths find nothing in their answers, the paths are wrong. */
const TRIALS = 3;

/** A query that fails does not stop the others; ten in a row do. Answers are kept: the next call asks for the rest. */
export async function collectLists(options: CollectOptions, tools: AskTools): Promise<Collected> {
  const { queries: table } = await readQueries(options.queries);
  const { queries } = joinQueries([table]);
  const given = options.request === null ? null : requestTemplate(options.request, !options.offline);
  if (given !== null && !options.offline) {
    // Before any folder is made: a mistake in the body or the environment would fail every query.
    const sample = { query: "a", queryId: "a", size: 1, depth: 1, from: 0, page: 1 };
    renderRequest(given, sample, (name) => secretOf(tools.environment, name));
  }
  const store = openRawStore(options.raw, { isFresh: options.refetch, isReading: options.offline });
  try {
    const { template, plan } = planOf(given, options, store);
    requireNames(queries, template, options.queries);
    store.begin(plan);
    const { paths, rate, concurrency } = options;
    const { depth, pageSize } = plan;
    const patience = options.offline ? null : options.patience;
    const collector = { template, paths, depth, pageSize, store, patience, pace: pace(rate, tools), tools };
    return await collectAll(queries, collector, concurrency);
  } finally {
    store.close();
  }
}

/** The request that is given, or else the one that the folder remembers. */
function planOf(given: RequestTemplate | null, options: CollectOptions, { plan: before }: RawStore) {
  const remembered = options.offline ? before : null;
  const depth = options.depth ?? remembered?.depth ?? USUAL_DEPTH;
  const pageSize = options.pageSize ?? remembered?.pageSize ?? depth;
  if (given === null) {
    if (before === null) throw invalidOption("Collecting: no address is given. Give --url.");
    return { template: { ...before, method: "GET", headers: [] } as const, plan: { ...before, depth, pageSize } };
  }
  requirePages(given, depth, pageSize);
  return { template: given, plan: { ...given, headers: given.headers.map(({ name }) => name), pageSize, depth } };
}

async function collectAll(queries: readonly Query[], collector: QueryCollector, concurrency: number) {
  const { tools, paths, patience } = collector;
  const { folder } = collector.store;
  const stop = new AbortController();
  const signal = AbortSignal.any([tools.signal, stop.signal]);
  const stoppable = { ...collector, tools: { ...tools, signal } };
  const done = queries.map((): CollectedQuery => unasked);
  let next = 0;
  let finished = 0;
  let failuresInRow = 0;
  tools.progress.start("Collecting", queries.length, "queries");
  const step = async (): Promise<void> => {
    const place = next++;
    const query = queries[place];
    if (query === undefined) return;
    const collected = await collectQuery(query, stoppable);
    if (signal.aborted) return;
    done[place] = collected;
    failuresInRow = collected.kind === "failed" ? failuresInRow + 1 : 0;
    tools.progress.update(++finished);
  };
  const hasHope = () => patience === null || failuresInRow < MOST_FAILURES;
  const goesOn = () => next < queries.length && !signal.aborted && hasHope();
  while (goesOn() && next < TRIALS) {
    await step();
    if (requireFoundPaths(done, paths, next >= TRIALS || next === queries.length)) break;
  }
  const work = async () => {
    try {
      while (goesOn()) await step();
    } catch (cause) {
      stop.abort();
      throw cause;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: concurrency }, work));
  tools.progress.finish();
  const failure = ends.find((end) => end.status === "rejected");
  if (failure !== undefined) throw failure.reason;
  if (tools.signal.aborted) {
    const whole = counted(done.filter(({ kind }) => kind === "list").length, "query is", "queries are");
    const message = `Collecting: interrupted. ${whole} in ${folder}; the same command continues with the rest.`;
    throw new SemqrelError("INTERRUPTED", message, { details: { folder } });
  }
  requireFoundPaths(done, paths, true);
  return summarise(queries, done, collector);
}

function summarise(queries: readonly Query[], done: readonly CollectedQuery[], { depth, pageSize }: QueryCollector) {
  const named = done.map((one, place) => ({ ...one, query: at(queries, place) }));
  return {
    lists: named.map((one) => {
      const { results, isPartial } = one.kind === "list" ? one : { results: null, isPartial: false };
      return { query: one.query, results, isPartial };
    }),
    failures: named.flatMap((one) => (one.kind === "list" ? [] : [{ query: one.query, reason: one.reason }])),
    depth,
    pageSize,
    fetched: done.reduce((sum, { fetched }) => sum + fetched, 0),
    kept: done.reduce((sum, { kept }) => sum + kept, 0),
  };
}
